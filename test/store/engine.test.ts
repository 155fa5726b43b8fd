import { describe, expect, it } from 'vitest';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import { usualCharacters } from '../../src/store/catalogue-layout.ts';
import { maxMemory } from '../../src/store/change-memory.ts';
import type { EngineFault } from '../../src/store/engine-fault.ts';
import { neededBytes } from '../../src/store/engine-use.ts';
import { allGraphs, unionOfRecords, type QueryDataset } from '../../src/store/queries.ts';
import type { QueryFault } from '../../src/store/query-fault.ts';
import type { Engine } from '../../src/store/engine.ts';
import { commit, look, newPath, openCatalogue, openEngine, url } from './updates.ts';

function rows(engine: Engine, text: string, dataset: QueryDataset = unionOfRecords): string[] {
  const answer = engine.query({ text, dataset, format: 'csv' });
  return answer.trimEnd().split('\r\n').slice(1).toSorted();
}

function faultOf(action: () => unknown): EngineFault | QueryFault {
  try {
    action();
  } catch (error) {
    // The tests say which one they expect.
    return error as EngineFault | QueryFault;
  }
  throw new Error('nothing was thrown');
}

const names =
  'SELECT ?name { ?it <http://schema.org/name> ?name ; <http://schema.org/creator> ?who }';
const derived = 'SELECT (COUNT(*) AS ?n) { ?it <http://www.w3.org/ns/prov#wasGeneratedBy> ?run }';
const graphs = 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }';

/** Room for so many statements of usual length. */
const room = (quads: number): number => neededBytes({ quads, characters: quads * usualCharacters });

const indexAlone: QueryDataset = { records: false, own: ['index'], defaultGraph: 'union' };

const from = (graph: string): string => names.replace('{', `FROM <${graph}> {`);

/** A record whose blank node has the label that every such record's has. */
function sharedLabel(index: number): UrlUpdate {
  const about = (name: string, value: string) =>
    `_:b <http://schema.org/${name}> "${value}" <${url(index)}> .\n`;
  return look(index, { nquads: about('name', 'a') + about('url', 'b') });
}

