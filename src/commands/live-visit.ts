import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFile } from '../catalogue/catalogue-directory.ts';
import {
  type HarvestedCopy,
  recordOrigin,
  recordProvenance,
} from '../catalogue/derived/provenance-and-problems.ts';
import { signpostStatements } from '../catalogue/derived/view-statements.ts';
import { documentFacts, toGraphFacts } from '../catalogue/rows.ts';
import type { FoundProblem } from '../catalogue/found-problems.ts';
import type { FoundRecord } from '../catalogue/find-records.ts';
import type { ProblemSelection } from '../catalogue/selected-problems.ts';
import { type Config, defaultSettings, sourceOf } from '../config/schema.ts';
import { UsageFault } from '../model/fault.ts';
import { type Target, targetUrl } from '../model/target.ts';
import { describeProblem, severityOf } from '../model/problem-catalogue.ts';
import type { RecordGraph } from '../model/record.ts';
import type { ContextSource } from '../model/remote-context.ts';
import type { SearchFacts } from '../model/search-facts.ts';
import type { Signpost } from '../model/typed-link.ts';
import type { LiveVisit } from '../model/url-update.ts';
import { type KeptOutcomes, targetFromCatalogue } from '../pipeline/revisit-policy.ts';
import { chooseLiveSettings, type LiveSettings, visitLive } from '../pipeline/live-visit.ts';
import { identifierName, identifierSpellings, resolvableUrl } from '../rdf/identifiers.ts';
import { shellWord } from '../render/record-summary.ts';
import { stateTexts } from '../render/visit-texts.ts';
import { escapeControls } from '../text/printable.ts';
import type { CommandContext } from './command.ts';
import { fetchedContexts } from './contexts.ts';
import {
  namedOf,
  type RecordDetailsSource,
  shownName,
  type ViewedRecords,
} from './named-records.ts';
import {
  liveConfig,
  type LiveOptions,
  namedSources,
  optionalConfig,
  withCatalogue,
} from './options.ts';

/**
 * Visits a URL, and what it links to, with the settings of a source of the configuration; nothing
 * is stored.
 * @param contexts loads those that are not bundled; by default by the configuration
 * @returns the visits, the time limit in seconds if it ended them, the settings, and whether the
 * catalogue knows how a source lists the URL
 * @throws {UsageFault} when the source is not in the configuration
 */
export async function visitNow(
  url: string,
  options: LiveOptions,
  context: CommandContext,
  contexts?: ContextSource,
): Promise<{
  readonly visits: readonly LiveVisit[];
  readonly endedAfter: number | undefined;
  readonly settings: LiveSettings;
  readonly isListed: boolean;
}> {
  const given = await optionalConfig(options, context);
  const { settings, target } = await settingsFor(url, given, options, context);
  const config = liveConfig(given ?? defaultSettings(), options);
  const contextMemory = fetchedContexts(given, context);
  const { result: visits, isLate } = await inTime(context.signal, options.timeout, async (signal) =>
    visitLive(url, { config, contexts, contextMemory, settings, target, signal, now: context.now }),
  );
  const endedAfter = isLate ? options.timeout : undefined;
  return { visits, endedAfter, settings, isListed: target !== undefined };
}

/**
 * Runs `act` with a signal that is aborted with another one, and after a time limit.
 * @returns the result, and whether the time limit ended before it was there
 */
async function inTime<Result>(
  signal: AbortSignal,
  seconds: number | undefined,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<{ readonly result: Result; readonly isLate: boolean }> {
  if (seconds === undefined) return { result: await act(signal), isLate: false };
  // Node forgets a composed signal that only a timer would abort.
  const both = new AbortController();
  const abort = (): void => both.abort(signal.reason);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort();
  }, seconds * 1000);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    const result = await act(both.signal);
    return { result, isLate };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

async function settingsFor(
  url: string,
  config: Config | undefined,
  { source }: LiveOptions,
  context: CommandContext,
): Promise<{ readonly settings: LiveSettings; readonly target?: Target }> {
  if (config === undefined) {
    if (source === undefined) return { settings: { source: undefined, candidates: [] } };
    throw new UsageFault(
      '--source needs the configuration that has the source: give --config FILE.',
    );
  }
  const sources = config.sources.map(sourceOf);
  const [named] = source === undefined ? [] : namedSources(sources, [source]);
  const kept = await keptOutcomes(url, config, context);
  const settings = chooseLiveSettings({ url, sources, named, listings: kept?.own.listings ?? [] });
  if (kept === undefined || settings.source === undefined) return { settings };
  const { listing } = settings;
  // A live visit requests the URL from the Web.
  if (listing === undefined || listing.found.by === 'folder') return { settings };
  return { settings, target: targetFromCatalogue(listing, kept) };
}

