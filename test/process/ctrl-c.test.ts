import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { CatalogueStatus } from '../../src/catalogue/status.ts';
import type { ChangingSite } from '../support/changing-site.ts';
import type { CommandResult } from '../support/run-command.ts';
import { changingWorkspace } from '../cli/changing-workspace.ts';
import { copyDemo } from '../cli/demo-workspace.ts';
import type { Workspace } from '../cli/workspace.ts';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const pages = 60;
/** robots.txt, the sitemap and some pages are answered; those that come then wait. */
const answered = 22;

let site: ChangingSite;
let workspace: Workspace;

interface HeldIngest {
  readonly ended: Promise<CommandResult>;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly release: () => void;
}

const notYet: HeldIngest['kill'] = () => undefined;

/** An ingest, some of whose requests are under way. */
async function heldIngest(): Promise<HeldIngest> {
  const { reached, release } = site.holdAfter(answered);
  let kill = notYet;
  const ended = workspace.runProcess(['ingest', 'config.yaml'], {
    onStart: (given) => {
      kill = given;
    },
  });
  await reached;
  return { ended, kill, release };
}

async function status(): Promise<CatalogueStatus> {
  const { stdout } = await workspace.run(['status', '--json']);
  return JSON.parse(stdout) as CatalogueStatus; // The command's own output; the assertions look at it.
}

async function expectWhole(): Promise<void> {
  const { stdout, code } = await workspace.run(['verify']);
  expect(stdout).toContain('The catalogue is intact.');
  expect(code).toBe(0);
}

describe.skipIf(process.platform === 'win32')('Ctrl-C in an ingest', () => {
  beforeEach(async () => {
    ({ site, workspace } = await changingWorkspace(pages));
  });

  it('finishes requests in flight, starts no new ones, and stores the report', async () => {
    const { ended, kill, release } = await heldIngest();
    kill('SIGTERM');
    setTimeout(release, 500);
    const { stdout, code } = await ended;
    expect(code).toBe(143);
    expect(stdout).toMatch(/^Harvest \S+ was interrupted/u);
    const { runs, sources } = await status();
    const [report] = runs[0]?.report?.sources ?? [];
    expect(runs[0]?.report?.interrupted).toBe(true);
    // All that was answered before, and at least one more that was in flight.
    expect(report?.urls.loaded).toBeGreaterThan(answered - 2);
    expect(report?.urls.loaded).toBeLessThan(pages);
    expect(sources[0]?.urls.harvested).toBe(report?.urls.loaded);
    await expectWhole();
  });

  it('does not wait for a response that never ends', async () => {
    const { ended, kill, release } = await heldIngest();
    const began = performance.now();
    kill('SIGINT');
    const { stdout, code } = await ended;
    expect(performance.now() - began).toBeLessThan(25_000);
    expect(code).toBe(130);
    expect(stdout).toMatch(/^Harvest \S+ was interrupted/u);
    expect((await status()).sources[0]?.urls.harvested).toBe(answered - 2);
    release();
    await expectWhole();
  });

  it('stores the report even when the terminal is closed and output fails', async () => {
    const { reached, release } = site.holdAfter(answered);
    const child = spawn(process.execPath, [cli, 'ingest', 'config.yaml'], {
      cwd: workspace.folder,
    });
    const ended = once(child, 'exit');
    await reached;
    child.stdout.destroy();
    child.stderr.destroy();
    child.kill('SIGHUP');
    setTimeout(release, 500);
    expect(await ended).toEqual([129, null]);
    expect((await status()).runs[0]?.report?.interrupted).toBe(true);
    await expectWhole();
  });

  it.each(['SIGINT', 'SIGHUP'] as const)('ends at once at a second signal: %s', async (second) => {
    const { ended, kill, release } = await heldIngest();
    kill('SIGINT');
    const began = performance.now();
    const timer = setTimeout(() => kill(second), 500);
    const { code } = await ended;
    clearTimeout(timer);
    expect(code).toBeNull();
    expect(performance.now() - began).toBeLessThan(5000);
    release();
    await expectWhole();
  });
});

describe.skipIf(process.platform === 'win32')('Ctrl-C in a query', () => {
  it('ends the query without reporting an error', async () => {
    const { workspace: demo } = await copyDemo();
    onTestFinished(async () => demo.remove());
    const { stderr, code } = await demo.runProcess(['query', '-'], {
      stdin: `SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } #${'.'.repeat(2 ** 20)}`,
      onReading: (kill) => kill('SIGINT'),
    });
    expect(stderr).toBe('cdif-graph: interrupted\n');
    expect(code).toBe(130);
  });
});
