import { derivedGraphIri } from '../../src/catalogue/derived/derived-terms.ts';
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { RecordWriter } from '../../src/catalogue/record-writer.ts';
import { removeSource, renameSource } from '../../src/catalogue/source-changes.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { inconsistencies } from './consistency.ts';
import {
  commit,
  kept,
  urlUpdate,
  urlUpdateAt,
  newPath,
  openCatalogue,
  openStore,
  outcome,
  record,
  url,
} from './updates.ts';

const at = '2026-11-22T03:00:00.000Z';
const run = '20261122T025900Z';

const tombstones = (catalogue: Catalogue) =>
  catalogue.read((snapshot) => [...snapshot.tombstones()]);

/** A look at a page that has these records, each under a key. */
function page(keys: readonly string[], details = {}) {
  const document = kept(1, JSON.stringify(keys));
  const records = keys.map((key) =>
    record(1, document, { key, recordIri: `https://id.example/${key}` }),
  );
  return urlUpdateAt(1, [document], records, { at, run, ...details });
}

async function provenanceOf(store: CatalogueStore, sources?: readonly string[]): Promise<string> {
  let text = '';
  for await (const { graph, nquads } of store.statements(sources && { sources })) {
    if (graph === derivedGraphIri('provenance')) text += nquads;
  }
  return text;
}

describe('a record that its URL no longer gives', () => {
  it('leaves a tombstone until it comes back', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, page(['a', 'b'], { sources: ['x', 'y'] }));
    expect(tombstones(catalogue)).toEqual([]);
    commit(catalogue, page(['b']));
    expect(tombstones(catalogue)).toEqual([
      {
        graph: `${url(1)}#a`,
        documentUrl: url(1),
        recordIri: 'https://id.example/a',
        describes: [`${url(1)}#a#it`],
        title: 'Record 1',
        copiedAt: at,
        reason: 'dropped',
        at,
        run,
        sources: ['example', 'x', 'y'],
      },
    ]);
    expect(inconsistencies(catalogue)).toEqual([]);
    commit(catalogue, page(['a', 'b']));
    expect(tombstones(catalogue)).toEqual([]);
  });

  it('leaves none if it only has another graph now', () => {
    const catalogue = openCatalogue(newPath());
    const describes = [{ iri: 'https://id.example/it', types: [], identifiers: [] }];
    commit(catalogue, urlUpdate(1, { describes }));
    const document = kept(1, '{"@graph":[]}');
    const graphs = [
      record(1, document, { key: 'a', describes }),
      record(1, document, { key: 'b' }),
    ];
    commit(catalogue, urlUpdateAt(1, [document], graphs));
    expect(catalogue.read((snapshot) => snapshot.factsOf(url(1)))).toBeUndefined();
    expect(tombstones(catalogue)).toEqual([]);
  });

  it('gives a rebuild as the reason if that no longer derived it', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1));
    await catalogue.close();
    const store = openStore(path);
    const read = new Set([urlUpdate(1).documents[0]?.sha256 ?? '']);
    await store.rederive(url(1), { graphs: [], problems: [], replaced: new Set(), read });
    const [tombstone] = await store.removed(url(1));
    expect(tombstone).toMatchObject({ reason: 'rebuilt', sources: ['example'] });
    expect(tombstone).not.toHaveProperty('run');
    expect(await provenanceOf(store)).not.toContain('wasInvalidatedBy');
  });

  it('names only some of thousands of resources', () => {
    const catalogue = openCatalogue(newPath());
    const describes = Array.from({ length: 2000 }, (_, index) => ({
      iri: `https://id.example/${index}`,
      types: [],
      identifiers: [],
    }));
    commit(catalogue, urlUpdate(1, { describes }));
    commit(catalogue, urlUpdateAt(1, [], []));
    expect(tombstones(catalogue)[0]?.describes).toHaveLength(20);
  });
});

