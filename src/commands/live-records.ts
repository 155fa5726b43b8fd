import { UsageFault } from '../model/fault.ts';
import type { RecordGraph } from '../model/record.ts';
import type { SearchFacts } from '../model/search-facts.ts';
import type { Signpost } from '../model/typed-link.ts';
import type { LiveVisit } from '../pipeline/live-visit.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { factsOf } from '../store/graph-facts.ts';
import { documentFacts } from '../store/kept-document.ts';
import { recordOrigin, recordProvenance, type HarvestedCopy } from '../store/provenance.ts';
import { signpostStatements } from '../store/signpost-statements.ts';
import type { FoundProblem } from '../store/found-problems.ts';
import type { FoundRecord, ProblemSelection } from '../store/store.ts';
import { missingText, urlOf } from './live-missing.ts';
import type { CommandContext } from './command.ts';
import type { LiveOptions } from './live-options.ts';
import { lookNow } from './look-now.ts';
import type { RecordShelf } from './shown-records.ts';
import { namedOf, type ViewedRecords } from './viewed-records.ts';

/**
 * The records that a URL, DOI, Handle or ARK leads to on the Web now: in the content, in the page, by typed links (Signposting;
 * CDIF, "How do harvesters know where to look?"). They are looked for as a harvest does, and nothing is stored.
 */
export function liveRecords(options: LiveOptions, context: CommandContext): ViewedRecords {
  const missing = new Map<string, string>();
  return {
    async named(name) {
      const { found, looks } = await recordsAt(name, options, context);
      if (found.length === 0) missing.set(name, missingText(name, looks, options));
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
  readonly shelf: RecordShelf;
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
        : [{ record: factsOf(record), retrieval, run: outcome.run, outcome }];
    }),
    shelf: shelfOf(live),
    missingText: missingText(name, live.looks, options),
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
  const url = urlOf(name);
  if (url === undefined) return { found: [], looks: [] };
  const { looks } = await lookNow(url, options, context);
  const all = looks.flatMap((look) => look.records.map((record) => ({ record, look })));
  const wanted = identifierName(name.trim());
  const graph = all.filter(({ record }) => identifierName(record.graph) === wanted);
  return { found: graph.length > 0 ? graph : all, looks };
}

function shelfOf({ found, looks }: LiveRecords): RecordShelf {
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
