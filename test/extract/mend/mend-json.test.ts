import { describe, expect, it } from 'vitest';
import { readJson, type JsonReading } from '../../../src/extract/read-json.ts';
import { locateJsonFault } from '../../../src/text/json-grammar.ts';

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

describe('JSON as other languages write it', () => {
  it.each([
    ['{"b": , "a": 1}', ['missing-value@6'], a1],
    ['{"a": 1, "b": }', ['missing-value@14'], a1],
    ['{"a": 1, "b": /* c */ , }', ['trailing-comma@7', 'missing-value@22'], a1],
    ['{"a": 1, "b": /* c */ }', ['missing-value@22'], a1],
    ['{"a": [1, , {"b": 2}]}', ['missing-value@10'], { a: [1, null, { b: 2 }] }],
    ['{"a": [[, 1],,2]}', ['missing-value@8', 'missing-value@13'], { a: [[null, 1], null, 2] }],
    ['{"@graph": ["a", , {}]}', ['missing-value@17'], { '@graph': ['a', {}] }],
    ['{"@type": ["a", [], NaN]}', ['no-value@20'], { '@type': ['a', []] }],
    ['{@type: [ , "a"]}', ['bare-name@1', 'missing-value@10'], { '@type': ['a'] }],
    ['{,"a": 1,,}', ['extra-comma@1', 'trailing-comma@8', 'extra-comma@9'], a1],
    ['{"b": NaN, "a": 1, "c": -Infinity}', ['no-value@6', 'no-value@24'], a1],
    ['{"a": 1, "b": undefined}', ['no-value@14'], a1],
    ['{"a": [+inf, nan]}', ['no-value@7', 'no-value@13'], { a: [null, null] }],
    ['{"a": None, "b": NULL}', ['literal@6', 'literal@17'], { a: null, b: null }],
    ['{"a": True, "b": [FALSE]}', ['literal@6', 'literal@18'], { a: true, b: [false] }],
    ['{"a": .5, "b": 5., "c": +5}', ['number@6', 'number@15', 'number@24'], { a: 0.5, b: 5, c: 5 }],
    [
      '{"a": \u22125, "b": [-.5e2, 1.E1]}',
      ['number@6', 'number@16', 'number@23'],
      { a: -5, b: [-50, 10] },
    ],
    ['{"a": 07.250, "b": -00.5}', ['number@6', 'number@19'], { a: 7.25, b: -0.5 }],
    ['{a: 1}', ['bare-name@1'], a1],
    [
      '{$a_1 /* b */: {@id : 1}}',
      ['bare-name@1', 'comment@6', 'bare-name@16'],
      { $a_1: { '@id': 1 } },
    ],
    [
      `{'a': 'b "c" d', "e": ['it\\'s', 'it's']}`,
      ['single-quotes@1', 'single-quotes@6', 'single-quotes@23', 'single-quotes@32'],
      { a: 'b "c" d', e: ["it's", "it's"] },
    ],
    ["{'a': 'b\tc\\n'}", ['single-quotes@1', 'single-quotes@6'], { a: 'b\tc\n' }],
    ['{"a": 1 "b": 2}', ['missing-comma@8'], { a: 1, b: 2 }],
    [
      '{"a": "x"\n"b": {} "c": 3}',
      ['missing-comma@10', 'missing-comma@18'],
      { a: 'x', b: {}, c: 3 },
    ],
    [
      '{"a": [{"b": 2} [] {}]}',
      ['missing-comma@16', 'missing-comma@19'],
      { a: [{ b: 2 }, [], {}] },
    ],
    ['{"a": 1 "b": , "c": 3}', ['missing-comma@8', 'missing-value@13'], { a: 1, c: 3 }],
  ])('is read: %j', (text, mends, value) => {
    const readings = read(text);
    expect(valuesOf(readings)).toEqual([value]);
    expect(mendsOf(readings)).toEqual(mends);
  });
});

/** What else is wrong. */
const others = (rest: string): unknown[] =>
  [
    ['/*', 'comment'],
    ['\n', 'missing-comma'],
    [',', 'trailing-comma'],
  ]
    .filter(([sign = '']) => rest.startsWith(sign))
    .map(([, what]) => ({ what }));

