import { createHash } from 'node:crypto';
import { canonicalJson } from '../text/canonical-json.ts';

/**
 * The SHA-256 of what a JSON text says, in hexadecimal: the order of members and blanks between tokens do not matter,
 * the order of arrays does.
 * @throws {SyntaxError} when `json` is not JSON
 */
export function contentHash(json: string): string {
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(json)))
    .digest('hex');
}
