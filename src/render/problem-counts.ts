import { problemCatalogue, severities } from '../model/problem-catalogue.ts';
import type { ProblemCounts } from '../model/problem-tally.ts';
import type { ProblemKind, Severity } from '../model/problem.ts';
import { amount, grouped } from '../text/amounts.ts';
import { inColumns } from './columns.ts';

/** A kind of problem and how many there are. */
export interface KindCount {
  readonly kind: ProblemKind;
  readonly severity: Severity;
  readonly count: number;
}

/** The gravest first, then the most frequent, then by name. */
export function kindCounts(counts: ProblemCounts): readonly KindCount[] {
  const kinds = Object.keys(counts) as ProblemKind[]; // The keys of a record by kind are kinds.
  return kinds
    .map((kind) => ({
      kind,
      severity: problemCatalogue[kind].severity,
      count: counts[kind] ?? 0,
    }))
    .filter(({ count }) => count > 0)
    .toSorted(
      (one, other) =>
        severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
        other.count - one.count ||
        (one.kind < other.kind ? -1 : 1),
    );
}

/** How many problems there are of each severity, in words; `no problems` where there are none. */
export function severityText(counts: ProblemCounts): string {
  const kinds = kindCounts(counts);
  const texts = severities.flatMap((severity) => {
    const ofSeverity = kinds.filter((kind) => kind.severity === severity);
    const count = ofSeverity.reduce((sum, kind) => sum + kind.count, 0);
    return count === 0
      ? []
      : [severity === 'info' ? `${grouped(count)} info` : amount(count, severity)];
  });
  return texts.length === 0 ? 'no problems' : texts.join(', ');
}

/** A line a kind: severity, count, name and title. */
export function kindLines(counts: ProblemCounts): string[] {
  const rows = kindCounts(counts).map(({ kind, severity, count }) => [
    severity,
    grouped(count),
    kind,
    problemCatalogue[kind].title,
  ]);
  return inColumns(rows, 'lrll');
}
