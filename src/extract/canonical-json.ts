import { createHash } from 'node:crypto';

/**
 * The SHA-256 of what a JSON text says, in hexadecimal: the order of members and blanks between tokens do not matter,
 * the order of arrays does.
 * @param json nested no deeper than `limits.jsonDepth`
 * @throws {SyntaxError} when `json` is not JSON
 */
export function contentHash(json: string): string {
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(json)))
    .digest('hex');
}

/** A JSON value as text, members sorted by code unit, without blanks. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  const members = Object.entries(value)
    .toSorted(byName)
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : Number(one > other);
}
