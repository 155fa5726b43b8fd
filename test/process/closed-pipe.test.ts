import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from '../support/fixture-site.mjs';
import { createWorkspace, localConfig, type Workspace } from '../cli/workspace.ts';

const demoSite = fileURLToPath(new URL('../../fixtures/sites/demo/', import.meta.url));
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

let site: Awaited<ReturnType<typeof serveSite>>;
let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  site = await serveSite(demoSite);
  await workspace.write('config.yaml', localConfig(`site: "${site.origin}"`));
});
afterAll(async () => {
  await site.close();
  await workspace.remove();
});

/** Runs a command with one output that nobody reads. */
async function runUnread(args: string[], unread: 'stdout' | 'stderr') {
  const child = spawn(process.execPath, [cli, ...args], { cwd: workspace.folder });
  child[unread].destroy();
  const other = unread === 'stdout' ? child.stderr : child.stdout;
  let text = '';
  other.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  return { text, code };
}

describe('a command whose output pipe is closed', () => {
  // Piping into `head` once ended with a stack trace and exit code 1.
  it('continues to harvest when nobody reads the progress', async () => {
    const { text, code } = await runUnread(['ingest', 'config.yaml'], 'stderr');
    expect(text).toContain('9 added');
    expect(code).toBe(0);
  });

  it.runIf(existsSync('/dev/full'))(
    'says in one line that its output cannot be written',
    async () => {
      for (const args of [['export'], ['query', 'datasets']]) {
        const full = openSync('/dev/full', 'w');
        const child = spawn(process.execPath, [cli, ...args], {
          cwd: workspace.folder,
          stdio: ['ignore', full, 'pipe'],
        });
        let text = '';
        child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        const code = await new Promise<number | null>((resolve) => {
          child.on('close', resolve);
        });
        closeSync(full);
        expect(text).toMatch(/^cdif-graph: cannot write the output: ENOSPC[^\n]*\n$/u);
        expect(code).toBe(1);
      }
    },
  );

  it('ends quietly when nobody reads the data', async () => {
    expect(await runUnread(['export'], 'stdout')).toEqual({ text: '', code: 0 });
  });
});
