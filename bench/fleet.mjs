// `bench -- fleet`: how the rate of a harvest grows with the number of workers, and what one worker
// costs against a harvest by one process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { constants, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { built } from './measure/built.mjs';
import { parseOptions, wholeNumber } from './measure/options.mjs';
import { runProcess } from './measure/run-process.mjs';
import { median } from './measure/statistics.mjs';
import { formatTable } from './measure/table.mjs';

export const fleetHelp = `bench -- fleet [options], with Redis (Debian: redis-server)
  --hosts N     hosts, each with a sitemap (200)
  --pages N     pages of each host (200)
  --answer N    how long an answer takes, in milliseconds (100)
  --delay N     pause between the requests to a host, in milliseconds (200)
  --each N      hosts that a worker requests at once (25)
  --most N      workers: 1, 2, 4 and so on up to this number (4)
  --fast N      pages of each host at full speed, by one process and by one worker (100)
  --rounds N    rounds at full speed, in turns; the figures are medians (3)
  --dir DIR     where catalogues are written (${tmpdir()})
`;

/** @satisfies {import('./measure/options.mjs').OptionTable} */
const optionTable = {
  hosts: wholeNumber(1, 200),
  pages: wholeNumber(0, 200),
  answer: wholeNumber(0, 100),
  delay: wholeNumber(0, 200),
  each: wholeNumber(1, 25),
  most: wholeNumber(1, 4),
  fast: wholeNumber(0, 100),
  rounds: wholeNumber(1, 3),
  dir: (/** @type {string | undefined} */ text) => path.resolve(text ?? tmpdir()),
};

/** Least share of linear growth, and least rate of one worker by that of one process. */
const targets = { linear: 0.9, worker: 0.85 };
/** A pause may look this much shorter to a server that notices requests late on a busy machine. */
const jitter = 0.8;

const cli = fileURLToPath(built('cli.js'));
const site = fileURLToPath(new URL('fleet/site.mjs', import.meta.url));

/**
 * @typedef {ReturnType<typeof parseOptions<typeof optionTable>>} Options
 *
 * @typedef {object} Fleet
 * @property {string} folder
 * @property {string} redis
 * @property {Options} options
 *
 * @typedef {import('./fleet/site.mjs').Request} Request
 *
 * @typedef {{ startedAt: string, endedAt: string }} RunTimes
 */

/**
 * Prints the measurements and the targets. Missing a target sets the exit code 1.
 * @param {readonly string[]} args
 * @throws {TypeError} when they are wrong
 */
export async function benchFleet(args) {
  const options = parseOptions(optionTable, args);
  const folder = await mkdtemp(path.join(options.dir, 'cdif-graph-fleet-'));
  const redis = await startRedis();
  try {
    const fleet = { folder, redis: redis.url, options };
    if (options.pages > 0) await measureGrowth(fleet);
    if (options.fast > 0) await measureWorker(fleet);
  } finally {
    redis.stop();
    await rm(folder, { recursive: true });
  }
}

/** @param {Fleet} fleet */
async function measureGrowth(fleet) {
  const { pages, answer, delay, most, hosts } = fleet.options;
  const rows = [['workers', 'seconds', 'visits/s', 'of linear', 'most at once', 'least pause']];
  let alone = 0;
  for (let workers = 1; workers <= most; workers *= 2) {
    const { seconds, requests } = await harvest(fleet, { pages, answer, delay, workers });
    const rate = (hosts * pages) / seconds;
    if (workers === 1) alone = rate;
    const { atOnce, pause } = manners(requests);
    const share = rate / alone / workers;
    const figures = [seconds.toFixed(1), rate.toFixed(0), share.toFixed(2)];
    rows.push([`${workers}`, ...figures, `${atOnce}`, `${pause.toFixed(0)} ms`]);
    if (share < targets.linear || atOnce > 1 || pause < jitter * delay) process.exitCode = 1;
  }
  console.log(formatTable(rows));
  console.log(
    `Targets: at least ${targets.linear} of linear; one request to a host at once, after`,
  );
  console.log(`a pause of ${delay} ms (${jitter * delay} ms to the server of a busy machine).\n`);
}

/** @param {Fleet} fleet */
async function measureWorker(fleet) {
  const { fast: pages, rounds, hosts } = fleet.options;
  /** @type {Map<string, number[]>} */
  const seconds = new Map();
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, workers] of /** @type {const} */ ([
      ['one process', 0],
      ['one worker', 1],
    ])) {
      const took = await harvest(fleet, { pages, answer: 0, delay: 0, workers });
      console.error(`round ${round}: ${name} ${took.seconds.toFixed(1)} s`);
      seconds.set(name, [...(seconds.get(name) ?? []), took.seconds]);
    }
  }
  const rates = Array.from(seconds, ([name, all]) => {
    return /** @type {const} */ ([name, (hosts * pages) / median(all)]);
  });
  const [[, local] = ['', 1], [, worker] = ['', 1]] = rates;
  console.log(
    formatTable([['', 'visits/s'], ...rates.map(([name, rate]) => [name, rate.toFixed(0)])]),
  );
  console.log(
    `One worker: ${(worker / local).toFixed(2)} of one process (target ${targets.worker})`,
  );
  if (worker / local < targets.worker) process.exitCode = 1;
}

