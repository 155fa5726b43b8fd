import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFile } from '../catalogue/catalogue-directory.ts';
import {
  type HarvestedCopy,
  recordOrigin,
  recordProvenance,
} from '../catalogue/derived/provenance.ts';
import { signpostStatements } from '../catalogue/derived/view-statements.ts';
import { documentFacts } from '../catalogue/document-rows.ts';
import type { FoundProblem } from '../catalogue/found-problems.ts';
import { toGraphFacts } from '../catalogue/rows.ts';
import type { FoundRecord, ProblemSelection } from '../catalogue/store.ts';
import { type Config, configSchema, sourceOf } from '../config/schema.ts';
import { UsageFault } from '../model/fault.ts';
import { targetUrl } from '../model/graph-iri.ts';
import { describeProblem, severityOf } from '../model/problem-catalogue.ts';
import { boundProblemsOfPlace } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import type { RecordGraph } from '../model/record.ts';
import type { SearchFacts } from '../model/search-facts.ts';
import type { Target } from '../model/target.ts';
import type { Signpost } from '../model/typed-link.ts';
import { type KeptOutcomes, targetFromCatalogue } from '../pipeline/kept-target.ts';
import {
  chooseLiveSettings,
  type LiveSettings,
  type LiveVisit,
  visitLive,
} from '../pipeline/live-visit.ts';
import { identifierName, identifierSpellings, resolvableUrl } from '../rdf/identifiers.ts';
import { shellWord } from '../render/record-summary.ts';
import { stateTexts, type UrlExplanation } from '../render/url-explanation.ts';
import { escapeControls } from '../text/printable.ts';
import type { CommandContext } from './command.ts';
import {
  namedOf,
  type RecordDetailsSource,
  shownName,
  type ViewedRecords,
} from './named-records.ts';
import { namedSources } from './named-sources.ts';
import { type LiveOptions, optionalConfig, withCatalogue } from './options.ts';

/** The looks at a URL and at what it led to, and as which source it was looked at. */
export interface LiveVisits {
  readonly looks: readonly LiveVisit[];
  readonly settings: LiveSettings;
  /** Whether it is known how a source lists the URL. */
  readonly isListed: boolean;
}

/**
 * Looks at a URL now, as a source of the configuration that is given or lies here, and stores nothing.
 * @throws {UsageFault} when the source is not in the configuration
 */
export async function visitNow(
  url: string,
  options: LiveOptions,
  context: CommandContext,
): Promise<LiveVisits> {
  const given = await optionalConfig(options, context);
  const { settings, target } = await settingsFor(url, { given, options, context });
  const config = asking(given ?? defaults(), options);
  const { now } = context;
  const looks = await inTime(context.signal, options.timeoutMs, async (signal) =>
    visitLive(url, { config, settings, target, signal, now }),
  );
  return { looks, settings, isListed: target !== undefined };
}

