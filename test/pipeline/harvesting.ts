import type { Source } from '../../src/config/schema.ts';
import { Hosts } from '../../src/web/hosts.ts';
import type { FetchRequest, Response } from '../../src/model/http.ts';
import type { Outcome, Stage, StageName } from '../../src/model/outcome.ts';
import type {
  GraphReceipt,
  KnownUrl,
  Receipt,
  UrlOutcome,
  UrlUpdate,
} from '../../src/model/url-update.ts';
import type { DerivationOutput, RecordGraph } from '../../src/model/record.ts';
import type { Listing } from '../../src/model/target.ts';
import type { HarvestMemory, HarvestStages } from '../../src/pipeline/harvest-plan.ts';
import { harvest } from '../../src/pipeline/harvest.ts';
import { noMemory } from '../../src/pipeline/run-storage.ts';
import { extractionOptionsBySource, wantedTypes } from '../../src/pipeline/extraction-options.ts';
import { SourceLedger } from '../../src/pipeline/report/source-ledger.ts';
import { createVisitor, type VisitorParts } from '../../src/pipeline/visit.ts';
import { RunMeter } from '../../src/pipeline/report/run-meter.ts';
import { httpConfig } from '../web/loopback.ts';

export const now = (): Date => new Date('2026-01-02T03:04:05Z');

/** A stage made of a generator. */
export function stage<In, Out>(
  name: StageName,
  process: (input: In) => Iterable<Outcome<Out>>,
): Stage<In, Out> {
  return {
    name,
    async *process(input) {
      yield* process(input);
    },
  };
}

/** A source that lists URLs. */
export function source(name: string, urls: string[], types?: string[]): Source {
  const wanted = types === undefined ? {} : { types };
  return { name, kind: 'urls', urls, include: [], exclude: [], ...wanted };
}

/** The graph of a record that describes a dataset. */
export function graphAt(url: string, key?: string): RecordGraph {
  return {
    graph: key === undefined ? url : `${url}#${key}`,
    documentUrl: url,
    ...(key === undefined ? {} : { key }),
    document: 'd',
    nquads: '',
    quads: 3,
    describes: [{ types: ['http://schema.org/Dataset'], identifiers: [] }],
    profiles: [],
    memberOf: [],
    search: '[]',
  };
}

/** All orders of some values. */
export function permutations<T>(values: readonly T[]): T[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((value, index) =>
    permutations(values.toSpliced(index, 1)).map((rest) => [value].concat(rest)),
  );
}

/** The receipt of graphs that are new. */
export function receiptOf({ graphs }: UrlUpdate): Receipt {
  const added = graphs.map(({ graph, quads }): GraphReceipt => ({ graph, state: 'added', quads }));
  return { graphs: added, removed: [], kept: 0, leaving: 0 };
}

/** The stages of a harvest, those of a visit one by one. */
interface TestStages extends Omit<HarvestStages, 'visit'>, Pick<VisitorParts, 'fetch' | 'derive'> {}

/** A Web in which the path of a URL decides how its visit ends. */
export const stages: TestStages = {
  discover: stage('discover', function* discover({ name, ...rest }: Source) {
    for (const url of 'urls' in rest ? rest.urls : []) {
      yield { kind: 'produced', value: { url, source: name, found: { by: 'urls' }, depth: 0 } };
    }
  }),
  fetch: stage<FetchRequest, Response>('fetch', function* fetch({ target }) {
    if (target.url.includes('bug')) throw new TypeError('a mistake');
    if (target.url.includes('dead')) {
      yield { kind: 'failed', problem: { kind: 'http-status', url: target.url, status: 404 } };
      return;
    }
    const at = now().toISOString();
    const retrieval = { finalUrl: target.url, redirects: [], status: 200, at, etag: '"1"' };
    const body = new Uint8Array();
    const value = { target, retrieval, contentType: 'text/html', linkFields: [], body };
    yield { kind: 'produced', value };
  }),
  derive: stage<Response, DerivationOutput>('derive', function* derive({ target }) {
    const { url } = target;
    if (url.includes('empty')) yield { kind: 'failed', problem: { kind: 'no-metadata', url } };
    if (url.includes('broken')) yield { kind: 'failed', problem: { kind: 'no-triples', url } };
    if (url.includes('links')) {
      const link = { url: url.replace('links/1', 'record/2'), in: url, by: 'link' } as const;
      yield { kind: 'produced', value: { kind: 'link', link } };
    }
    if (url.includes('furniture')) yield { kind: 'skipped', url, reason: 'page-furniture' };
    if (!url.includes('record')) return;
    yield { kind: 'produced', value: { kind: 'graph', graph: graphAt(url) } };
  }),
  load: stage<UrlUpdate, Receipt>('load', function* load(update) {
    yield { kind: 'produced', value: receiptOf(update) };
  }),
};

