import type { Limits } from '../config/schema.ts';
import { JsonScanner } from './json-scanner.ts';

export type JsonLimits = Pick<Limits, 'jsonDepth' | 'jsonValues'>;

/** The exceeded limit. */
export interface JsonExcess {
  readonly limit: 'depth' | 'values';
  readonly max: number;
}

/** The size of a JSON value. */
export interface JsonComplexity {
  /** Levels of arrays and objects. */
  readonly depth: number;
  /** Values of members and items of arrays, at all levels. */
  readonly values: number;
}

/** The result of measuring a JSON text. */
export interface JsonMeasure {
  readonly excess?: JsonExcess;
  /** The number of members of all objects, if counted. */
  readonly members?: number;
}

/**
 * Checks a JSON text against the limits before it is parsed, since a few megabytes of brackets or
 * digits become gigabytes of objects. In invalid JSON it counts at least up to the fault.
 */
export function measureJson(json: string, limits: JsonLimits): JsonMeasure {
  if (isQuicklyWithin(json, limits)) return {};
  const complexity = complexityOf(json);
  const excess = excessOf(complexity, limits);
  return excess === undefined ? { members: complexity.members } : { excess };
}

/** Counts the levels, values and members of a JSON text. */
export function complexityOf(json: string): JsonComplexity & { readonly members: number } {
  const scanner = new JsonScanner();
  const bytes = Buffer.from(json);
  scanner.scan(bytes, 0, bytes.length);
  return scanner;
}

/** A quick check: each value takes at least a character, and each level a bracket. */
function isQuicklyWithin(json: string, { jsonDepth, jsonValues }: JsonLimits): boolean {
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

/** The exceeded limit; undefined within both. */
export function excessOf(
  { depth, values }: JsonComplexity,
  { jsonDepth, jsonValues }: JsonLimits,
): JsonExcess | undefined {
  if (depth > jsonDepth) return { limit: 'depth', max: jsonDepth };
  return values > jsonValues ? { limit: 'values', max: jsonValues } : undefined;
}
