import { describe, expect, it } from 'vitest';
import { readJson, type JsonReading } from '../../src/extract/read-json.ts';

const limits = { jsonDepth: 200, jsonValues: 2_000_000 };
const read = (text: string) => readJson(text, limits);

/** The repairs of all documents, as `what@offset`. */
function mendsOf(readings: readonly JsonReading[]): readonly string[] {
  return readings.flatMap((reading) => {
    if (reading.kind !== 'document') return [];
    return reading.notes.flatMap((note) =>
      note.kind === 'json-mended' ? [`${note.what}@${note.offset}`] : [],
    );
  });
}

/** The values of documents; the kinds of other readings. */
function valuesOf(readings: readonly JsonReading[]): readonly unknown[] {
  return readings.map((reading) => (reading.kind === 'document' ? reading.value : reading.kind));
}

const a1 = { a: 1 };

describe('JSON with something that does not belong there', () => {
  it.each([
    ['{"a": 1,}', ['trailing-comma@7'], a1],
    ['{"a": 1 , /* b */ }', ['trailing-comma@8', 'comment@10'], a1],
    ['{"a": [1, [2,],]}', ['trailing-comma@12', 'trailing-comma@14'], { a: [1, [2]] }],
    ['{"a": 1},', ['trailing-comma@8'], a1],
    ['{"a": 1};', ['trailing-semicolon@8'], a1],
    ['// note\n{"a": 1}', ['comment@0'], a1],
    ['{"a": /* "b": */ 1} // end', ['comment@6', 'comment@20'], a1],
    ['{"a": "//x", // "\r"b": "/* */"}', ['comment@13'], { a: '//x', b: '/* */' }],
    ['{"a":\uFEFF 1\u00A0}', ['byte-order-mark@5', 'blank@8'], a1],
    ['{"a": "b\tc"}', ['control-character@8'], { a: 'b\tc' }],
    [
      '{"a": "\u0001\\u0001\r\n"}',
      ['control-character@7', 'control-character@14'],
      { a: '\u0001\u0001\r\n' },
    ],
    ['{"a\n": 1}', ['control-character@3'], { 'a\n': 1 }],
    [
      String.raw`{"a": "it\'s", "b\'": "\\'"}`,
      ['escape@9', 'escape@17'],
      { a: "it's", "b'": "\\'" },
    ],
    ['{"a": <!-- "b" {, --> 1}', ['html-comment@6'], a1],
  ])('is read without: %j', (text, mends, value) => {
    const readings = read(text);
    expect(valuesOf(readings)).toEqual([value]);
    expect(mendsOf(readings)).toEqual(mends);
  });

  it.each([
    ['<![CDATA[ {"a": 1} ]]>', ['cdata@0', 'cdata@19']],
    ['//<![CDATA[\n{"a": 1}\n//]]>', ['cdata@0', 'cdata@21']],
    ['// <![CDATA[ {"a": 1} // ]]>', ['cdata@0', 'cdata@22']],
    ['/*<![CDATA[*/ {"a": 1} /*]]>*/', ['cdata@0', 'cdata@23']],
    ['<!-- {"a": 1} -->', ['html-comment@0', 'html-comment@14']],
    ['//<!--\n{"a": 1}\n//-->', ['html-comment@0', 'comment@16']],
    ['<!-- hide\n{"a": 1}\n// -->', ['html-comment@0', 'comment@19']],
    ['<!-- made\nby x --> {"a": 1}', ['html-comment@0']],
    [
      '<!--//--><![CDATA[//><!--\n{"a": 1}\n//--><!]]>',
      ['html-comment@0', 'cdata@9', 'comment@18', 'comment@35'],
    ],
  ])('is read without what wraps it: %j', (text, mends) => {
    const readings = read(text);
    expect(valuesOf(readings)).toEqual([a1]);
    expect(mendsOf(readings)).toEqual(mends);
    expect(readings[0]).toMatchObject({ json: '{"a": 1}' });
  });

  it('is read where all of it was escaped for HTML', () => {
    const text = ' {&quot;a&quot;: &#34;x &amp;amp; &#x3c;b>&#0;&quot;,}';
    const readings = read(text);
    expect(valuesOf(readings)).toEqual([{ a: 'x &amp; <b>&#0;' }]);
    expect(mendsOf(readings)).toEqual(['html-escaped@1', `trailing-comma@${text.length - 2}`]);
    // Where there is a quotation mark, what stands in the text may be meant so.
    expect(valuesOf(read('{"a": &quot;b&quot;}'))).toEqual(['malformed']);
  });

  it('has its faults and repeated names found where it was before it was mended', () => {
    expect(read('{&quot;a&quot;: &quot;b&quot; c}')).toMatchObject([
      { kind: 'malformed', fault: { offset: 30 } },
    ]);
    const text = '\n/* b */{"a": "\t\t",\n"c": {}, /* d */ "a": 1,}';
    expect(read(text)).toMatchObject([
      { notes: [{}, {}, {}, {}, { kind: 'json-duplicate-key', offset: text.lastIndexOf('"a"') }] },
    ]);
  });
});

