import { normalizeFormat } from '../../../facts/text/formats-and-checksums.ts';
import { normalizeLicence } from '../../../facts/text/licence.ts';
import { accessLevels } from '../../../model/search-facts.ts';
import { parseAgeCondition, parseTimeCondition } from '../../../search/condition-values.ts';
import {
  type ConditionName,
  conditionNames,
  type QualifierName,
  qualifierNames,
} from '../../../search/conditions.ts';
import { formatCount } from '../../../text/amounts.ts';
import { removeMailAddresses } from '../../../text/clean-text.ts';
import { boxInRotatedFrame } from '../../parts/map-frame.tsx';
import { ageWords, boxWords, periodWords } from '../../parts/place-and-time-words.ts';
import {
  accessWords,
  conformanceLabel,
  formatName,
  licenceName,
  profileLabel,
  ruleTitle,
  shortened,
} from '../../parts/short-names.tsx';
import type { Site } from '../../site.ts';
import { readBoxCondition } from './map-view.ts';
import {
  isQualifierParameter,
  searchHref,
  type SearchState,
  wholeSearch,
  withoutQualifier,
  withoutText,
} from './search-address.ts';

interface OfSearch {
  readonly site: Site;
  readonly search: SearchState;
}

/** A condition of the search, and a link to the search without it. */
interface Asked {
  readonly words: WordedCondition;
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
    if (text === undefined || !isQualifierParameter(name, search)) return [];
    return [{ words: wordsOfQualifier(name, text), without: withoutQualifier(search, name) }];
  });
  return [...conditions, ...qualifiers];
}

const longestValue = 80;

/** The conditions of the search, each a link to the search without it. */
export function ConditionChips({ site, search }: OfSearch) {
  const range = askedIn(search);
  if (range.length === 0) return null;
  const { sort, map, axis, open } = search;
  return (
    <ul class="chips" aria-label="Conditions">
      {range.map(({ words: { name, value }, without }) => (
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
      {range.length === 1 ? null : (
        <li>
          <a href={searchHref(site, { ...wholeSearch, sort, map, axis, open })}>Remove all</a>
        </li>
      )}
    </ul>
  );
}

/** The conditions as a short text: `ocean, period 1960 to 2026`; undefined without conditions. */
export function searchWords(search: SearchState): string | undefined {
  const words = askedIn(search).map(({ words: { name, value, isClear } }) =>
    isClear === true ? value : `${name} ${value}`,
  );
  return words.length === 0 ? undefined : shortened(words.join(', '), longestValue);
}

/** The number of results, as a heading. */
export function countWords(total: number, search: SearchState): string {
  if (total === 0) return 'No results';
  const isAll = Object.keys(search.conditions).length === 0;
  return isAll ? formatCount(total, 'resource') : formatCount(total, 'result');
}

/** The name of a condition on the page, and its text where it is shown differently. */
interface ConditionWords {
  readonly name: string;
  readonly value?: (text: string) => string;
  /** Whether the text is clear without the name. */
  readonly isClear?: true;
}

/** Every condition, one line each. */
const conditionWords: Readonly<Record<ConditionName, ConditionWords>> = {
  keyword: { name: 'words', isClear: true },
  bbox: { name: 'box', value: askedBoxWords },
  geometry: { name: 'area' },
  place: { name: 'place' },
  extent: { name: 'place', value: () => 'wider or higher than 30°' },
  time: { name: 'period', value: timeConditionWords },
  age: { name: 'age', value: ageConditionWords },
  term: { name: 'term' },
  variable: { name: 'variable' },
  type: { name: 'type' },
  source: { name: 'source' },
  person: { name: 'person', value: (text) => agentWords(wholeName(text)) },
  organization: { name: 'organization', value: (text) => agentWords(wholeName(text)) },
  publisher: { name: 'publisher', value: (text) => agentWords(wholeName(text)) },
  funder: { name: 'funder', value: (text) => agentWords(wholeName(text)) },
  identifier: { name: 'identifier' },
  licence: { name: 'licence', value: (text) => licenceName(normalizeLicence(text)) },
  mediaType: { name: 'format', value: (text) => formatName(normalizeFormat(text)) },
  access: { name: 'access', value: accessValueWords },
  profile: { name: 'profile', value: profileLabel },
  conforms: { name: 'conformance', value: conformanceLabel, isClear: true },
  unmet: { name: 'rule not met', value: ruleTitle },
  lacking: { name: 'not stated' },
  modifiedSince: { name: 'changed since' },
};

const qualifierWords: Readonly<Record<QualifierName, string>> = {
  within: 'wholly within',
  scheme: 'vocabulary',
  unit: 'unit',
  technique: 'technique',
  role: 'role',
};

/** A condition as name and text: `box`, and `40°N to 50°N, 5°E to 10°E`. */
interface WordedCondition extends Pick<ConditionWords, 'isClear' | 'name'> {
  readonly value: string;
}

/** The name of a condition on the page. */
export function conditionName(name: ConditionName): string {
  return conditionWords[name].name;
}

/** The name of a qualifier on the page. */
export function qualifierName(name: QualifierName): string {
  return qualifierWords[name];
}

/** @param text valid text */
export function wordsOfCondition(name: ConditionName, text: string): WordedCondition {
  const { value, ...words } = conditionWords[name];
  return { ...words, value: value?.(text) ?? wholeName(text) };
}

/** A qualifier as name and text. */
export function wordsOfQualifier(name: QualifierName, text: string): WordedCondition {
  return { name: qualifierWords[name], value: name === 'within' ? 'box and period' : text };
}

/** The value of the facet for access, in words. */
export function accessValueWords(value: string): string {
  const kind = accessLevels.find((each) => each === value.trim().toLowerCase());
  return kind === undefined ? 'Not stated' : accessWords[kind];
}

/** The name of an agent, without its mail address. */
export function agentWords(name: string): string {
  const said = removeMailAddresses(name);
  return said === '' && name !== '' ? 'An e-mail address' : said;
}

/** An equals sign marks an exact name; names from facets are exact. */
function wholeName(text: string): string {
  return text.replace(/^\s*=/u, '').trim();
}

function askedBoxWords(text: string): string {
  const box = readBoxCondition(text);
  return box === undefined ? text : boxWords(boxInRotatedFrame(box));
}

function timeConditionWords(text: string): string {
  const range = parseTimeCondition(text);
  if ('fault' in range) return text;
  const { begin, end } = range;
  return periodWords({
    ...(begin !== '..' && { start: begin }),
    ...(end !== '..' && { end }),
  });
}

function ageConditionWords(text: string): string {
  const range = parseAgeCondition(text);
  if (range === undefined) return text;
  // The name of an era is clearer than its years.
  return /\d/u.test(text) ? ageWords(range) : text.trim();
}
