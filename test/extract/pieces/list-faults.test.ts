import { describe, expect, it } from 'vitest';
import { documentsOf, extract, kindsOf, pageUrl } from '../extraction.ts';
import { extractList, piecesOf, problemsIn } from './list-file.ts';

const item = (id: string, more = '') => `{"@id": "${id}"${more}}`;
const problem = (kind: string, facts: object) => ({ kind, url: pageUrl, ...facts });
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const padding = ' '.repeat(100);
/** A list of one item, with a context of so many levels. */
const withContext = (depth: number) =>
  `{"@context": ${nested(depth)}, "dataset": [${item('a')}]}${padding}`;

/** The problem, the only one, of a list of which so many pieces could be read. */
async function faultOf(text: string | Uint8Array, pieces: number, facts = {}) {
  const outcomes = await extractList(text, facts);
  expect(documentsOf(outcomes)).toHaveLength(pieces);
  expect(problemsIn(outcomes)).toHaveLength(1);
  return problemsIn(outcomes)[0];
}

describe('a list that is not JSON to its end', () => {
  const start = `\uFEFF{"n": "${padding}",\r\n "dataset": [${item('é1')},\r${item('😀')}`;
  const list = { kind: 'list-malformed', url: pageUrl, itemsRead: 2 };

  it.each([
    [start],
    [`${start},`],
    [`${start} {`],
    [`${start},\n{"a": "😀", b: 1}, {}]}`],
    [`${start}, {"a": [1}, {}]}`],
    [`${start}, {"a": 1`],
    [`${start}, {"a": "b`],
    [`${start}, nul`],
    [`${start}, -`],
    [`${start}, 01]}`],
    [`${start} 1]}`],
    [`${start}}`],
    [`${start}], x}`],
    [`${start}], "x" 1}`],
    [`${start}], "x": }`],
    [`${start}], "x": 01}`],
    [`${start}]}}`],
  ])('gives what is before the fault, and says of it what is said of a whole: %j', async (text) => {
    const [whole] = problemsIn(await extract(text, { contentType: 'application/json' }));
    const { line, column, detail } = whole as Readonly<Record<string, unknown>>;
    expect(await faultOf(text, 2)).toEqual({ ...list, line, column, detail });
  });

  it.each([
    [`${start},]}`, 'expected a value, found "]"'],
    [`${start}, {"a": "😀\nb"}]}`, 'U+000A in a string, where it must be escaped'],
    [`${start}], "x\n": 1}`, 'U+000A in a string, where it must be escaped'],
    [`${start}]}\n{"dataset": []}`, 'expected the end of the text, found "{"'],
  ])('is not mended, as it would be if it were read as a whole: %j', async (text, detail) => {
    const whole = await extract(text, { contentType: 'application/json' });
    expect(whole[0]?.kind).toBe('produced');
    expect(await faultOf(text, 2)).toMatchObject({ ...list, detail });
  });

  it('says nothing of itself then, since it may have said more', async () => {
    const [first] = await piecesOf(start);
    expect(first).toBe(`{"dataset":[${item('é1')}]}`);
  });

  it('has its fault found where a missing bracket makes many items one', async () => {
    const items = Array.from({ length: 50 }, (_, n) => item(String(n)));
    const text = `[${item('a')},\n{"@id": {"x": 1, ${items.join(',')}]`;
    const place = { line: 2, column: 18, detail: 'expected a name in double quotes, found "{"' };
    expect(await faultOf(text, 1)).toEqual({ ...list, itemsRead: 1, ...place });
    const open = `[${item('a')},\n{"@id": "x, ${items.join(',')}]`;
    expect(await faultOf(open, 1)).toMatchObject({ kind: 'list-malformed', line: 2, column: 15 });
  });

  it('has its fault at the end where a large item is cut off', async () => {
    const text = `[${item('a')}, {"x": [${'1,'.repeat(200)}`;
    expect(await faultOf(text, 1)).toMatchObject({
      column: text.length + 1,
      detail: 'a value that is not closed',
    });
  });

  it('has no items where the fault is before them', async () => {
    const text = `{"a": "${padding}",\n "b": 1 "dataset": [${item('a')}]}`;
    expect(await faultOf(text, 0)).toEqual({
      kind: 'json-malformed',
      url: pageUrl,
      line: 2,
      column: 9,
      detail: 'expected "," or "}", found \'"\'',
      excerpt: '"b": 1 "dataset": [{"@id": "a"}]}',
    });
    expect(await faultOf(`[${padding}`, 0)).toMatchObject({ kind: 'json-malformed', column: 102 });
  });

  it('is refused where it is UTF-16', async () => {
    const text = `[${item('a')},${padding}${item('b')}]`;
    const detail = 'UTF-16, where JSON must be UTF-8';
    const expected = { kind: 'json-malformed', line: 1, column: 1, detail };
    const marked = Buffer.from(`\uFEFF${text}`, 'utf16le');
    for (const body of [marked, marked.subarray(2), Buffer.from(marked).swap16()]) {
      expect(await faultOf(body, 0)).toMatchObject(expected);
    }
  });
});

