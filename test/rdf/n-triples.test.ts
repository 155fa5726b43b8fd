import { describe, expect, it } from 'vitest';
import { readTriples } from '../../src/rdf/n-triples.ts';

function terms(text: string): string[][] {
  return Array.from(readTriples(text), ({ subject, predicate, object }) => [
    subject,
    predicate,
    object,
  ]);
}

describe('readTriples', () => {
  it('reads any spelling, and gives terms in one', () => {
    const text = [
      '# a comment',
      '',
      '<urn:s>\t<urn:p>  "caf\\u00E9 \\U0001F600" . # another',
      '<urn:\\u00E9><urn:p>"a"^^<http://www.w3.org/2001/XMLSchema#string>.\r',
      ' _:a.b <urn:p> _:c.',
      '<urn:s> <urn:p> "x\\u0009\\u0041\\\'\\u0022\\\\"@en-GB .',
      '<urn:s> <urn:p> "\u{7F}\\u000a" ^^ <urn:d> .',
    ];
    const typed = '<urn:s> <urn:p> "\u{7F}\\u000a"^^<urn:d> .';
    expect(terms([...text.slice(0, -1), typed].join('\n'))).toEqual([
      ['<urn:s>', '<urn:p>', '"café 😀"'],
      ['<urn:é>', '<urn:p>', '"a"'],
      ['_:a.b', '<urn:p>', '_:c'],
      ['<urn:s>', '<urn:p>', '"x\\tA\'\\"\\\\"@en-GB'],
      ['<urn:s>', '<urn:p>', '"\\u007F\\n"^^<urn:d>'],
    ]);
  });

  it.each([
    '<urn:s> <urn:p> "a"',
    '<urn:s> <urn:p> .',
    '"a" <urn:p> <urn:o> .',
    '<urn:s> _:p <urn:o> .',
    '<urn:s> <urn:p> "a .',
    '<urn:s> <urn:p> "a\\" .',
    '<urn:s> <urn:p> "\\x" .',
    '<urn:s> <urn:p> "\\U00110000" .',
    '<urn:s> <urn:p> <urn:a b> .',
    '<urn:s> <urn:p> <urn:o> . <urn:x> .',
    '<urn:s> <urn:p> <urn:o> <urn:g> .',
    '<!DOCTYPE html>',
  ])('refuses %s', (line) => {
    expect(() => terms(line)).toThrow('not a line of N-Triples');
  });

  it('reads a long literal full of escapes', () => {
    const long = String.raw`\\\"`.repeat(500_000);
    expect(terms(`<urn:s> <urn:p> "${long}" .\n`)[0]?.[2]).toBe(`"${long}"`);
  });
});
