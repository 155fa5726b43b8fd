import { describe, expect, it } from 'vitest';
import { type Outcome, problemsOfOutcome } from '../../../src/model/outcome.ts';
import type { ExtractionOutput } from '../../../src/model/record.ts';
import { isObject, parseJson } from '../../../src/text/json.ts';
import { documentsOf, extract, kindsOf, pageUrl } from '../extraction.ts';
import { extractList, piecesOf, problemsIn } from './list-file.ts';

const context = '"@context": "https://schema.org/"';
/** A document of its own, as an item of an array must be. */
const item = (id: string, more = '') => `{"@context":"","@id":"${id}"${more}}`;
const problem = (kind: string, facts: object) => ({ kind, url: pageUrl, ...facts });
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const padding = ' '.repeat(100);

/** The only problem of a list, and the number of items that could be read. */
async function faultOf(text: string | Uint8Array, items: number, facts = {}) {
  const outcomes = await extractList(text, facts);
  expect(documentsOf(outcomes)).toHaveLength(items);
  expect(problemsIn(outcomes)).toHaveLength(1);
  return problemsIn(outcomes)[0];
}

async function faultOfWhole(text: string): Promise<Readonly<Record<string, unknown>>> {
  const [whole] = problemsIn(await extract(text, { contentType: 'application/json' }));
  return whole as Readonly<Record<string, unknown>>;
}

const start = `\uFEFF{${context}, "n": "${padding}",\r\n "dataset": [{"@id": "é1"},\r{"@id": "😀"}`;

