import { isJsonLinesType } from '../model/media-type.ts';
import { decodeJson } from './character-decoding.ts';
import { problemOf, problemsOfNotes } from './json-problems.ts';
import { readJson, type JsonNote } from './read-json.ts';
import type { Route } from './route.ts';
import { createPartFinder } from '../text/text-position.ts';

/** The response is a JSON-LD document, or several, and is taken whatever it describes: it was listed for itself. */
export const direct: Route = {
  decode: decodeJson,

  *extract({ response: { target, retrieval }, mediaType, decoded: { text }, limits }) {
    const { url } = target;
    const placed = { url, text, positionOf: createPartFinder(text) };
    const isSeries = isJsonLinesType(mediaType.essence);
    for (const reading of readJson(text, limits)) {
      if (reading.kind === 'template') yield { kind: 'skipped', url, reason: 'template' };
      else if (reading.kind !== 'document') {
        yield { kind: 'failed', problem: problemOf(reading, placed) };
      } else {
        const { json } = reading;
        const baseIri = retrieval.finalUrl;
        const document = { documentUrl: url, route: 'direct', json, baseIri } as const;
        const notes = reading.notes.filter((note) => !isSeries || !saysSeries(note));
        const problems = problemsOfNotes(notes, placed);
        const value = { kind: 'document', document } as const;
        yield { kind: 'produced', value, ...(problems.length === 0 ? {} : { problems }) };
      }
    }
  },
};

/** Whether a note says what the media type promises: that there are several values. */
function saysSeries(note: JsonNote): boolean {
  return note.kind === 'json-mended' && note.what === 'several-values';
}