describe('a text with quotation marks', () => {
  const after = ' , "b": 1';
  it.each([
    ['the "old" fen', after],
    ['"Old" fen', after],
    ['the "old fen"', ''],
    ['the ("old"), "new" fen', after],
    ['the "old", now', after],
    ['a\\n"new"\\tline "x"', after],
    ['<a href="https://x/y" class="z">t</a>', after],
    ['6" pipe', after],
    ['52\u00B031\'12"N', after],
    ['the {"old"} fen', after],
    ['the "old" fen', '/* c */ , "b": 1'],
    ['the "old" fen', '\n "b": 1'],
    ['the "old" fen', ','],
  ])('is a text where it ends at one place only: %s', (text, rest) => {
    const [reading] = readJson(`{"a": "${text}"${rest}}`, limits);
    const a: unknown = JSON.parse(`"${text.replaceAll('"', String.raw`\"`)}"`);
    expect(reading).toMatchObject({ kind: 'document', value: { a } });
    const offset = 7 + text.indexOf('"');
    expect(reading).toMatchObject({
      notes: [{ what: 'unescaped-quote', offset }, ...others(rest)],
    });
  });

  it('may have been escaped twice', () => {
    const text = String.raw`{"a": "the \\"old\\" fen: \\"x\\"", "b": "c\\d"}`;
    expect(valuesOf(read(text))).toEqual([{ a: 'the "old" fen: "x"', b: String.raw`c\d` }]);
  });

  it('is an item where no comma follows the quotation marks', () => {
    expect(valuesOf(read('{"a": ["the "old" fen", "b", "c "d""]}'))).toEqual([
      { a: ['the "old" fen', 'b', 'c "d"'] },
    ]);
  });

  it.each([
    // Perhaps a quotation mark too many.
    ['{"a": ""old fen"", "b": 1}'],
    ['{"a": "old fen"", "b": 1}'],
    ['{"a": "6"", "b": 1}'],
    ['{"a": "the ""old"" fen", "b": 1}'],
    // Perhaps one too few.
    ['{"a": "the "old fen", "b": 1}'],
    ['{"a": "old, "b": "x"}'],
    ['{"a": "old "b": "x"}'],
    [String.raw`{"a": "c:\\", "b": "x" y"}`],
    [String.raw`{"a": "c:\", "b": "x"}`],
    [`{"a": 'old, 'b': 'x'}`],
    ['["old, "new"]'],
    ['["old, "new", "x"]'],
    // Perhaps other punctuation.
    ['{"a": "old" "new", "b": 1}'],
    ['{"a": "old" + "new", "b": 1}'],
    ['{"a": "3"+"4", "b": 1}'],
    ['{"a": "old": "new", "b": 1}'],
    ['{"a" "b"}'],
    ['{"a": "6", "8" pipes"}'],
    // Perhaps several items.
    ['["a "b", c"]'],
    ['["a "b", "c" d"]'],
    ['["the "old", "new" fen"]'],
    ['["6",", "8" pipes"]'],
    ['["6" pipe", "8" pipe"]'],
    [`{"a": 'the boys' room', "b": 1}`],
    [String.raw`{"a": "the \\"old" fen", "b": 1}`],
    [String.raw`{"a": "the "c:\dir" fen", "b": 1}`],
  ])('is not read where it could end at several: %s', (text) => {
    const { fault } = { fault: undefined, ...read(text)[0] };
    expect(fault).toEqual(locateJsonFault(text));
  });
});

describe('JSON that can mean several things', () => {
  it.each([
    ['{"a": 1', 7, 'expected "," or "}", found the end of the text'],
    ['{"a": 1}}', 8, 'expected the end of the text, found "}"'],
    ['{"a": "b', 6, 'a string that is not closed'],
    ['{"a": "b,\n "c": 1}', 12, 'expected "," or "}", found "c"'],
    ['{"a": Nano}', 6, 'expected a value, found "N"'],
    ['{"a": b}', 6, 'expected a value, found "b"'],
    ['{"a": 010}', 7, 'expected "," or "}", found "1"'],
    ['{"a": 1,5}', 8, 'expected a name in double quotes, found "5"'],
    ['{"a": 1.2.3}', 9, 'expected "," or "}", found "."'],
    ['{"a": 5 m}', 8, 'expected "," or "}", found "m"'],
    ['{"a": {{ b }}}', 7, 'expected a name in double quotes or "}", found "{"'],
    ['{a:b: 1}', 3, 'expected a value, found "b"'],
    ['{"a": 1 b: 2}', 8, 'expected "," or "}", found "b"'],
    ['{"a": "b""c": 1}', 9, 'expected "," or "}", found \'"\''],
    ['{"a": 1 "b": }', 13, 'expected a value, found "}"'],
    ['{"a": NaN "b": 1}', 6, 'expected a value, found "N"'],
    ['{"a": NaN', 6, 'expected a value, found "N"'],
    ['[1 2]', 3, 'expected "," or "]", found "2"'],
    ['["a" "b"]', 5, 'expected "," or "]", found \'"\''],
    ['[{"a": 1}, }', 11, 'expected a value, found "}"'],
    ['{"a": 1,]', 8, 'expected a name in double quotes, found "]"'],
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
