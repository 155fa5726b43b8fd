import { belongingTo, countedAs, keptProblems, type ProblemPlace } from '../model/problem-tally.ts';
import { expansionProblems } from '../model/problem-texts/expansion.ts';
import { searchFactsProblems } from '../model/problem-texts/search-facts.ts';
import type { Problem } from '../model/problem.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { sameFacts } from './graph-facts.ts';
import type { GraphFacts, OutcomeRow, ProblemsRow, SeenProblem } from './rows.ts';
import { graphRange, storageKey, type KeyRange } from './storage-key.ts';

type Databases = Pick<CatalogueData, 'problems'>;

/** The look that met problems. */
export interface MeetingLook {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The change by which they were noted; absent in old rows. */
  readonly change?: number;
}

/** The commit that writes: its number, and whether it changes anything that can be read. */
interface Changing {
  readonly change: number;
  changed: boolean;
}

/** No URL and no IRI holds a control character. */
const separator = '\t';
const letters = { url: 'u', record: 'r' } as const;

/** The key of the problems of a place: a record and the URL that it is from can have one IRI. */
export function problemsKey({ url, record }: ProblemPlace): string {
  return record === undefined
    ? `${storageKey(url)}${separator}${letters.url}`
    : `${storageKey(record)}${separator}${letters.record}`;
}

/** Where the problems of the records of a URL are that have a key of their own. */
export function problemsRange(url: string): KeyRange {
  return graphRange(url);
}

/** The problems of a row, without the looks that met them. */
export function problemsIn(row: ProblemsRow | undefined): readonly Problem[] {
  return row?.problems.map(({ problem }) => problem) ?? [];
}

/**
 * Keeps the problems of a place in place of those before. One that was there before keeps the look
 * that met it first. To be called inside of a transaction.
 */
export function putProblems(
  { problems: database }: Databases,
  place: ProblemPlace,
  problems: readonly Problem[],
  { look, tally }: { readonly look: MeetingLook; readonly tally: Changing },
): void {
  const key = problemsKey(place);
  const before = database.get(key);
  const firsts = new Map(before?.problems.map((seen) => [identityOf(seen.problem), seen]));
  const now = { ...look, change: tally.change };
  const seen = keptProblems(problems, place).map((problem): SeenProblem => {
    const { run, at, change } = firsts.get(identityOf(problem)) ?? now;
    return change === undefined ? { problem, run, at } : { problem, run, at, change };
  });
  if (seen.length === 0) {
    if (before === undefined) return;
    database.removeSync(key);
  } else {
    const { url, record } = place;
    const row: ProblemsRow = { url, ...(record !== undefined && { record }), problems: seen };
    if (before !== undefined && sameFacts(before, row)) return;
    database.putSync(key, row);
  }
  tally.changed = true;
}

/** Forgets the problems of a place. */
export function removeProblems(
  { problems }: Databases,
  place: ProblemPlace,
  tally: Changing,
): void {
  if (problems.removeSync(problemsKey(place))) tally.changed = true;
}

/**
 * Facts of a problem that say where in a text it stands, how much of something there is, or how it
 * was said: they can vary.
 */
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
 * What makes two problems of one record or URL the same, by which it is known when one was first
 * met: the kind, and what the publisher wrote or did, wherever in the document that stands now.
 */
export function identityOf(problem: Problem): string {
  const facts: [string, unknown][] = Object.entries(problem);
  const lasting = facts.filter(([name, fact]) => fact !== undefined && !varying.has(name));
  return canonicalJson(Object.fromEntries(lasting));
}

const derivedKinds: ReadonlySet<string> = new Set(
  [expansionProblems, searchFactsProblems].flatMap((texts) => Object.keys(texts)),
);

/**
 * Whether a problem was found in a document that is kept; others are of the answer that brought it.
 */
export function isDerived(problem: Problem): boolean {
  return derivedKinds.has(countedAs(problem).kind);
}

/**
 * The rows for what format 3 kept with an outcome. Where the URL has one record, what was found in
 * its document belongs to that; of several records nothing tells which.
 * @param records those of the URL
 */
export function* rowsOfFormat3(
  { url, run, at, problems = [] }: OutcomeRow,
  records: Iterable<Pick<GraphFacts, 'graph'>>,
): Generator<ProblemsRow> {
  if (problems.length === 0) return;
  const record = only(records)?.graph;
  const seen = (each: Problem): SeenProblem => ({ problem: each, run, at });
  const ofRecord = record === undefined ? [] : problems.filter(isDerived);
  const own = problems.filter((problem) => !ofRecord.includes(problem));
  if (own.length > 0) yield { url, problems: keptProblems(own, { url }).map(seen) };
  if (record === undefined || ofRecord.length === 0) return;
  const located = ofRecord.map((problem) => belongingTo(problem, record));
  yield { url, record, problems: keptProblems(located, { url, record }).map(seen) };
}

function only<Item>(items: Iterable<Item>): Item | undefined {
  const [first, second] = items;
  return second === undefined ? first : undefined;
}
