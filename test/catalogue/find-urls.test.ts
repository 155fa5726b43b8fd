import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/model/target.ts';
import type { Signpost } from '../../src/model/typed-link.ts';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import { findVisits } from '../../src/catalogue/find-urls.ts';
import { dropPauses, sharedNamesWithPauses } from '../../src/catalogue/found-problems.ts';
import { inconsistencies } from './consistency.ts';
import {
  commit,
  listing,
  urlUpdate,
  newPath,
  openCatalogue,
  openStore,
  outcome,
  url,
} from './updates.ts';

const page = 'https://repository.example/page';

const metadataOf = (describes: string, source = 'example'): Listing => ({
  source,
  found: { by: 'sitemap', in: url('sitemap.xml'), describes, place: 'sitemap', rel: 'describedby' },
  depth: 0,
});

/** A look at metadata that a sitemap names with each of these. */
function linkedUpdate(index: number, contexts: readonly string[]): UrlUpdate {
  const listings = [metadataOf(contexts[0] ?? page)];
  const links = contexts.map((context): Signpost => {
    const target = `${url(index)}#record`;
    return { context, rel: 'describedby', target, profiles: [], place: 'sitemap' };
  });
  const of = { ...outcome(index, { listings }), signposts: { offers: [], links } };
  return { ...urlUpdate(index, { listings }), end: { outcome: of } };
}

async function urlsDescribing(path: string, name = page): Promise<readonly string[]> {
  const catalogue = openCatalogue(path, 'read');
  const { describing } = catalogue.read((snapshot) => findVisits(snapshot, name));
  await catalogue.close();
  return describing.map((each) => each.url);
}

describe('visits to metadata', () => {
  it('are found by the URL that a source says is described, in any spelling', async () => {
    const path = newPath();
    const store = openStore(path);
    await store.write(urlUpdate(2, { listings: [metadataOf(page)] }));
    await store.write(urlUpdate(1, { listings: [metadataOf(page, 'other'), listing()] }));
    await store.write(urlUpdate(3));
    expect(await urlsDescribing(path)).toEqual([url(1), url(2)]);
    expect(await urlsDescribing(path, 'http://Repository.example/page/')).toHaveLength(2);
    expect(await urlsDescribing(path, url(3))).toEqual([]);
    // It names no record.
    expect(await store.find(page)).toEqual([]);
  });

  it('are found by each sitemap entry that led there, except the URL itself', async () => {
    const path = newPath();
    await openStore(path).write(linkedUpdate(1, [page, `${page}/2`, url(1)]));
    expect(await urlsDescribing(path)).toEqual([url(1)]);
    expect(await urlsDescribing(path, `${page}/2`)).toEqual([url(1)]);
    expect(await urlsDescribing(path, url(1))).toEqual([]);
  });

  it('are found as long as a source says so, whatever its name', async () => {
    const path = newPath();
    const store = openStore(path);
    await store.write(urlUpdate(1, { listings: [metadataOf(page, 'a'), listing('b')] }));
    await store.renameSource('a', 'c');
    expect(await urlsDescribing(path)).toEqual([url(1)]);
    await store.list(url(1), metadataOf(`${page}/new`, 'b'));
    expect(await urlsDescribing(path, `${page}/new`)).toEqual([url(1)]);
    await store.removeSource('c');
    expect(await urlsDescribing(path)).toEqual([]);
    expect(await urlsDescribing(path, `${page}/new`)).toEqual([url(1)]);
    await store.removeSource('b');
    await store.close();
    const catalogue = openCatalogue(path);
    expect(catalogue.read((snapshot) => [...snapshot.names()])).toEqual([]);
  });

  it('share no names in the sense of shared records', () => {
    const catalogue = openCatalogue(newPath());
    commit(
      catalogue,
      ...[1, 2, 3].map((index) =>
        urlUpdate(index, { listings: [metadataOf(page)], describes: [] }),
      ),
    );
    expect(inconsistencies(catalogue)).toEqual([]);
    expect(catalogue.read((snapshot) => [...dropPauses(sharedNamesWithPauses(snapshot))])).toEqual(
      [],
    );
  });

  it('get missing names of an older catalogue by a rebuild', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1, { listings: [metadataOf(page)] }));
    catalogue.change(({ names }) => {
      const keys = [...names.getKeys()];
      for (const key of keys) names.removeSync(key);
    });
    await catalogue.close();
    expect(await urlsDescribing(path)).toEqual([]);
    const store = openStore(path);
    await store.rederive(url(1), { graphs: [], problems: [] });
    expect(await urlsDescribing(path)).toEqual([url(1)]);
  });
});
