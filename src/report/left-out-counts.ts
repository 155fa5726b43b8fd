import type { LeftOutCounts } from '../model/run.ts';
import { printable } from '../text/printable.ts';

/** Publishers may use any number of types, and names of any length. */
const maxKinds = 100;
const maxCharacters = 500;

/** Under which all others are counted. No types are called so: IRIs have a colon. */
const otherTypes = 'other types';

/** Counts the records that were left out because of `types`, by their types. */
export class LeftOutTally {
  readonly #counts = new Map<string, number>();

  /** @param types as in `LeftOutCounts` */
  add(types: string): void {
    const isKnown = this.#counts.has(types);
    const isOther = types.length > maxCharacters || (!isKnown && this.#counts.size >= maxKinds);
    const kind = isOther ? otherTypes : types;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  /** Absent where nothing was counted, as in a report. */
  counts(): { readonly leftOut?: LeftOutCounts } {
    return this.#counts.size === 0 ? {} : { leftOut: Object.fromEntries(this.#counts) };
  }
}

/** As many as fit a line. */
const maxShown = 5;

/** The most frequent types of what was left out, for people: `12 Person, 3 Place`. */
export function leftOutText(counts: LeftOutCounts): string {
  const sorted = Object.entries(counts).toSorted(
    ([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1),
  );
  const shown = sorted.slice(0, maxShown).map(([types, count]) => `${count} ${typesText(types)}`);
  const more = sorted.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** Types as in `LeftOutCounts` by their local names, for people. */
export function typesText(types: string): string {
  if (types === otherTypes) return types;
  const names = types.split(' ').map((type) => type.replace(/^.*[/#:]/su, ''));
  return types === '' ? 'without a type' : printable(names.join(' + '));
}
