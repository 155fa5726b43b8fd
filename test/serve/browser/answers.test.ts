import { describe, expect, it } from 'vitest';
import { Parser } from 'n3';
import {
  PrefixTable,
  statementsTurtle,
  tableCsv,
} from '../../../src/serve/browser/query/answer-texts.ts';
import {
  geometryColumns,
  type MapShape,
  middleOfMap,
  partAround,
  shapePaths,
  wholeMap,
} from '../../../src/serve/browser/query/answer-geometry.ts';
import {
  type AnswerTerm,
  type GraphAnswer,
  isNumber,
  readAnswer,
  type TableAnswer,
} from '../../../src/serve/browser/query/read-answer.ts';

const prefixes = new PrefixTable(
  new Map([
    ['schema', 'http://schema.org/'],
    ['sdo', 'http://schema.org/'],
    ['xsd', 'http://www.w3.org/2001/XMLSchema#'],
  ]),
);

function graphOf(nTriples: string): GraphAnswer {
  const answer = readAnswer('application/n-triples', nTriples);
  if (answer.kind !== 'graph') throw new TypeError('no graph');
  return answer;
}

function literals(values: readonly string[]): readonly AnswerTerm[] {
  return values.map((value) => ({ kind: 'literal', value }));
}

/** The statements of Turtle, in one order. */
function quads(text: string): readonly string[] {
  const terms = new Parser({ blankNodePrefix: '' })
    .parse(text)
    .map(({ subject, predicate, object }) =>
      JSON.stringify([subject, predicate, object].map((term) => term.toJSON())),
    );
  return terms.toSorted((one, other) => one.localeCompare(other));
}

function table(variables: string, ...rows: readonly (readonly string[])[]): TableAnswer {
  return { kind: 'table', variables: variables.split(' '), rows: rows.map(literals) };
}

function shapesOf(answer: TableAnswer): Record<string, readonly (readonly MapShape[])[]> {
  return Object.fromEntries(geometryColumns(answer).map(({ label, shapes }) => [label, shapes]));
}

describe('an answer', () => {
  it('is read from JSON, with unbound cells, languages and datatypes', () => {
    const answer = readAnswer(
      'application/sparql-results+json',
      JSON.stringify({
        head: { vars: ['a', 'b', 'c', 'd'] },
        results: {
          bindings: [
            {
              a: { type: 'uri', value: 'http://schema.org/name' },
              b: { type: 'literal', value: 'Meer', 'xml:lang': 'de' },
              d: {
                type: 'literal',
                value: '7',
                datatype: 'http://www.w3.org/2001/XMLSchema#integer',
              },
            },
            { c: { type: 'bnode', value: 'b0' } },
          ],
        },
      }),
    );
    const seven = {
      kind: 'literal',
      value: '7',
      datatype: 'http://www.w3.org/2001/XMLSchema#integer',
    } as const;
    expect(answer).toEqual({
      kind: 'table',
      variables: ['a', 'b', 'c', 'd'],
      rows: [
        [
          { kind: 'iri', value: 'http://schema.org/name' },
          { kind: 'literal', value: 'Meer', language: 'de' },
          undefined,
          seven,
        ],
        [undefined, undefined, { kind: 'blank', value: 'b0' }, undefined],
      ],
    });
    expect(isNumber(seven)).toBe(true);
    expect(isNumber({ kind: 'literal', value: '7' })).toBe(false);
  });

  it('is yes or no', () => {
    expect(readAnswer('application/sparql-results+json', '{"head":{},"boolean":false}')).toEqual({
      kind: 'boolean',
      value: false,
    });
  });

  it('is refused where it is not of its media type', () => {
    expect(() => readAnswer('application/sparql-results+json', '<html>')).toThrow(SyntaxError);
  });

  it('has the same statements as Turtle as in N-Triples', () => {
    const lines = [
      '<https://a.example/1> <http://schema.org/name> "A \\"b\\"\\nc \\\\ \\u00e9"@en .',
      '<https://a.example/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset> .',
      '<https://a.example/1> <http://schema.org/x.y> _:b0 .',
      '_:b0 <http://schema.org/value> "7"^^<http://www.w3.org/2001/XMLSchema#integer> .',
    ];
    const { statements } = graphOf(`${lines.join('\n')}\n`);
    const turtle = statementsTurtle(statements, prefixes);
    expect(turtle).toContain('@prefix schema: <http://schema.org/> .\n');
    expect(turtle).toContain('a schema:Dataset');
    expect(turtle).not.toContain('schema:x.y');
    expect(quads(turtle)).toEqual(quads(lines.join('\n')));
  });

  it('is CSV in which no cell begins a formula', () => {
    expect(tableCsv(table('a b', ['=1+1', 'x, "y"'], ['', '-3']))).toBe(
      'a,b\r\n\'=1+1,"x, ""y"""\r\n,\'-3\r\n',
    );
  });
});

