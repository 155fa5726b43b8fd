import { hash } from 'node:crypto';
import { UsageFault } from '../model/fault.ts';
import { canonicalJson, isObject, parseJson } from '../text/json.ts';
import { type ConditionName, qualifierNames, type Qualifiers } from './conditions.ts';
import type { OrderPosition } from './entry-table.ts';

/**
 * The position of a result of a search. It is stated by values, so that it holds in later states of
 * a catalogue, even if the result has gone.
 */
export interface ResultPosition extends OrderPosition {
  /** The rank by words, which comes before the order; absent if nothing is ranked. */
  readonly rank?: number | undefined;
}

/** The conditions that a cursor belongs to. */
type SearchedConditions = {
  readonly [Name in ConditionName]?: readonly string[] | undefined;
} & Qualifiers & {
    readonly resources?: readonly string[] | undefined;
    readonly identifierSchemes?: readonly string[] | undefined;
    readonly orLacking?: boolean | undefined;
  };

/** Changes when positions of earlier versions no longer hold, such as with other ranks. */
const cursorVersion = 1;
const digestDigits = 12;

/**
 * Identifies the conditions and the sort order of a search. The page size and facets may differ
 * between pages.
 */
export function searchDigest(
  request: SearchedConditions,
  sort: string,
  names: readonly ConditionName[],
): string {
  const conditions = names.map((name) => [name, request[name]]);
  const qualifiers = qualifierNames.map((name) => request[name] ?? null);
  const { resources = null, identifierSchemes = [], orLacking = false } = request;
  const others = [resources, identifierSchemes, orLacking];
  const searched = canonicalJson([cursorVersion, sort, conditions, qualifiers, others]);
  return hash('sha256', searched, 'hex').slice(0, digestDigits);
}

/** Writes the cursor of the results behind a position: base64url of compact JSON. */
export function writeCursor({ rank, value, title, key }: ResultPosition, digest: string): string {
  return Buffer.from(JSON.stringify({ of: digest, rank, value, title, key })).toString('base64url');
}

/**
 * Reads a cursor.
 * @throws {UsageFault} when it is none, or belongs to another search
 */
export function readCursor(cursor: string, digest: string): ResultPosition {
  const read = parseJson(Buffer.from(cursor, 'base64url').toString());
  if (!isObject(read)) throw noCursor();
  const { of, rank, value, title, key } = read;
  if (typeof of !== 'string' || typeof key !== 'string') throw noCursor();
  if (!isOptionalNumber(rank) || !isOptionalNumber(value)) throw noCursor();
  if (title !== undefined && typeof title !== 'string') throw noCursor();
  if (of !== digest) {
    throw new UsageFault(
      'after of a search belongs to another search; its conditions and sort order must be those ' +
        'of the request that it was returned for',
    );
  }
  return { rank, value, title, key };
}

function isOptionalNumber(value: unknown): value is number | undefined {
  return value === undefined || typeof value === 'number';
}

function noCursor(): UsageFault {
  return new UsageFault('after of a search must be the cursor of a next page, as an answer has it');
}
