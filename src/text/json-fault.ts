import {
  blanksEnd,
  endsTooEarly,
  readToken,
  type Brackets,
  type Expectation,
  type JsonFault,
} from './json-grammar.ts';

/**
 * Finds the first fault of a text that `JSON.parse` refused, by the grammar of RFC 8259. It accepts exactly what
 * `JSON.parse` accepts, for which it returns undefined. Linear, and no deeper in the stack however deep the nesting.
 */
export function locateJsonFault(text: string): JsonFault | undefined {
  const open: Brackets = [];
  let expected: Expectation = 'a value';
  let at = blanksEnd(text, 0);
  while (at < text.length) {
    const step = readToken(text, at, expected, open);
    if ('detail' in step) return step;
    expected = step.expected;
    at = blanksEnd(text, step.next);
  }
  return expected === 'the end of the text' ? undefined : endsTooEarly(text, expected);
}
