import { describe, expect, it } from 'vitest';
import { QueryFault } from '../../src/engine/engine-task.ts';
import { readQuery } from '../../src/query/read-query.ts';

async function faultOf(text: string): Promise<QueryFault> {
  try {
    await readQuery(text);
  } catch (error) {
    if (error instanceof QueryFault) return error;
    throw error;
  }
  throw new Error(`no fault was thrown for ${text.slice(0, 80)}`);
}

const nothing = { union: false, records: false, own: [] };
const union = { ...nothing, union: true };
const records = { ...nothing, records: true };

describe('readQuery: the form', () => {
  it.each([
    ['SELECT * { ?s ?p ?o }', 'SELECT'],
    ['# SELECT\nask{}', 'ASK'],
    ['BASE <http://select/>\nPREFIX ask: <http://a/>\nConstruct WHERE { ?s ?p ?o }', 'CONSTRUCT'],
    ['DESCRIBE <http://a/SELECT>', 'DESCRIBE'],
    ['SELECT ?insert { ?insert <http://x/drop> "DELETE" }', 'SELECT'],
  ])('knows that of %j', async (text, form) => {
    expect((await readQuery(text)).form).toBe(form);
  });
});

describe('readQuery: relative IRIs', () => {
  it.each([
    ['ASK { ?s <name> ?o }', 10],
    ['ASK FROM <x> { ?s ?p ?o }', 10],
    ['ASK { ?s ?p "1"^^<int> , <#a> }', 18],
  ])('are refused at their place in %s', async (text, column) => {
    const fault = await faultOf(text);
    expect(fault.detail).toMatch(/^this IRI is relative to nothing/u);
    expect(fault.place).toEqual({ line: 1, column });
  });

  it('are resolved against the base', async () => {
    const { reads } = await readQuery('BASE <http://x/> ASK FROM <y> { ?s <name> ?o }');
    expect(reads.stated?.from).toEqual(['http://x/y']);
  });
});

describe('readQuery: long words', () => {
  const long = 'true.'.repeat(2000);

  it.each([
    ['in comments', `ASK {} # ${long}`],
    ['in texts', `ASK { ?s ?p "${long}" , '''${long}"\\'''' }`],
    ['in IRIs', `ASK { ?s <http://x/#${long}> ?o }`],
  ])('may stand %s', async (_, text) => {
    expect((await readQuery(text)).form).toBe('ASK');
  });

  it.each([
    ['alone', `ASK { ?s ?p ${long} }`, 13],
    ['behind an IRI with a fragment', `ASK { <a:b#c> ?p ${long} }`, 18],
    ['behind a text that is not one', `ASK { ?s ?p "a" ${long} }`, 17],
  ])('are refused %s', async (_, text, column) => {
    const fault = await faultOf(text);
    expect(fault.detail).toBe('names and words have at most 1000 characters');
    expect(fault.place).toEqual({ line: 1, column });
  });
});