/** The outcomes of a URL and of the pages that link to it; undefined where none are kept. */
async function keptOutcomes(
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

/**
 * The records that a URL, DOI, Handle or ARK leads to on the Web now, as a harvest finds them
 * (Signposting; CDIF, "How do harvesters know where to look?"); nothing is stored.
 */
export function liveRecords(options: LiveOptions, context: CommandContext): ViewedRecords {
  const missing = new Map<string, string>();
  return {
    async named(name) {
      const { found, visits } = await recordsAt(name, options, context);
      if (found.length === 0) missing.set(name, describeLiveMiss(name, visits, options));
      return found.flatMap((each) => {
        const copy = copyOf(each, visits);
        if (copy === undefined) return [];
        const { graph, nquads, describes } = each.record;
        return [{ graph, nquads, describes: namedOf(describes, name), origin: recordOrigin(copy) }];
      });
    },
    ofSource() {
      throw new UsageFault('--live follows a name on the Web: give a name instead of --source.');
    },
    missingText: (name) => missing.get(name) ?? '',
  };
}

/**
 * Finds the same records as `liveRecords`, with their details and, where there are none, the
 * message with the reason.
 */
export async function findLive(
  name: string,
  options: LiveOptions,
  context: CommandContext,
): Promise<{
  readonly records: readonly FoundRecord[];
  readonly details: RecordDetailsSource;
  readonly missingText: string;
}> {
  const live = await recordsAt(name, options, context);
  const records = live.found.flatMap(({ record, visit: { retrieval, outcome } }) => {
    if (retrieval === undefined) return [];
    return [{ record: toGraphFacts(record), retrieval, run: outcome.run, outcome }];
  });
  const missingText = describeLiveMiss(name, live.visits, options);
  return { records, details: detailsSource(live), missingText };
}

/** A record, and the visit that gave it. */
interface LiveRecord {
  readonly record: RecordGraph;
  readonly visit: LiveVisit;
}

/** Records, and the visits of the URL and of all that it linked to. */
interface LiveRecords {
  readonly found: readonly LiveRecord[];
  readonly visits: readonly LiveVisit[];
}

/** Of several records those whose graph has the name, if any: a URL may have and link to many. */
async function recordsAt(
  name: string,
  options: LiveOptions,
  context: CommandContext,
): Promise<LiveRecords> {
  const url = resolvedUrl(name);
  if (url === undefined) return { found: [], visits: [] };
  const { visits } = await visitNow(url, options, context);
  const all = visits.flatMap((visit) => visit.records.map((record) => ({ record, visit })));
  const wanted = identifierName(name.trim());
  const graph = all.filter(({ record }) => identifierName(record.graph) === wanted);
  return { found: graph.length > 0 ? graph : all, visits };
}

function detailsSource({ found, visits }: LiveRecords): RecordDetailsSource {
  const byGraph = new Map(found.map((each) => [each.record.graph, each]));
  return {
    graphOf: async (graph) => byGraph.get(graph)?.record.nquads,
    documentSummaryOf: async (graph) => {
      const document = documentOf(byGraph.get(graph));
      return document && { ...document, jsonBytes: Buffer.byteLength(document.json) };
    },
    documentOf: async (graph) => documentOf(byGraph.get(graph)),
    linksOf: async (url) => linksOf(url, visits),
    known: async () => undefined,
    // The JSON is from the expand stage.
    searchFactsOf: async (graph) =>
      JSON.parse(byGraph.get(graph)?.record.search ?? '[]') as readonly SearchFacts[],
    provenanceOf: async (graph) => {
      const each = byGraph.get(graph);
      const copy = each && copyOf(each, visits);
      if (each === undefined || copy === undefined) return '';
      const links = linksOf(each.visit.outcome.url, visits);
      return recordProvenance(copy) + signpostStatements(links);
    },
    async *problems(selection) {
      if (selection !== undefined && 'records' in selection) yield* problemsOf(visits, selection);
    },
  };
}

/** The selected problems of the visits, as a catalogue gives them. */
function* problemsOf(
  visits: readonly LiveVisit[],
  { records, beside = [] }: Extract<ProblemSelection, { records: unknown }>,
): Generator<FoundProblem> {
  const wanted = new Set(records);
  for (const { outcome, recordProblems } of visits) {
    const { url: scope, listings, run, at } = outcome;
    const own = beside.includes(scope) ? outcome.problems : [];
    const ofRecords = recordProblems.filter(({ record = '' }) => wanted.has(record));
    const sources = listings.map(({ source }) => source);
    for (const problem of [...own, ...ofRecords]) {
      yield { problem, scope, sources, first: { run, at } };
    }
  }
}

/** The links of a URL, and of the pages that link to it. */
export function linksOf(url: string, visits: readonly LiveVisit[]): readonly Signpost[] {
  const own = visits.find(({ outcome }) => outcome.url === url);
  const pages = new Set(own?.outcome.listings.flatMap(({ found }) => found.in ?? []));
  const linking = visits.filter(({ outcome }) => outcome.url === url || pages.has(outcome.url));
  return linking.flatMap(({ outcome }) => outcome.signposts?.links ?? []);
}

function documentOf(found: LiveRecord | undefined): LiveVisit['documents'][number] | undefined {
  return found?.visit.documents.find(({ sha256 }) => sha256 === found.record.document);
}

/** The origin of a record as the catalogue would keep it; a page is known by its final URL. */
function copyOf(live: LiveRecord, visits: readonly LiveVisit[]): HarvestedCopy | undefined {
  const document = documentOf(live);
  const { retrieval, outcome } = live.visit;
  if (document === undefined || retrieval === undefined) return undefined;
  const listings = outcome.listings.map((listing) => {
    const { found } = listing;
    const page = visits.find((each) => each.outcome.url === found.in)?.retrieval?.finalUrl;
    return page === undefined ? listing : { ...listing, found: { ...found, in: page } };
  });
  const facts = documentFacts(document, retrieval, outcome.run);
  return { facts: live.record, document: facts, listings };
}

/**
 * The URL of a name: itself, or that of a DOI, Handle or ARK at its resolver; undefined for others.
 */
function resolvedUrl(name: string): string | undefined {
  const [url] = identifierSpellings(name).flatMap((spelling) => resolvableUrl(spelling) ?? []);
  return url === undefined ? undefined : targetUrl(url);
}

/** The most causes that a message names. */
const maxCauses = 5;

/**
 * Says why no record was found for a name: the results of its URL and of those that it linked to,
 * and the command that explains them.
 * @param visits visits without a record, that of the URL first
 */
function describeLiveMiss(
  name: string,
  visits: readonly LiveVisit[],
  options: LiveOptions,
): string {
  const url = resolvedUrl(name);
  if (url === undefined) {
    const shown = shownName(name);
    return `${shown} is not a URL, DOI, Handle or ARK, so it cannot be followed on the Web.`;
  }
  const [own, ...others] = visits;
  const { timeout } = options;
  const isLate = visits.length === 0 || visits.some(({ outcome }) => outcome.state === 'not-tried');
  const late =
    isLate && timeout !== undefined
      ? `it took longer than ${timeout} s (--timeout allows more)`
      : undefined;
  const reason = late ?? (own && stateTexts[own.outcome.state]);
  const problems = visits.flatMap(({ outcome }) =>
    outcome.problems.filter((problem) => severityOf(problem) !== 'info'),
  );
  return [
    'No metadata record was found at ' +
      `${escapeControls(url)}${reason === undefined ? '' : `: ${reason}`}.`,
    ...others
      .slice(0, maxCauses)
      .map(
        ({ outcome }) =>
          `It linked to ${escapeControls(outcome.url)}: ${stateTexts[outcome.state]}.`,
      ),
    ...problems.slice(0, maxCauses).map((problem) => `${describeProblem(problem)}.`),
    ...(problems.some(({ kind }) => kind === 'address-refused')
      ? ['--allow-private-addresses permits requests to such addresses.']
      : []),
    `For details: ${explainCommand(url, options)}`,
  ].join('\n  ');
}

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
