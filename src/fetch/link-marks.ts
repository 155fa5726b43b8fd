import { hash } from 'node:crypto';
import type { LinkMarks } from '../model/answer.ts';
import type { Answered } from '../model/http.ts';
import type { LinkField } from '../model/response.ts';

/** Marks the `Link` fields of an answer and of the redirects on the way to it: 16 hexadecimal digits each. */
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
 * Whether a 304 says nothing other than what is known of links. It need not have the field of the answer that it stands for
 * (RFC 9110 §15.4.5); where it has, the field is that of now. Redirects are never answered so, and always have theirs.
 */
export function confirmsLinks(now: LinkMarks, known: LinkMarks): boolean {
  const isOwn = now.links === undefined || now.links === known.links;
  return isOwn && now.redirectLinks === known.redirectLinks;
}

function markOf(fields: readonly LinkField[]): string {
  return hash('sha256', JSON.stringify(fields), 'hex').slice(0, 16);
}