describe('the places of a table', () => {
  it('are in WKT, longitude first unless the reference system says otherwise', () => {
    const found = shapesOf(
      table(
        'name wkt',
        ['a', 'POINT(8 47)'],
        ['b', '<http://www.opengis.net/def/crs/EPSG/0/4326> POINT(47 8)'],
        ['c', 'POLYGON((0 0,10 0,10 10,0 0),(1 1,2 1,2 2,1 1))'],
        ['d', 'no place'],
      ),
    );
    expect(Object.keys(found)).toEqual(['?wkt']);
    const point = { kind: 'point', paths: [[[8, 47]]] };
    expect(found['?wkt']?.slice(0, 2)).toEqual([[point], [point]]);
    expect(found['?wkt']?.[2]?.[0]?.paths.map(({ length }) => length)).toEqual([4, 4]);
    expect(found['?wkt']?.[3]).toEqual([]);
  });

  it('are in four columns, in a box of schema.org, and in coordinates', () => {
    const found = shapesOf(
      table(
        'boxWest boxSouth boxEast boxNorth box lat long',
        ['5', '45', '8', '47', '45 5 47 8', '47', '8'],
        ['', '45', '8', '47', 'x', '', '8'],
      ),
    );
    expect(Object.keys(found)).toEqual([
      '?box',
      '?boxWest ?boxSouth ?boxEast ?boxNorth',
      '?long ?lat',
    ]);
    expect(found['?box']?.[0]).toEqual(found['?boxWest ?boxSouth ?boxEast ?boxNorth']?.[0]);
    expect(found['?long ?lat']).toEqual([[{ kind: 'point', paths: [[[8, 47]]] }], []]);
  });

  it('are boxes of schema.org in a column of any name', () => {
    const found = shapesOf(table('d b', ['1', '45 5 47 8'], ['2', '45,5 47,8'], ['3', 'Bern']));
    expect(Object.keys(found)).toEqual(['?b']);
    const box = {
      kind: 'area',
      paths: [
        expect.arrayContaining([
          [5, 45],
          [8, 47],
        ]),
      ],
    };
    expect(found['?b']).toEqual([[box], [box], []]);
  });

  it('are boxes with exchanged edges where the name of the column says so', () => {
    expect(shapesOf(table('box', ['47 8 45 5']))['?box']?.[0]).toHaveLength(1);
  });

  it.each([
    ['1 2 3 4 5'],
    ['47 8 45 5'],
    ['1990 1991 1992 1993'],
    ['10.5194/essd-10-2017'],
    ['192.0.2.17'],
    ['2001-02-03'],
    ['1 2 3'],
    ['47 8'],
    ['1'],
    [''],
  ])('are not in other numbers: %s', (text) => {
    expect(geometryColumns(table('numbers', [text], [text]))).toEqual([]);
  });

  it('are not in one text of four numbers among others', () => {
    expect(geometryColumns(table('name', ['45 5 47 8'], ['Tides'], ['Depths']))).toEqual([]);
  });

  it('leave out what is not on the map', () => {
    expect(geometryColumns(table('wkt', ['POINT(8 4700)'], ['POINT(9000 1)']))).toEqual([]);
  });

  it('are in one piece over the antimeridian, on a map of the Pacific', () => {
    const found = shapesOf(
      table('west south east north wkt', [
        '170',
        '-10',
        '-170',
        '10',
        'POLYGON((170 -10,-170 -10,-170 10,170 -10))',
      ]),
    );
    const drawn = Object.values(found).map(([own = []]) => {
      expect(middleOfMap(own)).toBe(180);
      return shapePaths(own, 180).outline;
    });
    expect(drawn).toEqual([
      'M340 200L380 200L380 160L340 200z',
      'M340 200L380 200L380 160L340 160z',
    ]);
  });

  it('may go nearly around the world', () => {
    const wkt = 'POLYGON((-179.5 -80,179.5 -80,179.5 80,-179.5 80,-179.5 -80))';
    const [own = []] = shapesOf(table('wkt', [wkt]))['?wkt'] ?? [];
    expect(middleOfMap(own)).toBe(0);
    expect(shapePaths(own, 0).outline).toContain('M1 340L719 340L719 20L1 20');
  });

  it('have no edge within the map where they are rectangles around the world', () => {
    const wkt = 'POLYGON((-180 -80,180 -80,180 80,-180 80,-180 -80))';
    const [own = []] = shapesOf(table('wkt', [wkt]))['?wkt'] ?? [];
    const once = 'M0 340L720 340L720 20L0 20L0 340z';
    expect([shapePaths(own, 0).outline, shapePaths(own, 180).outline]).toEqual([once, once]);
  });

  it('fill the part of the map that is shown closer', () => {
    const box: MapShape = {
      kind: 'area',
      paths: [
        [
          [10, 40],
          [20, 40],
          [20, 42],
          [10, 42],
        ],
      ],
    };
    const part = partAround([box], 0);
    expect(part).toEqual({ x: 372, y: 89, width: 36 });
    expect(shapePaths([box], 0, part).outline).toBe('M380 100L400 100L400 96L380 96z');
    const corner: MapShape = { kind: 'point', paths: [[[-180, 90]]] };
    expect(partAround([corner], 0)).toEqual({ x: 0, y: 0, width: 36 });
    expect(partAround([box, corner], 0).width).toBe(480);
    expect(partAround([corner, { kind: 'point', paths: [[[180, -90]]] }], 0)).toEqual(wholeMap);
  });

  it('come back on the other side of the map, and are dots where they are small', () => {
    const box: MapShape = {
      kind: 'area',
      paths: [
        [
          [170, 0],
          [190, 0],
          [190, 10],
          [170, 10],
        ],
      ],
    };
    expect(shapePaths([box], 0)).toEqual({
      outline: 'M-20 180L20 180L20 160L-20 160zM700 180L740 180L740 160L700 160z',
      dots: '',
    });
    expect(shapePaths([{ kind: 'point', paths: [[[0, 90]]] }], 0)).toEqual({
      outline: '',
      dots: 'M360 0h0',
    });
  });
});
