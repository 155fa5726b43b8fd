import { load, type CheerioAPI } from 'cheerio';
import { afterAll } from 'vitest';
import { type AppOptions, createApp } from '../../../../src/serve/app.ts';
import { ServedCatalogue } from '../../../../src/serve/served-catalogue.ts';
import type { Problem } from '../../../../src/model/problem.ts';
import type { Site } from '../../../../src/serve/site.ts';
import type { UrlUpdate } from '../../../../src/model/url-update.ts';
import { urlUpdate, newPath, openStore, url } from '../../../catalogue/updates.ts';
import { keptSearch, type SaidFacts } from '../../../support/search-facts.ts';

/** A site over a small catalogue. */
export interface SearchedSite {
  /** An answer, and its text. */
  readonly get: (path: string, language?: string) => Promise<SiteAnswer>;
  /** The page of an answer. */
  readonly page: (path: string, language?: string) => Promise<CheerioAPI>;
}

export interface SiteAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export const base = 'https://catalogue.example/data/';

/** Serves these records, each about its own dataset, until the tests of a file are over. */
export async function serveRecords(
  updates: readonly UrlUpdate[],
  options: Pick<AppOptions, 'queryTimes'> = {},
): Promise<SearchedSite> {
  const path = newPath(afterAll);
  const store = openStore(path, 'write', afterAll);
  for (const each of updates) await store.write(each);
  const catalogue = await ServedCatalogue.open({ path, onTrouble: fail });
  afterAll(async () => catalogue.close());
  const site: Site = { title: 'Tides', base };
  const app = createApp({ catalogue, site, ...options, onError: fail });
  const get = async (target: string, language = 'en'): Promise<SiteAnswer> => {
    const answer = await app.request(`http://localhost/data${target}`, {
      headers: { 'Accept-Language': language },
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return {
    get,
    page: async (target, language) => load((await get(target, language)).text),
  };
}

interface RecordSaid extends SaidFacts {
  readonly title?: string;
  readonly sources?: readonly string[];
  readonly types?: readonly string[];
  readonly problems?: readonly Problem[];
}

/** A visit that gave a record about a dataset with a title. */
export function said(
  number: number,
  { title, sources, types = ['http://schema.org/Dataset'], problems, ...facts }: RecordSaid,
): UrlUpdate {
  const texts = title === undefined ? {} : { titles: [{ text: title }] };
  return urlUpdate(number, {
    search: keptSearch({ ...facts, texts: { ...texts, ...facts.texts } }),
    describes: [{ iri: `${url(number)}#it`, types, identifiers: [] }],
    ...(sources && { sources }),
    ...(problems && { problems }),
  });
}

function fail(error: unknown): never {
  throw error;
}
