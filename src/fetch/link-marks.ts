import { hash } from 'node:crypto';
import type { LinkMarks } from '../model/answer.ts';
import type { Answered } from '../model/http.ts';
import type { LinkField } from '../model/response.ts';

/**
 * Hashes the `Link` headers of a response and of the redirects before it: 16 hexadecimal digits
 * each.
 */
export function linkMarksOf({
  retrieval: { finalUrl },
  linkFields,
}: Pick<Answered, 'retrieval' | 'linkFields'>): LinkMarks {
  const own = linkFields.filter(({ url }) => url === finalUrl);
  const others = linkFields.filter(({ url }) => url !== finalUrl);
  return {
    ...(own.length === 0 ? {} : { links: markOf(own) }),
    ...(others.length === 0 ? {} : { redirectLinks: markOf(others) }),
  };
}

/**
 * Whether the `Link` headers of a 304 agree with the known ones. A 304 may omit `Link` (RFC 9110
 * §15.4.5); where present, it is current. Redirects never answer 304 and always have theirs.
 */
export function confirmsLinks(now: LinkMarks, known: LinkMarks): boolean {
  const isOwn = now.links === undefined || now.links === known.links;
  return isOwn && now.redirectLinks === known.redirectLinks;
}

function markOf(fields: readonly LinkField[]): string {
  return hash('sha256', JSON.stringify(fields), 'hex').slice(0, 16);
}
