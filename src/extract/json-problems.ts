import type { JsonMend, Position, Problem } from '../model/problem.ts';
import type { JsonNote, JsonReading } from './read-json.ts';
import { excerptAt } from '../text/text-position.ts';

/** Why a text gives no document. */
type Refusal = Exclude<JsonReading, { kind: 'document' | 'template' }>;

/** A text that should be metadata, and its place. */
export interface PlacedText {
  readonly url: string;
  readonly text: string;
  /** The position, in the document at `url`, of an offset in the text. */
  readonly positionOf: (offset: number) => Position;
}

/** The problem of a text without a document. */
export function problemOf(refusal: Refusal, { url, text, positionOf }: PlacedText): Problem {
  switch (refusal.kind) {
    case 'malformed': {
      const { offset, detail } = refusal.fault;
      const excerpt = excerptAt(text, offset);
      return { kind: 'json-malformed', url, ...positionOf(offset), detail, excerpt };
    }
    case 'not-metadata':
      return { kind: 'json-not-metadata', url, found: refusal.found };
    case 'too-complex':
      return { kind: 'json-too-complex', url, limit: refusal.limit, max: refusal.max };
  }
}

const longestName = 200;

/**
 * The problems of a text that gave a document.
 * @param usual repairs that are no problem in this kind of text
 */
export function problemsOfNotes(
  notes: readonly JsonNote[],
  placed: Omit<PlacedText, 'text'>,
  usual: ReadonlySet<JsonMend>,
): readonly Problem[] {
  return notes
    .filter((note) => note.kind !== 'json-mended' || !usual.has(note.what))
    .map((note) => problemOfNote(note, placed));
}

function problemOfNote(note: JsonNote, { url, positionOf }: Omit<PlacedText, 'text'>): Problem {
  if (note.kind === 'problems-omitted') return { ...note, url };
  const position = positionOf(note.offset);
  if (note.kind === 'json-mended') return { kind: note.kind, url, ...position, what: note.what };
  // A name may be megabytes long, and cut within a character.
  const name = note.name.slice(0, longestName).toWellFormed();
  return { kind: note.kind, url, ...position, name };
}