describe('a list that is no JSON between its items', () => {
  it.each([
    [start],
    [`${start},`],
    [`${start} {`],
    [`${start}, {"a": 1`],
    [`${start}, {"a": "b`],
    [`${start} 1]}`],
    [`${start}}`],
    [`${start}], x}`],
    [`${start}], "x" 1}`],
    [`${start}], "x": }]`],
    [`${start}], "x": 1 y: 2}`],
    [`${start}]}}`],
  ])(
    'yields the items before the fault, and reports it as for a whole document: %j',
    async (text) => {
      const { line, column, detail } = await faultOfWhole(text);
      const list = { kind: 'list-malformed', url: pageUrl, itemsRead: 2 };
      expect(await faultOf(text, 2)).toEqual({ ...list, line, column, detail });
    },
  );

  it('is not described then, since the description may be incomplete', async () => {
    expect(await piecesOf(start)).toHaveLength(2);
  });

  it('has its fault at the end where a large item is cut off', async () => {
    const text = `[${item('a')}, {"x": [${'1,'.repeat(200)}`;
    expect(await faultOf(text, 1)).toMatchObject({
      column: text.length + 1,
      detail: 'unclosed value',
    });
  });

  it('is read as a whole where the fault is before the items', async () => {
    const text = `{"a": "${padding}",\n "b": 1 2, "dataset": [${item('a')}]}`;
    expect(await faultOf(text, 0)).toEqual(await faultOfWhole(text));
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

describe('an item that is no JSON', () => {
  it.each([
    ['{"a": "😀", b: c}', 3],
    ['nul', 3],
    ['-', 3],
  ])('costs only itself, and is told where it stands: %s', async (bad, items) => {
    const text = `${start},\n${bad}, {"@id": "c"}]}`;
    const { line, column, detail } = await faultOfWhole(text);
    const outcomes = await extractList(text);
    const told = problemsIn(outcomes)[0];
    expect(told).toMatchObject({ kind: 'json-malformed', line, column, detail });
    expect(documentsOf(outcomes)).toHaveLength(items);
  });

  it('is mended where it can mean one thing only, as small documents are', async () => {
    const bad = '{"a": "x\ny",}';
    const outcomes = await extractList(`${start},\n${bad}, {"@id": "c"},]}`);
    expect(documentsOf(outcomes)[2]?.json).toContain('"dataset":[{"a": "x\\ny"}]');
    expect(notesIn(outcomes)).toEqual([
      problem('json-mended', { what: 'trailing-comma', line: 5, column: 19 }),
      problem('json-mended', { what: 'control-character', line: 4, column: 9 }),
      problem('json-mended', { what: 'trailing-comma', line: 5, column: 3 }),
    ]);
    expect(documentsOf(outcomes)).toHaveLength(4);
  });

  it('has its fault found where a missing bracket makes many items one', async () => {
    const items = Array.from({ length: 50 }, (_, n) => item(String(n)));
    const text = `[${item('a')},\n{"@id": {"x": 1, ${items.join(',')}]`;
    const place = { line: 2, column: 18, detail: 'expected a name in double quotes, found "{"' };
    expect(problemsIn(await extractList(text))[0]).toMatchObject({
      kind: 'list-malformed',
      ...place,
    });
  });
});

describe('a list with faults that can mean one thing only', () => {
  const root = `"@context": "https://schema.org/"`;
  it.each([
    [root, '"the "old" fen"', '"6" pipe"'],
    ["'@context': 'https://schema.org/'", "'the fen's {'", 'NaN'],
    ['@context : "https://schema.org/",', '', '"]"'],
    [`${root}, "depth": NaN, "a": , 'b': None`, '"é"', '.5'],
    [`${root}\n 'name': "the "é" list"`, "'x'", '"x\ty"'],
    [`"n": 'the "é" list'\n ${root}`, '"2020"', 'True'],
  ])('is read item by item as a small one is read: %s, %s, %s', async (members, one, other) => {
    const items = [
      `{"@id": "1", 'a': ${one}, b : ${other}}`,
      `{"@id": "2", "a": ${other}}`,
      `{"@id": "3", "a": ${one},}`,
      `{"@id": "4"}`,
    ];
    const text = `{${members}, "dataset": [\n${items.slice(0, 2).join(' ')}, ,\n${items.slice(2).join(',')}, ]}`;
    const whole = await extract(text, { contentType: 'application/ld+json' });
    const outcomes = await extractList(text);
    expect(kindsOf(whole)).toEqual(['document']);
    expect(new Set(notesIn(outcomes))).toEqual(new Set(notesIn(whole)));
    expect(itemsIn(outcomes)).toEqual(itemsIn(whole));
    expect(itemsIn(outcomes)).toHaveLength(items.length);
  });

  it('may have comments and other blanks between its items and members', async () => {
    const members = `/* "é" */ ${root} // a list\n, "n": /* none */ 1`;
    const items = [
      '{"@id": "1"} /* ], */',
      '\u00A0{"@id": "2"}',
      '// last\n {"@id": "3"} <!-- -->',
    ];
    const text = `/* list */ {${members}, "dataset": [${items.join(', ')}] } // end`;
    const whole = await extract(text, { contentType: 'application/ld+json' });
    const outcomes = await extractList(text);
    expect(notesIn(whole)).toHaveLength(9);
    expect(new Set(notesIn(outcomes))).toEqual(new Set(notesIn(whole)));
    expect(itemsIn(outcomes)).toEqual(itemsIn(whole));
    expect(kindsOf(outcomes).filter((kind) => kind !== 'document')).toEqual([]);
  });

  it('may have items whose end is hidden by a bracket between quotation marks', async () => {
    const items = ['{b', 'b}', 'b'].map((part, n) => item(String(n), `,"x":"a "${part}" c"`));
    const outcomes = await extractList(`[${items.join(',\n')}]${padding}`, {
      limits: { pieceBytes: 120 },
    });
    expect(kindsOf(outcomes)).toEqual(['document', 'document', 'document']);
    expect(notesIn(outcomes)).toEqual(
      [1, 2, 3].map((line) => {
        const column = line === 1 ? 34 : 33;
        return problem('json-mended', { what: 'unescaped-quote', line, column });
      }),
    );
  });
});

describe('an item of a small list', () => {
  const contentType = 'application/json';
  const small = (bad: string) =>
    extract(`{${context}, "dataset": [{"@id": "a"}, ${bad}, {"@id": "c"}]}`, {
      contentType,
      limits: { jsonDepth: 10 },
    });

  it.each([
    ['{"a": b}', 'json-malformed'],
    [`{"a": ${nested(11)}}`, 'json-too-complex'],
  ])('costs only itself where it cannot be read: %s', async (bad, kind) => {
    const outcomes = await small(bad);
    expect(kindsOf(outcomes)).toEqual(['document', kind, 'document']);
    expect(documentsOf(outcomes).every(({ piece }) => piece !== undefined)).toBe(true);
  });

  it('is read with the others where possible', async () => {
    expect(kindsOf(await small('{"a": "b"}'))).toEqual(['document']);
    expect(kindsOf(await extract('{"a": b}', { contentType }))).toEqual(['json-malformed']);
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

  it('costs only itself where it is nested too deep, or has too many values', async () => {
    const few = [
      '{"a":1}',
      `{"a":${nested(9)}}`,
      `{"a":${nested(10)}}`,
      `{"b":[${'1,'.repeat(11)}1]}`,
    ];
    const text = `{${context}, "dataset": [${few.join(',')}, {"c":1}]}${padding}`;
    const outcomes = await extractList(text, { limits: { jsonDepth: 10, jsonValues: 11 } });
    expect(problemsIn(outcomes)).toEqual([
      problem('json-too-complex', { limit: 'depth', max: 10 }),
      problem('json-too-complex', { limit: 'values', max: 11 }),
    ]);
    expect(documentsOf(outcomes)).toHaveLength(3);
  });

  it('is each one beyond the limit of values', async () => {
    const items = ['1', '2', '3', '4'].map((id) => `{"@id":"${id}"}`);
    const text = `{"dataset": [${items.join(',')}], ${context}}${padding}`;
    const outcomes = await extractList(text, { limits: { jsonValues: 3 } });
    expect(kindsOf(outcomes)).toEqual([...Array<string>(3).fill('document'), 'json-too-complex']);
  });

  it('is nested too deeply beside the items', async () => {
    const text = `{${context}, "deep": ${nested(20_000)}, "dataset": [{"@id":"a"}]}`;
    const outcomes = await extractList(text, { limits: { pieceBytes: 41_000 } });
    expect(kindsOf(outcomes)).toEqual(['document', 'json-too-complex']);
  });

  it('is the description of the list', async () => {
    const items = [{ '@id': 'a' }, { '@id': 'b' }];
    const list = {
      '@context': 'https://schema.org/',
      dataset: items,
      description: 'x'.repeat(101),
    };
    const outcomes = await extractList(list);
    expect(kindsOf(outcomes)).toEqual(['document', 'document', 'document-too-large']);
  });

  it('is reported once per kind of value', async () => {
    const items = ['1', 'null', '"https://example.org/"', '2', '{}', '[]', 'true', item('a')];
    const text = `{${context}, "dataset": [${items.join(', ')}]}${padding}`;
    const outcomes = await extractList(text);
    expect(documentsOf(outcomes)).toHaveLength(2);
    expect(problemsIn(outcomes)).toEqual(
      ['a number', 'null', 'an empty object', 'an empty array', 'a boolean'].map((found) =>
        problem('list-item-invalid', { found }),
      ),
    );
  });
});

/** The problems of the list. */
function notesIn(outcomes: readonly Outcome<ExtractionOutput>[]): readonly unknown[] {
  return outcomes.filter(({ kind }) => kind === 'produced').flatMap(problemsOfOutcome);
}

/** The items of the list, without what stands for none. */
function itemsIn(outcomes: readonly Outcome<ExtractionOutput>[]): readonly unknown[] {
  return documentsOf(outcomes)
    .flatMap(({ json }) => parseJson(json) ?? [])
    .flatMap((list) => (isObject(list) ? (list['dataset'] ?? []) : []))
    .filter((each) => each !== null);
}
