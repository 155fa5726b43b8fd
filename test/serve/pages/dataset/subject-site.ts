import { afterAll } from 'vitest';
import { load, type CheerioAPI } from 'cheerio';
import { createApp } from '../../../../src/serve/app.ts';
import { ServedCatalogue } from '../../../../src/serve/served-catalogue.ts';
import type { Site } from '../../../../src/serve/site.ts';
import type { UrlUpdate } from '../../../../src/model/url-update.ts';
import { graphsOf } from '../../../expand/expanding.ts';
import {
  kept,
  urlUpdateAt,
  newPath,
  openStore,
  url,
  type UpdateDetails,
} from '../../../catalogue/updates.ts';

export const site: Site = {
  title: 'Tides & more',
  base: 'https://catalogue.example/data/',
};

/** A visit of a URL that gave this document, with its records. */
export async function lookFor(
  index: number,
  document: unknown,
  details: UpdateDetails = {},
): Promise<UrlUpdate> {
  const json = JSON.stringify(document);
  const graphs = await graphsOf([json], { documentUrl: url(index), baseIri: url(index) });
  return urlUpdateAt(index, [kept(index, json)], graphs, details);
}

export interface SubjectSite {
  /** @param path below that of the site */
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  /** A page as a document. */
  readonly page: (path: string, language?: string) => Promise<CheerioAPI>;
}

/** The pages of a catalogue with these visits, written one after the other. */
export async function siteOf(...updates: readonly UrlUpdate[]): Promise<SubjectSite> {
  const path = newPath(afterAll);
  const store = openStore(path, 'write', afterAll);
  for (const update of updates) await store.write(update);
  const catalogue = await ServedCatalogue.open({ path, onTrouble: fail });
  afterAll(async () => catalogue.close());
  const app = createApp({ catalogue, site, onError: fail });
  const get: SubjectSite['get'] = async (below, headers = {}) =>
    app.request(`http://localhost/data${below}`, { headers });
  return {
    get,
    page: async (below, language = 'en') => {
      const answer = await get(below, { 'Accept-Language': language });
      return load(await answer.text());
    },
  };
}

function fail(error: unknown): never {
  throw error;
}