describe('Engine', () => {
  it('unites the record graphs, without ours, for a query that names no graph', async () => {
    const path = newPath();
    commit(openCatalogue(path), look(1), look(2));
    const engine = await openEngine(path);
    expect(rows(engine, names)).toEqual(['Record 1', 'Record 2']);
    expect(rows(engine, derived)).toEqual(['0']);
  });

  it('has our graphs too where graphs are named, and only then', async () => {
    const path = newPath();
    commit(openCatalogue(path), look(1), look(2));
    const engine = await openEngine(path);
    const all = [url(1), url(2), 'urn:cdif-graph:index', 'urn:cdif-graph:provenance'];
    expect(rows(engine, graphs, allGraphs)).toEqual(all);
    expect(rows(engine, derived, allGraphs)).toEqual(['2']);
    expect(rows(engine, derived)).toEqual(['0']);
    expect(rows(engine, graphs, allGraphs)).toEqual(all);
  });

  it('answers queries of derived graphs alone without the record graphs, there or not', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, look(1), look(2, { nquads: 'this is no N-Quads\n' }));
    const engine = await openEngine(path);
    const everything = 'SELECT * { ?s ?p ?o }';
    const index = rows(engine, everything, indexAlone);
    expect(index.length).toBeGreaterThan(2);
    // Part of the record graphs is in memory then.
    expect(faultOf(() => rows(engine, names))).toMatchObject({ trouble: 'unreadable-graph' });
    expect(rows(engine, everything, indexAlone)).toEqual(index);
    commit(catalogue, look(2, { nquads: look(2).graphs[0]?.nquads ?? '' }));
    expect(rows(engine, names)).toEqual(['Record 1', 'Record 2']);
    rows(engine, graphs, allGraphs);
    expect(rows(engine, everything, indexAlone)).toEqual(index);
    expect(rows(engine, graphs, indexAlone)).toEqual(['urn:cdif-graph:index']);
  });

  it('takes from a query with FROM exactly what it says', async () => {
    const path = newPath();
    commit(openCatalogue(path), look(1), look(2));
    const engine = await openEngine(path);
    expect(rows(engine, from(url(2)), { ...allGraphs, defaultGraph: 'stated' })).toEqual([
      'Record 2',
    ]);
    expect(
      rows(engine, from('urn:cdif-graph:provenance'), { ...allGraphs, defaultGraph: 'stated' }),
    ).toEqual([]);
    const named = `SELECT ?g FROM NAMED <${url(1)}> { GRAPH ?g { ?s ?p "Somebody" } }`;
    expect(rows(engine, named, { ...allGraphs, defaultGraph: 'stated' })).toEqual([url(1)]);
  });

  it('follows what is committed, graph by graph, and the provenance with it', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, look(1), look(2));
    const engine = await openEngine(path);
    expect(rows(engine, derived, allGraphs)).toEqual(['2']);
    commit(catalogue, look(2, { name: 'New name' }), look(3));
    expect(rows(engine, names)).toEqual(['New name', 'Record 1', 'Record 3']);
    expect(rows(engine, 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }')).toEqual(['9']);
    expect(rows(engine, derived, allGraphs)).toEqual(['3']);
    const { run } = catalogue.beginRun(new Date(0));
    const known = `ASK { GRAPH ?g { <urn:cdif-graph:run:${run}> ?p ?o } }`;
    const request = { text: known, dataset: allGraphs, format: 'json' } as const;
    expect(engine.query(request)).toContain('true');
  });

  it('starts anew when it is too far behind to follow', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, look(1));
    const engine = await openEngine(path);
    expect(rows(engine, names)).toEqual(['Record 1']);
    commit(catalogue, look(1, { name: 'Changed' }));
    catalogue.change((_, tally) => {
      for (let count = 0; count <= maxMemory; count += 1) tally.touched.add(`x${count}`);
    });
    catalogue.beginRun(new Date(0));
    expect(catalogue.read((snapshot) => snapshot.touchedSince(2))).toBeUndefined();
    expect(rows(engine, names)).toEqual(['Changed']);
  });

  it('keeps blank nodes of different graphs apart, and those of one graph together', async () => {
    const path = newPath();
    commit(openCatalogue(path), sharedLabel(1), sharedLabel(2));
    const engine = await openEngine(path);
    const join = 'SELECT ?b { ?b <http://schema.org/name> ?n ; <http://schema.org/url> ?u }';
    expect(new Set(rows(engine, join)).size).toBe(2);
  });

  it('loads a graph that it takes in pieces as one', async () => {
    const path = newPath();
    const filler = 'x'.repeat(1_000_000);
    const lines = Array.from(
      { length: 6 },
      (_, index) => `_:b <a:p${index}> "${filler}é" <${url(1)}> .\n`,
    );
    commit(openCatalogue(path), look(1, { nquads: lines.join('') }));
    const engine = await openEngine(path);
    const count =
      'SELECT (COUNT(DISTINCT ?s) AS ?n) (COUNT(*) AS ?m) { ?s ?p ?o FILTER(STRLEN(?o) = 1000001) }';
    expect(rows(engine, count)).toEqual(['1,6']);
  });

  it('writes the standard formats', async () => {
    const path = newPath();
    commit(openCatalogue(path), look(1));
    const engine = await openEngine(path);
    const construct = 'CONSTRUCT WHERE { ?it <http://schema.org/name> "Record 1" }';
    const ask = (text: string, format: 'json' | 'tsv' | 'ttl' | 'nq') =>
      engine.query({ text, dataset: unionOfRecords, format });
    expect(ask(construct, 'nq')).toBe(`<${url(1)}#it> <http://schema.org/name> "Record 1" .\n`);
    expect(ask(construct, 'ttl')).toContain('"Record 1"');
    expect(ask(names, 'tsv')).toBe('?name\n"Record 1"\n');
    expect(JSON.parse(ask('ASK {}', 'json'))).toMatchObject({ boolean: true });
  });

  it('says where a query is wrong, and goes on', async () => {
    const path = newPath();
    commit(openCatalogue(path), look(1));
    const engine = await openEngine(path);
    const fault = faultOf(() => rows(engine, 'SELECT * {\n  ?s ?p\n}'));
    expect(fault).toMatchObject({ name: 'QueryFault', place: { line: 3, column: 2 } });
    expect(faultOf(() => rows(engine, '')).message).toContain('this cannot stand here');
    const unbound = faultOf(() => rows(engine, 'SELECT (IF(?a, ?b, ?c) AS ?d) {} GROUP BY ?a'));
    expect(unbound.message).toContain('a variable that is unbound');
    expect(unbound.message).not.toMatch(/\[/u);
    const custom = 'SELECT * { ?s ?p ?o FILTER(<http://example.org/f>(?o)) }';
    expect(faultOf(() => rows(engine, custom)).message).toContain('custom function');
    expect(rows(engine, names)).toEqual(['Record 1']);
  });

  it('knows a wrong query before it reads the catalogue', async () => {
    const path = newPath();
    commit(openCatalogue(path), look(1));
    // Reading this catalogue would throw another fault.
    const engine = await openEngine(path, { capacityBytes: 1 });
    const check = (text: string) => () =>
      engine.check({ text, dataset: unionOfRecords, format: 'json' });
    expect(faultOf(check('SELECT * { ?s ?p }')).name).toBe('QueryFault');
    expect(check('SELECT * { ?s ?p ?o }')).not.toThrow();
  });

  it('refuses what would not fit before it fills its memory, and names the way out', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, look(1), look(2));
    const engine = await openEngine(path, { capacityBytes: room(9) });
    expect(rows(engine, names)).toHaveLength(2);
    const own = faultOf(() => rows(engine, graphs, allGraphs));
    expect(own).toMatchObject({ name: 'EngineFault', trouble: 'catalogue-too-large' });
    expect(own.message).toContain('20 statements, 14 or more of them in graphs of ours');
    commit(catalogue, look(3, { sources: ['other'] }), look(4));
    const fault = faultOf(() => rows(engine, names));
    expect(fault.message).toContain('it has 12 statements.');
    expect(fault.message).toContain('Most statements: example (9), other (3).');
    expect(fault.message).toContain('cdif-graph remove --source');
    expect(fault.message).toContain('cdif-graph export');
  });

  it('refuses few statements that are long', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, look(1));
    const engine = await openEngine(path, { capacityBytes: room(10) });
    expect(rows(engine, names)).toHaveLength(1);
    commit(catalogue, look(2, { name: 'x'.repeat(20_000) }));
    expect(faultOf(() => rows(engine, names))).toMatchObject({ trouble: 'catalogue-too-large' });
    commit(catalogue, look(2, { name: 'short' }));
    expect(rows(engine, names)).toHaveLength(2);
  });

  it('counts what our graphs hold, and lets go of them when they do not fit', async () => {
    const path = newPath();
    const problems = Array.from({ length: 20 }, (_, index) => ({
      kind: 'term-undefined' as const,
      url: url(1),
      term: `t${index}`,
    }));
    commit(openCatalogue(path), look(1, { problems }));
    const engine = await openEngine(path, { capacityBytes: room(150) });
    const fault = faultOf(() => rows(engine, graphs, allGraphs));
    expect(fault).toMatchObject({ trouble: 'catalogue-too-large' });
    expect(rows(engine, 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }')).toEqual(['3']);
    const results =
      'SELECT (COUNT(*) AS ?n) { ?s a <http://www.w3.org/ns/shacl#ValidationResult> }';
    expect(rows(await openEngine(path, { capacityBytes: room(300) }), results, allGraphs)).toEqual([
      '20',
    ]);
  });

  it('names a record that is too large, and answers again when it is gone', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const nquads = Array.from(
      { length: 50 },
      (_, index) => `<a:${index}> <a:p> "o" <${url(2)}> .\n`,
    );
    commit(catalogue, look(1), look(2, { nquads: nquads.join('') }));
    const engine = await openEngine(path, { maxRecordQuads: 20 });
    const fault = faultOf(() => rows(engine, names));
    expect(fault).toMatchObject({ name: 'EngineFault', trouble: 'record-too-large' });
    expect(fault.message).toContain(`${url(2)} has 50 statements`);
    expect(fault.message).toContain('docs/stores.md');
    commit(catalogue, look(2));
    expect(rows(engine, names)).toEqual(['Record 1', 'Record 2']);
  });

  it('names the graph that cannot be read, and does not take the rest for the whole', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const broken = look(2, { nquads: 'this is no N-Quads\n' });
    commit(catalogue, look(1), broken, look(3));
    const engine = await openEngine(path);
    const read = () => faultOf(() => rows(engine, names));
    expect(read()).toMatchObject({ name: 'EngineFault', trouble: 'unreadable-graph' });
    expect(read().message).toContain(`${url(2)} cannot be read`);
    commit(catalogue, look(2));
    expect(rows(engine, names)).toEqual(['Record 1', 'Record 2', 'Record 3']);
  });

  it('is not made where there is no catalogue', async () => {
    await expect(openEngine(newPath())).rejects.toThrow(/there is no catalogue yet/u);
  });
});
