// Starts Debian's Virtuoso in a temporary folder, for tests and benches.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const program = '/usr/bin/virtuoso-t';
/** Kills a program when the process or thread that started it ends by force (util-linux). */
const guard = '/usr/bin/setpriv';

/** Whether Debian's Virtuoso is installed. */
export const isVirtuosoInstalled = existsSync(program);

/** A suffix for the names of tests that are left out. */
export const lacksVirtuoso = isVirtuosoInstalled
  ? ''
  : ': left out, needs Virtuoso (Debian: virtuoso-opensource-7-bin)';

/**
 * @typedef {object} VirtuosoAddress
 * @property {string} query
 * @property {string} update
 * @property {string} graphStore
 * @property {import('./digest-client.mjs').Credentials} credentials for digest authentication of
 *   `update` and `graphStore`
 *
 * @typedef {object} VirtuosoProcess
 * @property {string} folder with the database
 * @property {() => Promise<void>} kill ends it by force; what it answered is kept
 * @property {() => Promise<void>} restart starts it again at the same address, after `kill`
 * @property {() => Promise<void>} close ends it and removes its folder
 *
 * @typedef {VirtuosoAddress & VirtuosoProcess} Virtuoso
 *
 * @typedef {object} VirtuosoOptions
 * @property {number} [rows] the most rows of an answer; by default more than a test asks for
 * @property {number} [buffers] pages of 8 KB in memory; by default 80 MB
 * @property {string} [dir] where its folder is made; by default that for temporary files
 */

/** How often a start is tried with other ports, since another program may take one meanwhile. */
const attempts = 5;
const startMs = 120_000;

/**
 * Starts a Virtuoso with an empty database on free ports of 127.0.0.1; resolves when it answers,
 * after some 5 seconds. It has 300 MB in memory and 50 MB on disk.
 * @param {VirtuosoOptions} [options]
 * @returns {Promise<Virtuoso>}
 * @throws {Error} with its log where it cannot be started
 */
export async function startVirtuoso(options = {}) {
  for (let attempt = 1; ; attempt += 1) {
    const folder = await mkdtemp(path.join(options.dir ?? tmpdir(), 'cdif-graph-virtuoso-'));
    const [sql, http] = await freePorts();
    await writeFile(path.join(folder, 'virtuoso.ini'), settings({ sql, http }, options));
    try {
      return new RunningVirtuoso(folder, http, await run(folder, http)).address();
    } catch (error) {
      await rm(folder, { recursive: true });
      if (attempt === attempts) throw error;
    }
  }
}

class RunningVirtuoso {
  /** @type {string} */
  #folder;
  /** @type {number} */
  #port;
  /** @type {RunningProcess | undefined} */
  #process;

  /**
   * @param {string} folder
   * @param {number} port
   * @param {RunningProcess} process
   */
  constructor(folder, port, process) {
    this.#folder = folder;
    this.#port = port;
    this.#process = process;
  }

  /** @returns {Virtuoso} */
  address() {
    const origin = `http://127.0.0.1:${this.#port}`;
    return {
      query: `${origin}/sparql`,
      update: `${origin}/sparql-auth`,
      graphStore: `${origin}/sparql-graph-crud-auth`,
      credentials: { user: 'dba', password: 'dba' },
      folder: this.#folder,
      kill: () => this.#kill(),
      restart: () => this.#restart(),
      close: () => this.#close(),
    };
  }

  async #kill() {
    await this.#process?.kill();
    this.#process = undefined;
  }

  async #restart() {
    await this.#kill();
    // The lock of a process that was killed stays, and its number may be that of another one.
    await rm(path.join(this.#folder, 'virtuoso.lck'), { force: true });
    this.#process = await run(this.#folder, this.#port);
  }

  async #close() {
    await this.#kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** @typedef {{ kill: () => Promise<void> }} RunningProcess */

/**
 * Runs Virtuoso in its folder; resolves when it answers.
 * @param {string} folder
 * @param {number} port
 * @returns {Promise<RunningProcess>}
 */
async function run(folder, port) {
  const args = ['+foreground', '+configfile', 'virtuoso.ini'];
  const options = { cwd: folder, stdio: /** @type {const} */ ('ignore') };
  const child = existsSync(guard)
    ? spawn(guard, ['--pdeathsig', 'KILL', program, ...args], options)
    : spawn(program, args, options);
  const endWithUs = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', endWithUs);
  const ended = once(child, 'exit').finally(() => process.off('exit', endWithUs));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const until = Date.now() + startMs;
  while (!(await answers(port))) {
    if (child.exitCode === null && child.signalCode === null && Date.now() < until) {
      await Promise.race([pause(50), ended]);
      continue;
    }
    await kill();
    const log = await readFile(path.join(folder, 'virtuoso.log'), 'utf8').catch(String);
    throw new Error(`Virtuoso did not start:\n${log}`);
  }
  return { kill };
}

/**
 * Whether Virtuoso answers queries; before, it refuses connections.
 * @param {number} port
 */
async function answers(port) {
  const url = `http://127.0.0.1:${port}/sparql?query=${encodeURIComponent('ASK {}')}`;
  return fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
}

/** @returns {Promise<[number, number]>} two ports that are free now */
async function freePorts() {
  const servers = [createServer(), createServer()];
  const ports = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address()); // TCP
    ports.push(port);
  }
  for (const server of servers) server.close();
  return [ports[0] ?? 0, ports[1] ?? 0];
}

/**
 * Without checkpoints, which write the whole database: the transaction log keeps what was answered.
 * @param {{ sql: number, http: number }} ports
 * @param {VirtuosoOptions} options
 */
function settings({ sql, http }, { rows = 10_000_000, buffers = 10_000 }) {
  return `[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
FileExtend = 200
TempStorage = TempDatabase
[TempDatabase]
DatabaseFile = virtuoso-temp.db
TransactionFile = virtuoso-temp.trx
[Parameters]
ServerPort = 127.0.0.1:${sql}
DisableUnixSocket = 1
CheckpointInterval = 0
NumberOfBuffers = ${buffers}
MaxDirtyBuffers = ${Math.floor(buffers * 0.75)}
[HTTPServer]
ServerPort = 127.0.0.1:${http}
ServerRoot = .
ServerThreads = 10
[SPARQL]
ResultSetMaxRows = ${rows}
`;
}
