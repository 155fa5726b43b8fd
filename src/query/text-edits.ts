import type { QueryPlace } from '../engine/query-fault.ts';
import { characterCount, placeAt } from './query-source.ts';

/**
 * What is put into a text in place of some of it. Neither has a line break, so that lines keep
 * their numbers.
 */
export interface TextEdit {
  /** UTF-16 code units from 0. */
  readonly at: number;
  readonly removed: number;
  readonly added: string;
}

/** @param edits in the order of the text, apart from each other */
export function editText(text: string, edits: readonly TextEdit[]): string {
  let end = 0;
  const parts = edits.map(({ at, removed, added }) => {
    const part = text.slice(end, at) + added;
    end = at + removed;
    return part;
  });
  return parts.join('') + text.slice(end);
}

/** Where a place in the edited text stands in the text before. */
export function placeBeforeEdits(
  place: QueryPlace,
  text: string,
  edits: readonly TextEdit[],
): QueryPlace {
  let { column } = place;
  for (const edit of edits) {
    const { line, column: start } = placeAt(text, edit.at);
    if (line !== place.line || column < start) continue;
    const added = characterCount(edit.added);
    // Within what was added is where it was added.
    column = column < start + added ? start : column - added + edit.removed;
  }
  return { line: place.line, column };
}
