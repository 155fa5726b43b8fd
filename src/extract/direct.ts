import { isJsonLinesType } from '../model/media-type.ts';
import type { JsonMend, Problem } from '../model/problem.ts';
import type { JsonLdDocument } from '../model/record.ts';
import { decodeJson } from './character-decoding.ts';
import { isObject, type JsonContainer, type JsonObject } from '../text/json.ts';
import {
  type JsonReading,
  type PlacedText,
  readJson,
  readJsonLines,
  toJsonProblem,
  toNoteProblems,
} from './read-json.ts';
import { readMappedJson } from './mapped/mapped-json.ts';
import { readOgc } from './ogc/read-ogc.ts';
import {
  type ExtractionOutcome,
  type ExtractRoute,
  failedOutcome,
  producedDocument,
  type RouteInput,
} from './route.ts';
import { createPartFinder } from '../text/text-position.ts';

/**
 * Extracts a response that is itself JSON-LD: one or several documents, whatever they describe,
 * since the response was listed for itself. OGC API Records and the JSON of DataCite and Crossref
 * are converted to JSON-LD; other JSON metadata formats are reported (`metadata-format-unread`).
 */
export const directRoute: ExtractRoute = {
  decode: decodeJson,

  *extract({ response, mediaType, decoded: { text }, limits }) {
    const { url } = response.target;
    const placed = { url, text, positionOf: createPartFinder(text) };
    const isSeries = isJsonLinesType(mediaType.essence);
    const read = isSeries ? readJsonLines : readJson;
    for (const reading of read(text, limits)) {
      yield* outcomesOfReading(reading, placed, { response, mediaType, isSeries });
    }
  },
};

/** The response that a reading is of. */
interface ReadingOrigin extends Pick<RouteInput, 'response' | 'mediaType'> {
  /** Whether several values in sequence are usual. */
  readonly isSeries: boolean;
  /** Present for an item of a large list. */
  readonly piece?: JsonLdDocument['piece'];
}

/** The outcomes of a reading of a JSON response. */
export function* outcomesOfReading(
  reading: JsonReading,
  { problems = [], ...placed }: PlacedText & { readonly problems?: readonly Problem[] },
  origin: ReadingOrigin,
): Iterable<ExtractionOutcome> {
  const { url, text } = placed;
  const { response, isSeries } = origin;
  if (reading.kind === 'template') yield { kind: 'skipped', url, reason: 'template' };
  else if (reading.kind === 'document') {
    const usual = isSeries ? usualInJsonLines : undefined;
    const all = [...problems, ...toNoteProblems(reading.notes, placed, usual)];
    const records = readOgc(reading.value, { response, problems: all });
    const place = { documentUrl: url, baseIri: response.retrieval.finalUrl };
    const { essence } = origin.mediaType;
    const mapped = readMappedJson(reading.value, place, { essence, problems: all });
    yield* records ?? mapped ?? [documentOutcome(reading, { ...origin, problems: all })];
  } else if (response.target.isList === true && emptyArray.test(text)) {
    yield failedOutcome({ kind: 'list-empty', url });
  } else yield failedOutcome(toJsonProblem(reading, placed), problems);
}

/** A list of records may be a plain array. */
const emptyArray = /^\s*\[\s*\]\s*$/u;

interface DocumentInput extends Pick<ReadingOrigin, 'mediaType' | 'piece' | 'response'> {
  readonly problems: readonly Problem[];
}

/** Other problems of a document in another metadata format do not matter. */
function documentOutcome(
  { json, value }: Extract<JsonReading, { readonly kind: 'document' }>,
  { response, mediaType, problems, piece }: DocumentInput,
): ExtractionOutcome {
  const { target, contentType, retrieval } = response;
  const { url } = target;
  const format = detectJsonFormat(mediaType.essence, value);
  if (format !== undefined) {
    return failedOutcome({ kind: 'metadata-format-unread', url, format, contentType });
  }
  const document = {
    documentUrl: url,
    route: 'direct',
    json,
    baseIri: retrieval.finalUrl,
    ...(piece === undefined ? {} : { piece }),
  } as const;
  return producedDocument(document, problems);
}

const usualInJsonLines: ReadonlySet<JsonMend> = new Set<JsonMend>(['several-values']);

/** A JSON metadata format that is not read. */
interface JsonFormat {
  readonly name: string;
  /** Prefixes of its media types: of all its versions. */
  readonly types: readonly string[];
  /** Whether a document has its characteristic shape. */
  readonly isShapeOf: (document: JsonObject) => boolean;
}

const jsonFormats: readonly JsonFormat[] = [
  {
    name: 'STAC',
    types: ['application/vnd.stac'],
    isShapeOf: (document) =>
      [document, firstOf(document['features']), firstOf(document['collections'])].some(
        (each) => typeof memberOf(each, 'stac_version') === 'string',
      ),
  },
  { name: 'CKAN JSON', types: [], isShapeOf: isCkan },
];

/** By media type or shape; undefined where unknown, or with a top-level JSON-LD keyword. */
function detectJsonFormat(essence: string, value: JsonContainer): string | undefined {
  const documents: readonly unknown[] = Array.isArray(value) ? value : [value];
  const format = findFormat(essence, documents[0]);
  if (format === undefined) return undefined;
  return documents.every((each) => findFormat(essence, each) === format) ? format.name : undefined;
}

function findFormat(essence: string, document: unknown): JsonFormat | undefined {
  if (!isObject(document)) return undefined;
  const found =
    jsonFormats.find(({ types }) => types.some((type) => essence.startsWith(type))) ??
    jsonFormats.find(({ isShapeOf }) => isShapeOf(document));
  return Object.keys(document).some((name) => name.startsWith('@')) ? undefined : found;
}

/** A package, or CKAN's API response for one or many (`package_show`, `package_search`). */
function isCkan({ success, result, resources, license_id: license }: JsonObject): boolean {
  if (Array.isArray(resources)) return license !== undefined;
  if (success !== true) return false;
  return [result, firstOf(memberOf(result, 'results'))].some((each) =>
    Array.isArray(memberOf(each, 'resources')),
  );
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** The first item of an array; other values unchanged. */
function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}
