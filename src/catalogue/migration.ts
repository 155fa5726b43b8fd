import type { Retrieval } from '../model/http.ts';
import type { ExtractionRoute } from '../model/record.ts';
import { type UrlOutcome } from '../model/url-update.ts';
import { emptyRecordCounts, emptyUrlCounts, noRevisits } from '../model/run.ts';
import type { Discovery, Listing } from '../model/target.ts';
import { writeDocument } from './document-rows.ts';
import { documentKey, storageKey } from './keys.ts';
import { type CatalogueData, formatVersion } from './layout.ts';
import { problemsKey, rowsOfFormat3 } from './problem-rows.ts';
import { graphsOfUrlExcept } from './record-writer.ts';
import { type GraphFacts, noTotals, type Totals } from './rows.ts';
import type { StoredReport } from './run-reports.ts';
import {
  numberedRuns,
  numberedSince,
  putReport,
  putRun,
  type RunBeforeFormat5,
  runsBeforeFormat5,
} from './run-rows.ts';

/** The facts row of format 1, which kept the JSON text of each graph under the key of the graph. */
interface FirstFacts {
  readonly graph: string;
  readonly documentUrl: string;
  readonly route: ExtractionRoute;
  readonly key?: string;
  readonly baseIri: string;
  readonly quads: number;
  readonly sha256: string;
  readonly target: {
    readonly source: string;
    readonly found: Discovery;
    readonly depth: number;
  };
  readonly retrieval: Retrieval;
  readonly run: string;
}

/** The outcome row of format 1. */
interface FirstOutcome extends Omit<UrlOutcome, 'listings'> {
  readonly source: string;
}

/**
 * Migrates a catalogue of an older format. Must run inside a transaction, so that it is done
 * completely or not at all. Facts that the older format did not have (what a record describes, its
 * names) are added by `rebuild` or by the next harvest of the record.
 */
export function migrateCatalogue(data: CatalogueData): void {
  const { meta } = data;
  const format = meta.get('format');
  if (format === 1) migrateFirst(data);
  if (format !== formatVersion) moveProblems(data);
  if (format !== undefined && format < numberedSince) moveRuns(data);
  // Format 2 had no visits and no leads: the next visit of each URL adds them.
  if (format !== formatVersion) meta.putSync('format', formatVersion);
  // Catalogues of this format may predate the count of characters.
  const totals: Partial<Totals> | undefined = meta.get('totals');
  if (totals?.characters !== undefined) return;
  meta.putSync('totals', { ...noTotals, ...totals, characters: charactersOf(data) });
}

/**
 * Formats before 4 kept the first hundred problems of a URL and its records with the outcome. Where
 * the URL has several records, or problems were cut, the next visit re-processes it, so that all
 * problems are known with their records.
 */
function moveProblems(data: CatalogueData): void {
  const keys = [...data.outcomes.getKeys()];
  for (const key of keys) {
    const row = data.outcomes.get(key);
    if (row?.problems === undefined) continue;
    const { answer, negotiated, problems, ...rest } = row;
    const records = Array.from(graphsOfUrlExcept(data, row.url)).slice(0, 2);
    for (const moved of rowsOfFormat3(row, records))
      data.problems.putSync(problemsKey(moved), moved);
    const isKnown = problems.length === 0 || (records.length < 2 && problems.length < maxFormer);
    const answers = { ...(answer && { answer }), ...(negotiated && { negotiated }) };
    data.outcomes.putSync(key, isKnown ? { ...rest, ...answers } : rest);
  }
}

/** Formats before 5 kept each run in one row, by its id. */
function moveRuns(data: CatalogueData): void {
  const rows = runsBeforeFormat5(data);
  const runs = numberedRuns(data);
  const ids = [...rows.getKeys()];
  for (const id of ids) rows.removeSync(id);
  for (const { head, plan, report } of runs) {
    const { number: _, ...row } = head;
    putRun(data, row, plan);
    if (report !== undefined) putReport(data, report, row.change);
  }
}

/** The number of problems that were kept of one URL. */
const maxFormer = 100;

function migrateFirst(data: CatalogueData): void {
  const { meta, facts, changes } = data;
  const listings = new Map<string, Listing>();
  // Keys are read before anything is written, so that no row is migrated twice.
  const [graphs, urls] = [[...facts.getKeys()], [...data.outcomes.getKeys()]];
  const formerRuns = runsBeforeFormat5(data);
  const runs = [...formerRuns.getRange()];
  for (const key of graphs) {
    // The type of what stands there is that of another format.
    const first = facts.get(key) as unknown as FirstFacts;
    const { source, found, depth } = first.target;
    const listing = { source, found, depth };
    listings.set(first.documentUrl, listing);
    moveRecord(data, key, first);
    keepOutcome(data, first, listing);
  }
  for (const key of urls) moveOutcome(data, key, listings);
  for (const { key, value } of runs) {
    if (value.report !== undefined) formerRuns.putSync(key, withNewMembers(value, value.report));
  }
  const remembered = [...changes.getKeys()];
  for (const change of remembered) changes.removeSync(change);
  const totals = { ...noTotals, ...meta.get('totals'), characters: charactersOf(data) };
  const latest = totals.change + 1;
  meta.putSync('totals', { ...totals, change: latest, oldestChange: latest + 1 });
}

function charactersOf({ nquads }: CatalogueData): number {
  let characters = 0;
  for (const { value } of nquads.getRange()) characters += value.length;
  return characters;
}

function moveRecord(data: CatalogueData, key: string, first: FirstFacts): void {
  const { graph, documentUrl, route, baseIri, quads, sha256, retrieval, run } = first;
  const facts: GraphFacts = {
    graph,
    documentUrl,
    ...(first.key === undefined ? {} : { key: first.key }),
    document: sha256,
    quads,
    describes: [],
    profiles: [],
    memberOf: [],
  };
  data.facts.putSync(key, facts);
  const json = data.documents.get(key) ?? '';
  data.documents.removeSync(key);
  const about = { documentUrl, route, baseIri, retrieval, run };
  data.documents.putSync(documentKey(documentUrl, sha256), writeDocument(about, json));
}

/** A killed run may have left records without an outcome, which would belong to no source. */
function keepOutcome({ outcomes }: CatalogueData, first: FirstFacts, listing: Listing): void {
  const key = storageKey(first.documentUrl);
  if (outcomes.doesExist(key)) return;
  outcomes.putSync(key, {
    url: first.documentUrl,
    listings: [listing],
    state: 'harvested',
    at: first.retrieval.at,
    run: first.run,
    problems: [],
  });
}

function moveOutcome(
  { outcomes }: CatalogueData,
  key: string,
  listings: ReadonlyMap<string, Listing>,
): void {
  // As above.
  const first = outcomes.get(key) as unknown as FirstOutcome;
  const { source, ...outcome } = first;
  // Format 1 did not record how a URL without records was found; the next harvest does.
  const unknown: Listing = { source, found: { by: 'urls' }, depth: 0 };
  outcomes.putSync(key, { ...outcome, listings: [listings.get(first.url) ?? unknown] });
}

function withNewMembers(run: RunBeforeFormat5, report: StoredReport): RunBeforeFormat5 {
  const sources = report.sources.map((source) => ({
    ...source,
    urls: { ...emptyUrlCounts(), ...source.urls },
    records: { ...emptyRecordCounts(), ...source.records },
    rechecks: noRevisits,
    listingProblems: [],
  }));
  return { ...run, report: { ...report, sources, catalogue: { problems: [], counts: {} } } };
}
