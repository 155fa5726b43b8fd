// The npm parser of robots.txt that is compared with ours. Its types omit that the module is a
// function.
import parser from 'robots-parser';

/**
 * @typedef {object} OtherRobots
 * @property {(url: string, agent: string) => boolean | undefined} isAllowed undefined of a URL of another server
 * @property {() => readonly string[]} getSitemaps
 */

/** @type {unknown} */
const untyped = parser;

/** Reads the text of a robots.txt; the first parameter is its URL. */
export const robotsParser = /** @type {(url: string, text: string) => OtherRobots} */ (untyped);
