import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codingsToUndo, decompress } from '../../src/web/body.ts';
import { ResourceError } from '../../src/model/http.ts';
import { counterexample, inPieces, mutated, pieceLengths, wrongIf } from './fuzzing.ts';

const url = 'https://fen.example/1';
const encoders = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  'deflate without header': deflateRawSync,
};
type Encoder = keyof typeof encoders;

/** What comes of a body: its text, or the problem that ends it. */
async function undone(
  body: Uint8Array,
  codings: readonly string[],
  lengths: readonly number[],
): Promise<string> {
  const pieces = decompress(inPieces(body, lengths), codings, { url, maxRatio: 200 });
  const parts: Uint8Array[] = [];
  try {
    for await (const piece of pieces) parts.push(piece);
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    return error.problem.kind;
  }
  return `as ${Buffer.concat(parts).toString()}`;
}

/** One only: what is within it may end before it does, so that nobody comes to its fault. */
const layer = fc.constantFrom(...(Object.keys(encoders) as Encoder[]));
const layers = fc.array(layer, { minLength: 1, maxLength: 3 });
const damage = fc.record({ at: fc.noBias(fc.nat(100_000)), byte: fc.nat(255) });
const codingOf = (encoder: Encoder): string => encoder.split(' ')[0] ?? '';

describe('content codings', () => {
  it('are undone whatever the pieces that they come in', async () => {
    const inputs = fc.tuple(fc.string(), layers, pieceLengths);
    const found = counterexample(inputs, 150, async ([text, applied, lengths]) => {
      let body: Uint8Array = Buffer.from(text);
      for (const each of applied) body = encoders[each](body);
      const codings = codingsToUndo(applied.map((each) => codingOf(each)).join(', '), url);
      const got = await undone(body, codings, lengths);
      return wrongIf(got !== `as ${text}`, got);
    });
    expect(await found).toBeUndefined();
  });

  it('end in the same problem, or none, whatever the pieces that a damaged body comes in', async () => {
    let refused = 0;
    const inputs = fc.tuple(fc.string({ maxLength: 500 }), layer, damage, pieceLengths);
    const found = counterexample(inputs, 250, async ([text, applied, { at, byte }, lengths]) => {
      const damaged = Uint8Array.from(encoders[applied](text));
      damaged[at % damaged.length] = byte;
      const codings = [codingOf(applied)];
      const [whole, inParts] = [
        await undone(damaged, codings, []),
        await undone(damaged, codings, lengths),
      ];
      if (whole === 'body-undecodable') refused += 1;
      return wrongIf(whole !== inParts, [whole, inParts]);
    });
    expect(await found).toBeUndefined();
    expect(refused).toBeGreaterThan(50);
  });

  it('are named in any way, and known or refused', async () => {
    const fields = ['gzip', 'br, gzip', 'identity, , x-gzip', 'deflate;q=1'];
    const found = counterexample(
      mutated(fields, [',', 'gzip,', 'fen', ' ', 'GZIP']),
      500,
      (field) => {
        try {
          const codings = codingsToUndo(field, url);
          return wrongIf(codings.length > 5, codings);
        } catch (error) {
          return wrongIf(!(error instanceof ResourceError), error);
        }
      },
    );
    expect(await found).toBeUndefined();
  });
});