/**
 * Harvests all hosts into a new catalogue.
 * @param {Fleet} fleet
 * @param {{ pages: number, answer: number, delay: number, workers: number }} settings 0 workers:
 *   by one process
 * @returns {Promise<{ seconds: number, requests: readonly Request[] }>} by the report of the run
 */
async function harvest({ folder, redis, options }, { pages, answer, delay, workers }) {
  const served = await startSite(pages, answer);
  const fleet = Array.from({ length: workers }, (_, at) => startWorker(redis, at, options.each));
  const store = path.join(folder, 'catalogue');
  try {
    await Promise.all(fleet.map(({ ready }) => ready));
    const config = path.join(folder, 'config.yaml');
    const sources = Array.from({ length: options.hosts }, (_, at) => {
      const host = `127.0.${Math.floor(at / 200) + 1}.${(at % 200) + 1}:${served.port}`;
      return `  - { name: s${at}, sitemap: "http://${host}/sitemap.xml" }\n`;
    });
    const perHost = `{ connections: 1, delayMs: ${delay} }`;
    await writeFile(
      config,
      `store: { path: ${store} }\n${workers > 0 ? `queue: { redis: "${redis}" }\n` : ''}` +
        `http: { allowPrivateAddresses: true, perHost: ${perHost} }\nsources:\n${sources.join('')}`,
    );
    const { stdout } = await runProcess([cli, 'ingest', config, '--json'], { folder });
    const report = /** @type {RunTimes} */ (JSON.parse(stdout)); // Written by the command.
    const { startedAt, endedAt } = report;
    const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
    return { seconds, requests: await served.requests() };
  } finally {
    for (const { child } of fleet) child.kill();
    await Promise.all(fleet.map(({ ended }) => ended));
    served.stop();
    await rm(store, { recursive: true, force: true });
  }
}

/**
 * The most requests to one host at once, and the least time between the starts of two.
 * @param {readonly Request[]} requests
 */
function manners(requests) {
  /** @type {Map<string, Request[]>} */
  const byHost = new Map();
  for (const request of requests) {
    const known = byHost.get(request.host) ?? [];
    byHost.set(request.host, known);
    known.push(request);
  }
  let atOnce = 0;
  let pause = Infinity;
  for (const all of byHost.values()) {
    for (const [at, { startedAt }] of all.entries()) {
      const before = all.slice(0, at);
      const open = before.filter(({ endedAt }) => endedAt > startedAt).length;
      atOnce = Math.max(atOnce, open + 1);
      pause = Math.min(pause, startedAt - (before.at(-1)?.startedAt ?? -Infinity));
    }
  }
  return { atOnce, pause };
}

/**
 * @param {string} redis
 * @param {number} at
 * @param {number} hosts
 */
function startWorker(redis, at, hosts) {
  const args = ['worker', '--redis', redis, '--hosts', `${hosts}`, '--name', `w${at}`];
  const child = spawn(process.execPath, [cli, ...args, '--threads', '1'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface(child.stderr);
  return { child, ready: once(lines, 'line'), ended: once(child, 'close') };
}

/**
 * @param {number} pages
 * @param {number} answerMs
 */
async function startSite(pages, answerMs) {
  const child = spawn(process.execPath, [site, `${pages}`, `${answerMs}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  preferServers(child.pid);
  const lines = createInterface(child.stdout);
  const [port] = /** @type {[string]} */ (await once(lines, 'line')); // lines are texts
  return {
    port,
    /** @returns {Promise<readonly Request[]>} */
    requests: async () => {
      child.stdin.write('\n');
      const [line] = /** @type {[string]} */ (await once(lines, 'line')); // lines are texts
      return /** @type {readonly Request[]} */ (JSON.parse(line));
    },
    stop: () => child.stdin.end(),
  };
}

/**
 * Lets the servers note a request when it comes, although the harvest keeps the processors busy.
 * Only root may.
 * @param {number | undefined} pid
 */
function preferServers(pid) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_HIGH);
  } catch {
    console.error('not root, so the servers may notice requests late, and pauses look shorter');
  }
}

/** Starts Redis on a free port, without persistence. */
async function startRedis() {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const address = free.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  free.close();
  const child = spawn('redis-server', ['--port', `${port}`, '--save', ''], { stdio: 'ignore' });
  await Promise.race([sleep(1000), once(child, 'error').then(([error]) => Promise.reject(error))]);
  return { url: `redis://127.0.0.1:${port}`, stop: () => child.kill() };
}
