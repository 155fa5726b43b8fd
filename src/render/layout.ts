import { groupDigits } from '../text/amounts.ts';
import { cutToWidth, textWidth } from '../text/printable.ts';

const gap = '  ';
const lineWidth = 80;

/**
 * Lays out rows of printable texts in columns as wide as their widest cell.
 * @param alignment `l` or `r` for each column; a left one at the end is not padded
 * @param widest what a cell is cut to, in columns of a terminal
 */
export function inColumns(
  rows: readonly (readonly string[])[],
  alignment: string,
  widest = Number.POSITIVE_INFINITY,
): string[] {
  const cells = rows.map((row) => row.map((text) => cutToWidth(text, widest)));
  const widths = Array.from(alignment, (_, column) =>
    cells.reduce((least, row) => Math.max(least, textWidth(row[column] ?? '')), 0),
  );
  return cells.map((row) => {
    const padded = row.map((text, column) => {
      const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - textWidth(text)));
      return alignment[column] === 'r' ? padding + text : text + padding;
    });
    return padded.join(gap).trimEnd();
  });
}

/** Lays out rows in columns, and wraps the last column, a left one, so that lines fit a width. */
export function inWrappedColumns(
  rows: readonly (readonly [...string[], string])[],
  alignment: string,
  width: number,
): string[] {
  return inColumns(rows, alignment).flatMap((line, at) => {
    const text = rows[at]?.at(-1) ?? '';
    const start = line.slice(0, line.length - text.length);
    const indent = ' '.repeat(textWidth(start));
    const lines = wrapWords(text, width - indent.length);
    return lines.map((each, index) => (index === 0 ? start : indent) + each);
  });
}

/** Wraps phrases that are joined by commas in indented lines of 80 columns. */
export function inLines(list: string, indent: number): string[] {
  const lines: string[] = [];
  for (const phrase of list.split(', ')) {
    const last = lines.at(-1);
    if (last !== undefined && indent + last.length + phrase.length < lineWidth - 2) {
      lines[lines.length - 1] = `${last}, ${phrase}`;
    } else {
      if (last !== undefined) lines[lines.length - 1] = `${last},`;
      lines.push(phrase);
    }
  }
  return lines.map((line) => ' '.repeat(indent) + line);
}

/** Wraps a printable text at its blanks; a longer word has a line of its own. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let left = 0;
  for (const word of text.split(' ')) {
    const wordWidth = textWidth(word);
    if (lines.length > 0 && wordWidth < left) {
      lines[lines.length - 1] += ` ${word}`;
      left -= wordWidth + 1;
    } else {
      lines.push(word);
      left = width - wordWidth;
    }
  }
  return lines;
}

/** A line or a phrase, or several; false and undefined stand for none. */
type Part = string | readonly string[] | false | undefined;

/** The lines or phrases of a text, without those that are false or undefined. */
export function textParts(...parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (part === undefined || part === false ? [] : part));
}

/** The lines of the first items, then a line that counts the others. */
export function firstLines<Item>(
  items: readonly Item[],
  most: number,
  linesOf: (item: Item) => string | readonly string[],
  moreText: (count: number) => string = (count) => `and ${groupDigits(count)} more`,
): string[] {
  const more = items.length - most;
  return [...items.slice(0, most).flatMap(linesOf), ...(more > 0 ? [moreText(more)] : [])];
}

/** Names joined by commas; of many the first, and how many more there are: `a, b and 3 more`. */
export function nameList(names: readonly string[], most: number): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${groupDigits(more)} more` : ''}`;
}

/** What a spreadsheet may take for a formula, or strip until it does (OWASP, CSV Injection). */
const formula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

/** A text with an apostrophe before it where a spreadsheet could take it for a formula. */
export function csvText(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** A cell, quoted where RFC 4180 requires it. */
export function csvCell(text: string): string {
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
