import { boundProblemsOfPlace, kindAndCount, type ProblemPlace } from '../model/problem-tally.ts';
import { conformanceProblems } from '../model/problem-texts/conformance.ts';
import { expansionProblems } from '../model/problem-texts/expansion.ts';
import { searchFactsProblems } from '../model/problem-texts/search-facts.ts';
import type { Problem } from '../model/problem.ts';
import { canonicalJson } from '../text/json.ts';
import { storageKey } from './keys.ts';
import type { CatalogueData } from './layout.ts';
import { equalAsJson, type ProblemsRow, type SeenProblem, type FirstVisit } from './rows.ts';

/** The running commit: its change number, and whether it changes anything readable. */
interface Changing {
  readonly change: number;
  changed: boolean;
}

/**
 * The key of the problems of a record or URL. The letter tells them apart, since a record and its
 * URL can have the same IRI; no IRI contains a tab.
 */
export function problemsKey({ url, record }: ProblemPlace): string {
  return record === undefined ? `${storageKey(url)}\tu` : `${storageKey(record)}\tr`;
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
  { problems: database }: Pick<CatalogueData, 'problems'>,
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
  { problems }: Pick<CatalogueData, 'problems'>,
  place: ProblemPlace,
  tally: Changing,
): void {
  if (problems.removeSync(problemsKey(place))) tally.changed = true;
}

/** Problem facts that may vary between visits: positions, amounts and wordings. */
const varying: ReadonlySet<string> = new Set([
  'asked',
  'before',
  'column',
  'copyAt',
  'count',
  'detail',
  'entriesRead',
  'errors',
  'excerpt',
  'failures',
  'firstValue',
  'itemsRead',
  'line',
  'linksRead',
  'now',
  'onSite',
  'others',
  'records',
  'ruleLine',
  'stack',
  'title',
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
  [expansionProblems, searchFactsProblems, conformanceProblems].flatMap((texts) =>
    Object.keys(texts),
  ),
);

/** Whether a problem was found in a stored document; others belong to the response. */
export function isDocumentProblem(problem: Problem): boolean {
  return derivedKinds.has(kindAndCount(problem).kind);
}
