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

/** What a look at a JSON text says. */
export interface JsonMeasure {
  /** The limit that it is beyond. */
  readonly excess?: JsonExcess;
  /** How many members its objects have together, where they were counted. */
  readonly members?: number;
}

/**
 * Finds out whether a JSON text is beyond a limit before it is parsed, since a few megabytes of nothing but brackets or
 * digits become gigabytes of objects. Of text that is not JSON it counts what comes before the fault, and perhaps more.
 */
export function measureJson(json: string, limits: JsonLimits): JsonMeasure {
  if (isSurelyWithin(json, limits)) return {};
  const complexity = complexityOf(json);
  const excess = excessOf(complexity, limits);
  return excess === undefined ? { members: complexity.members } : { excess };
}

/** How much a JSON text holds. */
export function complexityOf(json: string): JsonComplexity & { readonly members: number } {
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
