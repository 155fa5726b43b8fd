import {
  assignToRecord,
  boundProblemsOfPlace,
  kindAndCount,
  type ProblemPlace,
} from '../model/problem-tally.ts';
import { expansionProblems } from '../model/problem-texts/expansion.ts';
import { searchFactsProblems } from '../model/problem-texts/search-facts.ts';
import type { Problem } from '../model/problem.ts';
import { canonicalJson } from '../text/json.ts';
import { graphRange, type KeyRange, storageKey } from './keys.ts';
import type { CatalogueData } from './layout.ts';
import {
  equalAsJson,
  type GraphFacts,
  type OutcomeRow,
  type ProblemsRow,
  type SeenProblem,
} from './rows.ts';

type Databases = Pick<CatalogueData, 'problems'>;

/** The visit that met a problem. */
export interface FirstVisit {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The change that recorded it; absent in old rows. */
  readonly change?: number;
}

/** The running commit: its change number, and whether it changes anything readable. */
interface Changing {
  readonly change: number;
  changed: boolean;
}

/** No URL and no IRI contains a control character. */
const separator = '\t';
const letters = { url: 'u', record: 'r' } as const;

/** The key of the problems of a record or URL; a record and its URL can have the same IRI. */
export function problemsKey({ url, record }: ProblemPlace): string {
  return record === undefined
    ? `${storageKey(url)}${separator}${letters.url}`
    : `${storageKey(record)}${separator}${letters.record}`;
}

/** The key range of the problems of a URL's records with a key of their own. */
export function problemsRange(url: string): KeyRange {
  return graphRange(url);
}

/** The problems of a row, without the visits that met them. */
export function problemsInRow(row: ProblemsRow | undefined): readonly Problem[] {
  return row?.problems.map(({ problem }) => problem) ?? [];
}

/**
 * Stores the problems of a record or URL in place of the previous ones. A problem that was there
 * before keeps its first visit. Must run inside a transaction.
 */
export function putProblems(
  { problems: database }: Databases,
  place: ProblemPlace,
  problems: readonly Problem[],
  { look, tally }: { readonly look: FirstVisit; readonly tally: Changing },
): void {
  const key = problemsKey(place);
  const before = database.get(key);
  const firsts = new Map(before?.problems.map((seen) => [problemIdentity(seen.problem), seen]));
  const now = { ...look, change: tally.change };
  const seen = boundProblemsOfPlace(problems, place).map((problem): SeenProblem => {
    const { run, at, change } = firsts.get(problemIdentity(problem)) ?? now;
    return change === undefined ? { problem, run, at } : { problem, run, at, change };
  });
  if (seen.length === 0) {
    if (before === undefined) return;
    database.removeSync(key);
  } else {
    const { url, record } = place;
    const row: ProblemsRow = { url, ...(record !== undefined && { record }), problems: seen };
    if (before !== undefined && equalAsJson(before, row)) return;
    database.putSync(key, row);
  }
  tally.changed = true;
}

/** Removes the problems of a record or URL. */
export function removeProblems(
  { problems }: Databases,
  place: ProblemPlace,
  tally: Changing,
): void {
  if (problems.removeSync(problemsKey(place))) tally.changed = true;
}

/** Problem facts that may vary between visits: positions, amounts and wordings. */
const varying: ReadonlySet<string> = new Set([
  'before',
  'column',
  'count',
  'detail',
  'entriesRead',
  'excerpt',
  'failures',
  'itemsRead',
  'line',
  'linksRead',
  'now',
  'onSite',
  'others',
  'records',
  'ruleLine',
  'stack',
  'urls',
]);

/**
 * The identity of a problem of one record or URL, by which its first visit is kept: the kind, and
 * what the publisher wrote or did, wherever it now stands in the document.
 */
export function problemIdentity(problem: Problem): string {
  const facts: [string, unknown][] = Object.entries(problem);
  const lasting = facts.filter(([name, fact]) => fact !== undefined && !varying.has(name));
  return canonicalJson(Object.fromEntries(lasting));
}

const derivedKinds: ReadonlySet<string> = new Set(
  [expansionProblems, searchFactsProblems].flatMap((texts) => Object.keys(texts)),
);

/** Whether a problem was found in a stored document; others belong to the response. */
export function isDocumentProblem(problem: Problem): boolean {
  return derivedKinds.has(kindAndCount(problem).kind);
}

/**
 * Converts the problems that format 3 kept with an outcome. Where the URL has one record, problems
 * of its document become that record's; with several records they cannot be assigned.
 * @param records of the URL
 */
export function* rowsOfFormat3(
  { url, run, at, problems = [] }: OutcomeRow,
  records: Iterable<Pick<GraphFacts, 'graph'>>,
): Generator<ProblemsRow> {
  if (problems.length === 0) return;
  const record = only(records)?.graph;
  const seen = (each: Problem): SeenProblem => ({ problem: each, run, at });
  const ofRecord = record === undefined ? [] : problems.filter(isDocumentProblem);
  const own = problems.filter((problem) => !ofRecord.includes(problem));
  if (own.length > 0) yield { url, problems: boundProblemsOfPlace(own, { url }).map(seen) };
  if (record === undefined || ofRecord.length === 0) return;
  const located = ofRecord.map((problem) => assignToRecord(problem, record));
  yield { url, record, problems: boundProblemsOfPlace(located, { url, record }).map(seen) };
}

function only<Item>(items: Iterable<Item>): Item | undefined {
  const [first, second] = items;
  return second === undefined ? first : undefined;
}