describe('several values in one text', () => {
  it.each([
    ['{"a": 1}{"b": 2}'],
    ['{"a": 1}\n{"b": 2}\n'],
    ['{"a": 1}, {"b": 2},'],
    ['{"a": 1};\n{"b": 2};'],
    ['[{"a": 1}] // x\n, {"b": 2}'],
  ])('are a document each: %j', (text) => {
    const readings = read(text);
    expect(valuesOf(readings).flat()).toEqual([a1, { b: 2 }]);
    expect(mendsOf(readings)).toContain(`several-values@${text.indexOf('{"b')}`);
  });

  it('are reported once, and each document reports its own repairs', () => {
    const readings = read('{"a": 1}\n{"b": 2,}\n{"c": 3}');
    expect(readings.map((reading) => mendsOf([reading]))).toEqual([
      [],
      ['several-values@9', 'trailing-comma@16'],
      [],
    ]);
  });

  it.each([
    ['{"a": 1} 2'],
    ['1 {"a": 2}'],
    ['{"a": 1},,{"b": 2}'],
    ['{"a": 1}, "b": 2}'],
    ['"a" "b"'],
  ])('are not what else follows: %j', (text) => {
    expect(valuesOf(read(text))).toEqual(['malformed']);
  });

  it('are held to the limits together', () => {
    const few = { jsonDepth: 3, jsonValues: 5 };
    expect(readJson('{"a": 1}'.repeat(3), few)).toHaveLength(3);
    expect(readJson('{"a": 1}'.repeat(4), few)).toEqual([
      { kind: 'too-complex', limit: 'values', max: 5 },
    ]);
    expect(readJson('//\n[[[[', few)).toEqual([{ kind: 'too-complex', limit: 'depth', max: 3 }]);
  });

  it('do not exceed limits because of a comment', () => {
    const text = `{"a": 1 /* " */, "b": "[[[[", "c": {"d": [2]}}`;
    const tight = { jsonDepth: 3, jsonValues: 5 };
    expect(readJson(text, tight)).toMatchObject([{ value: { a: 1, c: { d: [2] } } }]);
  });
});

describe('JSON that can mean several things', () => {
  it.each([
    ['{"a": 1', 7, 'expected "," or "}", found the end of the text'],
    ['{"a": "b', 6, 'a string that is not closed'],
    ['{"a": "b,\n "c": 1}', 12, 'expected "," or "}", found "c"'],
    ['{"a": 1 "b": 2}', 8, 'expected "," or "}", found \'"\''],
    ["{'a': 1}", 1, 'expected a name in double quotes or "}", found "\'"'],
    ['{a: 1}', 1, 'expected a name in double quotes or "}", found "a"'],
    ['{"a": NaN}', 6, 'expected a value, found "N"'],
    ['{"a": {{ b }}}', 7, 'expected a name in double quotes or "}", found "{"'],
    ['{"a": ,}', 6, 'expected a value, found ","'],
    ['[1,,]', 3, 'expected a value, found ","'],
    ['{"a": 1,]', 8, 'expected a name in double quotes, found "]"'],
    ['{"a": 1,, "b": 2}', 8, 'expected a name in double quotes, found ","'],
    [String.raw`{"a": "\alpha"}`, 7, String.raw`"\" in a string, which escapes nothing`],
    ['{"a": "b\\\nc"}', 8, '"\\" in a string, which escapes nothing'],
    ['{"a": 1, // b "c": 2}', 9, 'expected a name in double quotes, found only a comment'],
    ['// {"a": 1}', 0, 'expected a value, found "/"'],
    ['{"a": 1 /* b }', 8, 'expected "," or "}", found "/"'],
  ])('is not read: %j', (text, offset, detail) => {
    expect(read(`\n${text}`)).toEqual([
      { kind: 'malformed', fault: { offset: offset + 1, detail } },
    ]);
  });

  it.each([['// [nothing]'], ['//<![CDATA[\n//]]>'], ['<!-- -->']])(
    'is no metadata where there are only comments: %j',
    (text) => {
      expect(read(text)).toEqual([{ kind: 'not-metadata', found: 'nothing but comments' }]);
    },
  );
});

describe('many mends', () => {
  it('are reported one by one up to twenty', () => {
    const [reading] = read(`{"a": [${'[1,],'.repeat(25)}]}`);
    expect(reading?.kind === 'document' && reading.notes.slice(19)).toEqual([
      { kind: 'json-mended', what: 'trailing-comma', offset: 7 + 5 * 19 + 2 },
      { kind: 'problems-omitted', of: 'json-mended', count: 6 },
    ]);
  });

  it('beyond the limit make it no JSON', () => {
    const [reading] = read(`{"a": "${'\tx'.repeat(100_001)}"}`);
    expect(reading).toMatchObject({ kind: 'malformed', fault: { offset: 7 + 2 * 100_000 } });
  });
});
