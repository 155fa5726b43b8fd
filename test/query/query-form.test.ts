import { describe, expect, it } from 'vitest';
import { scanQuery } from '../../src/query/query-form.ts';
import { QueryFault } from '../../src/store/query-fault.ts';
import { allGraphs, unionOfRecords } from '../../src/store/queries.ts';

function attempt(action: () => unknown): Error | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

function faultOf(text: string): QueryFault {
  const fault = attempt(() => scanQuery(text));
  if (fault instanceof QueryFault) return fault;
  throw new Error('no fault was thrown', { cause: fault });
}

describe('scanQuery', () => {
  it.each([
    ['SELECT * { ?s ?p ?o }', 'SELECT'],
    ['# SELECT\nask{}', 'ASK'],
    [
      'BASE <http://select.example/>\nPREFIX ask: <http://a/>\nConstruct WHERE { ?s ?p ?o }',
      'CONSTRUCT',
    ],
    ['DESCRIBE <http://a/SELECT>', 'DESCRIBE'],
    ['', undefined],
    ['garbage', undefined],
  ])('knows the form of %j', (text, form) => {
    expect(scanQuery(text).form).toBe(form);
  });

  it.each([
    'SELECT * { ?s ?p ?o }',
    'SELECT * { ?graph ?p $from }',
    'PREFIX graph: <http://x/> PREFIX from: <http://y/> SELECT * { ?s graph:GRAPH from:from }',
    'SELECT * { <http://x/GRAPH> <GRAPH> ?o } # GRAPH ?g { FROM }',
    `SELECT * { ?s ?p "GRAPH", 'FROM', """a " "" GRAPH \\""" FROM""", '''GRAPH''', "\\"GRAPH" }`,
    'SELECT * { ?s ?p "x"@from ; ?q _:graph }',
    'SELECT * { ?s ?p ?o FILTER(?a<?b && ?c>?d) FILTER(?a < 3) }',
    'PREFIX : <http://x/> SELECT * { ?s :graph :from\\-GRAPH , :a.GRAPH }',
    'SELECT * { ?s ?p "an open string GRAPH ',
    "SELECT * { ?s ?p '''an open string GRAPH '",
  ])('finds no graph named in %j', (text) => {
    expect(scanQuery(text).dataset).toEqual(unionOfRecords);
  });

  it.each([
    ['SELECT * { GRAPH ?g { ?s ?p ?o } }', allGraphs],
    ['select * { graph<http://x/>{ ?s ?p ?o } }', allGraphs],
    ['SELECT * { ?s ?p "a\\\\" . GRAPH ?g {} }', allGraphs],
    ['SELECT * { ?s ?p """a""" . GRAPH ?g {} }', allGraphs],
    ["SELECT * { ?s ?p '' . GRAPH ?g {} }", allGraphs],
    ['SELECT * { ?s ?p <x#y> . GRAPH ?g {} }', allGraphs],
    ['SELECT * FROM <http://x/> { ?s ?p ?o }', { ...allGraphs, defaultGraph: 'stated' }],
    [
      'SELECT * FROM NAMED <http://x/> { GRAPH ?g { ?s ?p ?o } }',
      { ...allGraphs, defaultGraph: 'stated' },
    ],
    ['SELECT * { { SELECT * { GRAPH ?g {} } } } # FROM', allGraphs],
    [
      'SELECT * FROM NAMED <urn:cdif-graph:index> from<urn:cdif-graph:problems> { GRAPH ?g {} }',
      { records: false, own: ['index', 'problems'], defaultGraph: 'stated' },
    ],
    [
      'SELECT * FROM NAMED <urn:cdif-graph:index> FROM NAMED <http://x/> { GRAPH ?g {} }',
      { ...allGraphs, defaultGraph: 'stated' },
    ],
    [
      'PREFIX g: <urn:cdif-graph:> SELECT * FROM NAMED <urn:cdif-graph:index> FROM g:problems {}',
      { ...allGraphs, defaultGraph: 'stated' },
    ],
  ])('finds the graphs named in %j', (text, dataset) => {
    expect(scanQuery(text).dataset).toEqual(dataset);
  });

  it.each([
    ['INSERT DATA { <a:a> <a:b> <a:c> }', 1, 1],
    ['# with care\nPREFIX a: <http://a/>\n  delete where { ?s a:b ?o }', 3, 3],
    ['WITH <http://g/> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }', 1, 1],
    ['DROP ALL', 1, 1],
  ])('refuses the update %j', (text, line, column) => {
    const fault = faultOf(text);
    expect(fault).toMatchObject({ name: 'QueryFault', place: { line, column } });
    expect(fault.message).toContain('which only a harvest does');
  });

  it('takes the name of an update for no update elsewhere', () => {
    expect(scanQuery('SELECT ?insert { ?insert <http://x/drop> "DELETE" }').form).toBe('SELECT');
  });

  it('refuses to ask other endpoints', () => {
    const fault = faultOf('SELECT * {\n  SERVICE SILENT <http://x/sparql> { ?s ?p ?o }\n}');
    expect(fault.place).toEqual({ line: 2, column: 3 });
    expect(fault.message).toContain('another endpoint');
    expect(scanQuery('SELECT ?service { ?s ?p "SERVICE" }').form).toBe('SELECT');
  });

  it('names a prefix that is not declared, and where it is first used', () => {
    const fault = faultOf('PREFIX a: <http://a/>\nSELECT * { ?s a:b "é😀" ; schema:name ?n }');
    expect(fault.message).toContain('the prefix schema: is not declared');
    expect(fault.place).toEqual({ line: 2, column: 26 });
    expect(faultOf('SELECT * { ?s :name ?n }').message).toContain('PREFIX : <…>');
    expect(faultOf('SELECT * { ?s ?p "1"^^xsd:int }').message).toContain('xsd:');
  });

  it('leaves an IRI that is none to the engine', () => {
    expect(scanQuery('SELECT * { ?s <http://a b> ?o }').form).toBe('SELECT');
  });

  it('takes a long hostile text in its stride', () => {
    const start = performance.now();
    for (const part of ['"', "'''", '<', '\\', '#', ':', '?', 'a.', '"""""']) {
      const fault = attempt(() => scanQuery(`SELECT * { ${part.repeat(100_000)}`));
      expect([undefined, 'QueryFault']).toContain(fault?.name);
    }
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
