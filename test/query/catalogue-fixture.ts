import { readFileSync } from 'node:fs';
import { Parser, Writer } from 'n3';
import { createExpandStage } from '../../src/expand/expand-stage.ts';
import type { JsonObject } from '../../src/text/json.ts';
import type { RecordGraph } from '../../src/model/record.ts';
import type { SearchFacts } from '../../src/model/search-facts.ts';
import { recordIndexStatements } from '../../src/catalogue/derived/index-statements.ts';
import { viewStatements } from '../../src/catalogue/derived/view-statements.ts';
import { viewsOf, type RecordViews } from '../../src/views/record-views.ts';
import { TextSet } from '../../src/text/text-set.ts';
import { expandAll, limits } from '../expand/expanding.ts';

/** JSON-LD, and where it was. Everything behind it is made of it as a harvest does. */
export interface PublishedRecord {
  readonly url: string;
  readonly json: JsonObject;
}

export const records = 'https://records.example/';

/** A dataset of which this is said in schema.org's terms. */
export function published(name: string, said: JsonObject): PublishedRecord {
  const json = { '@context': 'https://schema.org/', '@type': 'Dataset', ...said };
  return { url: records + name, json };
}

/** A record whose boxes are these: west, south, east, north. */
export function boxed(name: string, ...boxes: [number, number, number, number][]): PublishedRecord {
  return published(name, {
    '@id': `${records}${name}#it`,
    name,
    spatialCoverage: boxes.map(([west, south, east, north]) =>
      shaped({ box: `${south} ${west} ${north} ${east}` }),
    ),
  });
}

function shaped(shape: JsonObject): JsonObject {
  return { '@type': 'Place', geo: { '@type': 'GeoShape', ...shape } };
}

const waterTemperature = {
  '@type': 'PropertyValue',
  name: 'Water temperature',
  alternateName: { '@value': 'Wassertemperatur', '@language': 'de' },
  propertyID: ['https://vocabulary.example/water-temperature', 'TEMPPR01'],
  unitText: 'degC',
  measurementTechnique: 'Reversing thermometer',
};

const ice = published('ice', {
  '@id': 'https://doi.org/10.1234/ice',
  name: [
    { '@value': 'Meereis', '@language': 'de' },
    { '@value': 'Sea ice', '@language': 'en' },
  ],
  description: 'Thickness of what floats.',
  keywords: [
    'Sea ice',
    { '@value': 'cryosphere', '@language': 'en' },
    {
      '@type': 'DefinedTerm',
      '@id': 'https://vocabulary.example/sea-ice',
      name: 'Sea ice',
      termCode: 'SI',
      inDefinedTermSet: 'https://vocabulary.example/',
    },
  ],
  creator: {
    '@type': 'Person',
    '@id': 'https://orcid.org/0000-0002-1825-0097',
    name: 'Josiah Carberry',
  },
  contributor: {
    '@type': 'Role',
    roleName: 'Data curator',
    contributor: { '@type': 'Person', name: 'Ann Other' },
  },
  publisher: {
    '@type': 'Organization',
    '@id': 'https://ror.org/03yrm5c26',
    name: 'Polar Institute',
  },
  funder: { '@type': 'Organization', name: 'Polar Research Fund' },
  license: 'https://creativecommons.org/licenses/by/4.0/',
  datePublished: '2020-05',
  dateModified: '2026-03-01',
  temporalCoverage: '1996-02/1998',
  spatialCoverage: {
    ...shaped({ polygon: '46 6 46 7 47 7 46 6' }),
    name: 'Lake of the North',
    identifier: ['https://www.geonames.org/2660645/', 'CH-VD'],
  },
  variableMeasured: waterTemperature,
  distribution: [
    {
      '@type': 'DataDownload',
      contentUrl: 'https://data.example/ice.csv',
      encodingFormat: 'text/csv; charset=utf-8',
    },
    {
      '@type': 'DataDownload',
      contentUrl: 'https://data.example/gone.csv',
      encodingFormat: 'text/csv',
    },
  ],
  isBasedOn: { '@id': 'https://doi.org/10.1234/raw', name: 'Raw sea ice' },
  hasPart: { name: 'Winter' },
});

const copy = published('copy', {
  '@id': 'http://dx.doi.org/10.1234/ICE',
  name: 'Ice, the sea’s',
  keywords: 'Sea-ice',
  license: 'Ask us',
  datePublished: '2026-04-01T10:00:00Z',
  temporalCoverage: ['1996-02/1996', '2001/..'],
  spatialCoverage: shaped({ box: '46 6 47 40' }),
  variableMeasured: waterTemperature,
});

