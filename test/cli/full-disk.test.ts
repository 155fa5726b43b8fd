import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Verification } from '../../src/model/verification.ts';
import type { CliResult } from '../support/run-cli.ts';
import { changingWorkspace } from './changing-workspace.ts';
import type { Workspace } from './workspace.ts';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const pages = 120;

let workspace: Workspace;

beforeEach(async () => {
  ({ workspace } = await changingWorkspace(pages));
});

/** Runs the command line where no file may grow beyond so many bytes, which is to it as if the disk were full. */
async function runWithin(bytes: number, args: readonly string[]): Promise<CliResult> {
  // POSIX counts in blocks of 512 bytes.
  const limited = `ulimit -f ${bytes / 512} && exec "$0" "$@"`;
  return new Promise((resolve) => {
    const shell = ['-c', limited, process.execPath, cli, ...args];
    const child = execFile('sh', shell, { cwd: workspace.folder }, (_, stdout, stderr) => {
      resolve({ stdout, stderr, code: child.exitCode });
    });
  });
}

async function verified(): Promise<Verification> {
  const { stdout } = await workspace.run(['verify', '--json']);
  return JSON.parse(stdout) as Verification; // The command's own output; the assertions look at it.
}

describe.skipIf(process.platform === 'win32')('an ingest whose disk is full', () => {
  it('ends with a fault that says so, keeps what it has said to keep, and goes on when there is room', async () => {
    const full = await runWithin(2 ** 19, ['ingest', 'config.yaml']);
    expect(full.stderr).toContain(
      `cdif-graph: catalogue ${join(workspace.folder, 'catalogue')}: could not be written to`,
    );
    expect(full.stderr).toContain('is the disk full? What was being written is not in it\n');
    expect(full.stdout).toMatch(/^Harvest \S+ was interrupted/u);
    expect(full.code).toBe(1);
    const harvested = Number(/harvested +(\d+)/u.exec(full.stdout)?.[1]);
    expect(harvested).toBeGreaterThan(0);
    expect(harvested).toBeLessThan(pages);
    expect(await verified()).toMatchObject({ whole: true, entries: { outcomes: harvested } });
    expect(await workspace.run(['ingest', 'config.yaml'])).toMatchObject({ code: 0 });
    expect(await verified()).toMatchObject({ whole: true, entries: { outcomes: pages } });
  }, 90_000);

  it('says so where there is not even room for an empty catalogue, which is made later', async () => {
    const full = await runWithin(2 ** 12, ['ingest', 'config.yaml']);
    expect(full.stderr).toMatch(/catalogue \S+: cannot be made \(.*\); is the disk full\?\n$/u);
    expect(full.code).toBe(1);
    const limited = ['ingest', 'config.yaml', '--limit', '3'];
    expect(await workspace.run(limited)).toMatchObject({ code: 0 });
    expect(await verified()).toMatchObject({ whole: true, entries: { outcomes: 3 } });
  });
});
