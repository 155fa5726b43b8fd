import type { AgeRange } from '../../model/search-facts.ts';
import { inMillions, readAgeUnit } from './age-units.ts';

/** Longer texts are prose. */
const maxCharacters = 200;

/** In million years: the universe is not older. */
const maxAge = 13_800;

/** All units have some. */
const letter = /[a-z]/iu;
const number = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)`;
const unit = String.raw`([a-z][a-z. -]*?)`;
const rangeForm = new RegExp(
  `^${number} ?${unit}? ?(?:-|/|\\.\\.|to|and|until) ?${number} ?${unit}$`,
  'iu',
);
const singleForm = new RegExp(`^${number} ?${unit}$`, 'iu');
const margin = / ?(?:±|\+\/-) ?\d+(?:\.\d+)?/gu;
const about = /^(?:~|circa |ca?\. ?|ca |about |approx(?:imately|\.) )/iu;
const dashes = /[\u2010-\u2015\u2212]/gu;

/**
 * Reads an age or a range of ages with their unit, older or younger first: `250 Ma`, `250-300 Ma`, `300..250Ma`, `11,700 yr BP`.
 * Margins of error are left out. Total: any text, in time linear in its length.
 * @returns undefined where it is none, or has no unit of ages
 */
export function readAge(text: string): AgeRange | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxCharacters || !letter.test(trimmed)) return undefined;
  const plain = trimmed
    .replaceAll(dashes, '-')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(margin, '')
    .replace(about, '');
  const range = rangeForm.exec(plain);
  if (range !== null) {
    const [, one, oneUnit = range[4], other, otherUnit] = range;
    return ageRange(ageOf(one, oneUnit), ageOf(other, otherUnit));
  }
  const [, only, onlyUnit] = singleForm.exec(plain) ?? [];
  return ageRange(ageOf(only, onlyUnit), ageOf(only, onlyUnit));
}

/** The range between two ages, whichever is older; undefined where one is not known. */
export function ageRange(one: number | undefined, other: number | undefined): AgeRange | undefined {
  if (one === undefined || other === undefined) return undefined;
  return { older: Math.max(one, other), younger: Math.min(one, other) };
}

function ageOf(count = '', unitText = ''): number | undefined {
  const found = readAgeUnit(unitText);
  if (found === undefined || !found.isPast) return undefined;
  const millions = inMillions(Number(count.replaceAll(',', '')), found.years);
  return millions <= maxAge ? millions : undefined;
}