describe('an item beyond the limits', () => {
  it('costs only itself where it is too large, on any side of a boundary', async () => {
    const sized = (bytes: number) => item('x'.repeat(bytes - item('').length));
    const text = `[${item('a')},${sized(100)},${sized(101)},${sized(5_000_000)},${item('b')}]`;
    const outcomes = await extractList(text);
    expect(kindsOf(outcomes)).toEqual([
      'document',
      'document',
      'list-item-too-large',
      'list-item-too-large',
      'document',
    ]);
    expect(problemsIn(outcomes)).toEqual(
      [3, 4].map((number) => problem('list-item-too-large', { maxBytes: 100, item: number })),
    );
  });

  it('costs only itself where it is nested too deep', async () => {
    const deep = `{"dataset": [${item('a')}, ${nested(8)}, ${nested(9)}, ${nested(20)}, ${item('b')}]}`;
    const outcomes = await extractList(deep + padding, { limits: { jsonDepth: 10 } });
    expect(kindsOf(outcomes)).toEqual([
      'document',
      'document',
      'json-too-complex',
      'json-too-complex',
      'document',
    ]);
    expect(problemsIn(outcomes)[0]).toEqual(
      problem('json-too-complex', { limit: 'depth', max: 10 }),
    );
  });

  it('is every one where the context that all need is nested too deep', async () => {
    const facts = { limits: { jsonDepth: 10 } };
    expect(kindsOf(await extractList(withContext(9), facts))).toEqual(['document']);
    expect(kindsOf(await extractList(withContext(10), facts))).toEqual(['json-too-complex']);
  });

  it('costs only itself where it has too many values', async () => {
    // A piece has its item as one more value.
    const items = `${item('a')}, [1,2,3,4], [1,2,3,4,5], [1,2,3,4,5,6], ${item('b')}`;
    const outcomes = await extractList(`[${items}]${padding}`, { limits: { jsonValues: 5 } });
    expect(kindsOf(outcomes)).toEqual([
      'document',
      'document',
      'json-too-complex',
      'json-too-complex',
      'document',
    ]);
  });

  it('is every one behind as many as values are allowed', async () => {
    const items = ['1', '2', '3', '4'].map((id) => `"${id}"`);
    const text = `{"dataset": [${items.join(',')}], "@context": "x"}${padding}`;
    const outcomes = await extractList(text, { limits: { jsonValues: 3 } });
    expect(documentsOf(outcomes)[0]?.json).toBe('{"@context":"x","dataset":["1"]}');
    expect(kindsOf(outcomes)).toEqual([...Array<string>(3).fill('document'), 'json-too-complex']);
  });

  it('is the list itself where its keywords or what it says of itself is too large', async () => {
    const [long, items] = ['x'.repeat(101), [{ '@id': 'a' }, { '@id': 'b' }]];
    const tooLarge = problem('body-too-large', { maxBytes: 100 });
    const withLongContext = await extractList({ '@context': long, dataset: items });
    expect(withLongContext).toEqual([{ kind: 'failed', problem: tooLarge }]);
    const withText = await extractList({ dataset: items, description: long });
    expect(kindsOf(withText)).toEqual(['document', 'document', 'body-too-large']);
  });

  it('is said once for each kind of value that describes nothing', async () => {
    const items = ['1', 'null', '"https://example.org/"', '2', '{}', '[]', 'true', item('a')];
    const outcomes = await extractList(`[${items.join(', ')}]${padding}`);
    expect(documentsOf(outcomes)).toHaveLength(2);
    expect(problemsIn(outcomes)).toEqual(
      ['a number', 'null', 'an empty object', 'an empty array', 'a boolean'].map((found) =>
        problem('list-item-invalid', { found }),
      ),
    );
  });
});
