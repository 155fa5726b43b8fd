// The Link parser from npm that ours is compared with.
// @ts-expect-error It comes without types.
import parser from 'http-link-header';

/**
 * A link-value; parameters that occur several times have several values, and one that was encoded is an object.
 * @typedef {{ readonly uri: string, readonly [parameter: string]: unknown }} Ref
 */

/** @type {unknown} */
const untyped = parser;
const { parse } = /** @type {{ parse: (field: string) => { refs: readonly Ref[] } }} */ (untyped);

/**
 * @param {string} field
 * @returns {readonly Ref[] | undefined} undefined where it gives up
 */
export function refsIn(field) {
  try {
    return parse(field).refs;
  } catch {
    // It throws plain errors only, and the whole field is lost.
    return undefined;
  }
}
