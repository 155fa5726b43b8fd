import type { Position, Problem } from '../model/problem.ts';
import type { JsonReading } from './json-document.ts';
import { excerptAt } from './text-position.ts';

/** Why a text gives no document. */
type Refusal = Exclude<JsonReading, { kind: 'document' }>;

/** Where a refused text was found. */
export interface RefusedText {
  readonly url: string;
  readonly text: string;
  readonly maxDepth: number;
  /** The position, in the document of that URL, of an offset in the text. */
  readonly positionOf: (offset: number) => Position;
}

/** The problem of a text that gives no document. */
export function problemOf(
  refusal: Refusal,
  { url, text, maxDepth, positionOf }: RefusedText,
): Problem {
  switch (refusal.kind) {
    case 'malformed': {
      const { offset, detail } = refusal.fault;
      const excerpt = excerptAt(text, offset);
      return { kind: 'json-malformed', url, ...positionOf(offset), detail, excerpt };
    }
    case 'not-metadata':
      return { kind: 'json-not-metadata', url, found: refusal.found };
    case 'too-deep':
      return { kind: 'json-too-complex', url, limit: 'depth', max: maxDepth };
  }
}
