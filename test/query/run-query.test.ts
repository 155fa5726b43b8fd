import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import type { QueryFormat } from '../../src/query/query-format.ts';
import { runQuery } from '../../src/query/run-query.ts';
import type { GraphStore } from '../../src/store/store.ts';
import { look, newPath, openStore, url } from '../store/updates.ts';

async function filled(): Promise<GraphStore> {
  const store = openStore(newPath());
  await Promise.all([store.write(look(1)), store.write(look(2))]);
  return store;
}

const select =
  'SELECT ?name { ?it <http://schema.org/name> ?name ; <http://schema.org/creator> ?w } ORDER BY ?name';
const construct =
  'CONSTRUCT { ?it <a:name> ?name } WHERE { ?it <http://schema.org/name> ?name ; <http://schema.org/creator> ?w }';

describe('runQuery', () => {
  it('answers SELECT as a table, unless another format is asked for', async () => {
    const store = await filled();
    expect(await runQuery(store, { text: select })).toBe('name\n--------\nRecord 1\nRecord 2\n');
    const ask = (format: QueryFormat) => runQuery(store, { text: select, format });
    expect(await ask('csv')).toBe('name\r\nRecord 1\r\nRecord 2\r\n');
    expect(await ask('tsv')).toBe('?name\n"Record 1"\n"Record 2"\n');
    const json: unknown = JSON.parse(await ask('json'));
    expect(json).toMatchObject({ results: { bindings: [{ name: { value: 'Record 1' } }, {}] } });
    expect(await runQuery(store, { text: select, width: 8 })).toContain('Record 1');
  });

  it('answers ASK with a word or as JSON', async () => {
    const store = await filled();
    expect(await runQuery(store, { text: 'ASK { ?s ?p "Record 1" }' })).toBe('true\n');
    const json = await runQuery(store, { text: 'ASK { ?s ?p "no" }', format: 'json' });
    expect(JSON.parse(json)).toMatchObject({ boolean: false });
    expect(json.endsWith('\n')).toBe(true);
  });

  it.each([construct, `DESCRIBE <${url(1)}#it> <${url(2)}#it>`])(
    'answers %j as Turtle or N-Quads',
    async (text) => {
      const store = await filled();
      const turtle = new Parser({ format: 'text/turtle' }).parse(await runQuery(store, { text }));
      const quads = await runQuery(store, { text, format: 'nq' });
      const parsed = new Parser({ format: 'application/n-quads' }).parse(quads);
      expect(turtle.length).toBeGreaterThanOrEqual(2);
      expect(parsed).toHaveLength(turtle.length);
    },
  );

  it.each([
    [select, 'ttl', 'SELECT cannot be written as ttl; it can be as table, json, csv, tsv'],
    ['ASK {}', 'csv', 'ASK cannot be written as csv; it can be as table, json'],
    [construct, 'table', 'CONSTRUCT cannot be written as table; it can be as ttl, nq'],
    ['DESCRIBE <a:a>', 'json', 'DESCRIBE cannot be written as json; it can be as ttl, nq'],
  ] as const)('refuses what does not fit: %s as %s', async (text, format, message) => {
    const running = runQuery(await filled(), { text, format });
    await expect(running).rejects.toMatchObject({ name: 'UsageFault', exitCode: 3 });
    await expect(running).rejects.toThrow(message);
  });

  it('asks the record graphs alone unless the query names a graph', async () => {
    const store = await filled();
    const prov = '?copy <http://www.w3.org/ns/prov#wasGeneratedBy> ?run';
    expect(await runQuery(store, { text: `ASK { ${prov} } # GRAPH` })).toBe('false\n');
    expect(await runQuery(store, { text: `ASK { GRAPH ?g { ${prov} } }` })).toBe('true\n');
    const from = `ASK FROM <${url(1)}> { ?s ?p "Record 2" }`;
    expect(await runQuery(store, { text: from })).toBe('false\n');
  });

  it('passes on what the engine says about something that is no query', async () => {
    const store = await filled();
    const running = runQuery(store, { text: 'SELEKT * {}', format: 'ttl' });
    await expect(running).rejects.toMatchObject({ name: 'QueryFault', place: { line: 1 } });
    await expect(runQuery(store, { text: '' })).rejects.toMatchObject({ name: 'QueryFault' });
  });

  it('hands on the time-out and the signal', async () => {
    const { signal } = new AbortController();
    let handed: unknown;
    const store = {
      query: async (_request: unknown, control: unknown) => {
        handed = control;
        return '';
      },
    };
    const text = await runQuery(store, { text: construct, timeoutMs: 5, signal });
    expect(handed).toEqual({ timeoutMs: 5, signal });
    expect(text).toBe('');
  });
});
