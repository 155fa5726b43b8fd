import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedStore } from '../../src/store/embedded-store.ts';
import { createWorkspace, localConfig, type Workspace } from '../cli/workspace.ts';
import { random } from '../store/random-looks.ts';
import { serveChangingSite, type ChangingSite } from '../support/changing-site.ts';

/**
 * How many ingests are ended by force: `KILLS=200 npx vitest run test/built/kill.test.ts` for a long run. However many, no new one
 * is begun when this time is over, where no number was asked for.
 */
const kills = Number(process.env['KILLS'] ?? 12);
const longestMs = process.env['KILLS'] === undefined ? 60_000 : Number.POSITIVE_INFINITY;
const firstPages = 40;
/** How often a page may be asked for in so many attempts, each of which may ask for all of them. */
const mostRequests = (attempts: number): number => attempts;

let site: ChangingSite;
let workspace: Workspace;

beforeAll(async () => {
  site = await serveChangingSite(firstPages);
  workspace = await createWorkspace();
  const config = localConfig(`sitemap: "${site.origin}/sitemap.xml"`);
  await workspace.write('config.yaml', `${config}workers: 0\n`);
  await workspace.write('undisturbed.yaml', `${config}workers: 0\n`.replace('catalogue', 'other'));
});
afterAll(async () => {
  await site.close();
  await workspace.remove();
});

/** Starts an ingest and kills it at a moment that the index decides. @returns whether it was killed before its end */
async function killedIngest(index: number): Promise<boolean> {
  const next = random(index);
  const pages = site.versions().size;
  site.change(Array.from({ length: 8 }, () => Math.floor(next() * pages)));
  if (next() < 0.3) site.grow(2);
  // From before the first request until after the last one: robots.txt and the sitemap come on top.
  const requests = Math.floor(next() * (pages + 3));
  const delayMs = Math.floor(next() * 120);
  const { code } = await workspace.run(['ingest', 'config.yaml'], {
    onStart: (kill) => {
      const strike = (): void => void sleep(delayMs).then(() => kill('SIGKILL'));
      if (requests === 0) strike();
      else site.after(requests, strike);
    },
  });
  site.after(Number.POSITIVE_INFINITY, () => undefined);
  return code === null;
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
      without: ['provenance', 'problems'],
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
  it(
    'leaves a whole catalogue each time, and one as if nothing had happened in the end',
    async () => {
      const began = performance.now();
      let before: ReadonlyMap<string, number> = new Map();
      let killed = 0;
      let attempts = 0;
      while (attempts < kills && performance.now() - began < longestMs) {
        if (await killedIngest(attempts)) killed += 1;
        attempts += 1;
        const after = await wholeRecords();
        const lost = [...before].filter(([graph, version]) => (after.get(graph) ?? 0) < version);
        expect(lost).toEqual([]);
        before = after;
      }
      expect(killed).toBeGreaterThan(attempts / 2);

      expect(await workspace.run(['ingest', 'config.yaml'])).toMatchObject({ code: 0 });
      const most = mostRequests(attempts + 1);
      const unusual = [...site.versions().keys()].filter((page) => {
        const asked = site.asked.get(new URL(page).pathname) ?? 0;
        return asked < 1 || asked > most;
      });
      expect(unusual).toEqual([]);
      await wholeRecords();
      expect(await workspace.run(['ingest', 'undisturbed.yaml'])).toMatchObject({ code: 0 });
      expect(await exported('config.yaml')).toBe(await exported('undisturbed.yaml'));
      if (process.env['KILLS'] !== undefined) {
        process.stdout.write(`${killed} of ${attempts} were killed; ${before.size} records\n`);
      }
    },
    longestMs === Number.POSITIVE_INFINITY ? 60_000 + kills * 20_000 : 5 * longestMs,
  );
});
