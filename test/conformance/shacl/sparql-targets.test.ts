import { describe, expect, it } from 'vitest';
import { briefly, recordOf, shapesOf, validateRecord, validateRecords } from './validating.ts';

/** A shape that no focus node conforms to. */
function shapeFor(select: string, prefixes = ''): string {
  return `ex:S a sh:NodeShape ; sh:in () ;
    sh:target [ a sh:SPARQLTarget ; sh:select """${select}""" ${prefixes} ] .`;
}

describe('a SPARQL target', () => {
  it.each([
    [
      'declares',
      '; sh:prefixes [ sh:declare [ sh:prefix "e" ; sh:namespace "https://example.org/" ] ]',
    ],
    ['lists', '; sh:prefixes ( [ sh:prefix "e" ; sh:namespace "https://example.org/" ] )'],
  ])('knows prefixes that the shapes graph %s', async (_, prefixes) => {
    const shapes = await shapesOf(shapeFor('SELECT ?this { ?this a e:D }', prefixes));
    const results = await validateRecord(shapes, 'ex:a a ex:D . _:b a ex:D . ex:c a ex:E .');
    expect(briefly(results).toSorted()).toEqual(['<a> <a> In', '_:b _:b In']);
  });

  // The first two are one query over all records, the others one query a record.
  it.each([
    ['absence', '?this a ex:D FILTER NOT EXISTS { ?x ex:of ?this }', ['a'], ['b']],
    ['MINUS', '?this a ex:D MINUS { ?x ex:of ?this }', ['a'], ['b']],
    ['MINUS of nothing shared', '?this a ex:D MINUS { ?x ex:of ?y }', ['a'], ['a', 'b']],
    [
      'a count',
      '{ SELECT ?this (COUNT(?p) AS ?n) { ?this ?p ex:D } GROUP BY ?this } FILTER (?n = 1)',
      ['a'],
      ['a', 'b'],
    ],
    [
      'a limit in a sub-select',
      '{ SELECT ?this { ?this a ex:D } ORDER BY ?this LIMIT 1 }',
      ['a'],
      ['a'],
    ],
    ['no statement first', 'BIND (ex:a AS ?this) FILTER EXISTS { ?this a ex:D }', ['a'], ['a']],
  ])('looks at each record alone: %s', async (_, pattern, first, second) => {
    const shapes = await shapesOf(
      shapeFor(`PREFIX ex: <https://example.org/> SELECT ?this { ${pattern} }`),
    );
    const results = await validateRecords(shapes, [
      recordOf('ex:a a ex:D .', 'https://example.org/1'),
      recordOf('ex:a a ex:D . ex:b a ex:D . ex:c ex:of ex:a .', 'https://example.org/2'),
    ]);
    const expected = [first, second].map((names) => names.map((name) => `<${name}> <${name}> In`));
    expect(results.map((each) => briefly(each).toSorted())).toEqual(expected);
    expect(shapes.unevaluated()).toEqual([]);
  });

  it.each([
    ['SERVICE', 'SELECT ?this { SERVICE <https://example.org/sparql> { ?this ?p ?o } }', 'SERVICE'],
    ['another variable', 'SELECT ?node { ?node ?p ?o }', '?this'],
    ['an unknown function', 'SELECT ?this { ?this ?p ?o FILTER (<urn:f>(?o)) }', 'urn:f'],
  ])('is named as not evaluated for %s', async (_, select, reason) => {
    const shapes = await shapesOf(shapeFor(select));
    expect(await validateRecord(shapes, 'ex:a a ex:D .')).toEqual([]);
    expect(shapes.unevaluated()).toEqual([
      {
        shape: 'https://example.org/S',
        construct: 'sh:target',
        reason: expect.stringContaining(reason) as string,
      },
    ]);
  });
});
