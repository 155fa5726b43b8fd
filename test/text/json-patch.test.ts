import * as fc from 'fast-check';
import { applyPatch } from 'rfc6902';
import { describe, expect, it } from 'vitest';
import { applyJsonPatch, type PatchOperation } from '../../src/text/json-patch.ts';
import { appendToPointer, arrayIndex, pointerTokens } from '../../src/text/json-positions.ts';
import { isContainer, type JsonValue } from '../../src/text/json.ts';

const record = `{
  "@context": { "@vocab": "https://schema.org/" },
  "name": "Glaciers of the Alps",
  "keywords": ["ice", "snow"],
  "creator": [
    {
      "@type": "Person",
      "name": "Ada"
    }
  ],
  "size": 1.50
}
`;

function patchRecord(...operations: PatchOperation[]): string {
  return applyJsonPatch(record, operations) ?? 'not applied';
}

describe('applying a JSON Patch to a text', () => {
  it('changes nothing but the value', () => {
    expect(patchRecord({ op: 'replace', path: '/name', value: 'Ice' })).toBe(
      record.replace('Glaciers of the Alps', 'Ice'),
    );
  });

  it('adds a member as its siblings stand', () => {
    expect(
      patchRecord({ op: 'add', path: '/license', value: { '@id': 'https://example.org/l' } }),
    ).toBe(
      record.replace('1.50\n', '1.50,\n  "license": {\n    "@id": "https://example.org/l"\n  }\n'),
    );
  });

  it('adds a member on the line of its siblings', () => {
    expect(patchRecord({ op: 'add', path: '/@context/x', value: { a: ['b', 1] } })).toBe(
      record.replace('/" }', '/", "x": {"a": ["b", 1]} }'),
    );
  });

  it('inserts items before others and at the end', () => {
    expect(
      patchRecord(
        { op: 'add', path: '/keywords/0', value: 'alps' },
        { op: 'add', path: '/keywords/-', value: 'firn' },
        { op: 'add', path: '/creator/-', value: { name: 'Bob' } },
      ),
    ).toBe(
      record
        .replace('["ice", "snow"]', '["alps", "ice", "snow", "firn"]')
        .replace('    }\n  ]', '    },\n    {\n      "name": "Bob"\n    }\n  ]'),
    );
  });

  it('removes a member with its line', () => {
    expect(patchRecord({ op: 'remove', path: '/@context' }, { op: 'remove', path: '/size' })).toBe(
      record
        .replace('  "@context": { "@vocab": "https://schema.org/" },\n', '')
        .replace('],\n  "size": 1.50', ']'),
    );
  });

  it('keeps the place of a renamed member, and its digits', () => {
    expect(patchRecord({ op: 'move', from: '/creator', path: '/author' })).toBe(
      record.replace('creator', 'author'),
    );
    expect(patchRecord({ op: 'move', from: '/size', path: '/name' })).toBe(
      record.replace('  "name": "Glaciers of the Alps",\n', '').replace('size', 'name'),
    );
  });

  it('indents what is moved for its new place', () => {
    expect(patchRecord({ op: 'move', from: '/creator/0', path: '/author' })).toBe(
      record
        .replace(/\[\n {4}\{[^\]]*\]/u, '[]')
        .replace(
          '1.50\n',
          '1.50,\n  "author": {\n    "@type": "Person",\n    "name": "Ada"\n  }\n',
        ),
    );
  });

  it('fills an empty object, with the line ends and the indentation of the text', () => {
    const text = '{\r\n\t"a": {}\r\n}';
    const value = { b: [1] };
    expect(applyJsonPatch(text, [{ op: 'add', path: '/a/x', value }])).toBe(
      '{\r\n\t"a": {\r\n\t\t"x": {\r\n\t\t\t"b": [\r\n\t\t\t\t1\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}',
    );
  });

  it('keeps a text without blanks without blanks', () => {
    const value = { c: [1, 2] };
    expect(applyJsonPatch('{"a":{"b":1}}', [{ op: 'add', path: '/a/x', value }])).toBe(
      '{"a":{"b":1,"x":{"c":[1,2]}}}',
    );
  });

  it('removes each member of a repeated name', () => {
    const text = '{ "a": 1, "b": 2, "a": 3 }';
    expect(applyJsonPatch(text, [{ op: 'remove', path: '/a' }])).toBe('{ "b": 2 }');
    expect(applyJsonPatch(text, [{ op: 'replace', path: '/a', value: 4 }])).toBe(
      '{ "a": 1, "b": 2, "a": 4 }',
    );
    expect(applyJsonPatch(text, [{ op: 'move', from: '/a', path: '/b' }])).toBe('{ "b": 3 }');
  });

  it.each<PatchOperation>([
    { op: 'replace', path: '/nothing', value: 1 },
    { op: 'remove', path: '' },
    { op: 'remove', path: '/keywords/2' },
    { op: 'remove', path: '/keywords/-' },
    { op: 'remove', path: 'name' },
    { op: 'add', path: '/keywords/3', value: 1 },
    { op: 'add', path: '/keywords/01', value: 1 },
    { op: 'add', path: '/name/x', value: 1 },
    { op: 'add', path: '/a~2', value: 1 },
    { op: 'move', from: '/creator', path: '/creator/0' },
    { op: 'move', from: '/nothing', path: '/name' },
  ])('refuses %j', (operation) => {
    expect(applyJsonPatch(record, [operation])).toBeUndefined();
  });

  it('refuses a text that is not JSON', () => {
    expect(applyJsonPatch('{"a": 1,}', [{ op: 'remove', path: '/a' }])).toBeUndefined();
  });

  it('makes the same document as another implementation, in any layout', () => {
    fc.assert(
      fc.property(
        documents,
        fc.array(fc.nat(), { maxLength: 40 }),
        layouts,
        (document, dice, layout) => {
          const text = JSON.stringify(document, undefined, layout.indentation).replaceAll(
            '\n',
            layout.lineEnd,
          );
          const { operations, expected } = randomPatch(document, dice);
          const patched = applyJsonPatch(text, operations);
          expect(patched).toBeDefined();
          expect(JSON.parse(patched ?? '')).toEqual(expected);
          const expectedText = relaid(patched ?? '', layout);
          // JavaScript puts names that are array indices first, so that their order is lost.
          const isComparable = !/"\d+":/u.test(patched ?? '');
          expect(isComparable ? patched : expectedText).toBe(expectedText);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('makes the same text of operations together as of one after the other', () => {
    const dice = fc.array(fc.nat(), { maxLength: 80 });
    fc.assert(
      fc.property(documents, dice, layouts, (document, rolls, { indentation, lineEnd }) => {
        const patched = [document, document];
        // The first member shows the layout, whatever becomes of the other.
        const text = JSON.stringify({ layout: 1, patched }, undefined, indentation);
        const laid = text.replaceAll('\n', lineEnd);
        const operations = randomPatch(patched, rolls).operations.map(inPatched);
        const separately = operations.reduce<string | undefined>(
          (before, operation) => before && applyJsonPatch(before, [operation]),
          laid,
        );
        expect(applyJsonPatch(laid, operations)).toBe(separately);
      }),
      { numRuns: 500 },
    );
  });

  it('refuses what earlier operations made impossible', () => {
    expect(
      applyJsonPatch('{"a": {"b": 1}, "c": [1, 2]}', [
        { op: 'replace', path: '/a', value: 1 },
        { op: 'replace', path: '/a/b', value: 2 },
      ]),
    ).toBeUndefined();
    expect(
      applyJsonPatch('{"a": {"b": 1}, "c": [1, 2]}', [
        { op: 'remove', path: '/c/0' },
        { op: 'replace', path: '/c/1', value: 3 },
      ]),
    ).toBeUndefined();
  });

  it('takes time in proportion to the text for many operations', () => {
    const records = Array.from({ length: 5000 }, (_, index) => ({ index, date: 'May', nmae: 'x' }));
    const operations = records.flatMap((_, index): readonly PatchOperation[] => [
      { op: 'replace', path: `/${index}/date`, value: '2024-05' },
      { op: 'add', path: `/${index}/type`, value: 'Dataset' },
      { op: 'move', from: `/${index}/nmae`, path: `/${index}/name` },
    ]);
    const patched = applyJsonPatch(JSON.stringify(records), operations);
    const [first] = JSON.parse(patched ?? '[]') as JsonValue[];
    expect(first).toEqual({ index: 0, date: '2024-05', name: 'x', type: 'Dataset' });
  });
});

function inPatched(operation: PatchOperation): PatchOperation {
  const path = `/patched${operation.path}`;
  if (operation.op !== 'move') return { ...operation, path };
  return { ...operation, path, from: `/patched${operation.from}` };
}

/** The text as it would be laid out as a whole. */
function relaid(
  text: string,
  { indentation, lineEnd }: { indentation: string | number | undefined; lineEnd: string },
): string {
  return JSON.stringify(JSON.parse(text), undefined, indentation).replaceAll('\n', lineEnd);
}

const names = fc.constantFrom('a', 'b', 'c', 'a/b', '~', 'schema:name', '', '0a');
const { documents } = fc.letrec<{ documents: JsonValue; value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4 }),
  ),
  documents: fc.dictionary(names, tie('value'), { minKeys: 1, maxKeys: 5 }),
}));
const layouts = fc.record({
  indentation: fc.constantFrom(undefined, 2, 4, '\t'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
});

/** A patch that applies, and the document that the library `rfc6902` makes by it. */
function randomPatch(
  document: JsonValue,
  dice: readonly number[],
): { operations: PatchOperation[]; expected: JsonValue } {
  let current: JsonValue = structuredClone(document);
  const operations: PatchOperation[] = [];
  const rolls = [...dice];
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[(rolls.pop() ?? 0) % items.length];
  while (rolls.length > 2) {
    const pointers = pointersIn(current);
    const path = pick(pointers) ?? '';
    const from = pick(pointers) ?? '';
    const value = pick<JsonValue>([1, 'x', null, { k: [1, { l: 'm' }] }, [], {}, [[2]]]) ?? null;
    const operation = pick<PatchOperation>([
      { op: 'replace', path, value },
      { op: 'add', path, value },
      { op: 'add', path: appendToPointer(path, 'new'), value },
      { op: 'add', path: appendToPointer(path, '-'), value },
      { op: 'remove', path },
      { op: 'move', from, path },
      { op: 'move', from, path: appendToPointer(path, 'c') },
    ]);
    const next =
      operation && stepsOf(operation, current).reduce<JsonValue | undefined>(applied, current);
    if (operation === undefined || next === undefined) continue;
    operations.push(operation);
    current = next;
  }
  return { operations, expected: current };
}

/** A move as RFC 6902 §4.4 defines it; the library looks for the path before the removal. */
function stepsOf(operation: PatchOperation, document: JsonValue): readonly PatchOperation[] {
  if (operation.op !== 'move') return [operation];
  const { from, path } = operation;
  const value = pointerTokens(from)?.reduce<JsonValue>(memberOf, document) ?? null;
  // Not into itself.
  return path.startsWith(`${from}/`)
    ? [{ op: 'remove', path: '' }]
    : [
        { op: 'remove', path: from },
        { op: 'add', path, value },
      ];
}

/** The document that the library makes by an operation; undefined where it does not apply. */
function applied(
  document: JsonValue | undefined,
  operation: PatchOperation,
): JsonValue | undefined {
  // The library has no operations on the whole document, and allows names in arrays and scalars.
  if (document === undefined || operation.path === '') return undefined;
  const [last = '', ...tokens] = (pointerTokens(operation.path) ?? []).toReversed();
  const parent = tokens.reduceRight<JsonValue>(memberOf, document);
  if (!isContainer(parent)) return undefined;
  if (Array.isArray(parent) && last !== '-' && arrayIndex(last) === undefined) return undefined;
  const copy = structuredClone(document);
  const [error] = applyPatch(copy, [operation]);
  return error === null ? copy : undefined;
}

function memberOf(value: JsonValue, token: string): JsonValue {
  return (isContainer(value) ? (value as Record<string, JsonValue>)[token] : undefined) ?? null;
}

function pointersIn(value: JsonValue, pointer = ''): string[] {
  if (!isContainer(value)) return [pointer];
  const members = Object.entries<JsonValue>(value);
  return [
    pointer,
    ...members.flatMap(([name, each]) => pointersIn(each, appendToPointer(pointer, name))),
  ];
}
