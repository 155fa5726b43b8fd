import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveChangingSite, type ChangingSite } from '../support/changing-site.ts';
import type { CommandResult } from '../support/run-command.ts';
import { createWorkspace, type Workspace } from '../cli/workspace.ts';

const pages = 60;

let site: ChangingSite;
let workspace: Workspace;
let ingest: Promise<CommandResult>;
let release: () => void;

/**
 * Every page has a second version; half of them are harvested, and the site holds the ingest at the
 * others.
 */
beforeAll(async () => {
  site = await serveChangingSite(pages);
  workspace = await createWorkspace();
  await workspace.write(
    'config.yaml',
    [
      'store: { path: ./catalogue }',
      'http:',
      '  allowPrivateAddresses: true',
      '  timeouts: { headersMs: 240000, totalMs: 300000 }',
      '  perHost: { delayMs: 0 }',
      'workers: 0',
      `sources: [{ name: local, sitemap: "${site.origin}/sitemap.xml" }]`,
      '',
    ].join('\n'),
  );
  await workspace.run(['ingest', 'config.yaml']);
  site.change(Array.from({ length: pages }, (_, page) => page));
  const held = site.holdAfter(pages / 2);
  ({ release } = held);
  ingest = workspace.runProcess(['ingest', 'config.yaml']);
  await held.reached;
});
afterAll(async () => {
  release();
  await ingest;
  await site.close();
  await workspace.remove();
});

/** The versions in the statements of each record. */
function versionsByGraph(nquads: string): ReadonlyMap<string, ReadonlySet<string>> {
  const versions = new Map<string, Set<string>>();
  for (const line of nquads.split('\n')) {
    const graph = /<([^>]+)> \.$/u.exec(line)?.[1] ?? '';
    const own = versions.get(graph) ?? new Set();
    for (const [version] of line.matchAll(/(?<=\b)v\d+(?=[ "])/gu)) own.add(version);
    versions.set(graph, own);
  }
  versions.delete('');
  return versions;
}

describe('while an ingest runs', () => {
  it('a second ingest and every other writer are refused, with the name of the writer', async () => {
    const commands = [
      ['ingest', 'config.yaml'],
      ['rebuild'],
      ['remove', '--source', 'local'],
      ['rename-source', 'local', 'other'],
      ['compact'],
    ];
    const refused = await Promise.all(commands.map(async (args) => workspace.run(args)));
    for (const { stdout, stderr, code } of refused) {
      expect(stderr).toMatch(
        /^cdif-graph: catalogue \S+: process \d+ on \S+ has been writing to it since \S+; use --wait to wait for it, or stop that process\n$/u,
      );
      expect({ stdout, code }).toEqual({ stdout: '', code: 5 });
    }
  });

  it('an export has each record complete, in its old or its new version', async () => {
    const { stdout, code } = await workspace.run([
      'export',
      '--without',
      'index,views,provenance,problems',
    ]);
    expect(code).toBe(0);
    const versions = versionsByGraph(stdout);
    expect(versions.size).toBe(54 + 6 * 5);
    expect([...versions.values()].filter((each) => each.size !== 1)).toEqual([]);
    const met = new Set(Array.from(versions.values(), (each) => [...each].join()));
    expect(met).toEqual(new Set(['v1', 'v2']));
  });

  it('a query sees no record in two versions', async () => {
    const text =
      'PREFIX s: <http://schema.org/> SELECT (COUNT(*) AS ?all) (SUM(?same) AS ?whole) { ?r s:version ?v ; s:name ?n ; s:creator/s:name ?c ; s:keywords ?k FILTER(STRSTARTS(?k, "v")) BIND(IF(?k = ?v && STRENDS(?n, ?v) && STRENDS(?c, ?v), 1, 0) AS ?same) }';
    const { stdout, code } = await workspace.run(['query', '-', '--format', 'csv'], {
      stdin: text,
    });
    expect(code).toBe(0);
    expect(stdout.trim().split(/\r?\n/u)[1]).toBe('84,84');
  });

  it('a dry run of a removal and a backup succeed', async () => {
    const dryRun = ['remove', '--source', 'local', '--dry-run'];
    const done = await Promise.all(
      [dryRun, ['backup', 'copy.mdb']].map((args) => workspace.run(args)),
    );
    expect(done.map(({ code }) => code)).toEqual([0, 0]);
  });

  it('status, show and verify succeed and report no damage', async () => {
    const [status, show, verify] = await Promise.all([
      workspace.run(['status', '--json']),
      workspace.run(['show', `${site.origin}/record/1`, '--graph']),
      workspace.run(['verify', '--json']),
    ]);
    expect(JSON.parse(status.stdout)).toMatchObject({ records: 84 });
    expect([...versionsByGraph(show.stdout).values()].map(({ size }) => size)).toEqual([1]);
    expect(JSON.parse(verify.stdout)).toMatchObject({ whole: true, findings: [] });
  });

  it('the ingest is not disturbed, and a waiting writer comes next', async () => {
    const next = workspace.runProcess(['compact', '--wait'], {
      onTalk: (text) => {
        if (text.includes('waiting for process')) release();
      },
    });
    expect(await ingest).toMatchObject({ code: 0 });
    const { code, stdout: compacted } = await next;
    expect(compacted).toMatch(/^Compacted /u);
    expect(code).toBe(0);
    const { stdout } = await workspace.run([
      'export',
      '--without',
      'index,views,provenance,problems',
    ]);
    const versions = Array.from(versionsByGraph(stdout).values(), (each) => [...each].join());
    expect(versions).toHaveLength(84);
    expect(new Set(versions)).toEqual(new Set(['v2']));
  });
});
