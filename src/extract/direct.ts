import { isJsonLinesType } from '../model/media-type.ts';
import type { JsonMend } from '../model/problem.ts';
import { decodeJson } from './character-decoding.ts';
import { readJsonLines } from './json-lines.ts';
import { problemOf, problemsOfNotes } from './json-problems.ts';
import { readJson } from './read-json.ts';
import type { Route } from './route.ts';
import { createPartFinder } from '../text/text-position.ts';

/** The response is a JSON-LD document, or several, and is taken whatever it describes: it was listed for itself. */
export const direct: Route = {
  decode: decodeJson,

  *extract({ response: { target, retrieval }, mediaType, decoded: { text }, limits }) {
    const { url } = target;
    const placed = { url, text, positionOf: createPartFinder(text) };
    const isSeries = isJsonLinesType(mediaType.essence);
    const usual = isSeries ? usualInJsonLines : nothing;
    const read = isSeries ? readJsonLines : readJson;
    for (const reading of read(text, limits)) {
      if (reading.kind === 'template') yield { kind: 'skipped', url, reason: 'template' };
      else if (reading.kind !== 'document') {
        yield { kind: 'failed', problem: problemOf(reading, placed) };
      } else {
        const { json } = reading;
        const baseIri = retrieval.finalUrl;
        const document = { documentUrl: url, route: 'direct', json, baseIri } as const;
        const problems = problemsOfNotes(reading.notes, placed, usual);
        const value = { kind: 'document', document } as const;
        yield { kind: 'produced', value, ...(problems.length === 0 ? {} : { problems }) };
      }
    }
  },
};

const usualInJsonLines: ReadonlySet<JsonMend> = new Set<JsonMend>(['several-values']);
const nothing: ReadonlySet<JsonMend> = new Set();
