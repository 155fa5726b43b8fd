import type { Severity } from '../../model/problem.ts';
import { terminalText } from '../../text/printable.ts';
import { wrapWords } from '../layout.ts';

const usualWidth = 80;
/** Longer lines are hard to read. */
const widest = 110;

/** The width of a report. @param width of the terminal; undefined where the text is not for one */
export function reportWidth(width: number | undefined): number {
  return Math.min(width ?? usualWidth, widest);
}

/** What stands before all that belongs to a finding. */
export const findingIndent = '    ';
const labelWidth = 7;

/** The columns that are left for a text with a label. */
export function labelledWidth(width: number): number {
  return width - findingIndent.length - labelWidth;
}

/** Lines of a finding; the first one has the label. */
export function labelledLines(label: string, texts: readonly string[]): string[] {
  return texts.map(
    (text, at) => `${findingIndent}${(at === 0 ? label : '').padEnd(labelWidth)}${text}`,
  );
}

/** As wide as each severity. */
export const severityWidth = 7;

/** The first lines of a finding. @param title may have characters that act on a terminal */
export function findingTitleLines(severity: Severity, title: string, width: number): string[] {
  const start = `  ${severity.padEnd(severityWidth)}  `;
  const lines = wrapWords(terminalText(title), width - start.length);
  return lines.map((line, at) => (at === 0 ? start : ' '.repeat(start.length)) + line);
}

/** Wraps a printable text in lines that begin with `before`. */
export function wrappedLines(text: string, width: number, before: string): string[] {
  return wrapWords(text, width - before.length).map((line) => before + line);
}
