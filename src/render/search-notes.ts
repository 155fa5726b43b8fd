import { nearestKey } from '../config/nearest-key.ts';
import type { ConditionCounts } from '../search/search-answer.ts';
import { optionName } from '../search/option-name.ts';
import type { UnknownName } from '../search/unknown-names.ts';
import { printable } from '../text/printable.ts';
import { amount, grouped } from '../text/amounts.ts';

/** So many names are listed where none is like the one that was asked for. */
const maxListed = 10;

/** That records cannot be searched, and what to do. */
export function unsearchedText(records: number): string {
  const are = records === 1 ? 'was' : 'were';
  return `${amount(records, 'record')} ${are} harvested by an older version and cannot be found until cdif-graph rebuild has read what is kept of them`;
}

/** That there is more than was written. */
export function cutShortText(shown: number, total: number): string {
  return `${grouped(shown)} of ${amount(total, 'resource')} ${shown === 1 ? 'is' : 'are'} written; --limit says how many are to be`;
}

/** How many there are where one condition is left out; nothing where that finds nothing either. */
export function withoutConditionText(counts: ConditionCounts): readonly string[] {
  return Object.entries(counts).flatMap(([name, count]) => {
    return count === 0 ? [] : [`${amount(count, 'resource')} without --${optionName(name)}`];
  });
}

/** That nothing is called so, and what it may be that is meant. */
export function unknownNameText({ condition, asked, known }: UnknownName): string {
  const nearest = nearestKey(asked, known);
  const hint = nearest === undefined ? '' : `; do you mean ${printable(nearest)}?`;
  const shown = known.slice(0, maxListed).map(printable).join(', ');
  const more = known.length > maxListed ? ` and ${known.length - maxListed} more` : '';
  const all = known.length === 0 ? 'there are none' : `there are ${shown}${more}`;
  return `no ${condition} ${printable(JSON.stringify(asked))} is in the catalogue${hint} (${all})`;
}
