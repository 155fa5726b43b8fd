import { mkdir } from 'node:fs/promises';
import { preferredText } from '../../../src/facts/text/text-languages.ts';
import type { SearchFacts } from '../../../src/model/search-facts.ts';
import { createApp } from '../../../src/serve/app.ts';
import { ServedCatalogue } from '../../../src/serve/served-catalogue.ts';
import type { JsonObject } from '../../../src/text/json.ts';
import { createWorkspace, type Workspace } from '../../cli/workspace.ts';

/** What the tests read of a record. */
export interface ReadFeature {
  readonly id: string;
  readonly bbox?: readonly number[];
  readonly geometry: unknown;
  readonly time: unknown;
  readonly properties: {
    readonly title: string;
    readonly externalIds?: readonly { readonly scheme?: string; readonly value: string }[];
    readonly contacts?: unknown;
    readonly license?: string;
    readonly rights?: string;
  };
  readonly links: readonly ReadLink[];
}

/** What the tests read of a link. */
export interface ReadLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
}

/** What the tests read of a page of records. */
export interface ReadItems {
  readonly numberMatched: number;
  readonly numberReturned: number;
  readonly timeStamp: string;
  readonly links: readonly ReadLink[];
  readonly features: readonly ReadFeature[];
}

/** A harvested catalogue and its interface. */
export interface OgcCatalogue {
  readonly workspace: Workspace;
  /** @param path of a URL, or a whole URL of the site */
  get(path: string, init?: RequestInit): Promise<Response>;
  json(path: string): Promise<JsonObject>;
  /** @param query of the records of the source `sea` */
  items(query: string): Promise<ReadItems>;
  /** The titles that the same query finds, sorted. */
  titles(query: string): Promise<readonly string[]>;
  /** The record of the source `sea` with this title. */
  feature(title: string): Promise<ReadFeature>;
  /** The search facts of the records of the source `sea`, by title. */
  facts(): ReadonlyMap<string, SearchFacts>;
  close(): Promise<void>;
}

/** The base URL of the site has a path, as behind a proxy. */
export const ogcBase = 'https://catalogue.example/data/';

/** Serves a catalogue of two sources: `sea` and `lakes.2`. */
export async function serveOgcCatalogue(): Promise<OgcCatalogue> {
  const workspace = await createWorkspace();
  for (const [folder, records] of Object.entries({ sea: seaRecords, lakes: [sharedRecord] })) {
    await mkdir(`${workspace.folder}/${folder}`);
    for (const [at, record] of records.entries()) {
      const text = JSON.stringify({ '@context': 'https://schema.org/', ...record });
      await workspace.write(`${folder}/${at}.jsonld`, text);
    }
  }
  await workspace.write('config.yaml', config);
  const { code, stderr } = await workspace.run(['ingest', 'config.yaml']);
  if (code !== 0) throw new Error(`The records could not be harvested: ${stderr}`);
  const path = `${workspace.folder}/catalogue`;
  const served = await ServedCatalogue.open({ path, onTrouble: fail });
  const site = { title: 'Waters', base: ogcBase };
  const app = createApp({ catalogue: served, site, onError: fail });
  const get = async (address: string, init?: RequestInit): Promise<Response> =>
    app.request(new URL(address, ogcBase).href, init);
  const json = async (address: string): Promise<JsonObject> => {
    const response = await get(address);
    if (response.status !== 200) throw new Error(`${address}: ${await response.text()}`);
    return (await response.json()) as JsonObject;
  };
  const items = async (query: string): Promise<ReadItems> => {
    const read: unknown = await json(`/data/ogc/collections/sea/items?${query}`);
    return read as ReadItems; // as the interface writes it; its schema is tested
  };
  const titles = async (query: string): Promise<readonly string[]> => {
    const { features } = await items(query);
    return features.map(({ properties: { title } }) => title).toSorted();
  };
  return {
    workspace,
    get,
    json,
    items,
    titles,
    feature: async (title) => {
      const { features } = await items('');
      const found = features.find(({ properties }) => properties.title === title);
      if (found === undefined) throw new Error(`There is no record ${title}`);
      return found;
    },
    facts: () => {
      const { snapshot } = served.state ?? fail(new Error('There is no catalogue'));
      const records = [...snapshot.allFacts()].filter(({ graph }) => graph.includes('//sea.'));
      const facts = records.flatMap(({ graph }) => snapshot.searchFactsOf(graph));
      return new Map(facts.map((each) => [shownTitle(each), each]));
    },
    close: async () => {
      await served.close();
      await workspace.remove();
    },
  };
}

