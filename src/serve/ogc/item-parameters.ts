import { foldedWords } from '../../facts/text/word-folding.ts';
import { UsageFault } from '../../model/fault.ts';
import { typeIri } from '../../rdf/vocabularies.ts';
import {
  ConditionFault,
  decimalForm,
  parseBboxCondition,
  parseYearsCondition,
} from '../../search/condition-values.ts';
import type { SearchRequest } from '../../search/search-request.ts';
import { OgcRequestFault } from './ogc-answers.ts';

/** The query parameters of records (OGC 20-004r1, Record Core Query Parameters), and the cursor. */
export const itemParameters = [
  'bbox',
  'datetime',
  'limit',
  'q',
  'type',
  'ids',
  'externalIds',
  'after',
] as const;

type ItemParameter = (typeof itemParameters)[number];

/** The number of records of a page, and other bounds of the parameters. */
export const itemBounds = {
  defaultLimit: 100,
  /** The links of each record are read from its statements, which takes a millisecond or more. */
  maxLimit: 1000,
  /** Each is looked up in several schemes, and a search takes 100 values. */
  maxExternalIds: 30,
} as const;

/** The conditions of a request for records, without the collection. */
export type ItemConditions = Pick<
  SearchRequest,
  'bbox' | 'identifier' | 'identifierSchemes' | 'keyword' | 'limit' | 'resources' | 'time' | 'type'
>;

/**
 * Reads the query parameters of a request for records as conditions of the search.
 * @param keyOfId the key of the resource with an id; undefined where there is none
 * @throws {OgcRequestFault} for an invalid value (OGC 17-069r4, /req/core/query-param-invalid)
 */
export function readItemConditions(
  query: URLSearchParams,
  keyOfId: (id: string) => string | undefined,
): ItemConditions {
  const read = <Value>(name: ItemParameter, reader: (text: string) => Value): Value | undefined => {
    const text = query.get(name);
    return text === null ? undefined : reader(text);
  };
  const type = read('type', readTypes);
  const externalIds = read('externalIds', readExternalIds);
  const ids = read('ids', splitValues)?.flatMap((id) => keyOfId(id) ?? []);
  // An empty list of values is the value of no record.
  const isOfNone = type?.length === 0 || externalIds?.length === 0;
  return {
    limit: read('limit', readLimit) ?? itemBounds.defaultLimit,
    bbox: read('bbox', readBbox),
    time: read('datetime', readDatetime),
    keyword: read('q', readWords),
    type,
    identifier: externalIds?.flatMap(identifierTexts),
    identifierSchemes: externalIds?.filter(isScheme),
    resources: isOfNone ? [] : ids,
  };
}

function refuse(name: ItemParameter, wrong: string): OgcRequestFault {
  return new OgcRequestFault(400, `The parameter ${name} ${wrong}`);
}

/** A limit above the maximum is the maximum (/req/core/fc-limit-response-1). */
function readLimit(text: string): number {
  const limit = /^\d+$/u.test(text) ? Number(text) : 0;
  if (limit < 1) throw refuse('limit', 'is not a whole number from 1');
  return Math.min(limit, itemBounds.maxLimit);
}

/**
 * The four edges of a box in CRS84. Of six numbers, those of the height are ignored: records have
 * no heights (/req/core/fc-bbox-definition).
 */
function readBbox(text: string): readonly string[] {
  const numbers = text.split(',').map((number) => number.trim());
  if (![4, 6].includes(numbers.length) || !numbers.every((number) => decimalForm.test(number))) {
    throw refuse('bbox', 'is not four or six numbers, separated by commas');
  }
  const [west = '', south = '', ...rest] = numbers;
  const [bottom, east = '', north = '', top] = numbers.length === 6 ? rest : ['', ...rest];
  if (Number(bottom) > Number(top)) throw refuse('bbox', 'has its least height above its greatest');
  if ([west, east].some((edge) => Math.abs(Number(edge)) > 180)) {
    throw refuse('bbox', 'has a longitude beyond 180 degrees: west is first, east before north');
  }
  const box = [west, south, east, north].join(',');
  checkWith(() => parseBboxCondition(box));
  return [box];
}

/** RFC 3339, 5.6: a day, or a time with its offset; not a part of a day without its zone. */
const dateOrTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))?$/iu;

/** A time or an interval, of which one end may be open (/req/core/fc-time-definition). */
function readDatetime(text: string): readonly string[] {
  const ends = text.split('/');
  const isOpen = ends.map((end) => ends.length === 2 && (end === '' || end === '..'));
  const isRead = ends.every((end, at) => isOpen[at] === true || dateOrTime.test(end));
  if (ends.length > 2 || !isRead || !isOpen.includes(false)) {
    throw refuse(
      'datetime',
      'is not a time of RFC 3339, or two with a slash, one of which may be ..',
    );
  }
  const written = ends.map((end, at) => (isOpen[at] === true ? '..' : end.toUpperCase())).join('/');
  checkWith(() => parseYearsCondition(written));
  return [written];
}

/**
 * Words separated by commas, of which a record has one; words separated by blanks stand side by
 * side in it (/req/record-core-query-parameters/q-response). The marks of the search are blanks.
 */
function readWords(text: string): readonly string[] {
  if (text.trim() === '') return [];
  const phrases = text.split(',').map((phrase) => phrase.replaceAll(/["*]/gu, ' '));
  const readable = phrases.filter((phrase) => foldedWords(phrase).length > 0);
  if (readable.length === 0) throw refuse('q', 'has no letter or digit');
  return [readable.map((phrase) => `"${phrase}"`).join(' OR ')];
}

/** The values that name a type; no record has another one. */
function readTypes(text: string): readonly string[] {
  return splitValues(text).filter((type) => typeIri(type) !== undefined);
}

/**
 * Identifiers with or without scheme, or schemes alone; without scheme they are looked up in each
 * (/req/record-core-query-parameters/externalIds-response).
 */
function readExternalIds(text: string): readonly string[] {
  const values = splitValues(text);
  if (values.length > itemBounds.maxExternalIds) {
    throw refuse('externalIds', `has more than ${itemBounds.maxExternalIds} values`);
  }
  return values;
}

const schemes: ReadonlySet<string> = new Set(['doi', 'hdl', 'ark', 'urn']);

function isScheme(value: string): boolean {
  return schemes.has(value);
}

function identifierTexts(value: string): readonly string[] {
  if (isScheme(value)) return [];
  return value.includes(':') ? [value] : [value, `hdl:${value}`, `ark:${value}`];
}

/** The values of a list in one parameter (`explode: false`). */
function splitValues(text: string): readonly string[] {
  return text.split(',').flatMap((value) => (value.trim() === '' ? [] : [value.trim()]));
}

/** @throws {OgcRequestFault} where a condition of the search is invalid */
function checkWith(parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    throw requestFault(error);
  }
}

/** The parameters whose conditions have another name. */
const parameterNames: ReadonlyMap<string, ItemParameter> = new Map([
  ['time', 'datetime'],
  ['keyword', 'q'],
  ['identifier', 'externalIds'],
]);

/** The fault of a condition in words of this interface; other errors stay. */
export function requestFault(error: unknown): unknown {
  if (!(error instanceof UsageFault)) return error;
  if (!(error instanceof ConditionFault)) return new OgcRequestFault(400, error.message);
  const { condition, reason } = error;
  const name = parameterNamed(condition);
  return new OgcRequestFault(400, `The parameter ${name}: ${reason(parameterNamed)}`);
}

function parameterNamed(condition: string): string {
  return parameterNames.get(condition) ?? condition;
}
