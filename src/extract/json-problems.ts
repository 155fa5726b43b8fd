import type { Position, Problem } from '../model/problem.ts';
import type { JsonReading } from './json-document.ts';
import { excerptAt } from '../text/text-position.ts';

/** Why a text that was meant to be metadata gives no document. */
type Refusal = Exclude<JsonReading, { kind: 'document' | 'template' }>;

/** Where a refused text was found. */
export interface RefusedText {
  readonly url: string;
  readonly text: string;
  /** The position, in the document of that URL, of an offset in the text. */
  readonly positionOf: (offset: number) => Position;
}

/** The problem of a text that gives no document. */
export function problemOf(refusal: Refusal, { url, text, positionOf }: RefusedText): Problem {
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
