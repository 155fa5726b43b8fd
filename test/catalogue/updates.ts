import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Problem } from '../../src/model/problem.ts';
import type { KeptDocument, RecordGraph } from '../../src/model/record.ts';
import type { Retrieval } from '../../src/model/http.ts';
import type { Listing } from '../../src/model/target.ts';
import type { UrlOutcome, UrlUpdate } from '../../src/model/url-update.ts';
import type { SparqlEngine } from '../../src/engine/sparql-engine.ts';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { type CatalogueStore, openEmbeddedStore } from '../../src/catalogue/store.ts';
import { engineInThisThread, type InThisThread } from '../support/engine-in-this-thread.ts';
import { keptSearch } from '../support/search-facts.ts';

export interface RecordDetails {
  readonly key?: string;
  readonly name?: string;
  readonly nquads?: string;
  readonly document?: KeptDocument;
  readonly recordIri?: string;
  readonly describes?: RecordGraph['describes'];
  readonly profiles?: readonly string[];
  readonly conformance?: RecordGraph['conformance'];
  readonly memberOf?: readonly string[];
  readonly search?: string;
}

export interface UpdateDetails extends RecordDetails {
  readonly json?: string;
  readonly sources?: readonly string[];
  readonly listings?: readonly Listing[];
  readonly at?: string;
  readonly run?: string;
  readonly etag?: string;
  readonly route?: KeptDocument['route'];
  readonly finalUrl?: string;
  readonly problems?: readonly Problem[];
  readonly state?: UrlOutcome['state'];
}

type Index = number | string;

export const firstRun = '20261120T113625Z';

/** The URL of a record by its number; an absolute URL is itself. */
export const url = (index: Index): string =>
  /^https?:/u.test(String(index)) ? String(index) : `https://repository.example/record/${index}`;

export const listing = (source = 'example'): Listing => ({
  source,
  found: { by: 'urls' },
  depth: 0,
});

export function kept(
  index: Index,
  json: string,
  route: KeptDocument['route'] = 'embedded',
): KeptDocument {
  const sha256 = createHash('sha256').update(json).digest('hex');
  return { documentUrl: url(index), route, baseIri: url(index), json, sha256 };
}

/** A record of a dataset with a blank node: three statements, unless others are given. */
export function record(
  index: Index,
  document: KeptDocument,
  details: RecordDetails = {},
): RecordGraph {
  const { key, name = `Record ${index}`, recordIri, memberOf = [] } = details;
  const graph = key === undefined ? url(index) : `${url(index)}#${key}`;
  const blank = `_:b${String(index).replaceAll(/\W/gu, '')}`;
  const nquads =
    details.nquads ??
    `<${graph}#it> <http://schema.org/name> ${JSON.stringify(name)} <${graph}> .\n` +
      `<${graph}#it> <http://schema.org/creator> ${blank} <${graph}> .\n` +
      `${blank} <http://schema.org/name> "Somebody" <${graph}> .\n`;
  const describes = details.describes ?? [{ iri: `${graph}#it`, types: [], name, identifiers: [] }];
  return {
    graph,
    documentUrl: url(index),
    ...(key === undefined ? {} : { key }),
    document: document.sha256,
    nquads,
    quads: nquads.split('\n').length - 1,
    ...(recordIri === undefined ? {} : { recordIri }),
    describes,
    profiles: details.profiles ?? [],
    ...(details.conformance && { conformance: details.conformance }),
    memberOf,
    search: details.search ?? keptSearch(...describes.map(() => ({}))),
  };
}

export function retrieved(index: Index, { at, etag, finalUrl }: UpdateDetails = {}): Retrieval {
  return {
    finalUrl: finalUrl ?? url(index),
    redirects: [],
    status: 200,
    at: at ?? '2026-11-20T11:36:27.000Z',
    ...(etag === undefined ? {} : { etag }),
  };
}

