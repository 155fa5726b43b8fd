import { describe, expect, it } from 'vitest';
import {
  declaredPrefixes,
  isNameBeginning,
  NameOffers,
  placeInQuery,
  startOfName,
} from '../../../src/serve/browser/query/completion-names.ts';

const schema = 'http://schema.org/';
const offers = new NameOffers(
  {
    classes: [[`${schema}Dataset`, 12_345]],
    properties: [
      [`${schema}name`, 1_234_567],
      ['https://other.example/a(b)', 2],
    ],
    terms: [['https://vocabulary.example/temperature', 12, 'Temperature']],
    own: ['urn:cdif-graph:ns#box'],
    graphs: ['urn:cdif-graph:index'],
    isEstimate: false,
  },
  new Map([
    ['schema', schema],
    ['cdif', 'urn:cdif-graph:ns#'],
  ]),
);

describe('the place of a name in a query', () => {
  it.each([
    ['', 'any'],
    ['SELECT * WHERE { ', 'any'],
    ['SELECT * WHERE { ?x ', 'predicate'],
    ['SELECT * { ?x schema:name ', 'object'],
    ['SELECT * { ?x schema:name "a", ', 'object'],
    ['SELECT * { ?x a ', 'class'],
    ['SELECT * { ?x rdf:type ', 'class'],
    ['SELECT * { ?x a schema:Dataset ; ', 'predicate'],
    ['SELECT * { ?x schema:name ?n . ', 'any'],
    ['SELECT * { ?x schema:name ?n. ?x ', 'predicate'],
    ['SELECT * { ?x schema:creator [ ', 'predicate'],
    ['SELECT * { GRAPH <urn:x:y> { ?x ', 'predicate'],
    ['SELECT * { FILTER(?x > 1) ?y ', 'predicate'],
    ['# a comment ; about\n SELECT * { ?x ', 'predicate'],
    ['PREFIX ', 'prefix'],
    ['SELECT * { GRAPH ', 'graph'],
    ['SELECT * FROM NAMED ', 'graph'],
    ['SELECT * { ?x schema:name "a { ; b" ; ', 'predicate'],
  ])('is known after %s', (before, place) => {
    expect(placeInQuery(before)).toBe(place);
  });

  it.each(['# in a comment ', 'SELECT * { ?x ?y "in a text ', 'SELECT * { ?x ?y """\nin a text '])(
    'is nowhere in %s',
    (before) => {
      expect(placeInQuery(before)).toBeUndefined();
    },
  );

  it.each(['SELECT * {} LIMIT ', 'SELECT * {} limit 5 OFFSET '])('is a number in %s', (before) => {
    expect(placeInQuery(before)).toBeUndefined();
  });

  it('is found in a long query at once', () => {
    const hostile = `SELECT * { ${'?a ?b "\\"x" ; '.repeat(20_000)}`;
    expect(placeInQuery(hostile)).toBe('predicate');
  });
});

describe('the name that is typed', () => {
  it.each([
    ['', ''],
    ['SELECT ?na', '?na'],
    ['?x schema:na', 'schema:na'],
    ['?x <http://a.example/b', '<http://a.example/b'],
    ['?x <http://a.example/b> ?y ; sche', 'sche'],
    ['FILTER(?x < 5 && ?y', '?y'],
    ['{?x a ', ''],
  ])('begins in %s before %s', (before, name) => {
    expect(before.slice(startOfName(before))).toBe(name);
  });

  it.each([
    'FILTER(?x = 200',
    'VALUES ?x { 10',
    'FILTER(?x > 1.5',
    'FILTER(?x > -1',
    '{ ?x ?y 5e3',
  ])('is no number: %s', (before) => {
    expect(isNameBeginning(before.slice(startOfName(before)))).toBe(false);
  });

  it.each(['?x', '$x', '<http', 'sche', ':a', '_:b', 'élan'])('can be %s', (typed) => {
    expect(isNameBeginning(typed)).toBe(true);
  });
});

describe('the names that are offered', () => {
  it('are properties with their numbers where a property stands', () => {
    expect(offers.at('predicate', '')).toEqual([
      { kind: 'property', label: 'schema:name', detail: '1,234,567' },
      { kind: 'property', label: '<https://other.example/a(b)>', detail: '2' },
      { kind: 'property', label: 'cdif:box' },
    ]);
  });

  it('are written with a prefix that the query declares for the namespace', () => {
    const query = 'PREFIX s: <http://schema.org/> SELECT * { ?x a ';
    expect(declaredPrefixes(query)).toEqual(new Map([['s', schema]]));
    expect(offers.at('class', query)).toEqual([
      { kind: 'class', label: 's:Dataset', detail: '12,345' },
      { kind: 'variable', label: '?x' },
    ]);
  });

  it('are terms by their labels, which become their IRIs', () => {
    expect(offers.at('any', '')).toContainEqual({
      kind: 'term',
      label: 'Temperature',
      text: '<https://vocabulary.example/temperature>',
      detail: '<https://vocabulary.example/temperature> 12',
    });
  });

  it('are no properties where an object stands', () => {
    const kinds = offers.at('object', '?x').map(({ kind }) => kind);
    expect(kinds.slice(0, 3)).toEqual(['variable', 'term', 'class']);
    expect(kinds).not.toContain('property');
  });

  it('are whole IRIs after the bracket of one', () => {
    const labels = offers.at('class', '', '<http://sch').map(({ label }) => label);
    expect(labels).toEqual(['<http://schema.org/Dataset>']);
  });

  it('are derived graphs after GRAPH', () => {
    expect(offers.at('graph', '')).toEqual([{ kind: 'graph', label: '<urn:cdif-graph:index>' }]);
  });

  it('declare a prefix', () => {
    expect(offers.at('prefix', '')[0]).toMatchObject({
      label: 'schema:',
      text: 'schema: <http://schema.org/>',
    });
  });
});
