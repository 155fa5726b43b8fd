import type { Position } from '../problem.ts';

/** The most characters of a published value that a message shows. */
const longest = 120;

/** A position in a text, in words. */
export function place(position: Position): string {
  return `line ${position.line}, column ${position.column}`;
}

/** A text of at most 120 UTF-16 code units, with an ellipsis where something was cut off. */
export function cut(text: string): string {
  if (text.length <= longest) return text;
  // The cut may fall into the middle of a character.
  return `${text.slice(0, longest - 1).replace(/\p{Surrogate}$/u, '')}…`;
}

/** A value in quotation marks, cut where it is long. */
export function quote(value: string): string {
  return `"${cut(value)}"`;
}
