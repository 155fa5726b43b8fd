import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Verification } from '../../src/model/verification.ts';
import { runWithin } from '../support/run-within.ts';
import { changingWorkspace } from '../cli/changing-workspace.ts';
import type { Workspace } from '../cli/workspace.ts';

const pages = 120;

let workspace: Workspace;

beforeEach(async () => {
  ({ workspace } = await changingWorkspace(pages));
});

const within = async (bytes: number, args: readonly string[]) =>
  runWithin(bytes, args, { cwd: workspace.folder });

async function verified(): Promise<Verification> {
  const { stdout } = await workspace.run(['verify', '--json']);
  return JSON.parse(stdout) as Verification; // The command's own output; the assertions look at it.
}

describe.skipIf(process.platform === 'win32')('an ingest whose disk is full', () => {
  it('ends with a clear fault, keeps all that was confirmed, and continues when there is space', async () => {
    const full = await within(2 ** 19, ['ingest', 'config.yaml']);
    expect(full.stderr).toContain(
      `cdif-graph: catalogue ${join(workspace.folder, 'catalogue')}: could not be written:`,
    );
    expect(full.stderr).toMatch(/disk (?:is )?full/u);
    expect(full.stderr).toContain(' The last change was not saved\n');
    expect(full.stdout).toMatch(/^Harvest \d{8}T\d{6}Z was interrupted/u);
    expect(full.code).toBe(1);
    const harvested = Number(/harvested +(\d+)/u.exec(full.stdout)?.[1]);
    expect(harvested).toBeGreaterThan(0);
    expect(harvested).toBeLessThan(pages);
    expect(await verified()).toMatchObject({ whole: true, entries: { outcomes: harvested } });
    expect(await workspace.run(['ingest', 'config.yaml'])).toMatchObject({ code: 0 });
    expect(await verified()).toMatchObject({ whole: true, entries: { outcomes: pages } });
  });

  it('reports missing space for the lock file, without which LMDB ends the process', async () => {
    await workspace.run(['ingest', 'config.yaml', '--limit', '3']);
    rmSync(join(workspace.folder, 'catalogue', 'lock.mdb'));
    const full = await within(2 ** 12, ['status']);
    expect(full.stderr).toMatch(/catalogue \S+: cannot be opened: the disk is full\n$/u);
    expect(full.code).toBe(1);
    expect(await workspace.run(['status'])).toMatchObject({ code: 0 });
  });

  it('reports missing space for an empty catalogue, and creates it later', async () => {
    const full = await within(2 ** 12, ['ingest', 'config.yaml']);
    expect(full.stderr).toMatch(/catalogue \S+: cannot be made: the disk is full\n$/u);
    expect(full.code).toBe(1);
    const limited = ['ingest', 'config.yaml', '--limit', '3'];
    expect(await workspace.run(limited)).toMatchObject({ code: 0 });
    expect(await verified()).toMatchObject({ whole: true, entries: { outcomes: 3 } });
  });
});
