import type { LeftOutCounts } from '../model/run.ts';
import { otherTypes } from '../pipeline/report/source-ledger.ts';
import { escapeControls } from '../text/printable.ts';

/** As many as fit a line. */
const maxShown = 5;

/** The most frequent types of the records that were left out: `12 Person, 3 Place`. */
export function formatUnwantedTypes(counts: LeftOutCounts): string {
  const sorted = Object.entries(counts).toSorted(
    ([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1),
  );
  const shown = sorted.slice(0, maxShown).map(([types, count]) => `${count} ${formatTypes(types)}`);
  const more = sorted.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** The local names of types that are separated by blanks, as the keys of `LeftOutCounts` are. */
export function formatTypes(types: string): string {
  if (types === otherTypes) return types;
  const names = types.split(' ').map((type) => type.replace(/^.*[/#:]/su, ''));
  return types === '' ? 'without a type' : escapeControls(names.join(' + '));
}