export function outcome(index: Index, details: UpdateDetails = {}): UrlOutcome {
  const { at, run = firstRun, state = 'harvested', sources = ['example'], etag } = details;
  return {
    url: url(index),
    listings: details.listings ?? sources.map(listing),
    state,
    at: at ?? '2026-11-20T11:36:27.000Z',
    run,
    ...(etag === undefined ? {} : { etag }),
    problems: details.problems ?? [],
  };
}

/** A complete visit of a URL with one record. */
export function urlUpdate(index: Index, details: UpdateDetails = {}): UrlUpdate {
  const name = details.name ?? `Record ${index}`;
  const document = kept(index, details.json ?? JSON.stringify({ name }), details.route);
  return urlUpdateAt(index, [document], [record(index, document, details)], details);
}

/** A visit of a URL with a record of this many statements, each with this many letters. */
export function largeUpdate(index: number, statements: number, letters: number): UrlUpdate {
  const text = 'x'.repeat(letters);
  const lines = Array.from(
    { length: statements },
    (_, number) => `<urn:a> <urn:says> "${index} ${number} ${text}" <${url(index)}> .\n`,
  );
  return urlUpdate(index, { nquads: lines.join('') });
}

/** A complete visit of a URL with these documents and records. */
export function urlUpdateAt(
  index: Index,
  documents: readonly KeptDocument[],
  graphs: readonly RecordGraph[],
  details: UpdateDetails = {},
): UrlUpdate {
  const content = {
    graphs: new Set(graphs.map(({ graph }) => graph)),
    documents: new Set(documents.map(({ sha256 }) => sha256)),
  };
  return {
    url: url(index),
    run: details.run ?? firstRun,
    retrieval: retrieved(index, details),
    listings: outcome(index, details).listings,
    documents,
    graphs,
    end: { outcome: outcome(index, details), ...content },
  };
}

/** When what was opened is closed: when its test is over, or `afterAll`. */
type End = (close: () => void | Promise<void>) => void;

/** A path in a new folder that is removed at the end; nothing is there yet. */
export function newPath(end: End = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-'));
  end(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'catalogue');
}

/** A catalogue that is closed when the test is over, unless the test did. */
export function openCatalogue(path: string, access: 'read' | 'write' = 'write'): Catalogue {
  return closing(new Catalogue({ path, access }));
}

/** Writes visits in one commit. */
export function commit(catalogue: Catalogue, ...updates: UrlUpdate[]) {
  return catalogue.commit(updates.map((update) => ({ kind: 'update', update })));
}

/** The outcome of the latest visit to a URL. */
export function outcomeAt(catalogue: Catalogue, of: string): UrlOutcome | undefined {
  return catalogue.read((snapshot) => snapshot.outcomeOf(of));
}

/** An engine over a store, in this thread. */
export function openEngine(
  store: CatalogueStore,
  options: InThisThread = {},
  end: End = onTestFinished,
): SparqlEngine {
  return closing(engineInThisThread(store, options), end);
}

/** A store that is closed when the test is over, unless the test did. */
export function openStore(
  path: string,
  access: 'read' | 'write' = 'write',
  end: End = onTestFinished,
): CatalogueStore {
  return closing(openEmbeddedStore({ path, access }), end);
}

/** The state of a catalogue, read at once. */
export function contents(path: string): { change: number; graphs: string[]; text: string } {
  const catalogue = new Catalogue({ path, access: 'read' });
  try {
    return catalogue.read((snapshot) => ({
      change: snapshot.totals().change,
      graphs: [...snapshot.facts()].map(({ graph }) => graph),
      text: [...snapshot.graphs()].map(({ nquads }) => nquads).join(''),
    }));
  } finally {
    void catalogue.close();
  }
}

function closing<Resource extends { close: () => Promise<void> }>(
  resource: Resource,
  end: End = onTestFinished,
): Resource {
  let closed: Promise<void> | undefined;
  const close = resource.close.bind(resource);
  resource.close = async () => (closed ??= close());
  end(async () => resource.close());
  return resource;
}
