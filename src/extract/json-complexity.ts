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
 * Finds out how much a JSON text holds before it is parsed, since a few megabytes of nothing but brackets or digits
 * become gigabytes of objects. Of text that is not JSON it counts what comes before the fault, and perhaps more.
 */
export function complexityOf(json: string): JsonComplexity {
  const scanner = new JsonScanner();
  const bytes = Buffer.from(json);
  scanner.scan(bytes, 0, bytes.length);
  return scanner;
}

/** The limit that so much is beyond; undefined where it is within both. */
export function excessOf(
  { depth, values }: JsonComplexity,
  { jsonDepth, jsonValues }: JsonLimits,
): JsonExcess | undefined {
  if (depth > jsonDepth) return { limit: 'depth', max: jsonDepth };
  return values > jsonValues ? { limit: 'values', max: jsonValues } : undefined;
}