/** Does something with a signal that is aborted when another one is, and when it takes too long. */
async function inTime<Result>(
  signal: AbortSignal,
  timeoutMs: number | undefined,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (timeoutMs === undefined) return act(signal);
  // Node forgets a composed signal that only a timer would abort.
  const both = new AbortController();
  const abort = (): void => both.abort(signal.reason);
  const timer = setTimeout(abort, timeoutMs);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await act(both.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

interface Circumstances {
  readonly given: Config | undefined;
  readonly options: LiveOptions;
  readonly context: CommandContext;
}

async function settingsFor(
  url: string,
  { given, options, context }: Circumstances,
): Promise<{ readonly settings: LiveSettings; readonly target?: Target }> {
  const { source } = options;
  if (given === undefined) {
    if (source === undefined) return { settings: { source: undefined, candidates: [] } };
    throw new UsageFault(
      '--source needs the configuration that has the source: give --config FILE.',
    );
  }
  const [named] = source === undefined ? [] : namedSources(given, [source]);
  const kept = await keptLooks(url, given, context);
  const { listings = [] } = kept?.own ?? {};
  const settings = chooseLiveSettings({
    url,
    sources: given.sources.map(sourceOf),
    named,
    listings,
  });
  if (kept === undefined || settings.source === undefined) return { settings };
  const { listing } = settings;
  // Live, it is asked for on the Web.
  if (listing === undefined || listing.found.by === 'folder') return { settings };
  return { settings, target: targetFromCatalogue(listing, kept) };
}

/** What the catalogue of a configuration knows of a URL and of what led there; nothing where there is none yet. */
async function keptLooks(
  url: string,
  { store: { path } }: Config,
  context: CommandContext,
): Promise<KeptOutcomes | undefined> {
  if (!existsSync(join(path, dataFile))) return undefined;
  return withCatalogue({ store: path }, context, async (store) => {
    const own = await store.outcomeOf(url);
    if (own === undefined) return undefined;
    const places = new Set(own.listings.flatMap(({ found }) => found.in ?? []));
    const pages = await Promise.all(Array.from(places, async (place) => store.outcomeOf(place)));
    return { own, pages: pages.filter((page) => page !== undefined) };
  });
}

/** One URL needs no threads. */
function asking(config: Config, options: LiveOptions): Config {
  const { http } = config;
  const allowPrivateAddresses =
    http.allowPrivateAddresses || options.allowPrivateAddresses === true;
  return { ...config, workers: 0, http: { ...http, allowPrivateAddresses } };
}

/** How to ask where no configuration says it. */
function defaults(): Config {
  return configSchema.parse({
    store: { path: 'none' },
    sources: [{ name: 'none', urls: ['http://none.invalid/'] }],
  });
}

/**
 * The records that a URL, DOI, Handle or ARK leads to on the Web now: in the content, in the page, by typed links (Signposting;
 * CDIF, "How do harvesters know where to look?"). They are looked for as a harvest does, and nothing is stored.
 */
export function liveRecords(options: LiveOptions, context: CommandContext): ViewedRecords {
  const missing = new Map<string, string>();
  return {
    async named(name) {
      const { found, looks } = await recordsAt(name, options, context);
      if (found.length === 0) missing.set(name, describeLiveMiss(name, looks, options));
      return found.flatMap(({ record, look }) => {
        const copy = copyOf({ record, look }, looks);
        if (copy === undefined) return [];
        const { graph, nquads, describes } = record;
        return [{ graph, nquads, describes: namedOf(describes, name), origin: recordOrigin(copy) }];
      });
    },
    ofSource() {
      throw new UsageFault('--live follows a name on the Web: give a name instead of --source.');
    },
    missingText: (name) => missing.get(name) ?? '',
  };
}

/** What a name leads to on the Web, as if it had been harvested. */
export interface LiveFind {
  readonly records: readonly FoundRecord[];
  readonly shelf: RecordDetailsSource;
  /** Says that there is nothing. */
  readonly missingText: string;
}

/** The same as `liveRecords`, with all that is known of the records. */
export async function findLive(
  name: string,
  options: LiveOptions,
  context: CommandContext,
): Promise<LiveFind> {
  const live = await recordsAt(name, options, context);
  return {
    records: live.found.flatMap(({ record, look: { retrieval, outcome } }) => {
      return retrieval === undefined
        ? []
        : [{ record: toGraphFacts(record), retrieval, run: outcome.run, outcome }];
    }),
    shelf: shelfOf(live),
    missingText: describeLiveMiss(name, live.looks, options),
  };
}

/** A record, and the look that gave it. */
interface LiveRecord {
  readonly record: RecordGraph;
  readonly look: LiveVisit;
}

interface LiveRecords {
  readonly found: readonly LiveRecord[];
  /** At the URL and at all that it led to. */
  readonly looks: readonly LiveVisit[];
}

/** Of several records those that the name is of, if there are any: a URL may hold many, and lead to others. */
async function recordsAt(
  name: string,
  options: LiveOptions,
  context: CommandContext,
): Promise<LiveRecords> {
  const url = resolvedUrl(name);
  if (url === undefined) return { found: [], looks: [] };
  const { looks } = await visitNow(url, options, context);
  const all = looks.flatMap((look) => look.records.map((record) => ({ record, look })));
  const wanted = identifierName(name.trim());
  const graph = all.filter(({ record }) => identifierName(record.graph) === wanted);
  return { found: graph.length > 0 ? graph : all, looks };
}

function shelfOf({ found, looks }: LiveRecords): RecordDetailsSource {
  const byGraph = new Map(found.map((each) => [each.record.graph, each]));
  return {
    graphOf: async (graph) => Promise.resolve(byGraph.get(graph)?.record.nquads),
    documentSummaryOf: async (graph) => {
      const document = documentOf(byGraph.get(graph));
      const jsonBytes = Buffer.byteLength(document?.json ?? '');
      return Promise.resolve(document && { ...document, jsonBytes });
    },
    documentOf: async (graph) => Promise.resolve(documentOf(byGraph.get(graph))),
    linksOf: async (url) => Promise.resolve(linksOf(url, looks)),
    known: async () => Promise.resolve(undefined),
    // What expansion wrote.
    searchFactsOf: async (graph) =>
      Promise.resolve(
        JSON.parse(byGraph.get(graph)?.record.search ?? '[]') as readonly SearchFacts[],
      ),
    provenanceOf: async (graph) => {
      const each = byGraph.get(graph);
      const copy = each && copyOf(each, looks);
      if (each === undefined || copy === undefined) return Promise.resolve('');
      const links = linksOf(each.look.outcome.url, looks);
      return Promise.resolve(recordProvenance(copy) + signpostStatements(links));
    },
    async *problems(selection) {
      if (selection !== undefined && 'records' in selection) yield* problemsOf(looks, selection);
    },
  };
}

/** Those of the looks that were asked for, as the catalogue would tell them. */
function* problemsOf(
  looks: readonly LiveVisit[],
  { records, beside = [] }: Extract<ProblemSelection, { records: unknown }>,
): Generator<FoundProblem> {
  const wanted = new Set(records);
  for (const { outcome, recordProblems } of looks) {
    const { url: scope, listings, run, at } = outcome;
    const own = beside.includes(scope) ? outcome.problems : [];
    const ofRecords = recordProblems.filter(({ record = '' }) => wanted.has(record));
    const sources = listings.map(({ source }) => source);
    for (const problem of [...own, ...ofRecords]) {
      yield { problem, scope, sources, first: { run, at } };
    }
  }
}

/** Those of the look at a URL, and of the pages that led to it. */
function linksOf(url: string, looks: readonly LiveVisit[]): readonly Signpost[] {
  const own = looks.find(({ outcome }) => outcome.url === url);
  const pages = new Set(own?.outcome.listings.flatMap(({ found }) => found.in ?? []));
  const told = looks.filter(({ outcome }) => outcome.url === url || pages.has(outcome.url));
  return told.flatMap(({ outcome }) => outcome.signposts?.links ?? []);
}

function documentOf(found: LiveRecord | undefined): LiveVisit['documents'][number] | undefined {
  return found?.look.documents.find(({ sha256 }) => sha256 === found.record.document);
}

/**
 * What the catalogue would know of where a record is from; of what led to it where that answered,
 * since a PID leads to a page.
 */
function copyOf(live: LiveRecord, looks: readonly LiveVisit[]): HarvestedCopy | undefined {
  const document = documentOf(live);
  const { record: facts, look } = live;
  const { retrieval, outcome } = look;
  if (document === undefined || retrieval === undefined) return undefined;
  const listings = outcome.listings.map((listing) => {
    const { found } = listing;
    const page = looks.find((each) => each.outcome.url === found.in)?.retrieval?.finalUrl;
    return page === undefined ? listing : { ...listing, found: { ...found, in: page } };
  });
  return { facts, document: documentFacts(document, retrieval, outcome.run), listings };
}

/** The URL of a name: itself, or that of a DOI, Handle or ARK at its resolver; undefined for others. */
export function resolvedUrl(name: string): string | undefined {
  const [url] = identifierSpellings(name).flatMap((spelling) => resolvableUrl(spelling) ?? []);
  return url === undefined ? undefined : targetUrl(url);
}

/** The most causes that a message names. */
const maxCauses = 5;

/**
 * Says why no record was found for a name: the results of its URL and of those that it linked to,
 * and the command that explains them.
 * @param looks visits without a record, that of the URL first
 */
export function describeLiveMiss(
  name: string,
  looks: readonly LiveVisit[],
  options: LiveOptions,
): string {
  const url = resolvedUrl(name);
  if (url === undefined) {
    return `${shownName(name)} is not a URL, DOI, Handle or ARK, so it cannot be followed on the Web.`;
  }
  const [own, ...others] = looks;
  const { timeoutMs } = options;
  const isLate = looks.length === 0 || looks.some(({ outcome }) => outcome.state === 'not-tried');
  const came = isLate && timeoutMs !== undefined ? lateText(timeoutMs) : own && stateText(own);
  const problems = looks.flatMap(({ outcome }) => outcome.problems.filter(isGrave));
  return [
    `No metadata record was found at ${escapeControls(url)}${came === undefined ? '' : `: ${came}`}.`,
    ...others
      .slice(0, maxCauses)
      .map((look) => `It led to ${escapeControls(look.outcome.url)}: ${stateText(look)}.`),
    ...problems.slice(0, maxCauses).map((problem) => `${describeProblem(problem)}.`),
    ...(problems.some(isRefused)
      ? ['--allow-private-addresses permits requests to such addresses.']
      : []),
    `For details: ${explainCommand(url, options)}`,
  ].join('\n  ');
}

function lateText(timeoutMs: number): string {
  return `it took longer than ${timeoutMs / 1000} s (--timeout allows more)`;
}

function stateText({ outcome: { state } }: LiveVisit): string {
  return stateTexts[state];
}

function isGrave(problem: Problem): boolean {
  return severityOf(problem) !== 'info';
}

function isRefused({ kind }: Problem): boolean {
  return kind === 'address-refused';
}

/** With the options that decide what comes of a look. */
function explainCommand(
  url: string,
  { config, source, allowPrivateAddresses }: LiveOptions,
): string {
  return [
    'cdif-graph explain --live',
    shellWord(url),
    ...(config === undefined ? [] : ['--config', shellWord(config)]),
    ...(source === undefined ? [] : ['--source', shellWord(source)]),
    ...(allowPrivateAddresses === true ? ['--allow-private-addresses'] : []),
  ].join(' ');
}

/**
 * The looks at a URL and at what it led to; with whose settings, where they were made for the explanation alone; and of what
 * they are looks at the metadata only, where it was not asked for itself.
 */
export interface Explained {
  readonly looks: readonly UrlExplanation[];
  readonly settings?: LiveSettings;
  readonly described?: string;
}

/**
 * Looks at a URL now, as a source of the configuration that is given or lies here, and stores nothing.
 * @throws {UsageFault} when it is no URL, or the source is not in the configuration
 */
export async function explainLive(
  name: string,
  options: LiveOptions,
  context: CommandContext,
): Promise<Explained> {
  const url = targetUrl(name.trim());
  if (url === undefined)
    throw new UsageFault(`${escapeControls(name)} is not an http or https URL.`);
  const { looks, settings, isListed } = await visitNow(url, options, context);
  return { settings, looks: looks.map((look) => explanationOf(look, isListed)) };
}

/** @param isListed whether it is known how a source lists what was looked at first */
function explanationOf(
  { outcome, records, recordProblems }: LiveVisit,
  isListed: boolean,
): UrlExplanation {
  const problems = boundProblemsOfPlace([...outcome.problems, ...recordProblems], outcome);
  const explanation: UrlExplanation = {
    outcome: { ...outcome, problems },
    records: records.map(({ graph, describes, quads }) => ({ graph, describes, quads })),
    isLive: true,
  };
  const isNamed = outcome.listings.every(({ found }) => found.by === 'urls');
  return isNamed && !isListed ? { ...explanation, isUnlisted: true } : explanation;
}
