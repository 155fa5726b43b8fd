import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedStore } from '../../src/catalogue/store.ts';
import { createWorkspace, localConfig, type Workspace } from '../cli/workspace.ts';
import { random } from '../catalogue/random-visits.ts';
import { proofSeed, proofSize, provesInFull } from '../support/proof.ts';
import { serveChangingSite, type ChangingSite } from '../support/changing-site.ts';
import { RunChain } from './run-chain.ts';

/** How many ingests are ended by force. */
const kills = proofSize(3, 100);
const firstPages = provesInFull ? 400 : 40;
/** URLs that are carried at once. */
const lanes = 2;
/**
 * What may have been answered without being durable when a run is killed: 256 writes may wait for their commit
 * (`src/pipeline/write-buffers.ts`), and each lane carries one more.
 */
const mostInFlight = 256 + lanes;

let site: ChangingSite;
let workspace: Workspace;

beforeAll(async () => {
  site = await serveChangingSite(firstPages);
  workspace = await createWorkspace();
  const config = localConfig(`sitemap: "${site.origin}/sitemap.xml"`);
  const bounded = config.replace('retries: 0', `retries: 0, connections: ${lanes}`);
  await workspace.write('config.yaml', bounded);
  await workspace.write('undisturbed.yaml', bounded.replace('catalogue', 'other'));
});
afterAll(async () => {
  await site.close();
  await workspace.remove();
});

/**
 * Starts an ingest and kills it at a moment that the index decides.
 * @param left how many pages it has to ask for
 * @returns whether it was killed before its end, and how often it asked for each page
 */
async function killedIngest(index: number, left: number): Promise<Attempt> {
  const next = random(proofSeed(0) + index);
  const pages = site.versions().size;
  site.change(Array.from({ length: 8 }, () => Math.floor(next() * pages)));
  const grown = next() < 0.3 ? 2 : 0;
  site.grow(grown);
  const before = pagesAsked();
  // From before the first request until after the last one: robots.txt and the sitemap come on top.
  const requests = Math.floor(next() * (left + grown + 3));
  const delayMs = Math.floor(next() * 120);
  const { code } = await workspace.runProcess(['ingest', 'config.yaml'], {
    onStart: (kill) => {
      const strike = (): void => void sleep(delayMs).then(() => kill('SIGKILL'));
      if (requests === 0) strike();
      else site.after(requests, strike);
    },
  });
  site.after(Number.POSITIVE_INFINITY, () => undefined);
  // What the process still had sent has come by then.
  await sleep(20);
  return { isKilled: code === null, asked: difference(pagesAsked(), before) };
}

interface Attempt {
  readonly isKilled: boolean;
  readonly asked: ReadonlyMap<string, number>;
}

/** How often each page was asked for so far. */
function pagesAsked(): ReadonlyMap<string, number> {
  const pages = [...site.versions().keys()];
  return new Map(pages.map((page) => [page, site.asked.get(new URL(page).pathname) ?? 0]));
}

/** What has grown, and by how much. */
function difference(
  after: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const grown = [...after].map(([page, count]) => [page, count - (before.get(page) ?? 0)] as const);
  return new Map(grown.filter(([, count]) => count > 0));
}

/** The version of each record, by its graph. Fails where a record is of two versions, or anything contradicts anything. */
async function wholeRecords(): Promise<ReadonlyMap<string, number>> {
  const path = join(workspace.folder, 'catalogue');
  const records = new Map<string, number>();
  if (!existsSync(join(path, 'data.mdb'))) return records;
  const store = openEmbeddedStore({ path, access: 'read' });
  try {
    expect((await store.verify()).findings).toEqual([]);
    for await (const { graph, nquads } of store.statements({
      without: ['index', 'views', 'provenance', 'problems'],
    })) {
      const versions = new Set(nquads.match(/(?<=\bv)\d+(?=[ "])/gu));
      expect([graph, versions.size]).toEqual([graph, 1]);
      const document = await store.documentOf(graph);
      const [version = ''] = versions;
      expect(document?.json).toContain(`"version":"v${version}"`);
      records.set(graph, Number(version));
    }
    return records;
  } finally {
    await store.close();
  }
}

/** What is kept, but when and by which run. */
async function exported(config: string): Promise<string> {
  const { stdout, code } = await workspace.run(['export', '--config', config]);
  expect(code).toBe(0);
  const lines = stdout
    .replaceAll(/"\d{4}-\d{2}-\d{2}T[\d:.]+Z"/gu, '"TIME"')
    .replaceAll(/urn:cdif-graph:run:[\w-]+/gu, 'urn:cdif-graph:run:RUN')
    .split('\n')
    .filter((line) => !line.startsWith('<urn:cdif-graph:run:RUN>'));
  return lines.join('\n');
}

describe('an ingest that is killed again and again', () => {
  it('leaves an intact catalogue each time, repeats no finished work, and ends with the same result', async () => {
    const chain = new RunChain(join(workspace.folder, 'catalogue'));
    const lost: number[] = [];
    let before: ReadonlyMap<string, number> = new Map();
    let killed = 0;
    let attempts = 0;
    while (killed < kills) {
      const { done } = chain;
      const { isKilled, asked } = await killedIngest(attempts, site.versions().size - done.size);
      if (isKilled) killed += 1;
      attempts += 1;
      const repeated = [...asked].filter(([page, count]) => count > 1 || done.has(page));
      expect(repeated).toEqual([]);
      const isOver = await chain.goOn(site.versions().keys());
      const gone = isOver ? [] : [...asked.keys()].filter((page) => !chain.done.has(page));
      expect(gone.length).toBeLessThanOrEqual(mostInFlight);
      lost.push(gone.length);
      const after = await wholeRecords();
      const worse = [...before].filter(([graph, version]) => (after.get(graph) ?? 0) < version);
      expect(worse).toEqual([]);
      before = after;
    }
    expect(killed).toBeGreaterThan(attempts / 2);
    const inFlight = lost.reduce((sum, each) => sum + each, 0);
    const pages = site.versions().size;
    const requests = [...pagesAsked().values()].reduce((sum, each) => sum + each, 0);
    expect(requests).toBeLessThanOrEqual(chain.count * pages + inFlight);

    // The first one ends what was begun, and does not ask again for what has changed since; the second one does.
    for (const _ of [1, 2]) {
      expect(await workspace.run(['ingest', 'config.yaml'])).toMatchObject({ code: 0 });
    }
    await wholeRecords();
    expect(await workspace.run(['ingest', 'undisturbed.yaml'])).toMatchObject({ code: 0 });
    expect(await exported('config.yaml')).toBe(await exported('undisturbed.yaml'));
    if (provesInFull) {
      process.stdout.write(
        `${killed} of ${attempts} were killed; ${pages} pages, ${before.size} records; ${chain.count} runs came to their end or were about to; ${requests} requests for pages, of which ${inFlight} were lost in flight (at most ${Math.max(...lost)} at once)\n`,
      );
    }
  });
});