/** The title that the interface shows without a preferred language. */
export function shownTitle({ texts }: SearchFacts): string {
  return preferredText(texts.titles)?.text ?? '';
}

function fail(error: unknown): never {
  throw error;
}

const config = [
  'store: { path: ./catalogue }',
  'workers: 0',
  'http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } }',
  'sources:',
  '  - { name: sea, folder: sea, base: "https://sea.example/" }',
  '  - { name: lakes.2, folder: lakes, base: "https://lakes.example/" }',
  '',
].join('\n');

/** In both sources, with another title in each. */
const sharedRecord = {
  '@id': 'https://records.example/shared',
  '@type': 'Dataset',
  name: 'Ice of lakes',
  temporalCoverage: '1990',
};

const seaRecords: readonly object[] = [
  {
    '@id': 'https://records.example/buoy',
    '@type': 'Dataset',
    name: [
      { '@value': 'Waves at a buoy', '@language': 'en' },
      { '@value': 'Wellen an einer Boje', '@language': 'de' },
    ],
    description: { '@value': 'Heights of sea   waves, hourly.', '@language': 'en' },
    url: 'https://records.example/landing/buoy',
    identifier: ['https://doi.org/10.1234/Buoy', 'B-17'],
    inLanguage: 'en',
    keywords: [
      'waves',
      {
        '@type': 'DefinedTerm',
        name: 'Wave height',
        '@id': 'http://vocab.example/P07/WAVE',
        termCode: 'WAVE',
        inDefinedTermSet: 'http://vocab.example/P07',
      },
    ],
    license: 'https://creativecommons.org/licenses/by/4.0/',
    temporalCoverage: '2001-03/2004',
    spatialCoverage: { '@type': 'Place', geo: { '@type': 'GeoShape', box: '50 -5 55 5' } },
    creator: {
      '@type': 'Person',
      '@id': 'https://orcid.org/0000-0002-1825-0097',
      name: 'Ada Low ada@sea.example',
      email: 'ada@sea.example',
      affiliation: { '@type': 'Organization', name: 'Institute of Waters' },
    },
    publisher: { '@type': 'Organization', name: 'Institute of Waters' },
    distribution: [
      {
        '@type': 'DataDownload',
        name: 'All waves',
        contentUrl: 'https://records.example/files/waves.nc',
        encodingFormat: 'application/x-netcdf',
      },
      { '@type': 'DataDownload', contentUrl: 'ftp://records.example/waves.txt' },
    ],
  },
  {
    '@id': 'https://records.example/dateline',
    '@type': 'Dataset',
    name: 'Currents across the antimeridian',
    temporalCoverage: '2010-05-06',
    license: [
      'https://creativecommons.org/licenses/by/4.0/',
      'https://records.example/own-licence',
    ],
    spatialCoverage: {
      '@type': 'Place',
      geo: { '@type': 'GeoShape', box: '-20 170 -10 -170' },
    },
  },
  {
    '@id': 'https://records.example/harbour',
    '@type': 'SoftwareSourceCode',
    name: 'Model of a harbour',
    temporalCoverage: '2015-01-02T03:04:05Z',
    license: 'Ask the harbour master',
    copyrightNotice: '© Harbour',
    spatialCoverage: [
      { '@type': 'Place', geo: { '@type': 'GeoCoordinates', latitude: 10, longitude: 20 } },
      { '@type': 'Place', geo: { '@type': 'GeoShape', box: '10 30 12 31' } },
    ],
    identifier: 'hdl:20.500/Harbour',
  },
  {
    '@id': 'https://records.example/nowhere',
    '@type': 'Dataset',
    name: '<script>alert(1)</script> "Nowhere"',
    url: 'javascript:alert(1)',
    license: 'javascript:alert(2)',
    distribution: { '@type': 'DataDownload', contentUrl: 'javascript:alert(3)' },
  },
  {
    '@id': 'https://records.example/old',
    '@type': 'Dataset',
    name: 'Bones of a cave',
    temporalCoverage: ['-13000/-9000', '-0100/0300'],
    spatialCoverage: {
      '@type': 'Place',
      geo: { '@type': 'GeoCoordinates', latitude: -40, longitude: -70 },
    },
  },
  {
    '@id': 'https://records.example/jurassic',
    '@type': 'Dataset',
    name: 'Rocks of the Jurassic',
    description: 'A note on sea levels and waves of rock.',
    temporalCoverage: 'Jurassic',
  },
  { ...sharedRecord, name: 'Ice of the sea' },
];
