import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/text/json.ts';
import type { MendedText } from '../../src/extract/mend/json-edits.ts';
import { mendJson } from '../../src/extract/mend/mend-json.ts';
import { readJson, type JsonReading } from '../../src/extract/read-json.ts';
import { locateJsonFault } from '../../src/text/json-grammar.ts';
import { documentsOf } from '../extract/extraction.ts';
import { problemsOfOutcome } from '../../src/model/outcome.ts';
import { extractList } from '../extract/lists/list-file.ts';
import { counterexample, mutated, mutatedBytes, placesOutside, wrongIf } from './fuzzing.ts';

const limits = { jsonDepth: 200, jsonValues: 2_000_000 };
const item = (number: number): object => ({
  '@id': `https://fen.example/${number}`,
  '@type': 'Dataset',
  name: `Fen "${number}" \\ \u{1F600}`,
  hasPart: [{ '@id': 'https://fen.example/2' }, -1.5e-7, true, null],
});
const context = { '@vocab': 'http://schema.org/' };
const samples = [
  JSON.stringify({ '@context': context, '@graph': [item(1), item(2), item(3)] }, undefined, 1),
  JSON.stringify({ '@context': context, '@type': 'ItemList', itemListElement: [item(1), item(2)] }),
  JSON.stringify([item(1), item(1), item(4)]),
  `/* fen */ {"a": 'b', // c\n"a": [1, 2,], "d": "\t\\'",};\n{"e": {}}`,
  `<!-- [{"a": "\u00E9\n"}] -->`,
  '{&quot;@type&quot;: &quot;Dataset&quot;, &quot;name&quot;: &quot;x&quot;}',
];
const tokens = [
  '{"',
  '"}',
  '"a":',
  '"@id":',
  '"@graph":[',
  '"itemListElement":',
  '[[',
  '],[',
  ',,',
  '//',
  '/*',
  '*/',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  "\\'",
  '\\u',
  '\\uD800',
  '1e999',
  '-',
  '0x1',
  'NaN',
  'null',
  '&quot;',
  '"__proto__":',
  '\u00A0',
  '['.repeat(1000),
  '{"a":'.repeat(250),
];

describe('JSON', () => {
  it('is read as JSON.parse does, where that does', async () => {
    const found = counterexample(mutated(samples, tokens), 800, (text) => {
      const readings = readJson(text, limits);
      const [first] = readings;
      const isJson = parseJson(text.trim()) !== undefined;
      return [
        ...readings.flatMap((reading) => faultsOf(reading, text)),
        ...wrongIf(readings.length === 0, 'silence'),
        ...wrongIf(isJson && first?.kind === 'document' && first.json !== text.trim(), first),
        ...wrongIf(isJson && first?.kind === 'malformed', first),
      ];
    });
    expect(await found).toBeUndefined();
  });

  it('is mended once, and every character of it comes from where it says', async () => {
    let mended = 0;
    const found = counterexample(mutated(samples, tokens), 800, (text) => {
      const mending = mendJson(text, limits);
      if (mending.kind !== 'mended') return [];
      mended += mending.texts.length;
      return mending.texts.flatMap((each) => mistakesOf(each, text));
    });
    expect(await found).toBeUndefined();
    expect(mended).toBeGreaterThan(50);
  });

  it('has a fault exactly where JSON.parse finds one', async () => {
    const found = counterexample(mutated(samples, tokens), 800, (text) => {
      const fault = locateJsonFault(text);
      return [
        ...wrongIf((fault === undefined) !== (parseJson(text) !== undefined), fault),
        ...wrongIf((fault?.offset ?? 0) > text.length, fault),
      ];
    });
    expect(await found).toBeUndefined();
  });
});