export interface HarvestOptions {
  readonly stages?: Partial<TestStages>;
  readonly urlsPerSource?: number;
  readonly cataloguePages?: number;
  readonly limit?: number;
  /** Of all sources of the configuration; by default those of the run. */
  readonly configured?: readonly Source[];
  readonly relist?: () => Promise<void>;
  /** What is known from before, and noted. */
  readonly memory?: Partial<HarvestMemory>;
  /** What runs before this one have left. */
  readonly keptListings?: (url: string) => readonly Listing[];
  readonly linkDepth?: number;
  readonly signal?: AbortSignal;
  /** Ends the run in good order. */
  readonly stop?: AbortSignal;
  /** Those that the stages ask; by default none is asked. */
  readonly hosts?: Hosts;
}

/** What is known of a URL that was listed before, without a response signature. */
function knownBy(url: string, listings: readonly Listing[]): KnownUrl | undefined {
  if (listings.length === 0) return undefined;
  const state = 'fetch-failed';
  const outcome = {
    url,
    listings,
    state,
    at: '2026-01-01T00:00:00Z',
    run: 'r0',
    problems: [],
  } as const;
  return { outcome, records: 0, quads: 0 };
}

/** Harvests sources. @returns the reports, what was written, and the listings of a catalogue */
export async function run(sources: Source[], options: HarvestOptions = {}) {
  const lines = sources.map((each) => ({
    source: each,
    ledger: new SourceLedger(each.name, now()),
  }));
  const used = { ...stages, ...options.stages };
  const updates: UrlUpdate[] = [];
  const relisted: (Listing & { readonly url: string })[] = [];
  const kept = new Map<string, Map<string, Listing>>();
  const load: HarvestStages['load'] = {
    name: 'load',
    async *process(update, context) {
      updates.push(update);
      yield* used.load.process(update, context);
      if (update.end === undefined) return;
      const listings = kept.get(update.url) ?? new Map<string, Listing>();
      for (const listing of update.end.outcome.listings) listings.set(listing.source, listing);
      kept.set(update.url, listings);
    },
  };
  const meter = new RunMeter();
  await harvest({
    run: 'r1',
    sources: lines,
    stages: { discover: used.discover, visit: createVisitor({ ...used, meter }), load },
    limits: {
      lanes: 4,
      listings: 8,
      linkDepth: options.linkDepth ?? 2,
      urlsPerSource: options.urlsPerSource ?? 1000,
      cataloguePages: options.cataloguePages ?? 1000,
      admittedPerSource: options.limit ?? Number.POSITIVE_INFINITY,
    },
    hosts: options.hosts ?? new Hosts(httpConfig()),
    stop: options.stop ?? new AbortController().signal,
    credentials: new Map(),
    meter,
    types: wantedTypes(options.configured ?? sources),
    context: { signal: options.signal ?? new AbortController().signal, now },
    memory: {
      ...noMemory,
      known: async (url) => knownBy(url, options.keptListings?.(url) ?? []),
      list: async (url, listing) => {
        await options.relist?.();
        relisted.push({ url, ...listing });
        kept.get(url)?.set(listing.source, listing);
      },
      ...options.memory,
    },
    policy: {
      full: false,
      allowRemovals: false,
      continues: new Map(),
      settings: '',
      options: extractionOptionsBySource(options.configured ?? sources),
    },
  });
  const remembered = updates.flatMap(({ end }): UrlOutcome[] => (end ? [end.outcome] : []));
  return {
    reports: lines.map(({ ledger }) => ledger.report()),
    updates,
    remembered,
    relisted,
    kept,
  };
}
