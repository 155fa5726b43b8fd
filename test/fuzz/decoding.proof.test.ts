import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeJson, decodePage } from '../../src/extract/character-decoding.ts';
import { counterexample, mutatedBytes, wrongIf } from './fuzzing.ts';

const samples = [
  '<html><head><meta charset="iso-8859-1"><title>Fén</title></head><script type="application/ld+json">{"a":"é"}</script>',
  '<?xml version="1.0" encoding="windows-1252"?><html lang="fr">Fén \u{1F600}</html>',
  '\uFEFF{"name": "Fén", "value": "\u{1F600}"}',
];
const tokens = [
  '<meta charset=',
  'utf-16',
  'utf-7',
  'x-user-defined',
  'replacement',
  '\uFEFF',
  'Ã©',
  '\0',
];
const charset = fc.option(
  fc.oneof(
    fc.constantFrom(
      'utf-8',
      'latin1',
      'utf-16',
      'utf-16be',
      'gbk',
      'iso-2022-jp',
      'replacement',
      'fen',
    ),
    fc.string({ maxLength: 8 }),
  ),
  { nil: undefined },
);

describe('decoding', () => {
  it('gives well-formed text of any bytes under any charset', async () => {
    const inputs = fc.tuple(mutatedBytes(samples, tokens), charset);
    const found = counterexample(inputs, 1000, ([bytes, label]) =>
      [decodePage(bytes, label), decodeJson(bytes, label)].filter(({ text, whole }) => {
        return !text.isWellFormed() || whole?.().startsWith(text) === false;
      }),
    );
    expect(await found).toBeUndefined();
  });

  it('gives JSON back that was encoded as it should, whatever the charset says', async () => {
    const encodings = ['utf8', 'utf16le'] as const;
    const json = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify({ text }));
    const inputs = fc.tuple(json, fc.constantFrom(...encodings), charset);
    const found = counterexample(inputs, 500, ([text, into, label]) => {
      const { text: decoded } = decodeJson(Buffer.from(text, into), label);
      return wrongIf(decoded !== text, decoded);
    });
    expect(await found).toBeUndefined();
  });
});
