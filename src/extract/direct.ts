import { isJsonLinesType } from '../model/media-type.ts';
import type { JsonMend, Problem } from '../model/problem.ts';
import type { Response } from '../model/http.ts';
import { decodeJson } from './character-decoding.ts';
import { detectJsonFormat } from './body-formats.ts';
import {
  type JsonReading,
  readJson,
  readJsonLines,
  toJsonProblem,
  toNoteProblems,
} from './read-json.ts';
import { readOgc } from './ogc/read-ogc.ts';
import type { ExtractRoute } from './route.ts';
import { createPartFinder } from '../text/text-position.ts';
import { type ExtractionOutcome, producedDocument } from './outcomes.ts';

/**
 * Extracts a response that is itself JSON-LD: one or several documents, whatever they describe,
 * since the response was listed for itself. OGC API Records are converted to JSON-LD; other JSON
 * metadata formats are reported (`metadata-format-unread`).
 */
export const directRoute: ExtractRoute = {
  decode: decodeJson,

  *extract({ response, mediaType, decoded: { text }, limits }) {
    const { url } = response.target;
    const placed = { url, text, positionOf: createPartFinder(text) };
    const isSeries = isJsonLinesType(mediaType.essence);
    const usual = isSeries ? usualInJsonLines : undefined;
    const read = isSeries ? readJsonLines : readJson;
    for (const reading of read(text, limits)) {
      if (reading.kind === 'template') yield { kind: 'skipped', url, reason: 'template' };
      else if (reading.kind !== 'document') {
        const isEmptyList = response.target.isList === true && emptyArray.test(text);
        const problem = isEmptyList ? ({ kind: 'list-empty', url } as const) : undefined;
        yield { kind: 'failed', problem: problem ?? toJsonProblem(reading, placed) };
      } else {
        const problems = toNoteProblems(reading.notes, placed, usual);
        yield* (
          readOgc(reading.value, { response, problems }) ?? [
            documentOutcome(reading, response, { essence: mediaType.essence, problems }),
          ]
        );
      }
    }
  },
};

/** A list of records may be a plain array. */
const emptyArray = /^\s*\[\s*\]\s*$/u;

type DocumentReading = Extract<JsonReading, { readonly kind: 'document' }>;

/** Other problems of a document in another metadata format do not matter. */
function documentOutcome(
  { json, value }: DocumentReading,
  { target: { url }, contentType, retrieval: { finalUrl: baseIri } }: Response,
  { essence, problems }: { readonly essence: string; readonly problems: readonly Problem[] },
): ExtractionOutcome {
  const format = detectJsonFormat(essence, value);
  return format === undefined
    ? producedDocument({ documentUrl: url, route: 'direct', json, baseIri }, problems)
    : { kind: 'failed', problem: { kind: 'metadata-format-unread', url, format, contentType } };
}

const usualInJsonLines: ReadonlySet<JsonMend> = new Set<JsonMend>(['several-values']);
