import { describeProblem, remedyOf, severityOf } from '../../model/problem-catalogue.ts';
import type { Problem } from '../../model/problem.ts';
import { escapeInvisibleJson } from '../../text/printable.ts';
import type { ValidationWriter } from './validation-writer.ts';

/**
 * Writes one JSON document: `records` as `RecordReport`, `problems` that belong to no record, and
 * `summary` as `ValidationSummary`. Problems wait in memory until the last record is written.
 */
export function createJsonReport(): ValidationWriter {
  const problems: string[] = [];
  let isFirst = true;
  return {
    begin: () => '{\n"records": [',
    record: (report) => {
      const comma = isFirst ? '' : ',';
      isFirst = false;
      return `${comma}\n${jsonText(report)}`;
    },
    problem: (problem) => {
      problems.push(jsonText(problemFields(problem)));
      return '';
    },
    end: (summary) => {
      const listed = problems.length === 0 ? '' : `\n${problems.join(',\n')}\n`;
      return `${isFirst ? '' : '\n'}],\n"problems": [${listed}],\n"summary": ${jsonText(summary)}\n}\n`;
    },
  };
}

function problemFields(problem: Problem) {
  const { kind, url, record, ...facts } = problem;
  return {
    severity: severityOf(problem),
    kind,
    url,
    record,
    message: describeProblem(problem),
    remedy: remedyOf(problem),
    facts,
  };
}

function jsonText(value: unknown): string {
  return escapeInvisibleJson(JSON.stringify(value, null, 2));
}
