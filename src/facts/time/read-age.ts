import type { AgeRange } from '../../model/search-facts.ts';
import type { TimeRepair } from '../../model/time-remarks.ts';
import { inMillions, readAgeUnit } from './age-units.ts';

/** An age that was read, and what was mended in it. */
export interface ReadAge {
  readonly age: AgeRange;
  readonly repairs: readonly TimeRepair[];
}

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
 * Reads an age or a range of ages with their unit, older or younger first: `250 Ma`, `300-250 Ma`,
 * `300..250Ma`, `11,700 yr BP`. Total: any text, in time linear in its length.
 * @returns undefined where it is none, or has no unit of ages
 */
export function readAge(text: string): ReadAge | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxCharacters || !letter.test(trimmed)) return undefined;
  const plain = trimmed.replaceAll(dashes, '-').replaceAll(/\s+/gu, ' ');
  const exact = plain.replaceAll(margin, '').replace(about, '');
  const ages = agesIn(exact);
  const [first] = ages;
  const last = ages.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const before: readonly TimeRepair[] = exact === plain ? [] : ['about'];
  const { age, repairs } = ageBetween(first.age, last.age);
  return { age, repairs: [...before, ...new Set([...first.repairs, ...last.repairs]), ...repairs] };
}

/**
 * All from the first of two ages to the last. They are exchanged where the first is the younger one
 * at both its ends: the Permian is not after the Triassic, but goes on until its end.
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

/** One or two ages; none where a text is something else. */
function agesIn(text: string): readonly ReadAge[] {
  const range = rangeForm.exec(text);
  const [, one, oneUnit = range?.[4], other, otherUnit] = range ?? singleForm.exec(text) ?? [];
  const first = ageOf(one, oneUnit);
  const last = range === null ? first : ageOf(other, otherUnit);
  return first === undefined || last === undefined ? [] : [first, last];
}

function ageOf(count = '', unitText = ''): ReadAge | undefined {
  const found = readAgeUnit(unitText);
  if (found === undefined || !found.isPast) return undefined;
  const millions = inMillions(Number(count.replaceAll(',', '')), found.years);
  if (millions > maxAge) return undefined;
  const age = { older: millions, younger: millions };
  return { age, repairs: found.isOtherScale ? ['age-scale'] : [] };
}
