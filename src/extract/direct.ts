import { isJsonLinesType } from '../model/media-type.ts';
import type { Outcome } from '../model/outcome.ts';
import type { JsonMend, Problem } from '../model/problem.ts';
import type { ExtractionOutput } from '../model/record.ts';
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
    const usual = isSeries ? usualInJsonLines : noMends;
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
            reportUnreadFormat(reading, response, mediaType.essence) ??
              documentOutcome(reading, response, problems),
          ]
        );
      }
    }
  },
};

/** A list of records may be a plain array. */
const emptyArray = /^\s*\[\s*\]\s*$/u;

type DocumentReading = Extract<JsonReading, { readonly kind: 'document' }>;

/** Reports a document in another metadata format; its other problems do not matter then. */
function reportUnreadFormat(
  { value }: DocumentReading,
  { target: { url }, contentType }: Response,
  essence: string,
): Outcome<ExtractionOutput> | undefined {
  const format = detectJsonFormat(essence, value);
  if (format === undefined) return undefined;
  return { kind: 'failed', problem: { kind: 'metadata-format-unread', url, format, contentType } };
}

function documentOutcome(
  { json }: DocumentReading,
  { target, retrieval }: Response,
  problems: readonly Problem[],
): Outcome<ExtractionOutput> {
  const { finalUrl: baseIri } = retrieval;
  const document = { documentUrl: target.url, route: 'direct', json, baseIri } as const;
  const value = { kind: 'document', document } as const;
  return { kind: 'produced', value, ...(problems.length === 0 ? {} : { problems }) };
}

const usualInJsonLines: ReadonlySet<JsonMend> = new Set<JsonMend>(['several-values']);
const noMends: ReadonlySet<JsonMend> = new Set();
