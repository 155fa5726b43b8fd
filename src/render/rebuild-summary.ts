import { describeProblem } from '../model/problem-catalogue.ts';
import type { RebuildReport } from '../pipeline/rebuild.ts';
import { leftOutText } from '../report/left-out-counts.ts';
import { amount, amounts, duration, grouped } from '../text/amounts.ts';
import { inColumns } from './columns.ts';
import { kindCounts } from './problem-counts.ts';

/** Writes what a rebuild did, for people. */
export function rebuildSummary(report: RebuildReport): string {
  const { startedAt, endedAt, interrupted, urls, left, records, quads, skipped } = report;
  const ending = interrupted ? 'was interrupted' : 'finished';
  const unwanted = skipped['type-not-wanted'] ?? 0;
  return [
    `Rebuild ${ending} after ${duration(startedAt, endedAt)}: ${amount(urls, 'URL')}, ${amount(quads, 'statement')}`,
    `  records  ${amounts(records) || 'none'}`,
    ...(unwanted === 0
      ? []
      : [
          `  left out ${amount(unwanted, 'record')} of types that no source wants${inBrackets(report)}`,
        ]),
    ...(left === 0
      ? []
      : [
          `  ${amount(left, 'URL')} left unchanged: the kept documents are of several visits, the last`,
          '  of which was incomplete. The next harvest replaces them.',
        ]),
    ...(interrupted
      ? ['  The graphs made so far are stored; run rebuild again for the rest.']
      : []),
    '',
    ...problemLines(report),
    '',
  ].join('\n');
}

function inBrackets({ leftOut }: RebuildReport): string {
  return leftOut === undefined ? '' : ` (${leftOutText(leftOut)})`;
}

function problemLines({ problems, examples }: RebuildReport): string[] {
  const counts = kindCounts(problems);
  if (counts.length === 0) return ['No problems.'];
  const rows = counts.map(({ severity, count, kind }) => [severity, grouped(count), kind]);
  const lines = inColumns(rows, 'lrl').flatMap((line, index) => {
    const example = examples.find(({ kind }) => kind === counts[index]?.kind);
    return example === undefined ? [`  ${line}`] : [`  ${line}`, `    ${describeProblem(example)}`];
  });
  return ['Problems, with an example of each kind', ...lines];
}
