import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceReport } from '../../src/model/run.ts';
import { endlessJsonLd } from '../support/endless-json-ld.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const config = `
store: { path: ./catalogue }
workers: 1
limits: { recordMs: 1000, maxExhaustions: 2 }
sources:
  - { name: good, folder: ./good }
  - { name: hostile, folder: ./hostile }
`;
const pages = [1, 2, 3, 4, 5, 6];

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.write('config.yaml', config);
  for (const folder of ['good', 'hostile']) await mkdir(join(workspace.folder, folder));
});
afterAll(async () => workspace.remove());

async function writeAll(folder: string, json: (page: number) => object): Promise<void> {
  for (const page of pages) {
    await workspace.write(`${folder}/${page}.jsonld`, JSON.stringify(json(page)));
  }
}

const dataset = (page: number) => ({
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  name: `Dataset ${page}`,
});

/** How an ingest ended, what was told on stderr, and what is not 0 of each source. */
async function ingest() {
  const { code, stderr, stdout } = await workspace.run([
    'ingest',
    'config.yaml',
    '--json',
    '--quiet',
  ]);
  const report = JSON.parse(stdout) as { readonly sources: readonly SourceReport[] };
  const sources = report.sources.map(({ source, urls, records, problems }) => [
    source,
    { urls: notZero(urls), records: notZero(records), problems },
  ]);
  return { code, stderr, ...Object.fromEntries(sources) } as unknown;
}

function notZero(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

describe('a source all of whose documents become hostile', () => {
  it('is given up for the run and keeps its records, the others are harvested, and the next run tries again', async () => {
    await writeAll('good', dataset);
    await writeAll('hostile', dataset);
    expect(await ingest()).toMatchObject({ code: 0, hostile: { records: { added: 6 } } });
    await writeAll('hostile', endlessJsonLd);
    await writeAll('good', (page) => ({ ...dataset(page), version: '2' }));
    const given = await ingest();
    // One more may be worked on when the second is given up.
    const some: unknown = expect.toBeOneOf([2, 3]);
    const others: unknown = expect.toBeOneOf([3, 4]);
    expect(given).toMatchObject({
      code: 4,
      good: { urls: { loaded: 6 }, records: { replaced: 6 }, problems: {} },
      hostile: {
        urls: { 'metadata-failed': some, 'not-tried': others },
        records: { 'failed-kept': some, kept: others },
        problems: { 'record-timed-out': some, 'source-given-up': others },
      },
    });
    expect(given).toHaveProperty('stderr', expect.stringContaining('hostile: Source given up'));
    await writeAll('hostile', dataset);
    expect(await ingest()).toMatchObject({ code: 0, hostile: { records: { unchanged: 6 } } });
  });
});
