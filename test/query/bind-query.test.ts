import { describe, expect, it } from 'vitest';
import { UsageFault } from '../../src/model/fault.ts';
import { bindQuery } from '../../src/query/bind-query.ts';
import { bundledQueries, type BundledQuery } from '../../src/query/bundled.ts';
import { boxed, catalogueNQuads, facts, indexOf, records } from './catalogue-fixture.ts';
import { comunica, oxigraph, type Ask } from './two-engines.ts';

const bundled = bundledQueries();
const catalogue = oxigraph(catalogueNQuads());

function named(name: string): BundledQuery {
  const found = bundled.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no query ${name}`);
  return found;
}

function bound(name: string, values: Record<string, string>): string {
  return bindQuery(named(name), new Map(Object.entries(values)));
}

function faultOf(name: string, values: Record<string, string>): string {
  try {
    bound(name, values);
  } catch (error) {
    if (error instanceof UsageFault) return error.message;
    throw error;
  }
  return 'none';
}

/** The records that a bound query finds, in its order, by the ends of their IRIs. */
async function recordsOf(name: string, values: Record<string, string>, ask = catalogue) {
  const rows = await ask(bound(name, values));
  return rows.map(({ graph = '' }) => graph.slice(records.length + 1, -1));
}

const box = (west: number, south: number, east: number, north: number) => ({
  west: `${west}`,
  south: `${south}`,
  east: `${east}`,
  north: `${north}`,
});

describe('the searches with other values', () => {
  it('find what meets a box, within it, and across the antimeridian', async () => {
    const world = [
      'fossils',
      'copy',
      'east-of-line',
      'globe',
      'ice',
      'line',
      'two-places',
      'west-of-line',
    ];
    expect((await recordsOf('search-box', box(-180, -90, 180, 90))).toSorted()).toEqual(
      world.toSorted(),
    );
    expect(await recordsOf('search-box', box(175, -1, -175, 1))).toEqual([
      'east-of-line',
      'globe',
      'west-of-line',
    ]);
    expect(await recordsOf('search-box', box(100, 1, 100, 1))).toEqual(['globe', 'two-places']);
    expect(await recordsOf('search-box-within', box(165, -20, -165, 20))).toEqual([
      'east-of-line',
      'west-of-line',
    ]);
    expect(await recordsOf('search-box-within', box(5, 45, 11, 48))).toEqual([
      'fossils',
      'ice',
      'line',
    ]);
    expect(await recordsOf('search-geometry', { geometry: 'POINT(6.2 46.9)' })).toEqual([
      'copy',
      'globe',
    ]);
  });

  it.each(['search-box', 'search-box-within'])(
    'find with cells what they find by comparing: %s',
    async (name) => {
      const boxes = Array.from({ length: 60 }, (_, at) => {
        const west = ((at * 67) % 340) - 170;
        const south = ((at * 37) % 150) - 75;
        return boxed(`n${at}`, [west, south, west + (at % 9), south + (at % 14)]);
      });
      const ask = oxigraph(indexOf(boxes));
      for (const [west, south, size] of [
        [-170, -60, 30],
        [10, 0, 4],
        [150, -80, 90],
        [0, 0, 0],
      ] as const) {
        const east = west + size > 180 ? west + size - 360 : west + size;
        const values = box(west, south, east, south + size);
        expect(await recordsOf(name, values, ask)).toEqual(
          await recordsOf(`${name}-filter`, values, ask),
        );
      }
    },
  );

  it('find what overlaps a time, within it, and with an open end', async () => {
    expect(await recordsOf('search-time', { begin: '1996-12-31', end: '1996' })).toEqual([
      'copy',
      'ice',
    ]);
    expect(await recordsOf('search-time', { begin: '1998-12-31T23:59:59Z', end: '2000' })).toEqual([
      'ice',
    ]);
    expect(await recordsOf('search-time', { begin: '2500', end: '..' })).toEqual(['copy']);
    expect(await recordsOf('search-time-within', { begin: '1996', end: '..' })).toEqual([
      'copy',
      'ice',
    ]);
    expect(await recordsOf('search-time-within', { begin: '1996', end: '1998' })).toEqual(['ice']);
    expect(await recordsOf('search-age', { older: '273', younger: '273' })).toEqual(['fossils']);
    expect(await recordsOf('search-age', { older: '272', younger: '0' })).toEqual([]);
  });

  it('find words whatever their case and marks, all of them, those in titles first', async () => {
    expect(await recordsOf('search-keyword', { word: 'ICE' })).toEqual(['fossils', 'copy', 'ice']);
    expect(await recordsOf('search-keyword', { word: 'wássertemperatur meereis' })).toEqual([
      'ice',
    ]);
    expect(await recordsOf('search-keyword', { word: 'ice floats' })).toEqual([]);
    expect(await recordsOf('search-text', { word: 'ice, floats!' })).toEqual(['ice']);
    expect(await recordsOf('search-text', { word: 'north' })).toEqual(['ice']);
    expect(await recordsOf('search-variable', { word: 'temperature water' })).toEqual([
      'copy',
      'ice',
    ]);
    expect(await recordsOf('search-variable', { word: 'sea' })).toEqual([]);
  });

  it('find by names in any spelling', async () => {
    for (const identifier of ['doi:10.1234/ICE', 'https://dx.doi.org/10.1234/ice']) {
      expect(await recordsOf('datasets-by-identifier', { identifier })).toEqual(['copy', 'ice']);
    }
    for (const person of [
      'josiah carberry',
      'Carberry, Josiah',
      'CÁRBERRY',
      'http://orcid.org/0000-0002-1825-0097',
      '0000 0002 1825 0097',
    ]) {
      expect(await recordsOf('datasets-of-person', { person, role: 'creator' })).toEqual(['ice']);
    }
    expect(await recordsOf('datasets-of-person', { person: 'Ann Carberry' })).toEqual([]);
    expect(await recordsOf('datasets-of-organization', { organization: 'institute' })).toEqual([
      'ice',
    ]);
    expect(await recordsOf('datasets-by-funder', { funder: 'fund polar' })).toEqual(['ice']);
    expect(await recordsOf('datasets-by-funder', { funder: 'polar institute' })).toEqual([]);
    const roles = await catalogue(bound('datasets-of-person', { person: 'Ann Other' }));
    expect(roles.map((row) => row['as'])).toEqual(['"contributor"', '"data curator"']);
    expect(await recordsOf('datasets-by-licence', { licence: 'ask us' })).toEqual(['copy']);
    expect(await recordsOf('search-term', { term: 'SI' })).toEqual(['ice']);
    expect(await recordsOf('search-term', { term: 'sea ICE', scheme: 'other' })).toEqual([]);
  });

  it('leave out conditions that have no value', async () => {
    expect(await recordsOf('search-all', {})).toHaveLength(8);
    expect(await recordsOf('search-all', { word: 'ice', begin: '1998' })).toEqual(['copy', 'ice']);
    expect(
      await recordsOf('search-all', { word: 'ice', end: '1998', ...box(6.5, 46, 7, 47) }),
    ).toEqual(['copy', 'ice']);
    expect(await recordsOf('search-all', { older: '280', younger: '280', word: 'sea' })).toEqual([
      'fossils',
    ]);
    expect(await recordsOf('search-all', { type: 'http://schema.org/Event' })).toEqual([]);
    expect(await recordsOf('provenance', { identifier: '10.1234/ice' })).toEqual(['copy', 'ice']);
  });
});

describe('a value', () => {
  const hostile = [
    `" } } INSERT DATA { <a:a> <a:b> <a:c> } #`,
    `x") } UNION { ?entry ?p ?o } #`,
    String.raw`\" } . ?s ?p ?o . { "`,
    String.raw`\u0022 } #`,
    String.raw`\\u0022 \U00000022`,
    '<http://x/> ?y $z {}',
  ];

  it.each(hostile)('is a value, whatever is in it: %j', async (text) => {
    const title = facts({ texts: { titles: [{ text: 'it' }], formats: [text, 'other'] } });
    const index = indexOf([
      { graph: `${records}it`, iri: `${records}it#it`, facts: title },
      boxed('not-it', [0, 0, 1, 1]),
    ]);
    const asked: [string, Ask][] = [
      ['Oxigraph', oxigraph(index)],
      ['Comunica', comunica(index)],
    ];
    for (const [engine, ask] of asked) {
      const rows = await recordsOf('datasets-by-format', { format: text }, ask);
      expect([engine, rows]).toEqual([engine, ['it']]);
    }
  });

  it('changes nothing but the rows of its parameter', () => {
    const { text } = named('datasets-by-format');
    const [before = '', after = ''] = text.split('"text/csv"');
    const query = bound('datasets-by-format', { format: '$& $1 {"} ' });
    expect(query.startsWith(before)).toBe(true);
    expect(query.endsWith(after)).toBe(true);
  });

  it.each([
    [
      'search-box',
      { west: '5', south: '45', east: '11' },
      'the parameter north of search-box is required: a number of degrees from -90 to 90, for example --param north=48',
    ],
    [
      'search-box',
      { ...box(5, 45, 11, 48), south: '1e1' },
      'the parameter south of search-box cannot be "1e1": a number of degrees from -90 to 90, for example --param south=45',
    ],
    ['search-box', box(5, 45, 541, 48), 'the parameter east of search-box cannot be "541"'],
    [
      'search-box',
      box(5, 49, 11, 48),
      'the parameter south of search-box cannot be 49, north of north',
    ],
    [
      'search-box',
      { ...box(5, 45, 11, 48), cell: 'x' },
      'cell of search-box is not given, but follows from west, south, east, north',
    ],
    [
      'search-box',
      { ...box(5, 45, 11, 48), wets: '5' },
      'search-box has no parameter wets; do you mean west? (it has west, south, east, north)',
    ],
    ['search-all', { west: '5' }, 'the parameter south of search-all is needed with other edges'],
    [
      'search-time',
      { begin: '2001', end: '2000' },
      'the parameter begin of search-time cannot be after end',
    ],
    [
      'search-time',
      { begin: 'once', end: '2000' },
      'the parameter begin of search-time cannot be "once": a year, month, day or time',
    ],
    [
      'search-age',
      { older: '250', younger: '300' },
      'the parameter older of search-age cannot be 250, younger than younger: a number',
    ],
    [
      'search-all',
      { younger: '300' },
      'the parameter older of search-all is needed with the other end',
    ],
    [
      'search-age',
      { older: '-1', younger: '0' },
      'the parameter older of search-age cannot be "-1"',
    ],
    [
      'search-keyword',
      { word: ' % ' },
      'the parameter word of search-keyword cannot be " % ": a text with at least one word in it, for example --param \'word=sea ice\'',
    ],
    [
      'search-concept',
      { concept: 'https://a.example/>' },
      'the parameter concept of search-concept cannot be "https://a.example/>": an absolute IRI',
    ],
    [
      'search-geometry',
      { geometry: 'CIRCLE' },
      'the parameter geometry of search-geometry cannot be "CIRCLE": a geometry as WKT',
    ],
    [
      'changed-since',
      { since: 'yesterday' },
      'the parameter since of changed-since cannot be "yesterday"',
    ],
    ['conformance', { profile: 'x' }, 'conformance has no parameter profile (it has none)'],
  ])('that does not fit %s is refused with what would', (name, values, message) => {
    expect(faultOf(name, values)).toContain(message);
  });

  it('is shown cut and without what acts on a terminal where it is refused', () => {
    const message = faultOf('search-concept', { concept: `\u{1B}[31m${'x'.repeat(10_000)}` });
    expect(message.length).toBeLessThan(300);
    expect(message).not.toContain('\u{1B}');
  });
});
