import type { AgeRange } from '../../model/search-facts.ts';
import type { TimeRepair } from '../../model/time-remarks.ts';
import { inMillions, readAgeUnit } from './age-units.ts';

/** An age, with the repairs made to read it. */
export interface ReadAge {
  readonly age: AgeRange;
  readonly repairs: readonly TimeRepair[];
}

/** Longer texts are prose. */
const maxCharacters = 200;

/** In million years: the universe is not older. */
const maxAge = 13_800;

/** Every unit contains a letter. */
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
 * Reads an age or a range of ages with unit, in either order: `250 Ma`, `300-250 Ma`, `300..250Ma`,
 * `11,700 yr BP`. Never throws; linear time.
 * @returns undefined for other texts, and without a unit of ages
 */
export function readAge(text: string): ReadAge | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxCharacters || !letter.test(trimmed)) return undefined;
  const plain = trimmed.replaceAll(dashes, '-').replaceAll(/\s+/gu, ' ');
  const exact = plain.replaceAll(margin, '').replace(about, '');
  const ages = parseAges(exact);
  const [first] = ages;
  const last = ages.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const before: readonly TimeRepair[] = exact === plain ? [] : ['about'];
  const { age, repairs } = ageBetween(first.age, last.age);
  return { age, repairs: [...before, ...new Set([...first.repairs, ...last.repairs]), ...repairs] };
}

/**
 * The range of two ages. They are swapped if the first is younger at both ends: "Permian to
 * Triassic" is in order although the ranges touch.
 */
export function ageBetween(first: AgeRange, last: AgeRange): ReadAge {
  const isReversed = first.older < last.older && first.younger < last.younger;
  return {
    age: {
      older: Math.max(first.older, last.older),
      younger: Math.min(first.younger, last.younger),
    },
    repairs: isReversed ? ['reversed'] : [],
  };
}

/** One or two ages; empty for other texts. */
function parseAges(text: string): readonly ReadAge[] {
  const range = rangeForm.exec(text);
  const [, one, oneUnit = range?.[4], other, otherUnit] = range ?? singleForm.exec(text) ?? [];
  const first = parseAge(one, oneUnit);
  const last = range === null ? first : parseAge(other, otherUnit);
  return first === undefined || last === undefined ? [] : [first, last];
}

function parseAge(count = '', unitText = ''): ReadAge | undefined {
  const found = readAgeUnit(unitText);
  if (found === undefined || !found.isPast) return undefined;
  const millions = inMillions(Number(count.replaceAll(',', '')), found.years);
  if (millions > maxAge) return undefined;
  const age = { older: millions, younger: millions };
  return { age, repairs: found.isOtherScale ? ['age-scale'] : [] };
}