describe('readQuery: the graphs that a query reads', () => {
  it.each([
    // No pattern.
    ['SELECT (1+1 AS ?x) {}', nothing],
    ['ASK { VALUES ?x { 1 } FILTER(?x = 1) BIND(2 AS ?y) { { } UNION {} } }', nothing],
    ['CONSTRUCT { <a:a> <a:b> <a:c> } {}', nothing],
    // The default graph.
    ['SELECT * { ?s ?p ?o }', union],
    ['SELECT * { ?s <http://p>* ?o }', union],
    ['SELECT * { <a:a> <http://p>? <a:a> }', union],
    ['SELECT * { ?s ?p "GRAPH ?g" } # GRAPH ?g {}', union],
    ['PREFIX graph: <http://x/> SELECT * { ?graph graph:GRAPH <u:GRAPH> }', union],
    ['ASK { [ ?p 1 ] }', union],
    ['CONSTRUCT WHERE { ?s ?p ?o }', union],
    ['DESCRIBE <a:a>', union],
    ['DESCRIBE ?s { GRAPH ?g { ?s ?p ?o } }', { ...union, records: true }],
    ['ASK { FILTER EXISTS { ?s ?p ?o } }', union],
    ['ASK { BIND(NOT EXISTS { ?s ?p ?o } AS ?x) }', union],
    ['SELECT (EXISTS { ?s ?p ?o } AS ?x) {}', union],
    ['SELECT (COUNT(*) AS ?n) {} HAVING (EXISTS { ?s ?p ?o })', union],
    ['SELECT ?x { VALUES ?x { 1 } } ORDER BY (EXISTS { ?s ?p ?o })', union],
    ['SELECT ?x { VALUES ?x { 1 } } GROUP BY ?x (EXISTS { ?s ?p ?o } AS ?y)', union],
    ['ASK { {} MINUS { ?s ?p ?o } }', union],
    ['ASK { OPTIONAL { ?s ?p ?o } }', union],
    ['ASK { { SELECT * { ?s ?p ?o } } }', union],
    ['ASK { GRAPH <a:g> { ?s ?p ?o } ?s ?p ?o }', { ...union, records: true }],
    // Record graphs by name.
    ['SELECT * { GRAPH ?g { ?s ?p ?o } }', records],
    ['SELECT * { GRAPH ?g {} }', records],
    ['select*{graph<http://x/>{?s?p?o}}', records],
    ['ASK { GRAPH ?g { FILTER EXISTS { ?s ?p ?o } { SELECT * { ?a ?b ?c } } } }', records],
    ['ASK { FILTER EXISTS { GRAPH ?g { ?s ?p ?o } } }', records],
    ['CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <a:g> { ?s ?p ?o } }', records],
    // Derived graphs.
    ['ASK { GRAPH <urn:cdif-graph:index> { ?s ?p ?o } }', { ...nothing, own: ['index'] }],
    [
      'PREFIX u: <urn:cdif-graph:> PREFIX urn: <urn:> ASK { GRAPH u:problems { GRAPH urn:cdif-graph:index { ?s ?p ?o } } }',
      { ...nothing, own: ['index', 'problems'] },
    ],
    [
      'PREFIX u: <urn:cdif> ASK { GRAPH u:\\-graph:index { ?s ?p ?o } }',
      { ...nothing, own: ['index'] },
    ],
    ['BASE <urn:cdif-graph:index> ASK { GRAPH <> { ?s ?p ?o } }', { ...nothing, own: ['index'] }],
    ['ASK { GRAPH <urn:cdif\\u002Dgraph:index> { ?s ?p ?o } }', { ...nothing, own: ['index'] }],
    [
      'ASK { GRAPH ?g { ?s ?p ?o } VALUES ?g { <urn:cdif-graph:provenance> } }',
      { ...records, own: ['provenance'] },
    ],
    [
      'ASK { GRAPH ?g { ?s ?p ?o } FILTER(?g = IRI("urn:cdif-graph:index")) }',
      { ...records, own: ['index'] },
    ],
    // Names of variables that are names in the syntax tree, too.
    [
      'ASK { VALUES (?type ?loc ?prefix) { (UNDEF <urn:cdif-graph:index> rdf:type) (1 2 3) } }',
      { ...nothing, own: ['index'] },
    ],
    ['ASK { <urn:cdif-graph:index> ?p ?o }', { ...union, own: ['index'] }],
    ['CONSTRUCT { ?s a <urn:cdif-graph:index> } WHERE { ?s ?p ?o }', { ...union, own: ['index'] }],
    ['ASK { ?s <urn:cdif-graph:index>/<a:b>* ?o }', { ...union, own: ['index'] }],
    ['PREFIX i: <urn:cdif-graph:index> ASK { ?s ?p ?o }', union],
    ['ASK { GRAPH <urn:cdif-graph:indexes> {} }', records],
    // Datasets.
    [
      'SELECT * FROM <http://x/> { ?s ?p ?o }',
      { ...records, stated: { from: ['http://x/'], fromNamed: [] } },
    ],
    [
      'BASE <http://x/> PREFIX u: <urn:cdif-graph:> ASK FROM NAMED <a> FROM <b> FROM u:index FROM NAMED u:problems { GRAPH ?g {} }',
      {
        ...records,
        own: ['index', 'problems'],
        stated: {
          from: ['http://x/b', 'urn:cdif-graph:index'],
          fromNamed: ['http://x/a', 'urn:cdif-graph:problems'],
        },
      },
    ],
    [
      'ASK FROM NAMED <urn:cdif-graph:index> { GRAPH ?g { ?s ?p ?o } ?s ?p ?o }',
      { ...nothing, own: ['index'], stated: { from: [], fromNamed: ['urn:cdif-graph:index'] } },
    ],
    ['DESCRIBE <a:a> FROM <a:g>', { ...records, stated: { from: ['a:g'], fromNamed: [] } }],
  ])('knows those of %s', async (text, reads) => {
    const { byIri, ...graphs } = (await readQuery(text)).reads;
    expect(graphs).toEqual(reads);
    expect(byIri).not.toBe(false);
  });

  it.each([
    ['ASK { GRAPH <a:g> {} }', true],
    ['PREFIX a: <a:> ASK { GRAPH ?g { FILTER EXISTS { GRAPH a:g { ?s ?p ?o } } } }', true],
    ['DESCRIBE ?s FROM <a:g> { GRAPH <urn:cdif-graph:index> { ?s ?p ?o } }', true],
    ['ASK FROM NAMED <a:g> { GRAPH ?g { ?s ?p "GRAPH <a:g>" } }', undefined],
  ])('knows whether an IRI names one in %s', async (text, byIri) => {
    expect((await readQuery(text)).reads.byIri).toBe(byIri);
  });
});

