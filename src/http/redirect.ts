import { ResourceError } from '../model/http.ts';
import type { Exchange } from './exchange.ts';
import { parsedUrl } from '../text/parsed-url.ts';

/** The statuses whose `Location` is to be asked instead (RFC 9110 §15.4). */
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Where a redirect leads, without fragment.
 * @throws {ResourceError} `redirect-invalid` when it leads nowhere, to something that is not http or https, or
 * carries user information, which a stranger has no reason to give (RFC 9110 §4.2.4)
 */
export function redirectTarget({ request: { url }, headers }: Exchange): URL {
  const location = headers['location'] ?? '';
  // An empty reference would be valid, and mean the page itself.
  const target = location === '' ? undefined : parsedUrl(location, url.href);
  if (
    target === undefined ||
    !/^https?:$/u.test(target.protocol) ||
    target.username !== '' ||
    target.password !== ''
  ) {
    throw new ResourceError({ kind: 'redirect-invalid', url: url.href, location });
  }
  target.hash = '';
  return target;
}
