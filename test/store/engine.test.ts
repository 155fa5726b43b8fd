import { describe, expect, it } from 'vitest';
import type { RecordEntry } from '../../src/model/receipt.ts';
import { rememberedChanges } from '../../src/store/catalogue-layout.ts';
import type { EngineFault } from '../../src/store/engine-fault.ts';
import type { QueryFault } from '../../src/store/query-fault.ts';
import type { Engine } from '../../src/store/engine.ts';
import type { QueryDataset } from '../../src/store/store.ts';
import { entry, newPath, openCatalogue, openEngine, url } from './entries.ts';

function rows(engine: Engine, text: string, dataset: QueryDataset = 'records'): string[] {
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

const from = (graph: string): string => names.replace('{', `FROM <${graph}> {`);

/** A record whose blank node has the label that every such record's has. */
function sharedLabel(index: number): RecordEntry {
  const about = (name: string, value: string) =>
    `_:b <http://schema.org/${name}> "${value}" <${url(index)}> .\n`;
  return entry(index, { nquads: about('name', 'a') + about('url', 'b') });
}

describe('Engine', () => {
  it('unites the record graphs, without ours, for a query that names no graph', () => {
    const path = newPath();
    openCatalogue(path).commit({ entries: [entry(1), entry(2)], outcomes: [] });
    const engine = openEngine(path);
    expect(rows(engine, names)).toEqual(['Record 1', 'Record 2']);
    expect(rows(engine, derived)).toEqual(['0']);
  });

  it('has our graphs too where graphs are named, and only then', () => {
    const path = newPath();
    openCatalogue(path).commit({ entries: [entry(1), entry(2)], outcomes: [] });
    const engine = openEngine(path);
    const all = [url(1), url(2), 'urn:cdif-graph:provenance'];
    expect(rows(engine, graphs, 'everything')).toEqual(all);
    expect(rows(engine, derived, 'everything')).toEqual(['2']);
    expect(rows(engine, derived)).toEqual(['0']);
    expect(rows(engine, graphs, 'everything')).toEqual(all);
  });

  it('takes from a query with FROM exactly what it says', () => {
    const path = newPath();
    openCatalogue(path).commit({ entries: [entry(1), entry(2)], outcomes: [] });
    const engine = openEngine(path);
    expect(rows(engine, from(url(2)), 'stated')).toEqual(['Record 2']);
    expect(rows(engine, from('urn:cdif-graph:provenance'), 'stated')).toEqual([]);
    const named = `SELECT ?g FROM NAMED <${url(1)}> { GRAPH ?g { ?s ?p "Somebody" } }`;
    expect(rows(engine, named, 'stated')).toEqual([url(1)]);
  });

  it('follows what is committed, graph by graph, and the provenance with it', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    catalogue.commit({ entries: [entry(1), entry(2)], outcomes: [] });
    const engine = openEngine(path);
    expect(rows(engine, derived, 'everything')).toEqual(['2']);
    const entries = [entry(2, { name: 'New name' }), entry(3)];
    catalogue.commit({ entries, outcomes: [] });
    expect(rows(engine, names)).toEqual(['New name', 'Record 1', 'Record 3']);
    expect(rows(engine, 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }')).toEqual(['9']);
    expect(rows(engine, derived, 'everything')).toEqual(['3']);
    const run = catalogue.beginRun(new Date(0));
    const known = `ASK { GRAPH ?g { <urn:cdif-graph:run:${run}> ?p ?o } }`;
    const request = { text: known, dataset: 'everything', format: 'json' } as const;
    expect(engine.query(request)).toContain('true');
  });

  it('starts anew when it is too far behind to follow', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    catalogue.commit({ entries: [entry(1)], outcomes: [] });
    const engine = openEngine(path);
    expect(rows(engine, names)).toEqual(['Record 1']);
    catalogue.commit({ entries: [entry(1, { name: 'Changed' })], outcomes: [] });
    for (let count = 0; count <= rememberedChanges; count += 1) catalogue.beginRun(new Date(0));
    expect(rows(engine, names)).toEqual(['Changed']);
  });

  it('keeps blank nodes of different graphs apart, and those of one graph together', () => {
    const path = newPath();
    openCatalogue(path).commit({ entries: [sharedLabel(1), sharedLabel(2)], outcomes: [] });
    const engine = openEngine(path);
    const join = 'SELECT ?b { ?b <http://schema.org/name> ?n ; <http://schema.org/url> ?u }';
    expect(new Set(rows(engine, join)).size).toBe(2);
  });

  it('loads a graph that it takes in pieces as one', () => {
    const path = newPath();
    const filler = 'x'.repeat(1_000_000);
    const lines = Array.from(
      { length: 6 },
      (_, index) => `_:b <a:p${index}> "${filler}é" <${url(1)}> .\n`,
    );
    openCatalogue(path).commit({ entries: [entry(1, { nquads: lines.join('') })], outcomes: [] });
    const engine = openEngine(path);
    const count =
      'SELECT (COUNT(DISTINCT ?s) AS ?n) (COUNT(*) AS ?m) { ?s ?p ?o FILTER(STRLEN(?o) = 1000001) }';
    expect(rows(engine, count)).toEqual(['1,6']);
  });

  it('writes the standard formats', () => {
    const path = newPath();
    openCatalogue(path).commit({ entries: [entry(1)], outcomes: [] });
    const engine = openEngine(path);
    const construct = 'CONSTRUCT WHERE { ?it <http://schema.org/name> "Record 1" }';
    const ask = (text: string, format: 'json' | 'tsv' | 'ttl' | 'nq') =>
      engine.query({ text, dataset: 'records', format });
    expect(ask(construct, 'nq')).toBe(`<${url(1)}#it> <http://schema.org/name> "Record 1" .\n`);
    expect(ask(construct, 'ttl')).toContain('"Record 1"');
    expect(ask(names, 'tsv')).toBe('?name\n"Record 1"\n');
    expect(JSON.parse(ask('ASK {}', 'json'))).toMatchObject({ boolean: true });
  });

  it('says where a query is wrong, and goes on', () => {
    const path = newPath();
    openCatalogue(path).commit({ entries: [entry(1)], outcomes: [] });
    const engine = openEngine(path);
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

  it('knows a wrong query before it reads the catalogue', () => {
    const path = newPath();
    openCatalogue(path).commit({ entries: [entry(1)], outcomes: [] });
    // Reading this catalogue would throw another fault.
    const engine = openEngine(path, 1);
    const check = (text: string) => () =>
      engine.check({ text, dataset: 'records', format: 'json' });
    expect(faultOf(check('SELECT * { ?s ?p }')).name).toBe('QueryFault');
    expect(check('SELECT * { ?s ?p ?o }')).not.toThrow();
  });

  it('refuses what would not fit before it fills its memory, and names the way out', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    catalogue.commit({ entries: [entry(1), entry(2)], outcomes: [] });
    const engine = openEngine(path, 10);
    expect(rows(engine, names)).toHaveLength(2);
    const own = faultOf(() => rows(engine, graphs, 'everything'));
    expect(own).toMatchObject({ name: 'EngineFault', trouble: 'too-many-quads' });
    catalogue.commit({ entries: [entry(3), entry(4)], outcomes: [] });
    const fault = faultOf(() => rows(engine, names));
    expect(fault.message).toContain('holds 12 statements');
    expect(fault.message).toContain('cdif-graph export');
  });

  it('names the graph that cannot be read, and does not take the rest for the whole', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const broken = entry(2, { nquads: 'this is no N-Quads\n' });
    catalogue.commit({ entries: [entry(1), broken, entry(3)], outcomes: [] });
    const engine = openEngine(path);
    const read = () => faultOf(() => rows(engine, names));
    expect(read()).toMatchObject({ name: 'EngineFault', trouble: 'unreadable-graph' });
    expect(read().message).toContain('this is no N-Quads');
    catalogue.commit({ entries: [entry(2)], outcomes: [] });
    expect(rows(engine, names)).toEqual(['Record 1', 'Record 2', 'Record 3']);
  });

  it('is not made where there is no catalogue', () => {
    expect(() => openEngine(newPath())).toThrow(/there is no catalogue yet/u);
  });
});
