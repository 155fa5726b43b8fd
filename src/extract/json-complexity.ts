import type { Limits } from '../config/schema.ts';
import { JsonScanner } from './json-scanner.ts';

export type JsonLimits = Pick<Limits, 'jsonDepth' | 'jsonValues'>;

/** The limit that a JSON text is beyond. */
export interface JsonExcess {
  readonly limit: 'depth' | 'values';
  readonly max: number;
}

/** How much a JSON text holds. */
export interface JsonComplexity {
  /** Levels of arrays and objects. */
  readonly depth: number;
  /** Values of members and items of arrays, at all levels. */
  readonly values: number;
}

/**
 * The limit that a JSON text is beyond, found before it is parsed, since a few megabytes of nothing but brackets or digits
 * become gigabytes of objects. Of text that is not JSON it counts what comes before the fault, and perhaps more.
 */
export function excessIn(json: string, limits: JsonLimits): JsonExcess | undefined {
  return isSurelyWithin(json, limits) ? undefined : excessOf(complexityOf(json), limits);
}

/** How much a JSON text holds. */
export function complexityOf(json: string): JsonComplexity {
  const scanner = new JsonScanner();
  const bytes = Buffer.from(json);
  scanner.scan(bytes, 0, bytes.length);
  return scanner;
}

/** Each value takes a character at least, and each level an opening bracket: few have so many, and looking for them is quick. */
function isSurelyWithin(json: string, { jsonDepth, jsonValues }: JsonLimits): boolean {
  if (json.length > jsonValues) return false;
  let brackets = 0;
  for (const bracket of ['{', '[']) {
    for (let at = json.indexOf(bracket); at >= 0; at = json.indexOf(bracket, at + 1)) {
      brackets += 1;
      if (brackets > jsonDepth) return false;
    }
  }
  return true;
}

/** The limit that so much is beyond; undefined where it is within both. */
export function excessOf(
  { depth, values }: JsonComplexity,
  { jsonDepth, jsonValues }: JsonLimits,
): JsonExcess | undefined {
  if (depth > jsonDepth) return { limit: 'depth', max: jsonDepth };
  return values > jsonValues ? { limit: 'values', max: jsonValues } : undefined;
}
