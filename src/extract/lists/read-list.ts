import type { Body } from '../../model/http.ts';
import type { JsonMend, Problem } from '../../model/problem.ts';
import { encodingByMark } from '../../text/encoding.ts';
import { createPartFinder, type Position } from '../../text/text-position.ts';
import { charsetProblems, decodeJson } from '../character-decoding.ts';
import { findTextExcess } from '../json-complexity.ts';
import { isObject, type JsonValue, parseJson } from '../../text/json.ts';
import { type ByteSource, openByteSource } from '../open-body.ts';
import { type MendedValue, mendValue } from '../mend/mend-json.ts';
import {
  type JsonReading,
  maxPerKind,
  type PlacedText,
  readJson,
  toJsonProblem,
  toMendNotes,
  toNoteProblems,
} from '../read-json.ts';
import {
  type ExtractionOutcome,
  failedOutcome,
  producedDocument,
  type ResponseInput,
} from '../route.ts';
import {
  createFilePositions,
  type FileFault,
  locatePartialValueFault,
  readExcerpt,
  type RootMend,
  type ScannedValue,
  walkRoot,
} from './walk-root.ts';

/**
 * Reads a JSON body item by item if it is a list, feed or catalogue, or an array of documents with
 * their own contexts, in constant memory. The first pass finds what surrounds the items, since the
 * context may follow them. The second reads each item on demand, as `readJson` does.
 *
 * Yields a document per item, in a copy of the list with its keywords only, and one for the list
 * itself; for items without a document: `json-malformed`, `json-too-complex`, `list-item-too-large`
 * and, once per kind of value, `list-item-invalid`; `json-too-complex` beyond `jsonValues` items;
 * and last `list-malformed` where the rest is unreadable, `json-malformed` where it is all. The
 * file is closed when the generator ends.
 * @returns false where the body is no such list, and nothing was yielded
 * @throws {FileChanged} when its file is modified meanwhile; errors of reading the file
 */
export async function* readList(
  input: ResponseInput,
  body: Body,
): AsyncGenerator<ExtractionOutcome, boolean> {
  const file = openByteSource(body);
  try {
    const reader = new ListReader(file, input);
    if (isUtf16(file)) {
      yield reader.malformed({ offset: 0, detail: 'UTF-16, where JSON must be UTF-8' });
      return true;
    }
    const survey = await surveyRoot(file, input);
    if (survey === undefined) return false;
    yield* reader.outcomes(survey);
    return true;
  } finally {
    file.close();
  }
}

/** JSON is UTF-8 (RFC 8259 §8.1). Small UTF-16 bodies are still read; large ones are reported. */
function isUtf16(file: ByteSource): boolean {
  const head = file.pick(0, 3);
  const isMarked = encodingByMark(head)?.startsWith('utf-16') === true;
  // The first two characters of JSON are ASCII and not U+0000.
  return isMarked || head.subarray(0, 2).includes(0);
}

class ListReader {
  readonly #file: ByteSource;
  readonly #input: ResponseInput;
  readonly #url: string;
  readonly #positionIn: (offset: number) => Position;
  /** Repairs between the items and of the description, for the first document. */
  #mends: FirstMends = noMends;
  /** Reported once: kinds of invalid values, and charset problems. */
  readonly #reported = new Set<string>();

  /** @param file stays open while outcomes are read */
  constructor(file: ByteSource, input: ResponseInput) {
    this.#file = file;
    this.#input = input;
    this.#url = input.response.target.url;
    this.#positionIn = createFilePositions(file);
  }

