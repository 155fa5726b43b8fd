import { describe, expect, it } from 'vitest';
import { locateJsonFault } from '../../src/text/json-grammar.ts';

/** Whether the platform's own parser accepts a text. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Only whether it throws is of interest.
    return false;
  }
}

describe('locateJsonFault', () => {
  it.each([
    ['{"a": 1,}', 8, 'expected a name in double quotes, found "}"'],
    ['[1, 2,]', 6, 'expected a value, found "]"'],
    ['{"a": 1 "b": 2}', 8, 'expected "," or "}", found \'"\''],
    ['{"a" 1}', 5, 'expected ":", found "1"'],
    ["{'a': 1}", 1, 'expected a name in double quotes or "}", found "\'"'],
    ['{a: 1}', 1, 'expected a name in double quotes or "}", found "a"'],
    ['{"a": [1 2]}', 9, 'expected "," or "]", found "2"'],
    ['{"a": 1}}', 8, 'expected the end of the text, found "}"'],
    ['{"a": 1} {"b": 2}', 9, 'expected the end of the text, found "{"'],
    ['{"a": 1', 7, 'expected "," or "}", found the end of the text'],
    ['[', 1, 'expected a value or "]", found the end of the text'],
    ['', 0, 'expected a value, found the end of the text'],
    ['{"a": undefined}', 6, 'expected a value, found "u"'],
    ['{"a": tru}', 6, 'expected a value, found "t"'],
    ['{"a": NaN}', 6, 'expected a value, found "N"'],
    ['[01]', 2, 'expected "," or "]", found "1"'],
    ['[1.]', 2, 'expected "," or "]", found "."'],
    ['[-]', 1, 'expected a value or "]", found "-"'],
    ['[1}', 2, 'expected "," or "]", found "}"'],
    ['// note\n{}', 0, 'expected a value, found "/"'],
    ['<!-- {} -->', 0, 'expected a value, found "<"'],
    ['{"a": "b', 6, 'a string that is not closed'],
    ['{"a": "b\nc"}', 8, 'U+000A in a string, where it must be escaped'],
    ['["\\x41"]', 2, '"\\" in a string, which escapes nothing'],
    ['["\\u00g0"]', 2, '"\\" in a string, which escapes nothing'],
    ['[1,\u00A02]', 3, 'expected a value, found U+00A0'],
    ['[1,😀]', 3, 'expected a value, found "😀"'],
    ['[1,\uD83D]', 3, 'expected a value, found U+D83D'],
  ])('finds the place and kind of the fault in %j', (text, offset, detail) => {
    expect(locateJsonFault(text)).toEqual({ offset, detail });
    expect(isJson(text)).toBe(false);
  });

  it('finds a fault exactly in the texts that JSON.parse refuses', () => {
    const valid = '{"a":[1,-2.5e+10,{"b":null}],"c":"d\\u00e9\\n\\"","t":true,"f":false,"":[]}';
    const letters = '{}[]",:\\/bu019.-+eE \t\n\u0001\u2028trunlfs\''.split('');
    const texts = new Set<string>();
    for (let at = 0; at <= valid.length; at += 1) {
      for (const letter of ['', ...letters]) {
        for (const replaced of [0, 1, 2]) {
          texts.add(valid.slice(0, at) + letter + valid.slice(at + replaced));
        }
      }
    }
    const refused = [...texts].filter((text) => !isJson(text));
    expect(refused.length).toBeGreaterThan(1000);
    expect([...texts].filter((text) => locateJsonFault(text) !== undefined)).toEqual(refused);
  });

  it('does not run out of stack in deep nesting', () => {
    expect(locateJsonFault('['.repeat(1_000_000))?.offset).toBe(1_000_000);
    expect(locateJsonFault('[{"a":'.repeat(200_000))?.offset).toBe(1_200_000);
  });
});
