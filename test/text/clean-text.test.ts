import { expect, it } from 'vitest';
import { cutText, replaceLoneSurrogates, trimBlanks } from '../../src/text/clean-text.ts';

it('a cut text ends with an ellipsis, and not with half of a character', () => {
  expect(cutText('a\u{1F600}', 3)).toBe('a\u{1F600}');
  expect(cutText('ab\u{1F600}c', 4)).toBe('ab…');
  expect(cutText('abc\u{1F600}', 4)).toBe('abc…');
});

it('halves of characters are replaced, and whole ones kept', () => {
  expect(replaceLoneSurrogates('a\u{D83D}b\u{DE00}c\u{1F600}')).toBe(
    'a\u{FFFD}b\u{FFFD}c\u{1F600}',
  );
});

it('blanks and invisible characters around a text are removed, and others kept', () => {
  expect(trimBlanks('\u{FEFF}\u{200B}\n\u{A0} a\u{A0}\u{200B}b \u{200E}\u{2060}\0')).toBe(
    'a\u{A0}\u{200B}b',
  );
  expect(trimBlanks(' \u{AD}')).toBe('');
});