  *outcomes(survey: RootSurvey): Iterable<ExtractionOutcome> {
    const { itemKeys, wrapItems, head, isHeadTooLarge } = survey;
    this.#mends = survey.mends;
    const { jsonValues: max, pieceBytes } = this.#input.limits;
    const parts = walkRoot(this.#file, pieceBytes);
    let items = 0;
    let next = parts.next();
    for (; next.done !== true; next = parts.next()) {
      const { kind, name, value } = next.value;
      // A single item may be no array, and a JSON-LD list is read as one item.
      if (kind === 'array' || !itemKeys.has(name)) continue;
      items += 1;
      if (items > max) {
        yield failedOutcome({ kind: 'json-too-complex', url: this.#url, limit: 'values', max });
        return;
      }
      yield* this.#item(value, items, (json) =>
        wrapItems(name, kind === 'item' ? `[${json}]` : json),
      );
    }
    // After a fault, the description of the list may be incomplete.
    if (next.value === undefined && isHeadTooLarge) {
      yield failedOutcome({ kind: 'document-too-large', url: this.#url, maxBytes: pieceBytes });
    } else if (next.value === undefined) yield* this.#head(head());
    // Nothing tells that a list was meant.
    else if (items === 0) yield this.malformed(next.value);
    else {
      const { offset, detail } = next.value;
      const place = { ...this.#positionIn(offset), detail, itemsRead: items };
      yield failedOutcome({ kind: 'list-malformed', url: this.#url, ...place });
    }
  }

  malformed({ offset, detail }: FileFault): ExtractionOutcome {
    const position = this.#positionIn(offset);
    const excerpt = readExcerpt(this.#file, offset);
    return failedOutcome({ kind: 'json-malformed', url: this.#url, ...position, detail, excerpt });
  }

  *#item(
    { bytes, offset, length }: ScannedValue,
    item: number,
    documentOf: (json: string) => string,
  ): Iterable<ExtractionOutcome> {
    const { limits, mediaType } = this.#input;
    const decoded = decodeJson(bytes, mediaType.charset);
    const { text } = decoded;
    if (bytes.length < length) {
      // A missing bracket can merge many items into a large one.
      const fault = locatePartialValueFault(text, offset);
      const maxBytes = limits.pieceBytes;
      yield fault === undefined
        ? failedOutcome({ kind: 'list-item-too-large', url: this.#url, maxBytes, item })
        : this.malformed(fault);
      return;
    }
    const positionOf = createPartFinder(text, () => this.#positionIn(offset));
    const placed = { url: this.#url, text, positionOf };
    const problems = charsetProblems(decoded, this.#url, positionOf).filter(({ kind }) =>
      this.#isNew(kind),
    );
    // A quotation mark in a text may hide the end of an item, so that several come together.
    for (const reading of readJson(text, limits)) {
      yield* this.#reading(reading, { placed, documentOf, problems });
      problems.length = 0;
    }
  }

  *#reading(
    reading: JsonReading,
    { placed, documentOf, problems }: ItemText,
  ): Iterable<ExtractionOutcome> {
    if (reading.kind === 'document') {
      const notes = toNoteProblems(reading.notes, placed, usualInLists);
      yield this.#document(documentOf(reading.json), [...problems, ...notes]);
    } else if (reading.kind === 'template') {
      yield { kind: 'skipped', url: this.#url, reason: 'template' };
    } else if (reading.kind !== 'not-metadata')
      yield failedOutcome(toJsonProblem(reading, placed), problems);
    else if (placed.text.startsWith('"')) yield this.#document(documentOf(placed.text), problems);
    else if (this.#isNew(reading.found)) {
      const { found } = reading;
      yield failedOutcome({ kind: 'list-item-invalid', url: this.#url, found }, problems);
    }
  }

  *#head(json: string | undefined): Iterable<ExtractionOutcome> {
    if (json === undefined) return;
    const [reading = emptyReading] = readJson(json, this.#input.limits);
    if (reading.kind === 'document') yield this.#document(reading.json, []);
    else if (reading.kind !== 'template') {
      // Its position in the file is unknown: it was assembled from several places.
      const placed = { url: this.#url, text: json, positionOf: createPartFinder(json) };
      yield failedOutcome(toJsonProblem(reading, placed));
    }
  }

  #isNew(fact: string): boolean {
    const isNew = !this.#reported.has(fact);
    this.#reported.add(fact);
    return isNew;
  }

  #document(json: string, problems: readonly Problem[]): ExtractionOutcome {
    const { finalUrl: baseIri } = this.#input.response.retrieval;
    const piece = { sharesName: false };
    const document = { documentUrl: this.#url, route: 'direct', json, baseIri, piece } as const;
    const placed = { url: this.#url, positionOf: this.#positionIn };
    const ofRoot = toNoteProblems(toMendNotes(this.#mends.first, this.#mends.total), placed);
    this.#mends = noMends;
    return producedDocument(document, [...ofRoot, ...problems]);
  }
}

/** The text of an item, and problems that were found before it is read. */
interface ItemText {
  readonly placed: PlacedText;
  readonly documentOf: (json: string) => string;
  readonly problems: readonly Problem[];
}

const usualInLists: ReadonlySet<JsonMend> = new Set<JsonMend>(['several-values']);

const emptyReading: JsonReading = { kind: 'not-metadata', found: 'nothing' };

/** The surroundings of the items of a large list. */
interface RootSurvey {
  /** The members that hold items; undefined stands for a root array. */
  readonly itemKeys: ReadonlySet<string | undefined>;
  /** The root as JSON with only these items, as JSON, in a member. */
  readonly wrapItems: (key: string | undefined, items: string) => string;
  /** The list itself as JSON; undefined without any, if too large, or if an item included it. */
  readonly head: () => string | undefined;
  readonly isHeadTooLarge: boolean;
  readonly mends: FirstMends;
}

/** Repairs outside of the items; the first in file order. */
interface FirstMends {
  readonly first: readonly RootMend[];
  readonly total: number;
}

const noMends: FirstMends = { first: [], total: 0 };

/** Keeps what is reported; a large file may have millions. */
class MendList implements FirstMends {
  readonly first: RootMend[] = [];
  total = 0;

  readonly add = (mend: RootMend): void => {
    this.total += 1;
    if (this.first.length < maxPerKind) this.first.push(mend);
  };
}

type Place = Pick<ScannedValue, 'offset' | 'length'>;

/** More members than a list has; objects of data have millions. */
const maxMembers = 10_000;

/**
 * Reads a whole JSON file to find the surroundings of its items.
 * @returns undefined where it is no list that can be read item by item
 */
async function surveyRoot(file: ByteSource, input: ResponseInput): Promise<RootSurvey | undefined> {
  const first = walkRoot(file, input.limits.pieceBytes).next().value;
  if (first === undefined || 'detail' in first) return undefined;
  if (first.kind === 'item' && first.name === undefined) {
    const mends = mendsBetweenDocuments(file, input);
    return mends && { ...documents, mends };
  }
  const { members, sample, mends } = sampleRoot(file, input);
  if (members.size > maxMembers) return undefined;
  const frame = await input.readListFrame(sample, input.response.retrieval.finalUrl);
  if (frame === undefined) return undefined;
  const itemKeys = new Set(frame.itemKeys);
  const envelope = JSON.stringify(frame.envelope);
  // An empty copy reports the unusable context.
  if (itemKeys.size === 0)
    return { ...documents, mends, itemKeys, head: () => withMembers(envelope, '"@graph":[]') };
  const describing = [...members].filter(
    ([key]) => !itemKeys.has(key) && !Object.hasOwn(frame.envelope, key),
  );
  const describingBytes = describing.reduce((sum, [, { length }]) => sum + length, envelope.length);
  const isHeadTooLarge = describingBytes > input.limits.pieceBytes;
  const texts = isHeadTooLarge
    ? []
    : describing.flatMap((member) => memberText(member, file, input) ?? []);
  const head = texts.length === 0 ? undefined : withMembers(envelope, texts.join(','));
  return { itemKeys, isHeadTooLarge, mends, ...createWrapper(envelope, head, frame.id) };
}

/** Wraps each item in the root, with the description of the list if the item references it. */
function createWrapper(
  envelope: string,
  head: string | undefined,
  id: string | undefined,
): Pick<RootSurvey, 'wrapItems' | 'head'> {
  const reference = id === undefined ? undefined : JSON.stringify(id);
  const description = head !== undefined && parseJson(head) !== undefined ? head : envelope;
  let isDescribed = false;
  return {
    wrapItems(key = '', items) {
      const namesList = reference !== undefined && items.includes(reference);
      isDescribed ||= namesList && description === head;
      return withMembers(namesList ? description : envelope, `${JSON.stringify(key)}:${items}`);
    },
    head: () => (isDescribed ? undefined : head),
  };
}

/** The members of the root without items, and a sample of the root with few items of each array. */
function sampleRoot(file: ByteSource, input: ResponseInput) {
  const { pieceBytes } = input.limits;
  const members = new Map<string, Place>();
  const samples = new Map<string, unknown>();
  const mends = new MendList();
  const sampledBytes = { member: 0, item: 0 };
  for (const { kind, name = '', value } of walkRoot(file, pieceBytes, mends.add)) {
    if (kind !== 'item') members.set(name, value);
    if (members.size > maxMembers) break;
    const before = samples.get(name);
    if (kind === 'array' || (before !== undefined && !wantsMore(name, before))) continue;
    sampledBytes[kind] += value.length;
    if (Math.max(value.length, sampledBytes[kind]) > pieceBytes) continue;
    if (kind === 'member') samples.set(name, parsePart(name, value, input, mends));
    else addSample(samples, name, parsePart(name, value, input) ?? {});
  }
  return { members, mends, sample: JSON.stringify(Object.fromEntries(samples)) };
}

/** The longest array of texts to sample: longer ones are not types. */
const maxTexts = 16;

/** Whether to sample more items of an array: all contexts; texts, which may be types. */
function wantsMore(name: string, sample: unknown): boolean {
  if (!Array.isArray(sample)) return false;
  return name === '@context' || (sample.length < maxTexts && !sample.some(isObject));
}

function addSample(samples: Map<string, unknown>, name: string, item: unknown): void {
  const before = samples.get(name);
  if (Array.isArray(before) && (name === '@context' || !isObject(item))) before.push(item);
  else samples.set(name, [item]);
}

/**
 * The repairs between the items of a root array; undefined unless each parsable item has a context.
 * Larger items are not checked.
 */
function mendsBetweenDocuments(file: ByteSource, input: ResponseInput): FirstMends | undefined {
  const { pieceBytes } = input.limits;
  const mends = new MendList();
  for (const { kind, value } of walkRoot(file, pieceBytes, mends.add)) {
    if (kind === 'array' || value.length > pieceBytes) continue;
    const parsed = parsePart('', value, input);
    if (parsed === undefined) continue;
    if (!isObject(parsed) || !('@context' in parsed)) return undefined;
  }
  return mends;
}

/**
 * The value of a member or an item; undefined where there is none.
 * @param mends receives its repairs
 */
function parsePart(
  name: string,
  { bytes, offset: start }: ScannedValue,
  input: ResponseInput,
  mends?: MendList,
): JsonValue | undefined {
  const text = textOf(bytes, input);
  const part = readPart(name, text, input);
  for (const { what, offset } of part?.mends ?? []) {
    mends?.add({ what, offset: start + Buffer.byteLength(text.slice(0, offset)) });
  }
  return part?.json === undefined ? undefined : parseJson(part.json);
}

/** Undefined where invalid or beyond a limit, which is reported when the part is read. */
function readPart(name: string, text: string, { limits }: ResponseInput): MendedValue | undefined {
  if (findTextExcess(text, limits) !== undefined) return undefined;
  return parseJson(text) === undefined ? mendValue(name, text, limits) : { json: text, mends: [] };
}

function textOf(bytes: Uint8Array, { mediaType: { charset } }: ResponseInput): string {
  return decodeJson(bytes, charset).text;
}

/** Adds members to a JSON object. */
function withMembers(object: string, members: string): string {
  const open = object.slice(0, -1);
  return `${open}${open === '{' ? '' : ','}${members}}`;
}

function memberText(
  [key, { offset, length }]: readonly [string, Place],
  file: ByteSource,
  input: ResponseInput,
): string | undefined {
  const text = textOf(file.pick(offset, length), input);
  const part = readPart(key, text, input);
  // What cannot be read is reported with the list.
  const json = part === undefined ? text : part.json;
  return json === undefined ? undefined : `${JSON.stringify(key)}:${json}`;
}

/** An array of documents. */
const documents: RootSurvey = {
  itemKeys: new Set([undefined]),
  wrapItems: (_, items) => items,
  head: () => undefined,
  isHeadTooLarge: false,
  mends: noMends,
};
