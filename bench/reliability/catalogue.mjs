// The built command with a catalogue and a configuration in a folder of their own.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {import('../../src/model/run.ts').RunReport} RunReport */
/** @typedef {import('../../src/catalogue/status.ts').CatalogueStatus} CatalogueStatus */
/** @typedef {{ stdout: string, stderr: string, code: number | null, ms: number }} Ended */

/**
 * @typedef {object} Catalogue
 * @property {string} folder
 * @property {(config: object) => Promise<void>} configure with what is not about the store
 * @property {(args: readonly string[]) => Promise<Ended>} run runs the command in the folder until it ends
 * @property {(args?: readonly string[]) => Promise<{ report: RunReport, ms: number, code: number | null }>} ingest
 * @property {() => Promise<CatalogueStatus>} status
 * @property {(name: string) => Promise<string>} read a file of the folder
 * @property {() => Promise<void>} remove
 */

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/**
 * @param {string} parent
 * @returns {Promise<Catalogue>}
 */
export async function newCatalogue(parent) {
  const folder = await mkdtemp(path.join(parent, 'cdif-graph-reliability-'));
  /** @type {Catalogue['run']} */
  const run = async (args) => {
    const beganAt = performance.now();
    const child = spawn(process.execPath, [cli, ...args], { cwd: folder });
    const written = [collect(child.stdout), collect(child.stderr)];
    /** @type {number | null} */
    const code = await new Promise((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    });
    const [stdout = '', stderr = ''] = written.map((take) => take());
    return { stdout, stderr, code, ms: performance.now() - beganAt };
  };
  return {
    folder,
    // JSON is YAML.
    configure: (config) =>
      writeFile(
        path.join(folder, 'config.yaml'),
        JSON.stringify({ store: { path: './catalogue' }, ...config }),
      ),
    run,
    ingest: async (args = []) => {
      const { stdout, stderr, code, ms } = await run(['ingest', 'config.yaml', '--json', ...args]);
      if (stdout === '') throw new Error(`ingest ended with ${code}:\n${stderr}`);
      /** @type {unknown} */
      const report = JSON.parse(stdout);
      return { report: /** @type {RunReport} */ (report), ms, code }; // what `ingest --json` prints
    },
    status: async () => {
      const { stdout } = await run(['status', '--json']);
      /** @type {unknown} */
      const status = JSON.parse(stdout);
      return /** @type {CatalogueStatus} */ (status); // what `status --json` prints
    },
    read: (name) => readFile(path.join(folder, name), 'utf8'),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** @param {import('node:stream').Readable} stream */
function collect(stream) {
  /** @type {Buffer[]} */
  const pieces = [];
  stream.on('data', (/** @type {Buffer} */ piece) => pieces.push(piece));
  return () => Buffer.concat(pieces).toString('utf8');
}
