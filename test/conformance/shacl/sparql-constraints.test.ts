import { describe, expect, it } from 'vitest';
import { briefly, recordOf, shapesOf, validateRecord, validateRecords } from './validating.ts';

const declared =
  'ex:prefixes sh:declare [ sh:prefix "ex" ; sh:namespace "https://example.org/"^^xsd:anyURI ] .\n';

function byText(one: readonly unknown[], other: readonly unknown[]): number {
  return String(one) < String(other) ? -1 : 1;
}

/** A shape on instances of `ex:D` with a query. */
function shapeWith(select: string): string {
  return `${declared} ex:S a sh:NodeShape ; sh:targetClass ex:D ;
    sh:sparql [ sh:prefixes ex:prefixes ; sh:select """${select}""" ] .`;
}

/** A component with the parameters `ex:least` and, optionally, `ex:unit`. */
function componentWith(validator: string): string {
  return `${declared} ex:Least a sh:ConstraintComponent ;
    sh:parameter [ sh:path ex:least ], [ sh:path ex:unit ; sh:optional true ] ;
    ${validator} .`;
}

describe('sh:sparql', () => {
  it('gives a result for each row, with path, value and a message', async () => {
    const shapes = await shapesOf(`${declared} ex:S a sh:NodeShape ; sh:targetClass ex:D ;
      sh:message "of the shape" ; sh:severity sh:Warning ; sh:sparql [ sh:prefixes ex:prefixes ;
        sh:message "{?value} is below {$limit}, at {?this}" ;
        sh:select """SELECT $this ?path ?value (5 AS ?limit) {
          $this ?path ?value . FILTER (?value < 5) }""" ] .`);
    const results = await validateRecord(shapes, '_:a a ex:D ; ex:n 3, 4, 6 .');
    expect(
      results
        .map(({ value, predicate, messages, severity }) => [value, predicate, messages, severity])
        .toSorted(byText),
    ).toEqual(
      ['3', '4'].map((value) => [
        `"${value}"^^<http://www.w3.org/2001/XMLSchema#integer>`,
        'https://example.org/n',
        [`${value} is below 5, at _:a`],
        'warning',
      ]),
    );
  });

  it.each([
    ['a group', '{ FILTER (BOUND($this)) } ?any a ex:D FILTER ($this = ?any)'],
    [
      'OPTIONAL',
      '$this a ex:D OPTIONAL { FILTER ($this = ?x) } OPTIONAL { BIND ($this AS ?x) } FILTER (BOUND(?x))',
    ],
    ['UNION', '{ FILTER (false) } UNION { FILTER (EXISTS { $this a ex:D }) }'],
    ['EXISTS', 'FILTER (EXISTS { { FILTER (BOUND($this)) } $this a ex:D })'],
    ['BIND', 'BIND ($this AS ?that) FILTER (EXISTS { ?that a ex:D })'],
    [
      'a sub-select',
      '{ SELECT $this (COUNT(?o) AS ?n) { $this ?p ?o } GROUP BY $this } FILTER (?n = 2)',
    ],
    ['a sub-select of all', '{ SELECT * { $this a ex:D } }'],
    ['GRAPH', 'GRAPH $shapesGraph { $currentShape ?p ex:D FILTER (BOUND($this)) }'],
  ])('knows the focus node, also a blank one, in %s', async (_, pattern) => {
    const shapes = await shapesOf(shapeWith(`SELECT $this { ${pattern} }`));
    const results = await validateRecord(shapes, '_:a a ex:D ; ex:p 1 . ex:b a ex:D ; ex:p 2 .');
    expect(shapes.unevaluated()).toEqual([]);
    expect(briefly(results).toSorted()).toEqual(['<b> <b> SPARQL', '_:a _:a SPARQL']);
  });

  it('keeps blank nodes of several records apart', async () => {
    const shapes = await shapesOf(shapeWith('SELECT $this { $this ex:p ?n FILTER (?n > 1) }'));
    const results = await validateRecords(shapes, [
      recordOf('_:a a ex:D ; ex:p 1 .', 'https://example.org/1'),
      recordOf('_:a a ex:D ; ex:p 2 .', 'https://example.org/2'),
    ]);
    expect(results.map(briefly)).toEqual([[], ['_:a _:a SPARQL']]);
  });

  it('puts the path of a property shape in the place of $PATH, beside other constraints', async () => {
    const shapes = await shapesOf(`ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property [
      sh:path ( ex:part [ sh:inversePath ex:of ] ) ; sh:minCount 3 ;
      sh:sparql [ sh:select "SELECT $this ?value { $this $PATH ?value . FILTER (isIRI(?value)) }" ] ] .`);
    const results = await validateRecord(shapes, 'ex:a ex:part 1 . ex:b ex:of 1 . [] ex:of 1 .');
    expect(briefly(results).toSorted()).toEqual(['<a> <b> SPARQL', '<a> MinCount']);
  });

  it.each([
    ['MINUS', 'SELECT $this { $this ?p ?o MINUS { $this ex:p ?o } }', 'MINUS'],
    ['VALUES', 'SELECT $this { VALUES ?x { 1 } }', 'VALUES'],
    ['VALUES at its end', 'SELECT $this { $this ?p ?x } VALUES ?x { 1 }', 'VALUES'],
    ['SERVICE', 'SELECT $this { SERVICE <https://example.org/sparql> { $this ?p ?o } }', 'SERVICE'],
    ['FROM', 'SELECT $this FROM <https://example.org/g> { $this ?p ?o }', 'FROM'],
    ['a value for the focus node', 'SELECT $this { BIND (1 AS $this) }', '?this'],
    ['a sub-select without the focus node', 'SELECT $this { { SELECT ?x { ?x ?p ?o } } }', '?this'],
    ['no focus node', 'SELECT ?x { ?x ?p ?o }', '?this'],
    ['GRAPH with a variable', 'SELECT $this { GRAPH ?g { $this ?p ?o } }', 'GRAPH ?g'],
    ['another form', 'ASK { $this ?p ?o }', 'SELECT'],
    ['a wrong syntax', 'SELECT $this { $this ?p }', 'expected'],
    ['an undeclared prefix', 'SELECT $this { $this other:p ?o }', 'other'],
  ])('refuses a query with %s, and names it', async (_, select, reason) => {
    const shapes = await shapesOf(shapeWith(select));
    expect(await validateRecord(shapes, 'ex:a a ex:D ; ex:p 1 .')).toEqual([]);
    expect(shapes.unevaluated()).toEqual([
      {
        shape: 'https://example.org/S',
        construct: 'sh:sparql',
        reason: expect.stringContaining(reason) as string,
      },
    ]);
  });
});

