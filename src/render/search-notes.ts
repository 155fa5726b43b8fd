import { nearestKey } from '../config/nearest-key.ts';
import type { ConditionCounts } from '../search/search-answer.ts';
import { optionName } from '../search/option-name.ts';
import type { UnknownName } from '../search/unknown-names.ts';
import { printable } from '../text/printable.ts';
import { amount, grouped } from '../text/amounts.ts';

/** The most names that a note lists. */
const maxListed = 10;

/** Says that searches cannot find some records, and what to do. */
export function unsearchedText(records: number): string {
  const are = records === 1 ? 'was' : 'were';
  return `${amount(records, 'record')} ${are} harvested by an older version; searches cannot find ${records === 1 ? 'it' : 'them'} until cdif-graph rebuild has run`;
}

/** Says that more resources were found than written. */
export function cutShortText(shown: number, total: number): string {
  return `only ${grouped(shown)} of ${amount(total, 'resource')} ${shown === 1 ? 'was' : 'were'} written; a higher --limit writes more`;
}

/** For each condition, how many resources a search without it finds; none where it finds none. */
export function withoutConditionText(counts: ConditionCounts): readonly string[] {
  return Object.entries(counts).flatMap(([name, count]) => {
    return count === 0
      ? []
      : [`${amount(count, 'resource')} would be found without --${optionName(name)}`];
  });
}

/** Says that a name is unknown, and which known name is similar. */
export function unknownNameText({ condition, asked, known }: UnknownName): string {
  const nearest = nearestKey(asked, known);
  const hint = nearest === undefined ? '' : `; did you mean ${printable(nearest)}?`;
  const shown = known.slice(0, maxListed).map(printable).join(', ');
  const more = known.length > maxListed ? ` and ${known.length - maxListed} more` : '';
  const all = known.length === 0 ? 'the catalogue has none' : `the catalogue has ${shown}${more}`;
  return `no ${condition} is called ${printable(JSON.stringify(asked))}${hint} (${all})`;
}
