// The npm parser of Link fields that is compared with ours.
import parser from 'http-link-header';

/** @typedef {import('http-link-header').Ref} Ref */

/**
 * @param {string} field
 * @returns {readonly Ref[] | undefined} undefined if parsing fails
 */
export function refsIn(field) {
  try {
    return parser.parse(field).refs;
  } catch {
    // The parser throws plain errors, and the whole field is lost.
    return undefined;
  }
}
