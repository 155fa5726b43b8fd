import { decodeJson } from './character-decoding.ts';
import { readJson } from './json-document.ts';
import { problemOf } from './json-problems.ts';
import type { Route } from './route.ts';
import { createPositionFinder } from '../text/text-position.ts';

/** The response is a JSON-LD document, and is taken whatever it describes: it was listed for itself. */
export const direct: Route = {
  decode: decodeJson,

  *extract({ response: { target, retrieval }, decoded: { text }, limits }) {
    const { url } = target;
    const reading = readJson(text, limits);
    if (reading.kind === 'document') {
      const { json } = reading;
      const baseIri = retrieval.finalUrl;
      const document = { documentUrl: url, route: 'direct', json, baseIri } as const;
      yield { kind: 'produced', value: { kind: 'document', document } };
    } else if (reading.kind === 'template') {
      yield { kind: 'skipped', url, reason: 'template' };
    } else {
      const positionOf = createPositionFinder(text);
      yield { kind: 'failed', problem: problemOf(reading, { url, text, positionOf }) };
    }
  },
};
