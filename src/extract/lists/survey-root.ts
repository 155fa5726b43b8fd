import { decodeJson } from '../character-decoding.ts';
import { measureJson } from '../json-complexity.ts';
import { isObject, parseJson } from '../json-document.ts';
import type { ByteSource } from '../open-file.ts';
import type { UnreadInput } from '../route.ts';
import type { ScannedValue } from './byte-cursor.ts';
import { walkRoot } from './walk-root.ts';

/** What stands around the items of a large list. */
export interface RootSurvey {
  /** The members that hold the items; undefined is the root itself, where that is an array. */
  readonly itemKeys: ReadonlySet<string | undefined>;
  /** The root as JSON, with these items, as JSON, as the only ones of a member. */
  readonly holding: (key: string | undefined, items: string) => string;
  /**
   * What the list says of itself, as JSON; undefined where that is nothing, too large, or was said
   * with an item.
   */
  readonly head: () => string | undefined;
  readonly isHeadTooLarge: boolean;
}

type Place = Pick<ScannedValue, 'offset' | 'length'>;

/** More members than a list has, where an object of data has millions. */
const maxMembers = 10_000;

/**
 * Reads a JSON file from beginning to end to find out what stands around its items.
 * @returns undefined where it is no list whose items can be read one by one
 */
export async function surveyRoot(
  file: ByteSource,
  input: UnreadInput,
): Promise<RootSurvey | undefined> {
  const first = walkRoot(file, input.limits.pieceBytes).next().value;
  if (first === undefined || 'detail' in first) return undefined;
  if (first.kind === 'item' && first.name === undefined) {
    return areDocuments(file, input) ? documents : undefined;
  }
  const { members, sample } = sampleRoot(file, input);
  if (members.size > maxMembers) return undefined;
  const frame = await input.readListFrame(sample, input.response.retrieval.finalUrl);
  if (frame === undefined) return undefined;
  const itemKeys = new Set(frame.itemKeys);
  const envelope = JSON.stringify(frame.envelope);
  // Without its items it is refused for its context.
  if (itemKeys.size === 0)
    return { ...documents, itemKeys, head: () => withMembers(envelope, '"@graph":[]') };
  const said = [...members].filter(
    ([key]) => !itemKeys.has(key) && !Object.hasOwn(frame.envelope, key),
  );
  const saidBytes = said.reduce((sum, [, { length }]) => sum + length, envelope.length);
  const isHeadTooLarge = saidBytes > input.limits.pieceBytes;
  const texts = isHeadTooLarge ? [] : said.map((member) => memberText(member, file, input));
  const head = texts.length === 0 ? undefined : withMembers(envelope, texts.join(','));
  return { itemKeys, isHeadTooLarge, ...around({ envelope, head, id: frame.id }) };
}

/** The root around each item; with what the list says of itself where the item names the list. */
function around({
  envelope,
  head,
  id,
}: {
  readonly envelope: string;
  readonly head: string | undefined;
  readonly id: string | undefined;
}): Pick<RootSurvey, 'holding' | 'head'> {
  const reference = id === undefined ? undefined : JSON.stringify(id);
  const told = head !== undefined && parseJson(head) !== undefined ? head : envelope;
  let isTold = false;
  return {
    holding(key = '', items) {
      const namesList = reference !== undefined && items.includes(reference);
      isTold ||= namesList && told === head;
      return withMembers(namesList ? told : envelope, `${JSON.stringify(key)}:${items}`);
    },
    head: () => (isTold ? undefined : head),
  };
}

/** The members of the root but for items, and the root as JSON with few items of each array. */
interface RootSample {
  readonly members: ReadonlyMap<string, Place>;
  readonly sample: string;
}

function sampleRoot(file: ByteSource, input: UnreadInput): RootSample {
  const { pieceBytes } = input.limits;
  const members = new Map<string, Place>();
  const samples = new Map<string, unknown>();
  const sampledBytes = { member: 0, item: 0 };
  for (const { kind, name = '', value } of walkRoot(file, pieceBytes)) {
    if (kind !== 'item') members.set(name, value);
    if (members.size > maxMembers) break;
    const before = samples.get(name);
    if (kind === 'array' || (before !== undefined && !isUnfinished(name, before))) continue;
    sampledBytes[kind] += value.length;
    if (Math.max(value.length, sampledBytes[kind]) > pieceBytes) continue;
    const parsed = parsedWithin(value.bytes, input);
    if (kind === 'member') samples.set(name, parsed);
    else samples.set(name, withItem(name, asSample(before), parsed ?? {}));
  }
  return { members, sample: JSON.stringify(Object.fromEntries(samples)) };
}

/** Of texts that stand in an array: more of them are no types. */
const mostTexts = 16;

/**
 * Whether further items of an array are wanted: all contexts, and texts, which may be types, up to
 * an object.
 */
function isUnfinished(name: string, sample: unknown): boolean {
  if (!Array.isArray(sample)) return false;
  return name === '@context' || (sample.length < mostTexts && !sample.some(isObject));
}

function withItem(name: string, sample: unknown[], item: unknown): unknown[] {
  if (name !== '@context' && isObject(item)) return [item];
  sample.push(item);
  return sample;
}

function asSample(sample: unknown): unknown[] {
  return Array.isArray(sample) ? sample : [];
}

/**
 * Whether each item of the root array has a context, as far as it can be parsed; a larger one says
 * nothing about the others.
 */
function areDocuments(file: ByteSource, input: UnreadInput): boolean {
  const { pieceBytes } = input.limits;
  for (const { kind, value } of walkRoot(file, pieceBytes)) {
    if (kind === 'array' || value.length > pieceBytes) continue;
    const parsed = parsedWithin(value.bytes, input);
    if (parsed === undefined) continue;
    if (!isObject(parsed) || !('@context' in parsed)) return false;
  }
  return true;
}

/**
 * A part of the file as a value; undefined where it is no JSON or beyond a limit, by which it is
 * refused where it is read.
 */
function parsedWithin(bytes: Uint8Array, { limits, mediaType: { charset } }: UnreadInput): unknown {
  const { text } = decodeJson(bytes, charset);
  return measureJson(text, limits).excess === undefined ? parseJson(text) : undefined;
}

/** An object as JSON, with further members. */
function withMembers(object: string, members: string): string {
  const open = object.slice(0, -1);
  return `${open}${open === '{' ? '' : ','}${members}}`;
}

function memberText(
  [key, { offset, length }]: readonly [string, Place],
  file: ByteSource,
  { mediaType: { charset } }: UnreadInput,
): string {
  return `${JSON.stringify(key)}:${decodeJson(file.pick(offset, length), charset).text}`;
}

/** An array of documents. */
const documents: RootSurvey = {
  itemKeys: new Set([undefined]),
  holding: (_, items) => items,
  head: () => undefined,
  isHeadTooLarge: false,
};
