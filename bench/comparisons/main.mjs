// Compares our readers with others on corpora: `npm run compare -- [name …]`, without a name all of
// them. It compares the build in dist/, so build first. The corpora are in the folder that
// CDIF_CORPORA names. Exit code 1 means an unexplained difference, 3 a missing name or corpus.
import { createRequire } from 'node:module';
import { compareLinkStrings } from './link-strings.mjs';
import { compareRobotsCrawlerCommons } from './robots-crawler-commons.mjs';
import { compareRobotsGoogle } from './robots-google.mjs';
import { compareSignposting } from './signposting.mjs';
import { compareSitemaps } from './sitemaps.mjs';
import { compareSlenderNode } from './slender-node.mjs';
import { describeTallies } from './tally.mjs';

/**
 * @typedef {object} Comparison
 * @property {readonly string[]} others the packages with which we are compared
 * @property {(say: (text: string) => void) => Promise<readonly import('./tally.mjs').Tally[]>} compare `say` prints
 *   what is told beside the table
 */

/**
 * The comparisons by name.
 * @type {ReadonlyMap<string, Comparison>}
 */
const comparisons = new Map([
  ['robots-google', { others: ['robots-parser'], compare: compareRobotsGoogle }],
  ['robots-crawler-commons', { others: ['robots-parser'], compare: compareRobotsCrawlerCommons }],
  ['sitemaps', { others: ['cheerio'], compare: compareSitemaps }],
  ['link-strings', { others: ['http-link-header'], compare: compareLinkStrings }],
  ['signposting', { others: ['http-link-header'], compare: compareSignposting }],
  ['slender-node', { others: ['cheerio'], compare: compareSlenderNode }],
]);

const require = createRequire(import.meta.url);

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof TypeError ? error.message : error);
  process.exitCode = error instanceof TypeError ? 3 : 1;
}

/** @param {readonly string[]} given */
async function run(given) {
  const names = given.length === 0 ? [...comparisons.keys()] : given;
  for (const name of names) {
    const comparison = comparisons.get(name);
    if (comparison === undefined) {
      throw new TypeError(`no comparison ${name}; there are ${[...comparisons.keys()].join(', ')}`);
    }
    console.log(`${[name, ...comparison.others.map(withVersion)].join(', ')}\n`);
    const tallies = await comparison.compare((text) => console.log(text));
    console.log(describeTallies(tallies));
    if (tallies.some(({ unexplained }) => unexplained.length > 0)) process.exitCode = 1;
  }
}

/** @param {string} name of a package */
function withVersion(name) {
  /** @type {unknown} */
  const description = require(`${name}/package.json`);
  return `${name} ${/** @type {{ version: string }} */ (description).version}`;
}
