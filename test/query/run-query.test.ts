import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import type { SparqlEngine } from '../../src/engine/sparql-engine.ts';
import {
  type QueryFormat,
  renderBoolean,
  renderTable,
  runQuery,
} from '../../src/query/run-query.ts';
import { urlUpdate, newPath, openStore, url } from '../catalogue/updates.ts';
import { engineInThisThread } from '../support/engine-in-this-thread.ts';

async function filled(): Promise<SparqlEngine> {
  const store = openStore(newPath());
  await Promise.all([store.write(urlUpdate(1)), store.write(urlUpdate(2))]);
  return engineInThisThread(store);
}

const select =
  'SELECT ?name { ?it <http://schema.org/name> ?name ; <http://schema.org/creator> ?w } ORDER BY ?name';
const construct =
  'CONSTRUCT { ?it <a:name> ?name } WHERE { ?it <http://schema.org/name> ?name ; <http://schema.org/creator> ?w }';

describe('runQuery', () => {
  it('answers SELECT as a table by default', async () => {
    const engine = await filled();
    expect(await runQuery(engine, { text: select })).toBe('name\n--------\nRecord 1\nRecord 2\n');
    const ask = (format: QueryFormat) => runQuery(engine, { text: select, format });
    expect(await ask('csv')).toBe('name\r\nRecord 1\r\nRecord 2\r\n');
    expect(await ask('tsv')).toBe('?name\n"Record 1"\n"Record 2"\n');
    const json: unknown = JSON.parse(await ask('json'));
    expect(json).toMatchObject({ results: { bindings: [{ name: { value: 'Record 1' } }, {}] } });
    expect(await ask('xml')).toMatch(
      /^<\?xml.*<variable name="name"\/>.*<literal>Record 1<\/literal>.*<\/sparql>\n$/su,
    );
    expect(await runQuery(engine, { text: select, width: 8 })).toContain('Record 1');
  });

  it('answers ASK with a word or as JSON', async () => {
    const engine = await filled();
    expect(await runQuery(engine, { text: 'ASK { ?s ?p "Record 1" }' })).toBe('true\n');
    const json = await runQuery(engine, { text: 'ASK { ?s ?p "no" }', format: 'json' });
    expect(JSON.parse(json)).toMatchObject({ boolean: false });
    expect(json.endsWith('\n')).toBe(true);
    const xml = await runQuery(engine, { text: 'ASK { ?s ?p "no" }', format: 'xml' });
    expect(xml).toContain('<boolean>false</boolean>');
  });

  it.each([construct, `DESCRIBE <${url(1)}#it> <${url(2)}#it>`])(
    'answers %j as Turtle or N-Quads',
    async (text) => {
      const engine = await filled();
      const turtle = new Parser({ format: 'text/turtle' }).parse(await runQuery(engine, { text }));
      const quads = await runQuery(engine, { text, format: 'nq' });
      const parsed = new Parser({ format: 'application/n-quads' }).parse(quads);
      expect(turtle.length).toBeGreaterThanOrEqual(2);
      expect(parsed).toHaveLength(turtle.length);
    },
  );

  it.each([
    [select, 'ttl', 'SELECT cannot be written as ttl; it can be as table, json, xml, csv, tsv'],
    ['ASK {}', 'csv', 'ASK cannot be written as csv; it can be as table, json, xml'],
    [construct, 'table', 'CONSTRUCT cannot be written as table; it can be as ttl, nq'],
    ['DESCRIBE <a:a>', 'json', 'DESCRIBE cannot be written as json; it can be as ttl, nq'],
  ] as const)('refuses what does not fit: %s as %s', async (text, format, message) => {
    const running = runQuery(await filled(), { text, format });
    await expect(running).rejects.toMatchObject({ name: 'UsageFault', exitCode: 3 });
    await expect(running).rejects.toThrow(message);
  });

  it.each([
    ['SELECT * {}', '{"head":{},"boolean":true}', 'the answer to SELECT has a boolean'],
    ['ASK {}', '{"head":{"vars":[]},"results":{"bindings":[]}}', 'the answer to ASK has rows'],
  ])('refuses the answer to another form of query: %s', async (text, answer, message) => {
    const query = async (): Promise<string> => Promise.resolve(answer);
    for (const format of ['table', 'json'] as const) {
      await expect(runQuery({ query }, { text, format })).rejects.toThrow(message);
    }
  });

  it('reads the record graphs and the derived graphs that the query names', async () => {
    const engine = await filled();
    const prov = '?copy <http://www.w3.org/ns/prov#wasGeneratedBy> ?run';
    expect(await runQuery(engine, { text: `ASK { ${prov} } # GRAPH` })).toBe('false\n');
    expect(await runQuery(engine, { text: `ASK { GRAPH ?g { ${prov} } }` })).toBe('false\n');
    const named = `ASK { GRAPH ?g { ${prov} } VALUES ?g { <urn:cdif-graph:provenance> } }`;
    expect(await runQuery(engine, { text: named })).toBe('true\n');
    const from = `ASK FROM <${url(1)}> { ?s ?p "Record 2" }`;
    expect(await runQuery(engine, { text: from })).toBe('false\n');
  });

  it('has the columns of SELECT * in the order of the query', async () => {
    const text = 'SELECT * { ?w <http://schema.org/name> ?name BIND(1 AS ?a) } LIMIT 1';
    const csv = await runQuery(await filled(), { text, format: 'csv' });
    expect(csv.split('\r\n')[0]).toBe('w,name,a');
  });

  it('knows the usual prefixes', async () => {
    const text = 'ASK { ?it schema:name "Record 1"^^xsd:string FILTER(?it != owl:Class) }';
    expect(await runQuery(await filled(), { text })).toBe('true\n');
  });

  it('names the place of a mistake in the given query', async () => {
    const engine = await filled();
    await expect(runQuery(engine, { text: 'SELEKT * {}', format: 'ttl' })).rejects.toMatchObject({
      name: 'QueryFault',
      place: { line: 1, column: 1 },
    });
    // Only the engine knows what it calls a rule.
    const text = 'SELECT * { _:a schema:name ?o . { _:a ?p ?q } }';
    await expect(runQuery(engine, { text })).rejects.toMatchObject({
      name: 'QueryFault',
      detail: expect.stringMatching(/^a rule of SPARQL is broken before this place/u) as string,
      message: expect.stringContaining(`\n  ${text}\n`) as string,
      place: { line: 1, column: text.indexOf('?q') + 2 },
    });
  });

  it.each([
    ['SELECT * { ?s <https://schema.org/name> ?o }', undefined, true],
    ['PREFIX s: <https://schema.org/> SELECT * { ?s s:name ?o }', 'csv', true],
    ['PREFIX s: <https://schema.org/> SELECT * { ?s s:name ?o }', 'xml', true],
    ['ASK { ?s a <http://www.schema.org/Dataset> }', 'json', true],
    ['ASK { ?s a <http://www.schema.org/Dataset> }', 'xml', true],
    ['CONSTRUCT WHERE { ?s <https://schema.org/name> ?o }', undefined, true],
    ['DESCRIBE <https://schema.org/name>', 'nq', true],
    ['SELECT (COUNT(*) AS ?n) (0 AS ?z) { ?s a <https://schema.org/X> }', undefined, true],
    ['SELECT (COUNT(*) AS ?n) (0 AS ?z) { ?s a <https://schema.org/X> }', 'csv', true],
    ['SELECT (COUNT(*) AS ?n) (0 AS ?z) { ?s a <https://schema.org/X> }', 'xml', true],
    ['SELECT (1 AS ?n) (<https://schema.org/X> AS ?z) {}', 'json', false],
    ['SELECT (<https://schema.org/X> AS ?z) {}', 'xml', false],
    ['SELECT (10 AS ?n) { FILTER(<https://schema.org/X> = ?y || true) }', 'xml', false],
    ['SELECT ?n { VALUES ?n { 0 0 } FILTER(<https://schema.org/X> = ?y || true) }', 'csv', false],
    ['SELECT ?n { VALUES ?n { 0 0 } FILTER(<https://schema.org/X> = ?y || true) }', 'json', false],
    ['ASK { ?s <http://schema.org/nothing> ?o }', undefined, false],
    ['ASK { ?s ?p ?o FILTER(?o != <https://schema.org/x>) }', undefined, false],
    ['SELECT * { ?s ?p ?o FILTER(?o != <https://schema.org/x>) }', 'tsv', false],
  ] as const)('hints at the spelling of schema.org: %s as %s', async (text, format, hinted) => {
    const hints: string[] = [];
    await runQuery(await filled(), { text, format, onHint: (hint) => hints.push(hint) });
    expect(hints.map((hint) => hint.includes('PREFIX schema: <http://schema.org/>'))).toEqual(
      hinted ? [true] : [],
    );
  });

  it('passes the time limit and the signal to the engine', async () => {
    const { signal } = new AbortController();
    let handed: unknown;
    const engine = {
      query: async (_request: unknown, control: unknown) => {
        handed = control;
        return '';
      },
    };
    const text = await runQuery(engine, { text: construct, timeoutMs: 5, signal });
    expect(handed).toEqual({ timeoutMs: 5, signal });
    expect(text).toBe('');
  });
});

