import { createRandom, type Random } from '../../expand/random.ts';
import { chance } from './draft.ts';

// All words are made up. Questions use those of `words`, but not those of `bywords`.

const syllables =
  'ba be bo da del dor el fa fen gal gor ha hul il ka kem lan lo mar mi nar nol or pa pel ra ros sa sel tam ti ul va vor wen yol za'.split(
    ' ',
  );

function makeWords(seed: number, count: number, ending: string): readonly string[] {
  const random = createRandom(seed);
  const made = new Set<string>();
  while (made.size < count) {
    const parts = Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables));
    made.add(parts.join('') + ending);
  }
  return [...made].filter((word) => word.length > 4 && word !== 'missing');
}

export const words = makeWords(1, 1400, '');
const bywords = makeWords(2, 300, 'qu');
const steps = makeWords(3, 100, 'ix');

/** Of each four words that are drawn one is of the first thirty, so that some are common. */
export const word = (random: Random): string =>
  chance(random, 25) ? random.pick(words.slice(0, 30)) : random.pick(words);

export const byword = (random: Random): string => random.pick(bywords);

/** From `least` to `most` words with a blank between, dressed. */
export function phrase(random: Random, least: number, most: number): string {
  const count = least + random.below(most - least + 1);
  return Array.from({ length: count }, () => dressed(random, word(random))).join(' ');
}

/** A step of a path above its leaf: a word of the whole keyword, but perhaps not of its parts. */
export const stepword = (random: Random): string => random.pick(steps);

export const byphrase = (random: Random): string => `${byword(random)} ${byword(random)}`;

const marks: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  o: 'ö',
  u: 'ü',
  i: 'î',
  n: 'ñ',
  s: 'š',
};

/** Another way to write a word that does not make another word of it. */
function dressed(random: Random, plain: string): string {
  const way = random.below(12);
  if (way < 6) return plain;
  if (way < 9) return plain.charAt(0).toUpperCase() + plain.slice(1);
  if (way === 9) return plain.toUpperCase();
  const marked = plain.replaceAll(/[aeiouns]/gu, (letter) =>
    chance(random, 40) ? (marks[letter] ?? letter) : letter,
  );
  return way === 10 ? marked : marked.normalize('NFD');
}

/** The same with markup and entities, which says no other words; blanks stand between the words. */
export function inMarkup(random: Random, text: string): string {
  const parts = text.split(' ').map((each) => {
    switch (random.below(8)) {
      case 0:
        return `<b>${each}</b>`;
      case 1:
        return `<a href="https://nowhere.example/x?y=1&amp;z">${each}</a>`;
      case 2:
        return `${each}<br/>`;
      case 3:
        return `${each} &amp;`;
      case 4:
        return each.replace('a', '&#97;').replace('é', '&eacute;').replace('ü', '&#xFC;');
      default:
        return each;
    }
  });
  const inner = parts.join(' ');
  return chance(random, 50) ? `<p>${inner}</p>` : inner;
}
