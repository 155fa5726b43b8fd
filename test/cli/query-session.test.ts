import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandContext } from '../../dist/commands/command.js';
import { createProgram } from '../../dist/commands/program.js';
import { copyDemo } from './demo-workspace.ts';
import type { Workspace } from './workspace.ts';

let workspace: Workspace;

beforeAll(async () => {
  ({ workspace } = await copyDemo());
});

afterAll(async () => {
  await workspace.remove();
});

const session = async (stdin: string, ...args: string[]) =>
  workspace.run(['query', '--interactive', ...args], { stdin });

describe('query --interactive', () => {
  it('runs queries of several lines, each ended by an empty line or the end', async () => {
    const text = 'SELECT (1 AS ?one)\n{\n}\n\nASK {}\n\n\nSELECT (2 AS ?two)\n{ }';
    const { stdout, stderr, code } = await session(text, '--format', 'json');
    const answers = stdout.trim().split('\n').join('').replaceAll('}{', '}\n{').split('\n');
    expect(answers.map((answer): unknown => JSON.parse(answer))).toMatchObject([
      { head: { vars: ['one'] } },
      { boolean: true },
      { head: { vars: ['two'] } },
    ]);
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  });

  it('runs bundled queries with values, and shows them', async () => {
    const asked = 'search-text word="halm sound"\n:format csv\nsearch-text word=basalt\n';
    const { stdout, stderr } = await session(asked);
    expect(stdout).toContain('Halm Sound');
    expect(stdout).toContain('Major and trace elements of basalts');
    expect(stderr).toBe('');
    const shown = await session(':queries\n:queries conformance\n');
    expect(shown.stdout).toContain('search-text');
    expect(shown.stdout).toContain('cdif-graph query conformance');
  });

  it('reports faults, and continues', async () => {
    const wrong = [':what', ':format x', ':queries x', 'search-text place=x', 'SELECT * { ?s', ''];
    const { stdout, stderr, code } = await session(`${wrong.join('\n')}\nASK {}\n`);
    expect(stdout).toBe('true\n');
    expect(stderr.split('\n').filter((line) => line.startsWith('cdif-graph: '))).toEqual([
      'cdif-graph: there is no command :what; :help lists the commands',
      expect.stringMatching(/^cdif-graph: there is no format x; the formats are table, json/u),
      'cdif-graph: there is no bundled query x; :queries lists them',
      expect.stringContaining('search-text has no parameter place'),
      expect.stringMatching(/^cdif-graph: invalid query at line 1, column/u),
    ]);
    expect(code).toBe(1);
  });

  it('takes each parameter once, and nothing else beside it', async () => {
    const { stderr } = await session('search-text word=a b\nsearch-text word=a word=b\n');
    expect(stderr).toBe('cdif-graph: b is not PARAMETER=VALUE\ncdif-graph: word is given twice\n');
    const given = await session('', '--param', 'word=a');
    expect(given).toMatchObject({ code: 3, stdout: '' });
  });

  it('ends with :quit, and refuses a query as argument', async () => {
    expect((await session(':help\n:quit\nASK {}\n')).stdout).toBe('');
    const both = await session('', 'datasets');
    expect(both).toMatchObject({ code: 3, stdout: '' });
    const none = await workspace.run(['query']);
    expect(none.stderr).toContain('--interactive');
  });

  it('has prompts and earlier lines on a terminal, where Ctrl-C ends no session', async () => {
    const state = join(workspace.folder, 'state');
    await mkdir(join(state, 'cdif-graph'), { recursive: true });
    const history = join(state, 'cdif-graph', 'query-history');
    await writeFile(history, 'ASK {}\n');
    const terminal = openTerminal(workspace.folder, state);
    await terminal.until('sparql> ');
    // The line before, which is emptied; then a query that is given up, and two that are asked.
    terminal.type('\u001B[A');
    await terminal.until('ASK {}');
    terminal.type('\u0003ASK {}\r');
    await terminal.until('   ...> ');
    terminal.type('\r');
    await terminal.until('true\n');
    terminal.type('SELECT\r');
    await terminal.until('   ...> ');
    terminal.type('\u0003SELECT (7 AS ?x) {}\r\r');
    await terminal.until('x\n-\n7\n');
    terminal.type('\u0004');
    await terminal.ended;
    expect(await readFile(history, 'utf8')).toBe('ASK {}\nSELECT\nSELECT (7 AS ?x) {}\n');
  });
});

function nothing(): void {}

/** A command on a terminal: what is typed, and waiting for what it writes. */
function openTerminal(cwd: string, state: string) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let written = '';
  let looked = 0;
  let wake: () => void = nothing;
  output.on('data', (chunk: Buffer) => {
    written += chunk.toString('utf8');
    wake();
  });
  const context: CommandContext = {
    stdin,
    stdout: output,
    stderr: output,
    env: { XDG_STATE_HOME: state },
    cwd,
    signal: new AbortController().signal,
    now: () => new Date(),
  };
  const run = async (): Promise<void> => {
    const args = ['query', '--interactive'];
    const program = await createProgram(args, context, () => undefined);
    await program.parseAsync(args, { from: 'user' });
  };
  return {
    ended: run(),
    type: (text: string): void => void stdin.write(text),
    until: async (text: string): Promise<void> => {
      for (;;) {
        const at = written.indexOf(text, looked);
        if (at >= 0) {
          looked = at + text.length;
          return;
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
