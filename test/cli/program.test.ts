import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, Help } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunCommand } from '../../src/commands/command.ts';
import { commands } from '../../src/commands/program.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const runNothing: RunCommand = () => async () => undefined;

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
});
afterAll(async () => {
  await workspace.remove();
});

async function readme(): Promise<string> {
  return readFile(new URL('../../README.md', import.meta.url), 'utf8');
}

describe('the command line', () => {
  it('has the commands that the README lists', async () => {
    const [table = ''] = /(?:^\|.*\n)+/mu.exec(await readme()) ?? [];
    const listed = Array.from(table.matchAll(/`([^`]+)`/gu), ([, name]) => name);
    expect(new Set(listed)).toEqual(new Set(Object.keys(commands)));
  });

  it('prints its help', async () => {
    const { stdout, code } = await workspace.run(['--help']);
    expect(stdout).toMatchSnapshot();
    expect(code).toBe(0);
  });

  it('prints the help of every command', async () => {
    for (const command of ['init', 'ingest', 'query', 'export']) {
      const { stdout, code } = await workspace.run([command, '--help']);
      expect(stdout).toMatchSnapshot();
      expect(code).toBe(0);
    }
  });

  it('prints its version', async () => {
    const { stdout } = await workspace.run(['--version']);
    const packageFile = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
    expect(packageFile).toContain(`"version": "${stdout.trim()}"`);
  });

  it.each([
    [['harvest'], "unknown command 'harvest'"],
    [['ingest', 'config.yaml', '--fast'], "unknown option '--fast'"],
    [['ingest'], "missing required argument 'config'"],
    [['query'], 'No query is given.'],
    [['search', '--config', 'a', '--store', 'b'], 'Give either --config or --store'],
    [['ingest', 'config.yaml', '--limit', 'all'], 'It must be a whole number'],
    [['ingest', 'config.yaml', '--limit', '0'], 'It must be a whole number'],
    [['query', 'datasets', '--format', 'yaml'], 'Allowed choices are'],
    [['query', 'datasets'], 'No catalogue is named'],
    [['ingest', 'config.yaml'], 'config.yaml'],
  ])('ends with 3 for %j, with the message: %s', async (args, says) => {
    const { stdout, stderr, code } = await workspace.run(args);
    expect(stderr).toContain(says);
    expect(stdout).toBe('');
    expect(code).toBe(3);
  });
});

describe('the register of commands', () => {
  it.each(Object.keys(commands))('lists %s in the help with its own usage', async (name) => {
    const { usage, load } = commands[name] ?? { usage: '', load: async () => () => undefined };
    const command = new Command(name);
    const define = await load();
    define(command, runNothing);
    expect(`${name} ${usage}`).toBe(new Help().subcommandTerm(command));
  });
});

describe('init', () => {
  it('writes a configuration that can be harvested with, and never overwrites one', async () => {
    const first = await workspace.run(['init', 'mine.yaml']);
    expect(first).toMatchObject({ code: 0, stdout: '' });
    const written = await readFile(join(workspace.folder, 'mine.yaml'), 'utf8');
    const second = await workspace.run(['init', 'mine.yaml']);
    expect(second.code).toBe(3);
    expect(second.stderr).toBe(
      'cdif-graph: Cannot write mine.yaml: it exists already; name another file\n',
    );
    expect(await readFile(join(workspace.folder, 'mine.yaml'), 'utf8')).toBe(written);
  });

  it('reports a folder that does not exist', async () => {
    const { stderr, code } = await workspace.run(['init', 'no/such/config.yaml']);
    expect(stderr).toMatch(/the folder \/.*no\/such does not exist; create it first/u);
    expect(code).toBe(3);
  });
});
