/** A place in a text: both count from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A place in a text, with its offset in UTF-16 code units. */
export interface TextPlace extends Position {
  readonly offset: number;
}

/** The length of an excerpt on each side of its place, in UTF-16 code units. */
const excerptReach = 40;

/**
 * Returns a function from offsets in a text to positions, which reads the text only once, as far as
 * it is asked for. Lines end as in HTML: LF, CR or both.
 */
export function createPositionFinder(text: string): (offset: number) => Position {
  const lineEnds = /\r\n?|\n/gu;
  const starts = [0];
  let nextEnd = lineEnds.exec(text);
  return (offset) => {
    while (nextEnd !== null && lineEnds.lastIndex <= offset) {
      starts.push(lineEnds.lastIndex);
      nextEnd = lineEnds.exec(text);
    }
    const line = countUpTo(starts, offset);
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}

/** The number of ascending numbers that are not greater than a limit. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  // Offsets usually ascend, so the answer is usually all.
  if ((numbers.at(-1) ?? 0) <= limit) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns a function from offsets in a part of a document to positions in the document. Reads
 * nothing before its first call.
 * @param text the part, perhaps decoded in another way than the document
 * @param startOf the position of its beginning
 */
export function createPartFinder(
  text: string,
  startOf: () => Position = () => ({ line: 1, column: 1 }),
): (offset: number) => Position {
  let finder: ((offset: number) => Position) | undefined;
  return (offset) => {
    finder ??= createPositionFinder(text);
    const start = startOf();
    const { line, column } = finder(offset);
    return {
      line: start.line + line - 1,
      column: line === 1 ? start.column + column - 1 : column,
    };
  };
}

/** Returns a function that finds parts of a text in their order; undefined where one is not there. */
export function createPartLocator(text: string): (part: string) => number | undefined {
  let end = 0;
  return (part) => {
    const offset = text.indexOf(part, end);
    if (offset === -1) return undefined;
    end = offset + part.length;
    return offset;
  };
}

/** The line around an offset, cut to 40 characters on each side, with U+FFFD for controls. */
export function excerptAt(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - excerptReach), offset);
  const after = text.slice(offset, offset + excerptReach);
  const line = (before.split(/[\r\n]/u).at(-1) ?? '') + (after.split(/[\r\n]/u)[0] ?? '');
  // Cutting may leave half of a surrogate pair.
  return line.trim().replaceAll(/[\p{Cc}\p{Cs}]/gu, '\uFFFD');
}

/** Counts the complete lines of a text. */
export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
