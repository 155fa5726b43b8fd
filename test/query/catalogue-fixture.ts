import { readFileSync } from 'node:fs';
import { Parser, Writer } from 'n3';
import type { SearchFacts } from '../../src/model/search-facts.ts';
import { recordIndex } from '../../src/store/index-statements.ts';

/** What a record is about, as far as it is not nothing. */
interface Said {
  readonly places?: Partial<SearchFacts['places']>;
  readonly times?: Partial<SearchFacts['times']>;
  readonly texts?: Partial<SearchFacts['texts']>;
  readonly variables?: SearchFacts['variables'];
}

interface FixtureRecord {
  readonly graph: string;
  readonly iri?: string;
  readonly facts: SearchFacts;
}

export const records = 'https://records.example/';
const dataset = 'http://schema.org/Dataset';

/** The facts of a resource of which this is said. */
export function facts({ places, times, texts, variables = [] }: Said): SearchFacts {
  const noTexts = { titles: [], descriptions: [], keywords: [], terms: [], agents: [] };
  return {
    places: { boxes: [], geometries: [], names: [], identifiers: [], ...places },
    times: { periods: [], ages: [], names: [], ...times },
    texts: { ...noTexts, identifiers: [], licences: [], formats: [], ...texts },
    variables,
  };
}

/** An entry whose boxes are these: west, south, east, north. */
export function boxed(name: string, ...boxes: [number, number, number, number][]): FixtureRecord {
  const placed = boxes.map(([west, south, east, north]) => ({ west, south, east, north }));
  return {
    graph: records + name,
    iri: `${records}${name}#it`,
    facts: facts({ places: { boxes: placed }, texts: { titles: [{ text: name }] } }),
  };
}

const waterTemperature = {
  names: [{ text: 'Water temperature' }, { text: 'Wassertemperatur', language: 'de' }],
  descriptions: [],
  concepts: ['https://vocabulary.example/water-temperature'],
  codes: ['TEMP'],
  units: ['degC'],
  techniques: [],
};

const ice: FixtureRecord = {
  graph: `${records}ice`,
  iri: 'https://doi.org/10.1234/ice',
  facts: facts({
    places: {
      boxes: [{ west: 6, south: 46, east: 7, north: 47 }],
      geometries: ['POLYGON((6 46, 7 46, 7 47, 6 46))'],
      names: [{ text: 'Lake of the North' }],
    },
    times: { periods: [{ start: '1996-02', end: '1998' }] },
    texts: {
      titles: [
        { text: 'Meereis', language: 'de' },
        { text: 'Sea ice', language: 'en' },
      ],
      descriptions: [{ text: 'Thickness of what floats.' }],
      keywords: [{ text: 'Sea ice' }, { text: 'cryosphere', language: 'en' }],
      terms: [
        {
          label: { text: 'Sea ice' },
          iri: 'https://vocabulary.example/sea-ice',
          scheme: 'https://vocabulary.example/',
          code: 'SI',
        },
      ],
      agents: [
        {
          role: 'creator',
          names: [{ text: 'Josiah Carberry' }],
          iris: ['https://orcid.org/0000-0002-1825-0097'],
        },
        {
          role: 'contributor',
          roleName: 'Data curator',
          names: [{ text: 'Ann Other' }],
          iris: [],
        },
        {
          role: 'publisher',
          names: [{ text: 'Polar Institute' }],
          iris: ['https://ror.org/03yrm5c26'],
        },
        { role: 'funder', names: [{ text: 'Polar Research Fund' }], iris: [] },
      ],
      identifiers: ['doi:10.1234/ice'],
      licences: ['https://spdx.org/licenses/CC-BY-4.0'],
      formats: ['text/csv'],
      issued: '2020-05',
      modified: '2026-03-01',
    },
    variables: [waterTemperature],
  }),
};

const copy: FixtureRecord = {
  graph: `${records}copy`,
  iri: 'http://dx.doi.org/10.1234/ICE',
  facts: facts({
    places: { boxes: [{ west: 6, south: 46, east: 40, north: 47 }] },
    times: { periods: [{ start: '1996-02', end: '1996' }, { start: '2001' }] },
    texts: {
      titles: [{ text: 'Ice, the sea’s' }],
      keywords: [{ text: 'Sea-ice' }],
      identifiers: ['doi:10.1234/ice'],
      licences: ['Ask us'],
      issued: '2026-04-01T10:00:00Z',
    },
    variables: [waterTemperature],
  }),
};

const fossils: FixtureRecord = {
  graph: `${records}fossils`,
  facts: facts({
    places: { boxes: [{ west: 11, south: 48, east: 11, north: 48 }] },
    times: { ages: [{ older: 298.9, younger: 273 }], names: [{ text: 'Cisuralian' }] },
    texts: {
      titles: [{ text: 'Fossils in the ice of an inland sea' }],
      descriptions: [{ text: 'Bones "and" shells' }],
      agents: [{ role: 'publisher', names: [{ text: 'A museum' }], iris: [] }],
    },
  }),
};

const places: readonly FixtureRecord[] = [
  boxed('east-of-line', [-180, -10, -170, 10]),
  boxed('west-of-line', [170, -10, 180, 10]),
  boxed('two-places', [6, 46, 6, 46], [100, 0, 101, 1]),
  boxed('line', [5, 45.5, 9, 45.5]),
  boxed('globe', [-180, -90, 180, 90]),
];

/** The index of these records, as N-Quads. */
export function indexOf(entries: readonly FixtureRecord[]): string {
  const seen = new Set<string>();
  const nodes = {
    add: (node: string) => {
      const isNew = !seen.has(node);
      seen.add(node);
      return isNew;
    },
  };
  return entries
    .map(({ graph, iri, facts: search }) => {
      const described = {
        types: [dataset],
        identifiers: [],
        ...(iri === undefined ? {} : { iri }),
      };
      return recordIndex({ graph, describes: [described], search: [search] }, nodes);
    })
    .join('');
}

/** A small catalogue in which each bundled query finds something, as N-Quads. */
export function catalogueNQuads(): string {
  const trig = ['../../fixtures/queries/catalogue.trig', 'records.trig'].map((path) => {
    const text = readFileSync(new URL(path, import.meta.url), 'utf8');
    const quads = new Parser({ format: 'application/trig', blankNodePrefix: `_:${path.length}` });
    return new Writer({ format: 'application/n-quads' }).quadsToString(quads.parse(text));
  });
  return [...trig, indexOf([ice, copy, fossils, ...places])].join('');
}
