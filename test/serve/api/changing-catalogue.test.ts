import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CatalogueStore } from '../../../src/catalogue/store.ts';
import type { Problem } from '../../../src/model/problem.ts';
import { createApp } from '../../../src/serve/app.ts';
import { pageKey } from '../../../src/serve/page-keys.ts';
import { ServedCatalogue } from '../../../src/serve/served-catalogue.ts';
import { firstRun, newPath, openStore, url, urlUpdate } from '../../catalogue/updates.ts';
import { keptSearch } from '../../support/search-facts.ts';

const because = { reason: 'dropped', at: '2026-11-20T12:00:00.000Z', run: firstRun } as const;

let store: CatalogueStore;
let served: ServedCatalogue;
let app: ReturnType<typeof createApp>;

beforeEach(async () => {
  const path = newPath();
  store = openStore(path);
  await writeAll([2, 4, 6, 8]);
  served = await ServedCatalogue.open({ path, onTrouble: fail, pollMs: 5, stateMs: 0 });
  onTestFinished(async () => served.close());
  const site = { title: 'Lakes', base: 'http://localhost/' };
  app = createApp({ catalogue: served, site, onError: fail });
});

function fail(error: unknown): never {
  throw error;
}

/** A dataset with a title, and a problem. */
async function writeAll(numbers: readonly number[]): Promise<void> {
  await Promise.all(
    numbers.map(async (number) => {
      const problems: readonly Problem[] = [{ kind: 'no-metadata', url: url(number) }];
      const search = keptSearch({ texts: { titles: [{ text: `Lake ${number}` }] } });
      await store.write(urlUpdate(number, { problems, search }));
    }),
  );
}

async function remove(number: number): Promise<void> {
  await store.remove({ url: url(number), because, sources: ['example'] });
}

/** Waits until the server has what the store has. */
async function followed(): Promise<void> {
  const change = await store.ofOneState(async (snapshot) => snapshot.totals().change);
  await vi.waitFor(() => expect(served.state?.change).toBe(change), { timeout: 10_000 });
}

interface Page {
  readonly total: number;
  readonly results?: readonly { readonly title: string }[];
  readonly problems?: readonly { readonly url: string }[];
  readonly links: { readonly next?: string };
}

async function page(address: string): Promise<Page> {
  const got = await app.request(new URL(address, 'http://localhost').href);
  expect({ address, status: got.status }).toEqual({ address, status: 200 });
  return (await got.json()) as Page;
}

describe('pages of a list', () => {
  it.each([
    ['/api/search?limit=2&sort=title', (got: Page) => got.results?.map(({ title }) => title)],
    [
      '/api/problems?limit=2',
      (got: Page) => got.problems?.map((each) => `Lake ${each.url.split('/').at(-1)}`),
    ],
  ])('of %s continue behind the last item while others come and go', async (address, read) => {
    const first = await page(address);
    expect(read(first)).toEqual(['Lake 2', 'Lake 4']);
    // The last item goes, one of the next page comes, and one of the first page, too.
    await remove(4);
    await writeAll([1, 5]);
    await followed();
    const second = await page(first.links.next ?? '');
    expect(read(second)).toEqual(['Lake 5', 'Lake 6']);
    await remove(8);
    await writeAll([9]);
    await followed();
    const third = await page(second.links.next ?? '');
    expect(read(third)).toEqual(['Lake 9']);
    expect(third.links).not.toHaveProperty('next');
    expect(third.total).toBe(5);
  });
});

describe('an answer', () => {
  it('has another entity tag after a change', async () => {
    const first = await app.request('http://localhost/api/search');
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    expect((await app.request('http://localhost/api/search', { headers })).status).toBe(304);
    await writeAll([3]);
    await followed();
    expect((await app.request('http://localhost/api/search', { headers })).status).toBe(200);
  });

  it('says when and why a record was removed', async () => {
    await remove(4);
    await followed();
    const got = await app.request(`http://localhost/api/records/${pageKey(url(4))}`);
    expect([got.status, await got.json()]).toEqual([
      410,
      {
        title: 'The record was removed',
        status: 410,
        detail: `${url(4)}: a visit of its URL no longer found it, 2026-11-20T12:00:00.000Z`,
      },
    ]);
  });

  it('has no e-mail addresses of people, which the record has', async () => {
    const graph = url('mail');
    const ds = `<${graph}#it>`;
    const said = 'http://schema.org/';
    const lines = [
      `${ds} <${said}name> "Lake" <${graph}> .`,
      `${ds} <${said}creator> _:a <${graph}> .`,
      `_:a <${said}name> "Ann Fen ann@lakes.example" <${graph}> .`,
      `_:a <${said}email> "ann@lakes.example" <${graph}> .`,
      `_:a <${said}telephone> "+1 555" <${graph}> .`,
    ];
    await store.write(urlUpdate('mail', { nquads: `${lines.join('\n')}\n` }));
    await followed();
    const got = await app.request(`http://localhost/api/records/${pageKey(graph)}`);
    const record = (await got.json()) as { details: { agents: unknown[] }[] };
    expect(record.details[0]?.agents).toMatchObject([{ name: 'Ann Fen', contacts: ['+1 555'] }]);
  });
});
