import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createExpandStage } from '../../src/expand/expand-stage.ts';
import { problemsOfOutcome } from '../../src/model/outcome.ts';
import type { Problem } from '../../src/model/problem.ts';
import type { JsonLdDocument, KeptDocument, RecordGraph } from '../../src/model/record.ts';
import type { RebuildRequest } from '../../src/pipeline/rebuild.ts';
import { openEmbeddedStore, type CatalogueStore } from '../../src/catalogue/store.ts';

type Derive = RebuildRequest['derive'];

interface VisitOptions {
  readonly derive?: Derive;
  /** What another program would have made of it. */
  readonly change?: (graph: RecordGraph) => RecordGraph;
}

export interface VisitedCatalogue extends CatalogueStore {
  /** Looks at a URL as a harvest does: what failed leaves everything that was there. */
  visit(url: string, documents: readonly JsonLdDocument[], options?: VisitOptions): Promise<void>;
}

const now = (): Date => new Date('2026-11-21T09:00:00.000Z');

/** A catalogue that is removed when the test is over. */
export function catalogue(): VisitedCatalogue {
  const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-'));
  const store = openEmbeddedStore({ path: join(folder, 'catalogue'), access: 'write' });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return Object.assign(store, {
    visit: async (url: string, documents: readonly JsonLdDocument[], options: VisitOptions = {}) =>
      visit(store, { url, documents, options }),
  });
}

async function visit(
  store: CatalogueStore,
  {
    url,
    documents,
    options,
  }: {
    readonly url: string;
    readonly documents: readonly JsonLdDocument[];
    readonly options: VisitOptions;
  },
): Promise<void> {
  const { derive: stage = derive(), change = (graph) => graph } = options;
  const { run } = await store.beginRun(now());
  const kept: KeptDocument[] = [];
  const graphs: RecordGraph[] = [];
  const problems: Problem[] = [];
  let isWhole = true;
  const isList = documents.some((each) => each.piece !== undefined);
  for (const some of isList ? documents.map((each) => [each]) : [documents]) {
    for await (const outcome of stage.process(some, {
      signal: new AbortController().signal,
      now,
    })) {
      problems.push(...problemsOfOutcome(outcome));
      if (outcome.kind === 'failed') isWhole = false;
      if (outcome.kind !== 'produced') continue;
      if (outcome.value.kind === 'document') kept.push(outcome.value.document);
      if (outcome.value.kind === 'graph') graphs.push(change(outcome.value.graph));
    }
  }
  const at = now().toISOString();
  const state = graphs.length > 0 ? 'harvested' : 'metadata-failed';
  const listings = [{ source: 'example', found: { by: 'urls' as const }, depth: 0 }];
  await store.write({
    url,
    run,
    retrieval: { finalUrl: url, redirects: [], status: 200, at },
    listings,
    documents: kept,
    graphs,
    end: {
      outcome: { url, listings, state, at, run, problems },
      [isWhole ? 'graphs' : 'someGraphs']: new Set(graphs.map(({ graph }) => graph)),
      documents: new Set(kept.map(({ sha256 }) => sha256)),
    },
  });
}

export function derive({ jsonDepth = 200 }: { readonly jsonDepth?: number } = {}): Derive {
  return createExpandStage({ limits: { jsonDepth, jsonValues: 100_000 } });
}

export function request(
  store: RebuildRequest['store'],
  options: Partial<RebuildRequest> = {},
): RebuildRequest {
  const { signal } = new AbortController();
  return { store, derive: derive(), sources: [], signal, now, ...options };
}

export function dataset(name: string, version?: string): Readonly<Record<string, unknown>> {
  return {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': `https://id.example/${name}`,
    name: `Dataset ${name}`,
    creator: { '@type': 'Person', name: 'Somebody' },
    ...(version === undefined ? {} : { version }),
  };
}

export function document(url: string, json: unknown): JsonLdDocument {
  return { documentUrl: url, route: 'embedded', json: JSON.stringify(json), baseIri: url };
}

/** An item of a list that is too large to be read as a whole. */
export function piece(url: string, json: unknown): JsonLdDocument {
  return { ...document(url, json), piece: { sharesName: false } };
}

/** JSON-LD that needs a context which nobody has. */
export function brokenDocument(url: string): JsonLdDocument {
  return document(url, { '@context': 'https://nowhere.example/context', name: 'Lost' });
}

/** All record graphs with their statements, in the order of their IRIs. */
export async function graphsOf(store: CatalogueStore): Promise<[graph: string, nquads: string][]> {
  const graphs: [string, string][] = [];
  const records = { without: ['index', 'views', 'provenance', 'problems'] as const };
  for await (const { graph, nquads } of store.statements(records)) graphs.push([graph, nquads]);
  return graphs;
}
