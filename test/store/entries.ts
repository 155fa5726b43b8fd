import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RecordEntry } from '../../src/model/receipt.ts';
import type { ExtractionRoute } from '../../src/model/record.ts';
import type { Target } from '../../src/model/target.ts';
import { Catalogue } from '../../src/store/catalogue.ts';
import { Engine } from '../../src/store/engine.ts';
import { openEmbeddedStore } from '../../src/store/embedded-store.ts';
import type { GraphStore, QueryRequest } from '../../src/store/store.ts';

export interface EntryDetails {
  readonly name?: string;
  readonly json?: string;
  readonly nquads?: string;
  readonly source?: string;
  readonly route?: ExtractionRoute;
  readonly at?: string;
  readonly run?: string;
  readonly etag?: string;
  readonly found?: Target['found'];
  readonly finalUrl?: string;
}

/** The graph of a record by its number; an absolute URL is itself. */
export const url = (index: number | string): string =>
  String(index).startsWith('https:') ? String(index) : `https://repository.example/record/${index}`;

/** A record of a dataset with a blank node: three statements, unless others are given. */
export function entry(index: number | string, details: EntryDetails = {}): RecordEntry {
  const graph = url(index);
  const name = details.name ?? `Record ${index}`;
  const blank = `_:b${index}`;
  const nquads =
    details.nquads ??
    `<${graph}#it> <http://schema.org/name> ${JSON.stringify(name)} <${graph}> .\n` +
      `<${graph}#it> <http://schema.org/creator> ${blank} <${graph}> .\n` +
      `${blank} <http://schema.org/name> "Somebody" <${graph}> .\n`;
  return {
    graph: {
      graph,
      documentUrl: graph,
      route: details.route ?? 'embedded',
      baseIri: graph,
      nquads,
      quads: nquads.split('\n').length - 1,
      json: details.json ?? JSON.stringify({ name }),
    },
    target: {
      url: graph,
      source: details.source ?? 'example',
      found: details.found ?? { by: 'urls' },
      depth: 0,
    },
    retrieval: {
      finalUrl: details.finalUrl ?? graph,
      redirects: [],
      status: 200,
      at: details.at ?? '2026-11-20T11:36:27.000Z',
      ...(details.etag === undefined ? {} : { etag: details.etag }),
    },
    run: details.run ?? '20261120T113625Z',
  };
}

/** A path in a new folder that is removed when the test is over; nothing is there yet. */
export function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'catalogue');
}

/** A catalogue that is closed when the test is over, unless the test did. */
export function openCatalogue(path: string, access: 'read' | 'write' = 'write'): Catalogue {
  return closing(new Catalogue({ path, access }));
}

export function openEngine(path: string, maxQuads?: number): Engine {
  return closing(new Engine({ path, ...(maxQuads === undefined ? {} : { maxQuads }) }));
}

/** A store whose engine works in this thread, since a thread needs built files. */
export function openStore(path: string, access: 'read' | 'write' = 'write'): GraphStore {
  let engine: Engine | undefined;
  const inThisThread = {
    query: async (request: QueryRequest) => (engine ??= new Engine({ path })).query(request),
    close: async () => engine?.close(),
  };
  return closing(openEmbeddedStore({ path, access, engine: inThisThread }));
}

/** The state of a catalogue, read at once. */
export function contents(path: string): { change: number; graphs: string[]; text: string } {
  const catalogue = new Catalogue({ path, access: 'read' });
  const snapshot = catalogue.snapshot();
  try {
    return {
      change: snapshot.totals().change,
      graphs: [...snapshot.facts()].map(({ graph }) => graph),
      text: [...snapshot.nquads()].join(''),
    };
  } finally {
    snapshot.end();
    void catalogue.close();
  }
}

function closing<Resource extends { close: () => Promise<void> }>(resource: Resource): Resource {
  let closed: Promise<void> | undefined;
  const close = resource.close.bind(resource);
  resource.close = async () => (closed ??= close());
  onTestFinished(async () => resource.close());
  return resource;
}
