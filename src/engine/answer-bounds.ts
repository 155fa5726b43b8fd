import {
  type AnswerBounds,
  EngineFault,
  type QueryRequest,
  type ResultFormat,
} from './engine-task.ts';

/**
 * Checks the length of an answer.
 * @throws {EngineFault} `answer-too-long` for an answer beyond the bounds of its request
 */
export function assertWithinBounds(
  answer: string,
  { bounds, format }: Pick<QueryRequest, 'bounds' | 'format'>,
): void {
  if (bounds === undefined) return;
  if (Buffer.byteLength(answer) > bounds.bytes) throw tooLong(bounds, 'bytes');
  if (hasMoreRows(answer, format, bounds.rows)) throw tooLong(bounds, 'rows');
}

function tooLong({ rows, bytes }: AnswerBounds, of: keyof AnswerBounds): EngineFault {
  const most =
    of === 'rows' ? `${rows.toLocaleString('en')} rows` : `${Math.round(bytes / 1e6)} MB`;
  return new EngineFault(
    'answer-too-long',
    `the answer has more than ${most}; ask for less, or in parts (ORDER BY, LIMIT and OFFSET)`,
  );
}

/** The least number of characters of a row, with what separates it from the next one. */
const rowCharacters = { json: 3, xml: 9, csv: 1, tsv: 1 } as const;

/** Counts rows only in a text that is long enough for so many. */
function hasMoreRows(answer: string, format: ResultFormat, rows: number): boolean {
  if (format !== 'json' && format !== 'xml' && format !== 'csv' && format !== 'tsv') return false;
  return answer.length >= rows * rowCharacters[format] && countRows(answer, format) > rows;
}

/**
 * The number of rows in an answer to SELECT, as engines and stores write it; 0 in an answer to ASK.
 */
function countRows(answer: string, format: keyof typeof rowCharacters): number {
  switch (format) {
    case 'json':
      return countJsonRows(answer);
    case 'xml':
      return countOf(/<(?:[\w.-]{1,30}:)?result[\s/>]/gu, answer);
    case 'csv':
      return countCsvRows(answer);
    case 'tsv':
      // Line breaks in values are escaped; the first line has the variables.
      return Math.max(0, countOf(/\n/gu, answer) + unendedLine(answer) - 1);
  }
}

function countJsonRows(answer: string): number {
  // It was written by an engine, or checked.
  const { results } = JSON.parse(answer) as {
    readonly results?: { readonly bindings: readonly unknown[] };
  };
  return results?.bindings.length ?? 0;
}

/** A line break between quotation marks belongs to a value. */
function countCsvRows(answer: string): number {
  let lines = 0;
  let isQuoted = false;
  for (const [mark] of answer.matchAll(/["\n]/gu)) {
    if (mark === '"') isQuoted = !isQuoted;
    else if (!isQuoted) lines += 1;
  }
  return Math.max(0, lines + unendedLine(answer) - 1);
}

/** 1 if the last line has no line break, as some stores write it. */
function unendedLine(answer: string): 0 | 1 {
  return answer === '' || answer.endsWith('\n') ? 0 : 1;
}

function countOf(part: RegExp, text: string): number {
  let count = 0;
  for (const _ of text.matchAll(part)) count += 1;
  return count;
}
