/** A place in a text: both count from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** How much of a line an excerpt shows on each side of the place, in UTF-16 code units. */
const excerptReach = 40;

/**
 * Gives the positions of offsets in a text. Asked in ascending order it reads the text only once, however many
 * places there are. Lines end as in HTML: LF, CR or both.
 */
export function createPositionFinder(text: string): (offset: number) => Position {
  const lineEnds = /\r\n?|\n/gu;
  let line = 1;
  let lineStart = 0;
  let nextEnd = lineEnds.exec(text);
  return (offset) => {
    if (offset < lineStart) {
      line = 1;
      lineStart = 0;
      lineEnds.lastIndex = 0;
      nextEnd = lineEnds.exec(text);
    }
    while (nextEnd !== null && lineEnds.lastIndex <= offset) {
      line += 1;
      lineStart = lineEnds.lastIndex;
      nextEnd = lineEnds.exec(text);
    }
    return { line, column: offset - lineStart + 1 };
  };
}

/**
 * Gives the positions, in a document, of offsets in a part of it. Nothing is read before it is asked.
 * @param text the part, perhaps decoded in another way than the document
 * @param startOf gives the position of its beginning
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

/** The line around an offset, cut to what fits into a report, with control characters shown as U+FFFD. */
export function excerptAt(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - excerptReach), offset);
  const after = text.slice(offset, offset + excerptReach);
  const line = (before.split(/[\r\n]/u).at(-1) ?? '') + (after.split(/[\r\n]/u)[0] ?? '');
  // Half of a surrogate pair at either end is a control character in this sense, too.
  return line.trim().replaceAll(/[\p{Cc}\p{Cs}]/gu, '\uFFFD');
}

/** Counts the complete lines of a text. */
export function splitLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
