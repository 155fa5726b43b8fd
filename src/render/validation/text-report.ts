import { describeProblem, remedyOf, severityOf } from '../../model/problem-catalogue.ts';
import type { Problem } from '../../model/problem.ts';
import type { RecordReport } from '../../model/validation.ts';
import { formatCount, formatCounts } from '../../text/amounts.ts';
import { cutToWidth, terminalText } from '../../text/printable.ts';
import { firstLines, inColumns, inWrappedColumns, textParts } from '../layout.ts';
import { countAll, failingText, severityCounts } from '../report-parts/severities.ts';
import { reportWidth, wrappedLines } from '../report-parts/terminal-lines.ts';
import { conformText, contentText, contradictionText } from './finding-groups.ts';
import { briefRecordLines, detailedRecordLines } from './record-text.ts';
import { countFixable, type ValidationSummary } from './validation-summary.ts';
import type { ValidationWriter, ValidationWriterOptions } from './validation-writer.ts';

/** Of more records the findings are told in short. */
const maxDetailed = 3;

/**
 * Writes findings for a person at a terminal, in the order in which to mend them. Up to three
 * records are told in full; of more, each unmet rule is told in short, and the end says which changes
 * help most records.
 */
export function createTextReport({ docs, width }: ValidationWriterOptions): ValidationWriter {
  const columns = reportWidth(width);
  /** What may still be told in full; undefined once there are too many records for that. */
  let held: (RecordReport | Problem)[] | undefined = [];
  let records = 0;

  const brief = (report: RecordReport): string[] => briefRecordLines(report, columns);
  const release = (linesOf: (report: RecordReport) => string[]): string => {
    const waiting = held ?? [];
    held = undefined;
    return inText(
      waiting.flatMap((each) => ('kind' in each ? problemLines(each, columns) : linesOf(each))),
    );
  };
  return {
    begin: () => '',
    record: (report) => {
      if (held === undefined) return inText(brief(report));
      held.push(report);
      records += 1;
      return records > maxDetailed ? release(brief) : '';
    },
    problem: (problem) => {
      if (held === undefined) return inText(problemLines(problem, columns));
      held.push(problem);
      return '';
    },
    end: (summary) =>
      release((each) => detailedRecordLines(each, docs, columns)) +
      inText(summaryLines(summary, docs, columns)),
  };
}

function inText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function problemLines(problem: Problem, width: number): string[] {
  return [
    `${severityOf(problem).padEnd(7)}  ${describeProblem(problem)}`,
    ...wrappedLines(terminalText(remedyOf(problem)), width, ' '.repeat(9)),
    '',
  ];
}

function summaryLines(summary: ValidationSummary, docs: string, width: number): string[] {
  const { records, documents, findings, problems, remedies } = summary;
  const content = contentText(summary);
  const remedyCounts = formatCounts({
    'mended by --fix': countFixable(summary),
    'for the author to fill in': remedies.author,
    'without a suggestion': remedies.none,
  });
  return textParts(
    `${formatCount(records, 'record')} in ${formatCount(documents, 'document')}: ` +
      conformText(summary),
    content !== '' && `Content: ${content}`,
    records > 0 && `Findings: ${severityCounts(findings)}`,
    remedyCounts !== '' && `  ${remedyCounts}`,
    countAll(problems) > 0 && `Problems of documents: ${severityCounts(problems)}`,
    firstChangeLines(summary, width),
    contradictedLines(summary, width),
    unevaluatedLines(summary, width),
    '',
    verdictLine(summary),
    `What rules and problems mean: ${docs}rules and ${docs}problems`,
  );
}

/** Of one record, the findings themselves are in the order in which to mend them. */
function firstChangeLines({ first, records }: ValidationSummary, width: number): string[] {
  if (first.length === 0 || records === 1) return [];
  const rows = first.map(
    ({ severity, records: helped, title, rule }) =>
      [severity, formatCount(helped, 'record'), terminalText(`${title} (${rule})`)] as const,
  );
  return [
    '',
    'What to do first, since it helps most records',
    ...inWrappedColumns(rows, 'lrl', width - 2).map((line) => `  ${line}`),
  ];
}

/** Of several records: one has it beside its verdicts. */
function contradictedLines(
  { contradictions, records }: ValidationSummary,
  width: number,
): string[] {
  if (records <= 1) return [];
  return contradictions.flatMap((each) => {
    const rows = each.refusals.map(({ rule, records: refused, asked }) => [
      formatCount(refused, 'record'),
      terminalText(`${rule}: ${asked}`),
    ]);
    const lines = firstLines(inColumns(rows, 'rl'), maxRefusals, (line) => line);
    return [
      '',
      ...wrappedLines(
        terminalText(`${contradictionText(each)}, in ${formatCount(each.records, 'record')}`),
        width,
        '',
      ),
      ...lines.map((line) => `  ${cutToWidth(line, width - 2)}`),
    ];
  });
}

const maxRefusals = 5;

function unevaluatedLines({ unevaluated }: ValidationSummary, width: number): string[] {
  if (unevaluated.length === 0) return [];
  return [
    '',
    'Not evaluated, so the records may break more than is told here',
    ...unevaluated.flatMap(({ shape, what, reason }) =>
      wrappedLines(terminalText(`${shape}: ${what}: ${reason}`), width, '  '),
    ),
  ];
}

/** Whether the validation passes, and why. */
export function verdictLine(summary: ValidationSummary): string {
  const { records, failing, failOn, unevaluated, passes } = summary;
  const text = failingText(failing, failOn);
  if (passes) return failOn === 'never' ? 'Passes, whatever is found' : `Passes: ${text}`;
  const reasons = textParts(
    records === 0 && 'no record',
    failing > 0 && text,
    unevaluated.length > 0 && `${formatCount(unevaluated.length, 'shape')} not evaluated`,
  );
  return `Fails: ${reasons.join(', ')}`;
}
