import { describeProblem, remedyOf, severityOf } from '../model/problem-catalogue.ts';
import { countedAs } from '../model/problem-tally.ts';
import type { FoundProblem } from '../store/found-problems.ts';
import { printable, visibleJson } from '../text/printable.ts';
import { csvCell, csvText } from './csv.ts';

/** How problems are written one by one. */
export interface ProblemRows {
  readonly head: string;
  readonly row: (found: FoundProblem) => string;
}

const columns = [
  'source',
  'severity',
  'kind',
  'count',
  'url',
  'record',
  'message',
  'remedy',
  'firstSeen',
  'firstRun',
] as const;

/**
 * The ways to write problems, a line each. A cut is a line as well, of the kind that was cut and
 * with the number of those that are not kept, so that the sum of the counts is what `status`
 * counts.
 */
export const problemRows = {
  table: {
    head: `${'severity'.padEnd(8)}  ${'kind'.padEnd(24)}  message\n`,
    row: ({ problem }) => {
      const { kind } = countedAs(problem);
      return printable(
        `${severityOf(problem).padEnd(8)}  ${kind.padEnd(24)}  ${describeProblem(problem)}`,
      ).concat('\n');
    },
  },
  /** RFC 4180. */
  csv: {
    head: `${columns.join(',')}\r\n`,
    row: (found) => {
      const cells: Readonly<Partial<Record<string, string | number>>> = {
        ...fieldsOf(found),
        source: found.sources.join(' | '),
      };
      return `${columns.map((name) => csvCell(csvText(String(cells[name] ?? '')))).join(',')}\r\n`;
    },
  },
  jsonl: {
    head: '',
    row: (found) => {
      const { sources } = found;
      const { kind: _, url: __, record: ___, ...facts } = found.problem;
      return `${visibleJson(JSON.stringify({ sources, ...fieldsOf(found), facts }))}\n`;
    },
  },
} as const satisfies Record<string, ProblemRows>;

function fieldsOf({ problem, first }: FoundProblem) {
  const { url, record } = problem;
  return {
    severity: severityOf(problem),
    ...countedAs(problem),
    url,
    ...(record === undefined ? {} : { record }),
    message: describeProblem(problem),
    remedy: remedyOf(problem),
    ...(first && { firstSeen: first.at, firstRun: first.run }),
  };
}
