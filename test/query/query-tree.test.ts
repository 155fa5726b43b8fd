import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { readQuery } from '../../src/query/read-query.ts';

function ask(text: string): unknown {
  return new Store().query(text);
}

describe('rules on variables', () => {
  it.each([
    ['SELECT ?x (COUNT(*) AS ?n) { ?x ?p ?o }', 8, '?x can have several values in a group'],
    ['SELECT ?x { ?x ?p ?o } GROUP BY ?p', 8, 'name it in GROUP BY, or use an aggregate'],
    ['SELECT ?x { ?x ?p ?o } HAVING (COUNT(*) > 1)', 8, 'such as SAMPLE(?x)'],
    ['SELECT ?x { ?x ?p ?o } ORDER BY COUNT(*)', 8, '?x can have several values'],
    ['SELECT (STR(?x) AS ?s) { ?x ?p ?o } GROUP BY (STR(?x))', 13, '?x can have several values'],
    ['SELECT (COUNT(?x) + ?p AS ?n) { ?x ?p ?o }', 21, '?p can have several values'],
    ['SELECT * { ?x ?p ?o } GROUP BY ?p', 8, 'SELECT * cannot be grouped'],
    ['SELECT ?x ?x { ?x ?p ?o }', 11, '?x stands twice in SELECT'],
    ['SELECT ?x (1 AS ?x) { }', 17, '?x stands twice in SELECT'],
    ['ASK { { SELECT ?x ?x { } } }', 19, '?x stands twice in SELECT'],
    ['SELECT (?x AS ?p) { ?x ?p ?o }', 15, 'AS gives a value to ?p, which has one already'],
    ['SELECT (1 AS ?o) { } VALUES ?o { 1 }', 14, 'AS gives a value to ?o'],
    ['SELECT (1 AS ?o) { { SELECT ?o { } } }', 14, 'AS gives a value to ?o'],
    ['ASK { ?s ?p ?o BIND(1 AS ?o) BIND(1 AS ?p) }', 26, 'BIND gives a value to ?o'],
    ['ASK { FILTER EXISTS { BIND(1 AS ?o) BIND(2 AS ?o) } }', 47, 'BIND gives a value to ?o'],
    ['ASK { OPTIONAL { ?s ?p ?o } BIND(1 AS ?o) }', 39, 'BIND gives a value to ?o'],
    ['ASK { VALUES (?a ?b) { (1 2) (1) } }', 7, 'a row of VALUES has fewer terms than variables'],
  ])('%s', async (text, column, detail) => {
    expect(() => ask(text)).toThrow('error at');
    await expect(readQuery(text)).rejects.toMatchObject({
      name: 'QueryFault',
      detail: expect.stringContaining(detail) as string,
      place: { line: 1, column },
    });
  });

  it.each([
    'SELECT ?p (COUNT(?x) AS ?n) { ?x ?p ?o } GROUP BY ?p HAVING (COUNT(?x) > 1) ORDER BY ?n',
    'SELECT (?p + COUNT(?x) AS ?n) { ?x ?p ?o } GROUP BY ?p',
    'SELECT ?q { ?x ?p ?o } GROUP BY (STR(?p) AS ?q)',
    'SELECT ?p { ?x ?p ?o } GROUP BY (?p AS ?q)',
    'SELECT (EXISTS { ?p ?q ?r } AS ?n) (COUNT(*) AS ?m) { ?x ?p ?o }',
    'SELECT ?x (1 + 1 AS ?y) (?y + 1 AS ?z) { ?x ?p ?o FILTER EXISTS { SELECT (COUNT(*) AS ?n) {} } }',
    'SELECT (?o AS ?s) { FILTER(?s) ?x ?p ?o MINUS { ?s ?a ?b } }',
    'SELECT ?x (MAX(?y) AS ?m) { ?x ?p ?y { SELECT ?m {} } } GROUP BY ?x',
    'SELECT * { BIND(1 AS ?o) ?s ?p ?o }',
    'SELECT * { ?s ?p ?o { BIND(1 AS ?o) } OPTIONAL { BIND(1 AS ?o) } }',
    'SELECT * { { BIND(1 AS ?o) } UNION { BIND(2 AS ?o) } }',
    'SELECT * { MINUS { ?o ?p ?s } FILTER(?o) BIND(1 AS ?o) }',
    'SELECT * { VALUES () { () } VALUES (?a ?b) { (UNDEF UNDEF) } }',
  ])('take what Oxigraph takes: %s', async (text) => {
    expect(() => ask(text)).not.toThrow();
    await expect(readQuery(text)).resolves.toMatchObject({ form: 'SELECT' });
  });

  it.each([
    'ASK { VALUES (?a) { (1 2) } }',
    'SELECT (COUNT(COUNT(?x)) AS ?n) {}',
    'ASK { FILTER(COUNT(?x) > 1) }',
  ])('leave to the parser: %s', async (text) => {
    await expect(readQuery(text)).rejects.toMatchObject({ name: 'QueryFault' });
  });

  it('take time that is linear in the length of the query', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `?v${index}`);
    const start = performance.now();
    await readQuery(`SELECT ${names.join(' ')} {} GROUP BY ${names.join(' ')}`);
    await readQuery(`ASK { ${names.map((name) => `BIND(1 AS ${name})`).join(' ')} }`);
    expect(performance.now() - start).toBeLessThan(60_000);
  });
});
