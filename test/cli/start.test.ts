import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Command, Help } from 'commander';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunCommand } from '../../src/commands/command.ts';
import { commands } from '../../src/commands/register.ts';
import { runCli } from '../support/run-cli.ts';
import { commit, look, newPath, openCatalogue } from '../store/updates.ts';

const execFilePromise = promisify(execFile);
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

async function catalogue(): Promise<string> {
  const path = newPath();
  const opened = openCatalogue(path);
  commit(opened, look(1));
  await opened.close();
  return path;
}

const runNothing: RunCommand = () => async () => undefined;

const ofHarvests = ['undici', 'jsonld', 'n3', 'saxes', 'picomatch'];
const ofConfigurations = ['zod', 'yaml'];

describe('a command', () => {
  it('loads nothing to say what there is', async () => {
    const ofProgram = [['--help'], ['--version']];
    const ofCommands = [
      ['query', '--help'],
      ['search', '-h'],
      ['help', 'query'],
    ];
    for (const args of [...ofProgram, ...ofCommands]) {
      expect(await packagesLoadedBy(args)).toEqual([new Set(['commander'])]);
    }
  });

  it('begins to load the engine where it does nothing but ask it', () => {
    for (const [name, { startsEngine = false }] of Object.entries(commands)) {
      const file = new URL(`../../src/commands/${name}.ts`, import.meta.url);
      const isAsking = /\bwith(?:Engine|QueriedCatalogue)\(/u.test(readFileSync(file, 'utf8'));
      expect({ name, startsEngine }).toEqual({ name, startsEngine: isAsking });
    }
  });

  it.each([
    { args: ['query'], says: "missing required argument 'query'" },
    { args: ['query', '--nonsense'], says: "unknown option '--nonsense'" },
    { args: ['search', '--config', 'a', '--store', 'b'], says: 'Give either --config or --store' },
    { args: ['query', 'facets-types'], says: 'Which catalogue?' },
  ])('ends as it should where it is called wrongly: $args', async ({ args, says }) => {
    const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { code, stderr, stdout } = await runCli(args, { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain(says);
  });

  it('loads no engine and nothing of harvests where it asks the catalogue alone', async () => {
    const path = await catalogue();
    for (const args of [['status'], ['export'], ['show', look(1).url, '--graph']]) {
      const [loaded, ...others] = await packagesLoadedBy([...args, '--store', path]);
      expect(others).toEqual([]);
      for (const name of ['oxigraph', ...ofHarvests, ...ofConfigurations]) {
        expect(loaded).not.toContain(name);
      }
    }
  });

  it('loads the engine in a thread of its own where a query comes', async () => {
    const path = await catalogue();
    const threads = await packagesLoadedBy(['query', 'facets-types', '--store', path]);
    expect(threads).toHaveLength(2);
    expect(threads.filter((loaded) => loaded.has('oxigraph'))).toHaveLength(1);
    for (const name of [...ofHarvests, ...ofConfigurations]) {
      expect(threads.filter((loaded) => loaded.has(name))).toEqual([]);
    }
  });

  it.each(Object.keys(commands))('%s stands in the help as it says itself', async (name) => {
    const { usage, load } = commands[name] ?? { usage: '', load: async () => () => undefined };
    const command = new Command(name);
    const define = await load();
    define(command, runNothing);
    expect(`${name} ${usage}`).toBe(new Help().subcommandTerm(command));
  });
});