describe('tombstones', () => {
  it('are written if graphs are removed with a reason', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1), urlUpdate(2));
    catalogue.change((data, tally) => {
      const writer = new RecordWriter(data, tally);
      writer.removeGraphs([url(1)], { reason: 'gone', at, run, sources: ['example'] });
      writer.removeGraphs([url(2)]);
    });
    expect(tombstones(catalogue)).toMatchObject([{ graph: url(1), reason: 'gone' }]);
  });

  it('are removed with the last source that listed the record', async () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, page(['a', 'b'], { sources: ['x', 'y'] }), urlUpdate(2, { sources: ['x'] }));
    commit(catalogue, page([], { sources: ['x'] }));
    await renameSource(catalogue, 'y', 'z');
    expect(tombstones(catalogue).map(({ sources }) => sources)).toEqual([
      ['x', 'z'],
      ['x', 'z'],
    ]);
    await removeSource(catalogue, 'x');
    expect(tombstones(catalogue).map(({ sources }) => sources)).toEqual([['z'], ['z']]);
    await removeSource(catalogue, 'z');
    expect(tombstones(catalogue)).toEqual([]);
  });

  it('are not written by the removal of a source', async () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1));
    await removeSource(catalogue, 'example');
    expect(tombstones(catalogue)).toEqual([]);
  });

  it.each([
    ['the IRI of the graph', `${url(1)}#a`, 1],
    ['the URL of the document', url(1), 2],
    ['the IRI of the record in another spelling', 'HTTP://id.example/a', 1],
    ['a resource that was described', `${url(1)}#b#it`, 1],
    ['something else', 'https://id.example/c', 0],
  ])('are found by %s', async (_, name, count) => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, page(['a', 'b']));
    commit(catalogue, page([]));
    await catalogue.close();
    expect(await openStore(path, 'read').removed(name)).toHaveLength(count);
  });

  it('are in the provenance graph of the selected sources', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1, { sources: ['x'], recordIri: 'https://id.example/1' }));
    commit(catalogue, urlUpdate(2, { sources: ['y'] }));
    commit(catalogue, { ...urlUpdateAt(1, [], [], { sources: ['x'], at, run }) });
    await catalogue.close();
    const store = openStore(path, 'read');
    const said = (await provenanceOf(store))
      .split('\n')
      .filter((line) => line.startsWith(`<${url(1)}>`));
    const prov = 'http://www.w3.org/ns/prov#';
    expect(said).toEqual(
      [
        `<http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${prov}Entity>`,
        `<http://purl.org/dc/terms/source> <${url(1)}>`,
        `<${prov}invalidatedAtTime> "${at}"^^<http://www.w3.org/2001/XMLSchema#dateTime>`,
        `<${prov}wasInvalidatedBy> <urn:cdif-graph:run:${run}>`,
        `<urn:cdif-graph:ns#removedBecause> <urn:cdif-graph:ns#dropped>`,
        `<http://purl.org/dc/terms/isPartOf> <urn:cdif-graph:source:x>`,
        `<${prov}specializationOf> <https://id.example/1>`,
        `<http://xmlns.com/foaf/0.1/topic> <${url(1)}#it>`,
      ].map((pair) => `<${url(1)}> ${pair} <${derivedGraphIri('provenance')}> .`),
    );
    expect(await provenanceOf(store, ['y'])).not.toContain('invalidated');
    expect(await provenanceOf(store, ['x'])).toContain(
      'source:x> <http://purl.org/dc/terms/title>',
    );
  });

  it('are not written by a failed visit', () => {
    const catalogue = openCatalogue(newPath());
    commit(catalogue, urlUpdate(1));
    const end = { outcome: outcome(1, { state: 'fetch-failed' }) };
    commit(catalogue, { url: url(1), run, listings: [], documents: [], graphs: [], end });
    expect(tombstones(catalogue)).toEqual([]);
  });
});
