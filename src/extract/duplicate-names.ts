import type { JsonDocument, JsonObject } from './json-document.ts';
import { blanksEnd, readToken, type Brackets, type Expectation } from '../text/json-grammar.ts';

/** A repeated member name of an object. */
export interface DuplicateName {
  readonly name: string;
  /** Offset of its quotation mark. */
  readonly offset: number;
}

/**
 * Finds repeated member names, of whose values `JSON.parse` keeps the last (RFC 8259 §4 leaves that
 * open). Few documents have any, so the text is scanned only if it has more members than the parsed
 * value.
 * @param json valid JSON
 * @param value its parsed value
 * @param members the number of members in the text, if known
 * @returns all but the first of each name, in document order
 */
export function duplicateNames(
  json: string,
  value: JsonDocument,
  members = countColons(json),
): readonly DuplicateName[] {
  return members === countMembers(value) ? [] : findDuplicates(json);
}

/** Counts colons after the end of a string: those after names, and those that begin a string. */
function countColons(json: string): number {
  let count = 0;
  for (let at = json.indexOf(':'); at !== -1; at = json.indexOf(':', at + 1)) {
    let before = at - 1;
    while (isBlank(json.charCodeAt(before))) before -= 1;
    if (json.charCodeAt(before) === quote && !isEscaped(json, before)) count += 1;
  }
  return count;
}

function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === backslash) before -= 1;
  return (at - before) % 2 === 0;
}

function countMembers(root: JsonDocument): number {
  let count = 0;
  const pending: object[] = [root];
  const add = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) pending.push(value);
  };
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Array.isArray(value)) {
      for (const item of value) add(item);
      continue;
    }
    // `JSON.parse` returns plain objects; listing their names would be slow.
    for (const name in value) {
      count += 1;
      add((value as JsonObject)[name]);
    }
  }
  return count;
}

function findDuplicates(json: string): readonly DuplicateName[] {
  const found: DuplicateName[] = [];
  const open: Brackets = [];
  const names: Set<string>[] = [];
  let expected: Expectation = 'a value';
  let at = blanksEnd(json, 0);
  while (at < json.length) {
    const depth = open.length;
    const step = readToken(json, at, expected, open);
    if ('detail' in step) return found;
    if (open.length > depth) names[depth] = new Set();
    if (step.expected === '":"') {
      const name = nameIn(json.slice(at, step.next));
      const inObject = names[depth - 1];
      if (inObject?.has(name) === true) found.push({ name, offset: at });
      inObject?.add(name);
    }
    expected = step.expected;
    at = blanksEnd(json, step.next);
  }
  return found;
}

/** Unescapes a name. */
function nameIn(literal: string): string {
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

const quote = 0x22;
const backslash = 0x5c;