/** Another resource by its IRI, though its publisher says that it is known by the same DOI. */
const mirror = published('mirror', {
  '@id': `${records}mirror#it`,
  name: 'A mirror',
  identifier: ['doi:10.1234/Ice', '42'],
});

const fossils = published('fossils', {
  name: 'Fossils in the ice of an inland sea',
  // A number of its publisher's own, which another one has as well.
  identifier: '42',
  description: 'Bones "and" shells',
  publisher: { '@type': 'Organization', name: 'A museum' },
  temporalCoverage: 'Cisuralian',
  variableMeasured: {
    '@type': 'PropertyValue',
    name: 'Water above ground',
    description: 'As the gauge says, in metres',
    propertyID: 'Depth:mean',
    unitText: 'm',
    unitCode: 'https://units.example/M',
    measurementTechnique: 'Sounding line',
  },
  spatialCoverage: shaped({ box: '48 11 48 11' }),
});

/** A triangle, and a box that has nothing to do with it. */
const drawn = published('drawn', {
  '@id': `${records}drawn#it`,
  name: 'drawn',
  spatialCoverage: [
    shaped({ polygon: '-40 100 -40 110 -30 100 -40 100' }),
    shaped({ box: '-20 100 -10 110' }),
  ],
});

const places: readonly PublishedRecord[] = [
  boxed('east-of-line', [-180, -10, -170, 10]),
  boxed('west-of-line', [170, -10, 180, 10]),
  boxed('two-places', [6, 46, 6, 46], [100, 0, 101, 1]),
  boxed('line', [5, 45.5, 9, 45.5]),
  boxed('globe', [-180, -90, 180, 90]),
  drawn,
];

/** The records of the fixture; those of `records.trig` are RDF only. */
export const fixtureRecords: readonly PublishedRecord[] = [ice, copy, mirror, fossils, ...places];

const stage = createExpandStage({ limits });

export async function graphOf({ url, json }: PublishedRecord): Promise<RecordGraph> {
  const outcomes = await expandAll([json], { documentUrl: url, baseIri: url }, stage);
  for (const outcome of outcomes) {
    if (outcome.kind === 'produced' && outcome.value.kind === 'graph') return outcome.value.graph;
  }
  throw new Error(`no graph comes of ${url}`);
}

function indexOfGraphs(graphs: readonly RecordGraph[]): string {
  const nodes = new TextSet();
  return graphs
    .map(({ graph, describes, search: kept }) => {
      // What expansion wrote.
      const search = JSON.parse(kept) as readonly SearchFacts[];
      return recordIndexStatements({ graph, describes, search }, nodes);
    })
    .join('');
}

/** The views of a record that was published as it is. */
export function viewsOfGraph({ graph, describes, nquads, profiles }: RecordGraph): RecordViews {
  const documentUrl = graph.replace(/#.*/u, '');
  const found = { route: 'direct', documentUrl, finalUrl: documentUrl, linkedIn: [] } as const;
  return viewsOf({ graph, describes, nquads, origin: { ...found, profiles } });
}

/** What the graph of the views says of these records, as N-Quads. */
export function viewsOfGraphs(graphs: readonly RecordGraph[]): string {
  const seen = new TextSet();
  return graphs
    .map((each) => [...viewStatements(each.graph, viewsOfGraph(each), seen)].join(''))
    .join('');
}

/** The index of these records, as N-Quads. */
export async function indexOf(documents: readonly PublishedRecord[]): Promise<string> {
  return indexOfGraphs(await Promise.all(documents.map(graphOf)));
}

/**
 * A small catalogue in which each bundled query finds something, and these records beside it, as
 * N-Quads.
 */
export async function catalogueNQuads(more: readonly PublishedRecord[] = []): Promise<string> {
  const trig = ['../../fixtures/queries/catalogue.trig', 'records.trig'].map((path) => {
    const text = readFileSync(new URL(path, import.meta.url), 'utf8');
    const quads = new Parser({ format: 'application/trig', blankNodePrefix: `_:${path.length}` });
    return new Writer({ format: 'application/n-quads' }).quadsToString(quads.parse(text));
  });
  const graphs = await Promise.all([...fixtureRecords, ...more].map(graphOf));
  const derived = [indexOfGraphs(graphs), viewsOfGraphs(graphs)];
  return [...trig, ...graphs.map(({ nquads }) => nquads), ...derived].join('');
}