/** The JSON of a value as Python and JavaScript write it, with quotation marks left as they are. */
function looseText(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`;
  if (value === null || typeof value !== 'object')
    return value === null ? 'None' : looseWord(value);
  if (Array.isArray(value)) return `[${value.map((each) => looseText(each)).join(', ')},]`;
  const members = Object.entries(value).map(([name, each]) => {
    return each === undefined ? `'${name}': ` : `${name}: ${looseText(each)}`;
  });
  return `{${members.join(', ')}}`;
}

function looseWord(value: unknown): string {
  return typeof value === 'number' ? `+${value}.` : `T${String(value)}`.replace('Ttrue', 'True');
}

/** Texts as people write them, with quotation marks. */
const prose = fc
  .array(
    fc.tuple(
      fc.constantFrom('fen', '"fen"', '("old"', "it's", '6" pipe', '<a href="x">', '{', '}', '[1]'),
      fc.constantFrom('', '', ',', '.', ':', ';'),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((words) => words.map((word) => word.join('')).join(' '));
const loose = fc.record({
  a: prose,
  b: fc.array(fc.oneof(prose, fc.constant(null), fc.nat(99)), { minLength: 1 }),
  c: fc.constantFrom(undefined, true, null, 7),
  d: fc.record({ a: prose, b: fc.constantFrom(undefined, 1) }),
  e: prose,
});

describe('JSON as other languages write it', () => {
  it('is read as it was meant, or not at all', async () => {
    let read = 0;
    const found = counterexample(loose, 800, (value) => {
      const [reading] = readJson(looseText(value), limits);
      if (reading?.kind === 'malformed') return [];
      read += 1;
      const meant: unknown = JSON.parse(JSON.stringify(value));
      return wrongIf(
        reading?.kind !== 'document' || !isDeepStrictEqual(reading.value, meant),
        reading,
      );
    });
    expect(await found).toBeUndefined();
    expect(read).toBeGreaterThan(100);
  });
});

function faultsOf(reading: JsonReading, text: string): readonly unknown[] {
  const isOutside = (offset: number): boolean => offset < 0 || offset > text.length;
  if (reading.kind === 'malformed') return wrongIf(isOutside(reading.fault.offset), reading);
  if (reading.kind !== 'document') return [];
  const { json, value, notes } = reading;
  return [
    ...notes.filter((note) => 'offset' in note && isOutside(note.offset)),
    ...wrongIf(!isDeepStrictEqual(parseJson(json), value), reading),
  ];
}

function mistakesOf({ json, originalOffset }: MendedText, text: string): readonly unknown[] {
  const offsets = Array.from({ length: json.length + 1 }, (_, at) => originalOffset(at));
  const again = mendJson(json, limits);
  return [
    ...offsets.filter((offset) => offset < 0 || offset > text.length),
    ...offsets.filter((offset, at) => offset < (offsets[at - 1] ?? 0)),
    ...wrongIf(parseJson(json) === undefined, json),
    ...(again.kind === 'mended' ? again.texts.flatMap(({ mends }) => mends) : [again]),
  ];
}

describe('a list of any bytes', () => {
  it('gives pieces that are JSON, and says what is wrong at places that are in it', async () => {
    let pieces = 0;
    const found = counterexample(mutated(samples, tokens), 250, async (text) => {
      const outcomes = await extractList(text, { limits: { pieceBytes: 150 } });
      const documents = documentsOf(outcomes);
      pieces += documents.length;
      const problems = outcomes.flatMap((each) => problemsOfOutcome(each));
      return [
        ...documents.filter(({ json }) => typeof JSON.parse(json) !== 'object'),
        ...placesOutside(problems, text),
      ];
    });
    expect(await found).toBeUndefined();
    expect(pieces).toBeGreaterThan(25);
  });

  it('is read to its end', async () => {
    const found = counterexample(mutatedBytes(samples, tokens), 150, async (bytes) => {
      const outcomes = await extractList(bytes, { limits: { pieceBytes: 150 } });
      return wrongIf(outcomes.length === 0, 'silence');
    });
    expect(await found).toBeUndefined();
  });
});
