import type { JsonMend } from '../../model/problem.ts';

/** A part of a text that is not JSON and has one reading. */
export interface JsonEdit {
  readonly what: JsonMend;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** Where the fault is, if not at the start. */
  readonly place?: number;
}

/** A part of a text, by offsets. */
export type Extent = Pick<JsonEdit, 'start' | 'end'>;

/** A mended JSON text. */
export interface MendedText {
  readonly json: string;
  /** The repairs in document order, with offsets in the original text. */
  readonly mends: readonly { readonly what: JsonMend; readonly offset: number }[];
  /** Maps an offset in `json` to the original text. */
  readonly originalOffset: (offset: number) => number;
}

/** An edit that leaves a part of the text out. */
export function removal(what: JsonMend, start: number, end: number): JsonEdit {
  return { what, start, end, replacement: '' };
}

/** @param edits those between extents belong to the text before; leading ones to the first */
export function mendedTexts(
  text: string,
  extents: readonly Extent[],
  edits: readonly JsonEdit[],
): readonly MendedText[] {
  // A trailing comma is recorded only after what follows it.
  const ascending = edits.toSorted((one, other) => one.start - other.start);
  let done = 0;
  return extents.map(({ start, end }, index) => {
    const next = extents[index + 1]?.start ?? text.length;
    const begin = done;
    while (done < ascending.length && (ascending[done]?.start ?? next) < next) done += 1;
    const own = ascending.slice(begin, done);
    const within = own.filter((edit) => edit.start >= start && edit.end <= end);
    return {
      json: applyEdits(text, { start, end }, within),
      mends: own.map(({ what, start: from, place: offset = from }) => ({ what, offset })),
      originalOffset: (offset) => originalOffsetOf(within, start, offset),
    };
  });
}

function applyEdits(text: string, { start, end }: Extent, edits: readonly JsonEdit[]): string {
  const parts: string[] = [];
  let from = start;
  for (const edit of edits) {
    parts.push(text.slice(from, edit.start), edit.replacement);
    from = edit.end;
  }
  parts.push(text.slice(from, end));
  return parts.join('');
}

function originalOffsetOf(edits: readonly JsonEdit[], start: number, offset: number): number {
  let original = start + offset;
  for (const edit of edits) {
    if (original < edit.start) return original;
    if (original < edit.start + edit.replacement.length) return edit.start;
    original += edit.end - edit.start - edit.replacement.length;
  }
  return original;
}
