import { conditionNames } from '../../../search/conditions.ts';
import { qualifierNames } from '../../../search/qualifiers.ts';
import { amount } from '../../../text/amounts.ts';
import type { Site } from '../../site.ts';
import { wordsOfCondition, wordsOfQualifier, type AskedWords } from './condition-words.ts';
import { shortened } from '../../parts/short-names.ts';
import {
  isQualifying,
  searchHref,
  wholeSearch,
  withoutQualifier,
  withoutText,
  type SearchState,
} from './search-address.ts';

interface OfSearch {
  readonly site: Site;
  readonly search: SearchState;
}

/** Something that is asked for, and the search without it. */
interface Asked {
  readonly words: AskedWords;
  readonly without: SearchState;
}

function askedIn(search: SearchState): readonly Asked[] {
  const conditions = conditionNames.flatMap((name) =>
    (search.conditions[name] ?? []).map((text) => {
      return { words: wordsOfCondition(name, text), without: withoutText(search, name, text) };
    }),
  );
  const qualifiers = qualifierNames.flatMap((name) => {
    const text = search.qualifiers[name];
    if (text === undefined || !isQualifying(name, search)) return [];
    return [{ words: wordsOfQualifier(name, text), without: withoutQualifier(search, name) }];
  });
  return [...conditions, ...qualifiers];
}

const longestValue = 80;

/** What is asked for, each a link to the search without it. */
export function Chips({ site, search }: OfSearch) {
  const asked = askedIn(search);
  if (asked.length === 0) return null;
  const { sort, map, axis, open } = search;
  return (
    <ul class="chips" aria-label="Conditions">
      {asked.map(({ words: { name, value }, without }) => (
        <li>
          <a class="chip" href={searchHref(site, without)}>
            <span>
              {name}: <bdi>{shortened(value, longestValue)}</bdi>
            </span>
            <b aria-hidden="true">×</b>
            <span class="unseen">, remove</span>
          </a>
        </li>
      ))}
      {asked.length === 1 ? null : (
        <li>
          <a href={searchHref(site, { ...wholeSearch, sort, map, axis, open })}>Remove all</a>
        </li>
      )}
    </ul>
  );
}

/** What is asked for in a few words: `ocean, period 1960 to 2026`; undefined where that is nothing. */
export function searchWords(search: SearchState): string | undefined {
  const words = askedIn(search).map(({ words: { name, value } }) =>
    name === 'words' ? value : `${name} ${value}`,
  );
  return words.length === 0 ? undefined : shortened(words.join(', '), longestValue);
}

/** How many were found, as a heading. */
export function countWords(total: number, search: SearchState): string {
  if (total === 0) return 'No results';
  const isAll = Object.keys(search.conditions).length === 0;
  return isAll ? amount(total, 'resource') : amount(total, 'result');
}
