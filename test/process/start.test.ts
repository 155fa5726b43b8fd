import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyDemo } from '../cli/demo-workspace.ts';
import { serveSite } from '../support/fixture-site.mjs';
import { runProcess } from '../support/run-process.ts';
import { commit, urlUpdate, newPath, openCatalogue } from '../catalogue/updates.ts';

const execFilePromise = promisify(execFile);
const demoSite = fileURLToPath(new URL('../../fixtures/sites/demo/', import.meta.url));
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** The packages of which something is loaded, a set for each thread. */
async function packagesLoadedBy(args: readonly string[]): Promise<readonly ReadonlySet<string>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // Node writes a file a thread that names every script.
  await execFilePromise(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { ...process.env, NODE_V8_COVERAGE: join(folder, 'coverage') },
  });
  return readdirSync(join(folder, 'coverage')).map((file) => {
    const text = readFileSync(join(folder, 'coverage', file), 'utf8');
    const { result } = JSON.parse(text) as Coverage; // as V8's protocol says
    const names = result.map(({ url }) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(url)?.[1]);
    return new Set(names.filter((name) => name !== undefined));
  });
}

async function catalogue(name?: string): Promise<string> {
  const path = newPath();
  const opened = openCatalogue(path);
  commit(opened, urlUpdate(1, name === undefined ? {} : { name }));
  await opened.close();
  return path;
}

const ofHarvests = ['undici', 'jsonld', 'n3', 'saxes', 'picomatch'];
const ofConfigurations = ['zod', 'yaml'];

describe('a command', () => {
  it('loads no libraries to print help', async () => {
    for (const args of [['--help'], ['--version'], ['query', '--help']]) {
      expect(await packagesLoadedBy(args)).toEqual([new Set(['commander'])]);
    }
    // The help of search is written from its conditions, which come with how they are read.
    const [loaded, ...others] = await packagesLoadedBy(['search', '-h']);
    expect(others).toEqual([]);
    for (const name of ['lmdb', 'oxigraph', ...ofHarvests]) expect(loaded).not.toContain(name);
  });

  it.each([
    { args: ['query', '--nonsense'], says: "unknown option '--nonsense'" },
    { args: ['query', 'facets-types'], says: 'No catalogue is named' },
  ])('exits with a usage error on wrong arguments: $args', async ({ args, says }) => {
    const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { code, stderr, stdout } = await runProcess(args, { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain(says);
  });

  it('escapes control characters when stdout is a terminal', async () => {
    const path = await catalogue('Sea\u001B[2J ice');
    const terminal = 'Object.assign(process.stdout, { isTTY: true, columns: 200 })';
    const preload = `data:text/javascript,${encodeURIComponent(terminal)}`;
    const env = { NODE_OPTIONS: `--import=${preload}` };
    const { stdout } = await runProcess(['show', urlUpdate(1).url, '--graph', '--store', path], {
      env,
    });
    expect(stdout).toContain('Sea\\u001b[2J ice');
  });

  it.each([
    ['search'],
    ['signposting', '--source', 'local'],
    ['explain', '/dataset/soil-moisture.html', '--live', '--allow-private-addresses'],
    ['rebuild'],
  ])('ends by itself after its work: %s', async (...args) => {
    const site = await serveSite(demoSite);
    onTestFinished(async () => site.close());
    const { workspace } = await copyDemo();
    onTestFinished(async () => workspace.remove());
    const given = args.map((arg) => (arg.startsWith('/') ? site.origin + arg : arg));
    const { stdout, code } = await workspace.runProcess(given);
    expect(code).toBe(0);
    expect(stdout).not.toBe('');
  });

  it('loads neither engine nor harvester where it only reads the catalogue', async () => {
    const path = await catalogue();
    const show = ['show', urlUpdate(1).url, '--graph'];
    for (const args of [['status'], ['export'], show, ['search', 'ice', '--facets', 'types']]) {
      const [loaded, ...others] = await packagesLoadedBy([...args, '--store', path]);
      expect(others).toEqual([]);
      for (const name of ['oxigraph', ...ofHarvests, ...ofConfigurations]) {
        expect(loaded).not.toContain(name);
      }
    }
  });

  it('loads neither catalogue nor engine to ask an endpoint', async () => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/sparql-results+json');
      response.end('{"head":{},"boolean":true}');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    // A server on a TCP port has such an address.
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/sparql`;
    const [loaded, ...others] = await packagesLoadedBy(['query', 'ASK {}', '--endpoint', url]);
    expect(others).toEqual([]);
    for (const name of ['oxigraph', 'lmdb', ...ofConfigurations]) {
      expect(loaded).not.toContain(name);
    }
  });

  it('loads the engine in a thread of its own for a query', async () => {
    const path = await catalogue();
    const threads = await packagesLoadedBy(['query', 'facets-types', '--store', path]);
    expect(threads).toHaveLength(2);
    expect(threads.filter((loaded) => loaded.has('oxigraph'))).toHaveLength(1);
    for (const name of [...ofHarvests, ...ofConfigurations]) {
      expect(threads.filter((loaded) => loaded.has(name))).toEqual([]);
    }
  });
});
