// A process that serves generated sites: takes `{ options, hostCount }` as JSON in its argument,
// prints `{ origins }` as one line of JSON once it listens, and ends when its standard input does,
// so that it never outlives its parent.
import { serveSites } from './serve.mjs';

/** @typedef {{ options: import('./site.mjs').SiteOptions, hostCount: number }} ServerTask */

/** @type {unknown} */
const parsed = JSON.parse(process.argv[2] ?? '');
const { options, hostCount } = /** @type {ServerTask} */ (parsed); // Only `startServer` calls it.

const { origins, close } = await serveSites(options, hostCount);
console.log(JSON.stringify({ origins }));
process.stdin.resume().once('end', () => void close());
