import { createWorkspace, localConfig, type Workspace } from '../cli/workspace.ts';
import { serveCatalogue, type ServedPages } from '../../dist/serve/serve-catalogue.js';

/** Titles in five scripts, and what is hostile. */
const titles = [
  { '@value': '南極海における植物プランクトンの蛍光寿命データ', '@language': 'ja' },
  { '@value': 'Океанографические профили Баренцева моря', '@language': 'ru' },
  { '@value': 'بيانات درجة حرارة سطح البحر الأحمر (Red Sea)', '@language': 'ar' },
  { '@value': 'Μετρήσεις αλατότητας στο Αιγαίο Πέλαγος', '@language': 'el' },
  { '@value': 'हिन्द महासागर का तापमान', '@language': 'hi' },
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'W'.repeat(300),
];

/** A dataset of a harbour or of a sea, with all that pages show of it. */
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

/** More than two pages of results. */
const count = 45;

/** A small catalogue that is served on this machine. */
export interface ServedWebCatalogue extends ServedPages {
  readonly workspace: Workspace;
}

/** Harvests datasets of files, and serves the catalogue that holds them. */
export async function serveWebCatalogue(): Promise<ServedWebCatalogue> {
  const workspace = await createWorkspace();
  for (let at = 0; at < count; at += 1) {
    await workspace.write(`record-${at}.jsonld`, JSON.stringify(dataset(at)));
  }
  const source = 'folder: ., base: https://records.example/';
  await workspace.write('config.yaml', localConfig(source));
  const { code, stderr } = await workspace.run(['ingest', 'config.yaml']);
  if (code !== 0) throw new Error(`The records could not be harvested: ${stderr}`);
  const pages = await serveCatalogue({
    path: `${workspace.folder}/catalogue`,
    host: '127.0.0.1',
    port: 0,
    title: 'Waters',
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
