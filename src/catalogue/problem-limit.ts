import { setImmediate } from 'node:timers/promises';
import { severities, severityOf } from '../model/problem-catalogue.ts';
import { firstsPerKind, ProblemCounter } from '../model/problem-tally.ts';
import type { Problem, Severity } from '../model/problem.ts';
import type { Catalogue } from './catalogue.ts';
import { createSourceFinder } from './found-problems.ts';
import { problemsKey } from './problem-rows.ts';
import { equalAsJson, type ProblemsRow, type SeenProblem } from './rows.ts';

/** How many problems of one source are kept, so that none fills the disk; about 20 MB. */
export const maxProblemsPerSource = 100_000;

/** How many rows are read between pauses, and written in one commit. */
const rowsAtOnce = 500;

/**
 * Enforces the problem limit of each source: the first of each kind stay, then the most severe,
 * then the first in the order of URLs and records. What is cut is still counted. The result does
 * not depend on when or how often it runs, nor on the order of arrival.
 * @throws the signal's reason when it is aborted
 */
export async function boundProblems(
  catalogue: Catalogue,
  max: number,
  signal?: AbortSignal,
): Promise<void> {
  const kept = new Map<string, Record<Severity, number>>();
  await eachRow(catalogue, ({ problems }, sources) => {
    for (const source of sources) {
      const counts = kept.get(source) ?? { error: 0, warning: 0, info: 0 };
      kept.set(source, counts);
      for (const { problem } of problems) if (isKept(problem)) counts[severityOf(problem)] += 1;
    }
    signal?.throwIfAborted();
  });
  for (const [source, counts] of kept) {
    signal?.throwIfAborted();
    const { error, warning, info } = counts;
    if (error + warning + info > max) await cutSource(catalogue, source, counts, max);
  }
}

async function cutSource(
  catalogue: Catalogue,
  source: string,
  counts: Record<Severity, number>,
  max: number,
): Promise<void> {
  /** How many of each severity stay besides the first of each kind. */
  const room = { ...counts };
  let left = max;
  for (const severity of severities) {
    room[severity] = Math.min(counts[severity], left);
    left -= room[severity];
  }
  const met = new ProblemCounter();
  const stays = (problem: Problem): boolean => {
    const severity = severityOf(problem);
    const isFirst = met.add(problem) < firstsPerKind;
    if (!isFirst && room[severity] <= 0) return false;
    room[severity] -= 1;
    return true;
  };
  let changes: [before: ProblemsRow, after: ProblemsRow][] = [];
  const write = (): void => {
    if (changes.length > 0) writeRows(catalogue, changes);
    changes = [];
  };
  await eachRow(catalogue, (row, sources) => {
    if (!sources.includes(source)) return;
    const after = cutRow(row, stays);
    if (after !== row) changes.push([row, after]);
    if (changes.length >= rowsAtOnce) write();
  });
  write();
}

/** A row without the problems that are cut, which are counted. */
function cutRow(row: ProblemsRow, stays: (problem: Problem) => boolean): ProblemsRow {
  const kept: SeenProblem[] = [];
  const cut = new ProblemCounter();
  let first: SeenProblem | undefined;
  for (const seen of row.problems) {
    if (isKept(seen.problem) && stays(seen.problem)) {
      kept.push(seen);
      continue;
    }
    cut.add(seen.problem);
    first ??= seen;
  }
  const before = row.problems.filter(({ problem }) => isKept(problem)).length;
  if (first === undefined || kept.length === before) return row;
  const { run, at } = first;
  const { problems: _, ...place } = row;
  for (const [of, count] of cut.entries()) {
    kept.push({ problem: { kind: 'problems-omitted', ...place, of, count }, run, at });
  }
  return { ...place, problems: kept };
}

/** Rows that another commit has changed meanwhile are skipped. */
function writeRows(
  catalogue: Catalogue,
  changes: readonly (readonly [before: ProblemsRow, after: ProblemsRow])[],
): void {
  catalogue.change(({ problems }, tally) => {
    for (const [before, after] of changes) {
      const key = problemsKey(after);
      if (!equalAsJson(problems.get(key), before)) continue;
      problems.putSync(key, after);
      tally.changed = true;
    }
  });
}

async function eachRow(
  catalogue: Catalogue,
  use: (row: ProblemsRow, sources: readonly string[]) => void,
): Promise<void> {
  const snapshot = catalogue.snapshot();
  try {
    const sourcesFor = createSourceFinder(snapshot);
    let rows = 0;
    for (const row of snapshot.problems()) {
      use(row, sourcesFor(row.url));
      rows += 1;
      if (rows % rowsAtOnce === 0) await setImmediate();
    }
  } finally {
    snapshot.end();
  }
}

function isKept({ kind }: Problem): boolean {
  return kind !== 'problems-omitted';
}
