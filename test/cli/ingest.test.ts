import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunReport } from '../../src/model/run.ts';
import { canonical } from '../support/canonical.ts';
import { serveSite } from '../support/fixture-site.mjs';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

const demoSite = fileURLToPath(new URL('../../fixtures/sites/demo/', import.meta.url));
const problemPages = fileURLToPath(new URL('../../docs/problems/', import.meta.url));

let site: Awaited<ReturnType<typeof serveSite>>;
let workspace: Workspace;

beforeAll(async () => {
  site = await serveSite(demoSite);
});
afterAll(async () => {
  await site.close();
});
beforeEach(async () => {
  workspace = await createWorkspace();
  await workspace.write('config.yaml', localConfig(`site: "${site.origin}"`));
});
afterEach(async () => {
  await workspace.remove();
});

/** The statements of the record graphs, without what we say of our copies. */
async function recordStatements(): Promise<string> {
  const { stdout } = await workspace.run([
    'export',
    '--without',
    'index,views,provenance,problems',
  ]);
  return stdout.trim();
}

function reportOf(stdout: string): RunReport {
  return JSON.parse(stdout) as RunReport; // The command's own output; the assertions look at it.
}

describe('ingest', () => {
  it('harvests a site and reports the result', async () => {
    const { stdout, code } = await workspace.run(['ingest', 'config.yaml']);
    const summary = stdout
      .replace(/^Harvest \S+ finished after \S+ s$/mu, 'Harvest RUN finished after TIME s')
      .replaceAll(site.origin, 'http://demo.example')
      .replaceAll(problemPages, 'docs/problems/');
    expect(summary).toMatchSnapshot();
    expect(code).toBe(0);
  });

  it('makes the graphs that an independent conversion makes', async () => {
    await workspace.run(['ingest', 'config.yaml']);
    const expected = await readFile(join(demoSite, 'expected.nq'), 'utf8');
    expect(await canonical(await recordStatements())).toEqual(
      await canonical(expected.replaceAll('{{origin}}', site.origin)),
    );
  });

  it('gives the same bytes with worker threads and without', async () => {
    await workspace.run(['ingest', 'config.yaml', '--workers', '0']);
    const without = await recordStatements();
    await workspace.write(
      'config.yaml',
      localConfig(`site: "${site.origin}"`).replace('./catalogue', './other'),
    );
    await workspace.run(['ingest', 'config.yaml', '--workers', '2']);
    expect(await recordStatements()).toBe(without);
    expect(without).not.toBe('');
  });

  it('writes nothing for records that are as before', async () => {
    await workspace.run(['ingest', 'config.yaml']);
    const before = await recordStatements();
    const { stdout } = await workspace.run(['ingest', 'config.yaml', '--json']);
    expect(reportOf(stdout).sources[0]?.records).toMatchObject({
      added: 0,
      unchanged: 9,
      'failed-new': 1,
    });
    expect(await recordStatements()).toBe(before);
  });

  it('prints one JSON document and nothing else with --json', async () => {
    const { stdout, stderr } = await workspace.run(['ingest', 'config.yaml', '--json']);
    expect(stderr).toBe('');
    expect(reportOf(stdout)).toMatchObject({
      interrupted: false,
      dryRun: false,
      sources: [
        {
          source: 'local',
          listing: 'complete',
          urls: { loaded: 9, 'no-metadata': 1, 'metadata-failed': 1, gone: 1 },
          funnel: { discovered: 12, tried: 12, answered: 11, withMetadata: 10, harvested: 9 },
        },
      ],
    });
  });

  it('touches nothing on disk in a dry run', async () => {
    const { stdout, code } = await workspace.run(['ingest', 'config.yaml', '--dry-run']);
    expect(stdout).toContain('9 would be stored (595 statements); 1 failed');
    expect(code).toBe(0);
    expect(existsSync(join(workspace.folder, 'catalogue'))).toBe(false);
  });

  it('ends with 2 for errors with --strict', async () => {
    const strict = await workspace.run(['ingest', 'config.yaml', '--strict', '--dry-run']);
    expect(strict.code).toBe(2);
  });

  it('stops each source at --limit and reports that', async () => {
    const { stdout } = await workspace.run(['ingest', 'config.yaml', '--limit', '3']);
    expect(stdout).toMatch(/The listing was cut short by --limit\.\n {2}discovered +3/u);
  });

  it('harvests only the sources named, and refuses a name it does not know', async () => {
    const two = localConfig(`site: "${site.origin}"`).replace(
      'sources: [',
      `sources: [{ name: other, urls: ["${site.origin}/about.html"] }, `,
    );
    await workspace.write('two.yaml', two);
    const one = await workspace.run(['ingest', 'two.yaml', '--source', 'other', '--json']);
    expect(reportOf(one.stdout).sources.map(({ source }) => source)).toEqual(['other']);
    const none = await workspace.run(['ingest', 'two.yaml', '--source', 'nobody']);
    expect(none).toMatchObject({ code: 3, stdout: '' });
    expect(none.stderr).toBe(
      'cdif-graph: No source is named nobody; the sources of the configuration are other, local\n',
    );
  });

  it('names all mistakes of a configuration at once, each with its line and a remedy', async () => {
    await workspace.write(
      'wrong.yaml',
      [
        'store: { pth: ./catalogue }',
        'http: { maxRedirects: many }',
        'sources:',
        '  - name: one',
        '  - name: two',
        '    site: ftp://two.example/',
        '    sitemap: https://two.example/sitemap.xml',
        '  - name: three',
        '    urls: ["${CDIF_GRAPH_TEST_UNSET}"]',
      ].join('\n'),
    );
    const { stderr, code } = await workspace.run(['ingest', 'wrong.yaml']);
    expect(stderr).toMatchSnapshot();
    expect(code).toBe(3);
  });
});
