import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWorkspace, localConfig, type Workspace } from '../cli/workspace.ts';
import { serveCatalogue, type ServedPages } from '../../dist/serve/serve-catalogue.js';

/** Titles in five scripts, and hostile ones. */
const titles = [
  { '@value': '南極海における植物プランクトンの蛍光寿命データ', '@language': 'ja' },
  { '@value': 'Океанографические профили Баренцева моря', '@language': 'ru' },
  { '@value': 'بيانات درجة حرارة سطح البحر الأحمر (Red Sea)', '@language': 'ar' },
  { '@value': 'Μετρήσεις αλατότητας στο Αιγαίο Πέλαγος', '@language': 'el' },
  { '@value': 'हिन्द महासागर का तापमान', '@language': 'hi' },
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'W'.repeat(300),
];

/** A dataset of a harbour or of a sea, with everything that pages show. */
function dataset(at: number): Record<string, unknown> {
  const isSea = at % 3 === 0;
  const [latitude, longitude] = [((at * 37) % 160) - 80, ((at * 73) % 340) - 170];
  return {
    '@context': 'https://schema.org/',
    '@id': `https://records.example/dataset/${at}`,
    '@type': 'Dataset',
    name: titles[at] ?? `Water temperature of ${isSea ? 'sea' : 'harbour'} ${at}`,
    description: `Temperature and salinity, measured every ${at + 1} minutes. `.repeat(at % 5),
    url: `https://records.example/landing/${at}`,
    identifier: `https://doi.org/10.1234/water-${at}`,
    keywords: ['temperature', isSea ? 'ocean' : 'harbour'],
    ...(at % 2 === 0 && { license: 'https://creativecommons.org/licenses/by/4.0/' }),
    ...(at % 4 === 0 && { isAccessibleForFree: true }),
    temporalCoverage: at % 6 === 5 ? 'Jurassic' : `${1960 + at}/${1970 + at}-06`,
    ...(at % 7 !== 0 && {
      spatialCoverage: {
        '@type': 'Place',
        name: isSea ? 'The sea' : 'The harbour',
        geo: isSea
          ? {
              '@type': 'GeoShape',
              box: `${latitude} ${longitude} ${latitude + 8} ${longitude + 10}`,
            }
          : { '@type': 'GeoCoordinates', latitude, longitude },
      },
    }),
    creator: {
      '@type': 'Person',
      name: `Ada ${at}`,
      '@id': 'https://orcid.org/0000-0002-1825-0097',
    },
    publisher: { '@type': 'Organization', name: 'Institute of Waters' },
    variableMeasured: [
      { '@type': 'PropertyValue', name: 'Water temperature', unitText: 'degC' },
      { '@type': 'PropertyValue', name: 'Salinity', unitText: '1' },
    ],
    distribution: {
      '@type': 'DataDownload',
      contentUrl: `https://records.example/files/${at}.csv`,
      encodingFormat: 'text/csv',
    },
    ...(at % 10 === 9 && { citation: { '@id': `https://records.example/a work/${at}` } }),
    datePublished: `20${String(at % 25).padStart(2, '0')}-05-12`,
  };
}

/** Properties of a dataset with very many values. */
function manyValues(most: number): Record<string, unknown> {
  const many = (valueOf: (at: number) => unknown): readonly unknown[] =>
    Array.from({ length: most }, (_, at) => valueOf(at));
  return {
    description: 'Measured by hand. '.repeat(300),
    keywords: many((at) => `keyword ${at}`),
    creator: many((at) => ({
      '@type': 'Person',
      name: `Ada ${at}`,
      affiliation: { '@type': 'Organization', name: `Institute of Water ${at}` },
    })),
    variableMeasured: many((at) => ({
      '@type': 'PropertyValue',
      name: at === 0 ? 'w'.repeat(300) : `Level ${at}`,
      description: `The level of lake ${at}`,
      unitText: 'm',
      propertyID: `https://records.example/level/${at}`,
    })),
    distribution: many((at) => ({
      '@type': 'DataDownload',
      name: `Part ${at}`,
      contentUrl: `https://records.example/files/${at === 0 ? 'w'.repeat(300) : at}.csv`,
      encodingFormat: 'text/csv',
      contentSize: `${at} KB`,
    })),
    citation: many((at) => ({ '@id': `https://records.example/work/${at}`, name: `Work ${at}` })),
  };
}

/** More than two pages of results; one more is removed by the second harvest. */
const count = 45;

/** Documents that give no record, each for another reason. */
const barren = {
  'nothing.html': '<!doctype html><title>Nothing</title><p>No metadata',
  'damaged.jsonld': '{ "@context": "https://schema.org/", "name": "Tides',
} as const;

/** A small catalogue served on this machine. */
export interface ServedWebCatalogue extends ServedPages {
  readonly workspace: Workspace;
}

/** Harvests datasets from files twice, and serves the catalogue. */
export async function serveWebCatalogue(): Promise<ServedWebCatalogue> {
  const workspace = await createWorkspace();
  for (let at = 0; at < count; at += 1) await workspace.write(...recordFile(at, dataset(at)));
  for (const [name, text] of Object.entries(barren)) await workspace.write(name, text);
  await workspace.write(...recordFile('removed', [dataset(count), dataset(count + 1)]));
  await harvest(workspace);
  await workspace.write(...recordFile('removed', [dataset(count + 1)]));
  await harvest(workspace);
  return serve(workspace, 'Waters');
}

/**
 * Serves a catalogue of one record with more values than its page reads; its URL is not due yet.
 */
export async function serveOneRecord(): Promise<ServedWebCatalogue> {
  const workspace = await createWorkspace();
  const record = JSON.stringify({ ...dataset(0), ...manyValues(600) });
  const server = createServer(({ url }, response) => {
    if (url === '/record') {
      response.writeHead(200, { 'content-type': 'application/ld+json' }).end(record);
    } else response.writeHead(404).end();
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  const source = `urls: ["http://127.0.0.1:${port}/record"], recheck: 20`;
  await harvest(workspace, { source });
  await harvest(workspace, { source });
  server.close();
  return serve(workspace, 'One');
}

/** Serves a catalogue after a harvest without records. */
export async function serveNoRecord(): Promise<ServedWebCatalogue> {
  const workspace = await createWorkspace();
  await harvest(workspace, { expected: 1 });
  return serve(workspace, 'Empty');
}

/** Serves the directory of a catalogue that does not exist yet. */
export async function serveNoCatalogue(): Promise<ServedWebCatalogue> {
  return serve(await createWorkspace(), 'None');
}

function recordFile(name: number | string, content: unknown): [file: string, text: string] {
  return [`record-${name}.jsonld`, JSON.stringify(content)];
}

async function harvest(
  workspace: Workspace,
  { expected = 0, source = 'folder: ., base: https://records.example/' } = {},
): Promise<void> {
  await workspace.write('config.yaml', localConfig(source));
  const { code, stderr } = await workspace.run(['ingest', 'config.yaml', '--allow-removals']);
  if (code !== expected) throw new Error(`The records could not be harvested: ${stderr}`);
}

async function serve(workspace: Workspace, title: string): Promise<ServedWebCatalogue> {
  const pages = await serveCatalogue({
    path: `${workspace.folder}/catalogue`,
    host: '127.0.0.1',
    port: 0,
    title,
    onTrouble: (error) => {
      throw error;
    },
  });
  return {
    url: pages.url,
    workspace,
    close: async () => {
      await pages.close();
      await workspace.remove();
    },
  };
}