describe('a constraint component', () => {
  const shape = `ex:S a sh:NodeShape ; sh:targetClass ex:D ; sh:property [ sh:path ex:n ; ex:least 5 ],
    [ sh:path ex:m ; ex:least 5 ; ex:unit ex:metre ], [ sh:path ex:n ; ex:unit ex:metre ] .`;
  const record = 'ex:a a ex:D ; ex:n 4, 5, 6 ; ex:m 4, 5, 6 .';

  it('asks for each value node, with an optional parameter where it is given', async () => {
    const shapes = await shapesOf(
      componentWith(`sh:validator [ sh:prefixes ex:prefixes ; sh:message "below {$least}" ; sh:ask """
        ASK { FILTER ($value >= $least * IF(BOUND($unit), 2, 1)) }""" ]`) + shape,
    );
    const results = await validateRecord(shapes, record);
    expect(shapes.unevaluated()).toEqual([]);
    expect(
      results
        .map(({ predicate, value, messages }) => [predicate?.at(-1), value?.[1], messages])
        .toSorted(byText),
    ).toEqual([
      ['m', '4', ['below 5']],
      ['m', '5', ['below 5']],
      ['m', '6', ['below 5']],
      ['n', '4', ['below 5']],
    ]);
  });

  it('has a query for property shapes, and another one for node shapes', async () => {
    const shapes = await shapesOf(
      componentWith(`
        sh:propertyValidator [ sh:select "SELECT $this ?value { $this $PATH ?value FILTER (?value < $least) }" ] ;
        sh:nodeValidator [ sh:prefixes ex:prefixes ;
          sh:select "SELECT $this { $this ex:n ?n FILTER (?n < $least - 1) }" ]`) +
        'ex:S a sh:NodeShape ; sh:targetClass ex:D ; ex:least 6 ; sh:property [ sh:path ex:n ; ex:least 5 ] .',
    );
    const results = await validateRecord(shapes, 'ex:a a ex:D ; ex:n 4, 5 .');
    expect(
      results.map(({ predicate, value }) => [predicate?.at(-1), value]).toSorted(byText),
    ).toEqual([
      [undefined, '<https://example.org/a>'],
      ['n', '"4"^^<http://www.w3.org/2001/XMLSchema#integer>'],
    ]);
  });

  it.each([
    ['without a validator by SPARQL', 'sh:validator [ sh:jsFunctionName "least" ]', 'validator'],
    [
      'whose query gives a parameter a value',
      'sh:validator [ sh:ask "ASK { BIND (1 AS $least) }" ]',
      '?least',
    ],
  ])('is named %s', async (_, validator, reason) => {
    const shapes = await shapesOf(componentWith(validator) + shape);
    expect(await validateRecord(shapes, record)).toEqual([]);
    expect(shapes.unevaluated()).toEqual([
      {
        shape: 'https://example.org/S',
        construct: 'https://example.org/Least',
        reason: expect.stringContaining(reason) as string,
      },
    ]);
  });
});
