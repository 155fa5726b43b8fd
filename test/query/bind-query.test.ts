import { describe, expect, it } from 'vitest';
import { UsageFault } from '../../src/model/fault.ts';
import { doubleTerm, stringTerm } from '../../src/query/bind-query.ts';
import { bound, box, named, recordsIn, type Values } from './bound-queries.ts';
import { boxed, indexOf, published } from './catalogue-fixture.ts';
import { type Ask, comunica, oxigraph } from './two-engines.ts';

function faultOf(name: string, values: Values): string {
  try {
    bound(name, values);
  } catch (error) {
    if (error instanceof UsageFault) return error.message;
    throw error;
  }
  return 'none';
}

describe('a value', () => {
  const hostile = [
    `" } } INSERT DATA { <a:a> <a:b> <a:c> } #`,
    `x") } UNION { ?entry ?p ?o } #`,
    String.raw`\" } . ?s ?p ?o . { "`,
    String.raw`\u0022 } #`,
    String.raw`\\u0022 \U00000022`,
    '<http://x/> ?y $z {}',
  ];

  it.each(hostile)('is only a value, whatever it contains: %j', async (text) => {
    const files = [text, 'other'].map((encodingFormat) => ({ encodingFormat }));
    const index = await indexOf([
      published('it', { name: 'it', distribution: files }),
      boxed('not-it', [0, 0, 1, 1]),
    ]);
    const asked: [string, Ask][] = [
      ['Oxigraph', oxigraph(index)],
      ['Comunica', comunica(index)],
    ];
    for (const [engine, ask] of asked) {
      const rows = await recordsIn(ask)('datasets-by-format', { format: text });
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
      'the parameter north of search-box is required; it is a number of degrees from -90 to 90, for example --param north=48',
    ],
    [
      'search-box',
      { ...box(5, 45, 11, 48), south: '1e' },
      'the parameter south of search-box cannot be "1e"; it is a number of degrees from -90 to 90, for example --param south=45',
    ],
    ['search-box', box(5, 45, 541, 48), 'the parameter east of search-box cannot be "541"'],
    [
      'search-box',
      box(5, 49, 11, 48),
      'parameters of search-box: south (49) is north of north (48)',
    ],
    [
      'datasets-of-person',
      { person: 'Ann Other', iri: 'x' },
      'the parameter iri of datasets-of-person cannot be set: it is derived from person',
    ],
    [
      'search-box',
      { ...box(5, 45, 11, 48), wets: '5' },
      'search-box has no parameter wets; did you mean west? (it has west, south, east, north)',
    ],
    ['search-all', { within: 'maybe' }, 'the parameter within of search-all cannot be "maybe"'],
    ['search-all', { west: '5' }, 'the parameter south of search-all is needed with other edges'],
    [
      'search-time',
      { begin: '2001', end: '2000' },
      'parameters of search-time: begin (2001) is after end (2000)',
    ],
    [
      'search-time',
      { begin: 'once', end: '2000' },
      'the parameter begin of search-time cannot be "once"; it is a year, month, day or time',
    ],
    [
      'search-age',
      { older: '250', younger: '300' },
      'parameters of search-age: older (250) is less than younger (300)',
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
      'the parameter word of search-keyword cannot be " % "; it is a text with at least one word in it, for example --param \'word=sea ice\'',
    ],
    [
      'search-concept',
      { concept: 'https://a.example/>' },
      'the parameter concept of search-concept cannot be "https://a.example/>"; it is an absolute IRI',
    ],
    [
      'search-geometry',
      { geometry: 'CIRCLE' },
      'the parameter geometry of search-geometry cannot be "CIRCLE"; it is a geometry on the map as WKT',
    ],
    [
      'search-geometry',
      { geometry: 'POLYGON((1 2,3 4))' },
      'the parameter geometry of search-geometry cannot be "POLYGON((1 2,3 4))"',
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

  it('is shown shortened and without control characters if it is refused', () => {
    const message = faultOf('search-concept', { concept: `\u{1B}[31m${'x'.repeat(10_000)}` });
    expect(message.length).toBeLessThan(300);
    expect(message).not.toContain('\u{1B}');
  });
});

const nothing = '<a:s> <a:p> <a:o> <a:g> .\n';
const engines = [
  ['Oxigraph', oxigraph(nothing)],
  ['Comunica', comunica(nothing)],
] as const;

describe.each(engines)('a term read by %s', (_, ask) => {
  it.each([
    'one\ntwo\r\n\tthree\u{8}\u{C}\u{7F}\u{85}\u{2028}\u{FEFF}',
    String.raw`\ \\ \u0041 \\u0041 \\\u0041 \U00000041 \" \\" \n`,
    '\u{2028}SELECT\u{2029}\\\u{2028}\\u\u{2029}\n',
    `"it's" """all""" '''here'''`,
    '日本 👩‍🔬 e\u{301} \u{10FFFF}',
    '$& $1 ${x} } { ) ( # <a:b> ?x @en ^^',
    '',
  ])('is the text that it was made of: %j', async (text) => {
    const rows = await ask(`SELECT ?text WHERE { VALUES ?text { ${stringTerm(text)} } }`);
    expect(rows).toEqual([{ text: `"${text}"` }]);
  });

  it.each([0, -1.5, 5, 1e-7, -2.5e21, 0.1 + 0.2, Infinity, -Infinity])(
    'is the number that it was made of: %d',
    async (value) => {
      const text = `SELECT (?n = ?n + 0 AS ?same) ?n WHERE { VALUES ?n { ${doubleTerm(value)} } }`;
      const [row] = await ask(text);
      expect([row?.['same'], Number(row?.['n'])]).toEqual(['"true"', value]);
    },
  );
});

describe('stringTerm', () => {
  it('replaces lone surrogates by U+FFFD', () => {
    expect(stringTerm('a\u{D800}b')).toBe('"a\u{FFFD}b"');
  });

  it('is the same for an engine that decodes code points before parsing', () => {
    const term = stringTerm(String.raw`\u0022 \\U00000022`);
    const early = term.replaceAll(/\\u([\dA-F]{4})/gu, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
    expect(early).toBe(String.raw`"\\u0022 \\\\U00000022"`);
  });
});
