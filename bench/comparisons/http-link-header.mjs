// The Link parser from npm that ours is compared with.
import parser from 'http-link-header';

/** @typedef {import('http-link-header').Ref} Ref */

/**
 * @param {string} field
 * @returns {readonly Ref[] | undefined} undefined where it gives up
 */
export function refsIn(field) {
  try {
    return parser.parse(field).refs;
  } catch {
    // It throws plain errors only, and the whole field is lost.
    return undefined;
  }
}
