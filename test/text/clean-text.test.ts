import { expect, it } from 'vitest';
import { replaceLoneSurrogates } from '../../src/text/clean-text.ts';

it('halves of characters are replaced, and whole ones kept', () => {
  expect(replaceLoneSurrogates('a\u{D83D}b\u{DE00}c\u{1F600}')).toBe(
    'a\u{FFFD}b\u{FFFD}c\u{1F600}',
  );
});