type Term = { type: string; value: unknown };

const literal = (value: string): Term => ({ type: 'literal', value });
const iri = (value: string): Term => ({ type: 'uri', value });

function table(vars: string[], rows: Record<string, Term>[], width?: number): string[] {
  const json = JSON.stringify({ head: { vars }, results: { bindings: rows } });
  return renderTable(json, width).split('\n').slice(0, -1);
}

describe('renderTable', () => {
  it('aligns columns and shows terms without syntax', () => {
    const rows = [
      { name: literal('Sea ice'), node: iri('http://a.example/1') },
      { name: literal('Salt'), node: { type: 'bnode', value: 'b0' } },
      { node: iri('http://a.example/22') },
    ];
    expect(table(['name', 'node'], rows)).toEqual([
      'name     node',
      '-------  -------------------',
      'Sea ice  http://a.example/1',
      'Salt     _:b0',
      '         http://a.example/22',
    ]);
  });

  it('shows a triple term', () => {
    const value = { subject: iri('a:a'), predicate: iri('a:b'), object: literal('c') };
    expect(table(['t'], [{ t: { type: 'triple', value } }])).toContain('<<( a:a a:b c )>>');
  });

  it('shows the header of an empty answer', () => {
    expect(table(['a', 'bc'], [])).toEqual(['a  bc', '-  --']);
    expect(table([], [{}])).toEqual(['', '', '']);
  });

  it('counts the columns that characters take on a terminal', () => {
    const rows = [
      { a: literal('日本'), b: literal('x') },
      { a: literal('e\u{301}t\u{200D}é'), b: literal('x') },
      { a: literal('👩‍🔬🧪'), b: literal('x') },
      { a: literal('1234'), b: literal('x') },
    ];
    expect(table(['a', 'b'], rows).slice(2)).toEqual([
      '日本  x',
      'e\u{301}t\u{200D}é   x',
      '👩‍🔬🧪  x',
      '1234  x',
    ]);
  });

  it('escapes control characters', () => {
    const hostile = literal('a\n\tb\u{1B}[31m\u{9B}0m\u{7F}\u{202E}c\u{2028}\r\u{0}');
    const [, , line] = table(['a'], [{ a: hostile }]);
    expect(line).toBe(String.raw`a\n\tb\u{1B}[31m\u{9B}0m\u{7F}\u{202E}c\u{2028}\r\u{0}`);
  });

  it('cuts the widest columns to the width of a terminal', () => {
    const rows = [{ id: literal('12345'), a: literal('a'.repeat(50)), b: literal('b'.repeat(40)) }];
    const [head, rule, line] = table(['id', 'a', 'b'], rows, 49);
    expect(line).toBe(`12345  ${'a'.repeat(19)}…  ${'b'.repeat(19)}…`);
    expect(line).toHaveLength(49);
    expect(rule).toHaveLength(49);
    expect(head).toBe(`id     a${' '.repeat(21)}b`);
  });

  it('cuts between characters', () => {
    const [, , line] = table(['a'], [{ a: literal('日本語のデータ') }], 10);
    expect(line).toBe('日本語の…');
  });

  it('keeps a least width of columns', () => {
    const rows = [{ a: literal('a'.repeat(20)), b: literal('b'.repeat(20)) }];
    expect(table(['a', 'b'], rows, 5)[2]).toBe(`${'a'.repeat(7)}…  ${'b'.repeat(7)}…`);
  });

  it('cuts nothing without a width', () => {
    expect(table(['a'], [{ a: literal('a'.repeat(1000)) }])[2]).toHaveLength(1000);
  });
});

describe('renderBoolean', () => {
  it('is one word', () => {
    expect(renderBoolean('{"head":{},"boolean":true}')).toBe('true\n');
  });
});