describe('readQuery refuses', () => {
  it.each([
    ['INSERT DATA { <a:a> <a:b> <a:c> }', 'INSERT', 1, 1],
    ['# with care\nPREFIX a: <http://a/>\n  delete where { ?s a:b ?o }', 'DELETE', 3, 3],
    ['WITH <http://g/> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }', 'WITH', 1, 1],
    ['DROP ALL', 'DROP', 1, 1],
    ['LOAD <http://x/>', 'LOAD', 1, 1],
    ['ADD DEFAULT TO <http://x/>', 'ADD', 1, 1],
    ['ASK {} ; CLEAR ALL', 'CLEAR', 1, 10],
  ])('the update %j', async (text, word, line, column) => {
    const fault = await faultOf(text);
    expect(fault.place).toEqual({ line, column });
    expect(fault.detail).toBe(`${word} would change the catalogue, which only a harvest does`);
  });

  it('SERVICE, wherever it occurs', async () => {
    const text = 'SELECT * {\n  OPTIONAL { SERVICE SILENT <http://x/sparql> { ?s ?p ?o } } }';
    const fault = await faultOf(text);
    expect(fault.place).toEqual({ line: 2, column: 14 });
    expect(fault.message).toContain('another endpoint');
    const twice = 'ASK { FILTER EXISTS { SERVICE ?x {} } SERVICE ?y {} }';
    expect((await faultOf(twice)).place).toEqual({ line: 1, column: 23 });
    expect((await readQuery('SELECT ?service { ?s ?p "SERVICE" }')).form).toBe('SELECT');
  });

  it('a prefix that is neither declared nor usual, at its first occurrence', async () => {
    const text = 'PREFIX a: <http://a/>\nSELECT * { ?s a:b "é😀" ; bog:name ?n ; fen:x 1 }';
    const fault = await faultOf(text);
    expect(fault.detail).toBe(
      'the prefix bog: is not declared; begin the query with PREFIX bog: <…>',
    );
    expect(fault.place).toEqual({ line: 2, column: 26 });
    expect((await faultOf('SELECT * { ?s :name ?n }')).message).toContain('PREFIX : <…>');
    expect((await faultOf('ASK { ?s ?p "1"^^bog:int }')).place?.column).toBe(18);
    expect((await faultOf('ASK { ?s constructor:x 1 }')).message).toContain('constructor:');
  });

  it.each([
    ['', 1, 'it ends where SELECT, CONSTRUCT, DESCRIBE or ASK is expected'],
    ['SELEKT * {}', 1, 'SELEKT is no word of SPARQL'],
    ['SELECT * {', 11, 'it ends where a pattern or } is expected'],
    ['SELECT {}', 8, '{ stands where *, a variable or ( is expected'],
    ['ASK { ?s ?p }', 13, '} stands where a variable, an IRI or a literal is expected'],
    ['ASK { ?s ?p ?o ?x }', 16, '?x stands where a dot or } is expected'],
    ['ASK { ?s ?p ?o . . }', 18, '. stands where a pattern or } is expected'],
    ['ASK { ?s ?p ?o } }', 18, '} stands where the end of the query is expected'],
    [
      'ASK { FILTER ?x }',
      14,
      '?x stands where an expression in parentheses or a function is expected',
    ],
    ['ASK { FILTER(?x = ) }', 19, ') stands where an expression is expected'],
    [
      'ASK { ?s == 1 }',
      10,
      '= stands where a property (an IRI, a variable, a path or a) is expected',
    ],
    ['ASK { ?s ?p "x }', 13, 'the string that begins here has no end, or a line break in it'],
    [
      'ASK { ?s <a b> ?o }',
      10,
      'the IRI that begins here has a blank or another character that IRIs cannot have',
    ],
    ['ASK { FILTER(?a <5 && foo) }', 23, 'foo is no word of SPARQL'],
    ['ASK {} LIMIT x', 14, 'x is no word of SPARQL'],
    ['ASK {} ORDER ?s', 14, '?s stands where BY is expected'],
    ['ASK {} LIMIT', 13, 'it ends where a whole number is expected'],
    ['PREFIX a <http://x/>', 8, 'a stands where a prefix with its colon is expected'],
    ['ASK FROM { }', 10, '{ stands where an IRI, a name with a prefix or NAMED is expected'],
  ])('%j, with a place and a reason that people understand', async (text, column, detail) => {
    const fault = await faultOf(text);
    expect(fault.detail).toBe(detail);
    expect(fault.place).toEqual({ line: 1, column });
  });

  it.each([
    ['braces', `ASK ${'{'.repeat(10_000)}${'}'.repeat(10_000)}`],
    ['parentheses', `ASK { FILTER${'('.repeat(10_000)}1${')'.repeat(10_000)} }`],
    ['brackets', `ASK { ${'[ ?p '.repeat(10_000)} 1 ${']'.repeat(10_000)} }`],
    ['a text', `ASK { ?s ?p "${'x'.repeat(5_000_000)}" }`],
    ['an IRI', `ASK { ?s ?p <a:${'x'.repeat(5_000_000)}> }`],
    ['a name', `ASK { ?s ?p ${'true.'.repeat(100_000)} }`],
    ['blanks of an update', `DELETE${' '.repeat(100_000)}`],
  ])('what is too deep or long, without falling over: %s', async (_, text) => {
    const start = performance.now();
    await faultOf(text);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect((await readQuery('ASK {}')).form).toBe('ASK');
  });

  it('no query only because it is long', async () => {
    const start = performance.now();
    const values = `ASK { VALUES ?x { ${'"0123456789abcdef" '.repeat(150_000)} } GRAPH ?g {} }`;
    expect((await readQuery(values)).reads).toEqual(records);
    const unions = `SELECT * { ${'{ ?s ?p ?o } UNION '.repeat(10_000)} {} }`;
    expect((await readQuery(unions)).reads).toEqual(union);
    expect(performance.now() - start).toBeLessThan(60_000);
  });

  it('a long hostile text in linear time', async () => {
    const start = performance.now();
    for (const part of [
      '"',
      "'''",
      '<',
      '\\',
      '#',
      ':',
      '?',
      'a.',
      'a-',
      '"""""',
      'NOT ',
      '\\u0061',
    ]) {
      const reading = readQuery(`SELECT * { ${part.repeat(100_000)}`);
      await expect(reading).rejects.toMatchObject({ name: 'QueryFault' });
    }
    expect(performance.now() - start).toBeLessThan(60_000);
  });
});

