// A process of readers: each goes from page to page along links, over one connection that stays
// open, and pauses between two. Prints how many pages they read as one line of JSON.
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { createRandom } from '../generate/random.mjs';

/**
 * @typedef {object} LoadTask
 * @property {string} url of the home page
 * @property {number} readers how many read at once
 * @property {number} pauseMs between the end of a page and the next request of its reader
 * @property {number} pages after so many in all, they stop
 * @property {number} seed of the ways that they take
 */

const task = /** @type {LoadTask} */ (JSON.parse(process.argv[2] ?? '')); // only serve.mjs calls it

/** The pages that readers visit, without files and source states. */
const page = /^\/(?:$|\?|dataset\/[\da-f]+$|record\/[\da-f]+$|help)/u;
/** How often a reader goes back to the home page. */
const restarts = 0.1;

let left = task.pages;
/** How many answers had each status. @type {Map<number | undefined, number>} */
const statuses = new Map();

await Promise.all(Array.from({ length: task.readers }, (_, reader) => read(reader)));
console.log(JSON.stringify(Object.fromEntries(statuses)));

/** @param {number} reader */
async function read(reader) {
  const random = createRandom(task.seed, `reader ${reader}`);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const home = new URL(task.url);
  let address = home;
  // They do not come at the same moment.
  await pause((task.pauseMs * reader) / task.readers);
  while (left > 0) {
    left -= 1;
    const text = await get(address, agent);
    const links = text === undefined ? [] : linksIn(text);
    const isEnd = links.length === 0 || random.next() < restarts;
    address = isEnd ? home : new URL(random.pick(links), home);
    await pause(task.pauseMs);
  }
  agent.destroy();
}

/** @param {string} html */
function linksIn(html) {
  const hrefs = Array.from(html.matchAll(/<a [^>]*href="(\/[^"#]*)"/gu), ([, href = '']) => href);
  return hrefs.map((href) => href.replaceAll('&amp;', '&')).filter((href) => page.test(href));
}

/**
 * @param {URL} url
 * @param {Agent} agent
 * @returns {Promise<string | undefined>} undefined where it is no page
 */
async function get(url, agent) {
  const headers = { 'accept-encoding': 'br', accept: 'text/html' };
  /** @type {import('node:http').IncomingMessage} */
  const answer = await new Promise((resolve, reject) => {
    request(url, { agent, headers }, resolve).on('error', reject).end();
  });
  const body = await buffer(answer);
  statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
  if (answer.statusCode !== 200) return undefined;
  return (
    answer.headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body
  ).toString();
}
