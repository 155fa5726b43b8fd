import { decodeJson } from '../character-decoding.ts';
import { measureJson } from '../json-complexity.ts';
import { isObject, parseJson } from '../json-document.ts';
import type { ByteSource } from '../open-file.ts';
import type { UnreadInput } from '../route.ts';
import type { ScannedValue } from './byte-cursor.ts';
import { walkRoot } from './walk-root.ts';

/** The surroundings of the items of a large list. */
export interface RootSurvey {
  /** The members that hold items; undefined stands for a root array. */
  readonly itemKeys: ReadonlySet<string | undefined>;
  /** The root as JSON with only these items, as JSON, in a member. */
  readonly holding: (key: string | undefined, items: string) => string;
  /**
   * The description of the list itself, as JSON; undefined where there is none, it is too large, or
   * an item included it.
   */
  readonly head: () => string | undefined;
  readonly isHeadTooLarge: boolean;
}

type Place = Pick<ScannedValue, 'offset' | 'length'>;

/** More members than a list has; objects of data have millions. */
const maxMembers = 10_000;

/**
 * Reads a whole JSON file to find the surroundings of its items.
 * @returns undefined where it is no list that can be read item by item
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
  // An empty copy reports the unusable context.
  if (itemKeys.size === 0)
    return { ...documents, itemKeys, head: () => withMembers(envelope, '"@graph":[]') };
  const describing = [...members].filter(
    ([key]) => !itemKeys.has(key) && !Object.hasOwn(frame.envelope, key),
  );
  const saidBytes = describing.reduce((sum, [, { length }]) => sum + length, envelope.length);
  const isHeadTooLarge = saidBytes > input.limits.pieceBytes;
  const texts = isHeadTooLarge ? [] : describing.map((member) => memberText(member, file, input));
  const head = texts.length === 0 ? undefined : withMembers(envelope, texts.join(','));
  return { itemKeys, isHeadTooLarge, ...createWrapper({ envelope, head, id: frame.id }) };
}

/**
 * Wraps each item in the root; includes the description of the list where the item references the
 * list.
 */
function createWrapper({
  envelope,
  head,
  id,
}: {
  readonly envelope: string;
  readonly head: string | undefined;
  readonly id: string | undefined;
}): Pick<RootSurvey, 'holding' | 'head'> {
  const reference = id === undefined ? undefined : JSON.stringify(id);
  const description = head !== undefined && parseJson(head) !== undefined ? head : envelope;
  let isDescribed = false;
  return {
    holding(key = '', items) {
      const namesList = reference !== undefined && items.includes(reference);
      isDescribed ||= namesList && description === head;
      return withMembers(namesList ? description : envelope, `${JSON.stringify(key)}:${items}`);
    },
    head: () => (isDescribed ? undefined : head),
  };
}

/** The members of the root without items, and a sample of the root with few items of each array. */
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
    if (kind === 'array' || (before !== undefined && !wantsMore(name, before))) continue;
    sampledBytes[kind] += value.length;
    if (Math.max(value.length, sampledBytes[kind]) > pieceBytes) continue;
    const parsed = parsePart(value.bytes, input);
    if (kind === 'member') samples.set(name, parsed);
    else samples.set(name, addSample(name, toSample(before), parsed ?? {}));
  }
  return { members, sample: JSON.stringify(Object.fromEntries(samples)) };
}

/** The longest array of texts to sample: longer ones are not types. */
const maxTexts = 16;

/**
 * Whether more items of an array are sampled: all contexts, and texts, which may be types, until an
 * object comes.
 */
function wantsMore(name: string, sample: unknown): boolean {
  if (!Array.isArray(sample)) return false;
  return name === '@context' || (sample.length < maxTexts && !sample.some(isObject));
}

function addSample(name: string, sample: unknown[], item: unknown): unknown[] {
  if (name !== '@context' && isObject(item)) return [item];
  sample.push(item);
  return sample;
}

function toSample(sample: unknown): unknown[] {
  return Array.isArray(sample) ? sample : [];
}

/** Whether each parsable item of the root array has a context; larger items are not checked. */
function areDocuments(file: ByteSource, input: UnreadInput): boolean {
  const { pieceBytes } = input.limits;
  for (const { kind, value } of walkRoot(file, pieceBytes)) {
    if (kind === 'array' || value.length > pieceBytes) continue;
    const parsed = parsePart(value.bytes, input);
    if (parsed === undefined) continue;
    if (!isObject(parsed) || !('@context' in parsed)) return false;
  }
  return true;
}

/**
 * Parses a part of the file; undefined where invalid or beyond a limit, which is reported when it
 * is read.
 */
function parsePart(bytes: Uint8Array, { limits, mediaType: { charset } }: UnreadInput): unknown {
  const { text } = decodeJson(bytes, charset);
  return measureJson(text, limits).excess === undefined ? parseJson(text) : undefined;
}

/** Adds members to a JSON object. */
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
