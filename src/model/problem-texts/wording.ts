import type { Position } from '../problem.ts';

/** A place in a text, in words. */
export function place(position: Position): string {
  return `line ${position.line}, column ${position.column}`;
}

/** A value in quotation marks, cut where it is long: values come from strangers and can be of any length. */
export function quote(value: string): string {
  return value.length > 120 ? `"${value.slice(0, 119)}…"` : `"${value}"`;
}