describe('readQuery: the text for the engine', () => {
  it('is the given text if nothing has to be added', async () => {
    const text = 'PREFIX schema: <http://x/>\nSELECT ?s { ?s schema:name "xsd:int" # rdf:type\n }';
    expect((await readQuery(text)).text).toBe(text);
    expect((await readQuery('SELECT * {}')).text).toBe('SELECT * {}');
  });

  it('declares the usual prefixes that are used, on the first line', async () => {
    const { text } = await readQuery('# names\nASK { ?s schema:name "1"^^xsd:int }');
    expect(text).toBe(
      'PREFIX schema: <http://schema.org/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> # names\nASK { ?s schema:name "1"^^xsd:int }',
    );
  });

  it('keeps the places of faults', async () => {
    const given = 'SELECT * { ?o schema:é ?s }\nLIMIT 1';
    const { text, faultAsGiven } = await readQuery(given);
    const placeOf = (part: string): unknown => {
      const line = text.split('\n').findIndex((each) => each.includes(part));
      const column = (text.split('\n')[line]?.indexOf(part) ?? 0) + 1;
      return faultAsGiven(new QueryFault('x', text, { line: line + 1, column })).place;
    };
    expect(placeOf('PREFIX')).toEqual({ line: 1, column: 1 });
    expect(placeOf('SELECT')).toEqual({ line: 1, column: 1 });
    expect(placeOf('?o ?s')).toEqual({ line: 1, column: 8 });
    expect(placeOf('{ ?o')).toEqual({ line: 1, column: given.indexOf('{') + 1 });
    expect(placeOf('schema:é')).toEqual({ line: 1, column: given.indexOf('schema') + 1 });
    expect(placeOf('LIMIT')).toEqual({ line: 2, column: 1 });
    expect(faultAsGiven(new QueryFault('x', text)).place).toBeUndefined();
  });

  it('finds places after escapes of code points', async () => {
    const { text } = await readQuery('# \\u00e9\\U0001F600\nSELECT/*{ }'.replace('/', ' '));
    expect(text).toBe('# \\u00e9\\U0001F600\nSELECT *{ }');
    const named = await readQuery('# \\u00e9\\U0001F600\nSELECT * { ?\\u0061 ?p ?o }');
    expect(named.text).toBe('# \\u00e9\\U0001F600\nSELECT  ?a ?p ?o  { ?\\u0061 ?p ?o }');
    const fault = await faultOf('ASK { ?\\u0061 bog:x 1 }');
    expect(fault.place?.column).toBe(15);
  });

  it('leaves to an endpoint what it decides, and declares usual prefixes', async () => {
    const text = 'SELECT * { ?s schema:name ?a ; wdt:P31 <q> SERVICE <http://x/> { ?s ?p ?o } }';
    await expect(readQuery(text)).rejects.toThrow('the prefix wdt: is not declared');
    const read = await readQuery(text, { isForEndpoint: true });
    expect(read.text).toBe(`PREFIX schema: <http://schema.org/> ${text}`);
    await expect(readQuery('SELECT * {', { isForEndpoint: true })).rejects.toThrow('it ends where');
  });
});

