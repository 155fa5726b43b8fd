import type { JsonDocument, JsonObject } from './json-document.ts';
import { blanksEnd, readToken, type Brackets, type Expectation } from '../text/json-grammar.ts';

/** A name that an object has a second time. */
export interface DuplicateName {
  readonly name: string;
  /** Of its quotation mark. */
  readonly offset: number;
}

/**
 * Finds the names that stand more than once in an object, of whose values `JSON.parse` keeps the last (RFC 8259 §4 leaves
 * it open). Every document is asked for them and few have any, so they are only looked for where the text has more members
 * than what it was parsed to.
 * @param json valid JSON
 * @param value what it was parsed to
 * @param members how many members there are in the text, if that is known; otherwise they are counted
 * @returns all but the first of each name, in document order
 */
export function duplicateNames(
  json: string,
  value: JsonDocument,
  members = countColons(json),
): readonly DuplicateName[] {
  return members === countMembers(value) ? [] : findDuplicates(json);
}

/** The colons behind what may be the end of a string: all of those behind names, and those with which a string begins. */
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
  const left: object[] = [root];
  const add = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) left.push(value);
  };
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (Array.isArray(value)) {
      for (const item of value) add(item);
      continue;
    }
    // `JSON.parse` gives plain objects; a list of their names would cost as much as all the rest.
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

/** A name without its quotation marks and escapes. */
function nameIn(literal: string): string {
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

const quote = 0x22;
const backslash = 0x5c;