describe('a query that is nested too deeply for an engine', () => {
  it.each([
    ['operators', (count: number) => `ASK { FILTER(1${' + 1'.repeat(count)} > 0) }`],
    ['groups', (count: number) => `ASK ${'{'.repeat(count)}${'}'.repeat(count)}`],
    ['alternatives', (count: number) => `ASK { {}${' UNION {}'.repeat(count)} }`],
    ['optional parts', (count: number) => `ASK { ${'OPTIONAL {} '.repeat(count)} }`],
    ['a path', (count: number) => `ASK { ?s <a:a>${'/<a:a>'.repeat(count)} ?o }`],
  ])('is refused where that is asked for: %s', async (_, query) => {
    const maxNesting = 100;
    expect(await readQuery(query(80), { maxNesting })).toMatchObject({ form: 'ASK' });
    await expect(readQuery(query(120), { maxNesting })).rejects.toThrow('it is nested too deeply');
    expect(await readQuery(query(120))).toMatchObject({ form: 'ASK' });
  });

  it('may have long lists of values and triples', async () => {
    const values = `ASK { VALUES ?v { ${'1 '.repeat(1000)} } FILTER(?v IN (1${', 1'.repeat(1000)})) }`;
    expect(await readQuery(values, { maxNesting: 20 })).toMatchObject({ form: 'ASK' });
    const triples = `ASK { ${'?s ?p ?o . '.repeat(1000)} }`;
    expect(await readQuery(triples, { maxNesting: 20 })).toMatchObject({ form: 'ASK' });
  });
});
