import { filterByReaderLanguage, textForReader } from '../../../facts/text/text-languages.ts';
import { foldedWords, foldText } from '../../../facts/text/word-folding.ts';
import { canonicalProfile } from '../../../model/media-type.ts';
import type { SearchFacts, Text } from '../../../model/search-facts.ts';
import { identifierName } from '../../../rdf/identifiers.ts';
import { formatDate, groupDigits } from '../../../text/amounts.ts';
import { undefinedIfMail } from '../../../text/clean-text.ts';
import type { ResourceDetails } from '../../../views/details/resource-details.ts';
import {
  accessWords,
  formatName,
  isSaidByTag,
  licenceName,
  profileLabel,
  shortened,
  typeLabels,
} from '../../parts/short-names.tsx';
import { ageWords, boxesWords, longPeriodWords } from '../../parts/place-and-time-words.ts';
import { identifierLabel } from './about.tsx';
import { statedFiles, totalSize } from './files.tsx';
import type { DatasetRecord } from './find-dataset.ts';
import { agentLabel } from './people.tsx';

/** A value of a property: what is shown, and what it is compared by. */
export interface ComparedItem extends Text {
  /** Normalised facts: two items are the same if they share one of these. */
  readonly keys: readonly string[];
}

/** A record, or the joined records of a dataset. */
export interface ComparedSubject extends Pick<
  DatasetRecord,
  'copy' | 'resource' | 'search' | 'sources'
> {
  readonly details?: ResourceDetails | undefined;
  /** The number of its problems. Default: not compared. */
  readonly problems?: number;
}

/** A property with the values of each subject. */
export interface ComparedRow {
  readonly name: ComparedProperty;
  readonly values: readonly ComparedValues[];
}

/** The values of one property of one subject; none if it is not stated. */
export type ComparedValues = readonly ComparedItem[];

/** A property that is compared, by its name on the page. */
export type ComparedProperty = keyof typeof properties;

/**
 * Reads the values of some properties.
 * @param languages as `PageRequest.languages`
 */
export function comparedRows(
  subjects: readonly ComparedSubject[],
  names: readonly ComparedProperty[],
  languages: readonly string[],
): readonly ComparedRow[] {
  return names.map((name) => {
    const read: ReadValues = properties[name];
    return { name, values: subjects.map((subject) => read(subject, languages)) };
  });
}

/** Whether two subjects have the same values of a property, in any order. */
export function haveSameValues(one: ComparedValues, other: ComparedValues): boolean {
  return containsAll(one, other) && containsAll(other, one);
}

function containsAll(values: ComparedValues, others: ComparedValues): boolean {
  const contains = testForItem(values);
  return others.every(contains);
}

/** A function that tells whether an item is among these values. */
export function testForItem(values: ComparedValues): (item: ComparedItem) => boolean {
  const all = new Set(values.flatMap(({ keys }) => keys));
  return ({ keys }) => keys.some((key) => all.has(key));
}

type ReadValues = (
  subject: ComparedSubject,
  languages: readonly string[],
) => readonly ComparedItem[];

const longestText = 300;
const longestName = 100;

const properties = {
  Title: ({ search }, languages) => textValues(search?.texts.titles, languages),
  Type: ({ resource }) => typeLabels(resource.types).map((label) => sameText(label)),
  Description: ({ search }, languages) => textValues(search?.texts.descriptions, languages),
  Creators: agentValues('creator'),
  Publisher: agentValues('publisher'),
  'Other people': agentValues('other'),
  Access: ({ search }) => {
    const access = search?.texts.access;
    return access === undefined ? [] : [sameText(accessWords[access])];
  },
  Licence: ({ search }) => {
    const { access, licences = [] } = search?.texts ?? {};
    return licences
      .filter((each) => !isSaidByTag(access, each))
      .map((each) => ({ text: shortened(licenceName(each), 60), keys: [foldText(each)] }));
  },
  Identifiers: ({ details }) =>
    (details?.identifiers ?? [])
      .filter(({ value }) => undefinedIfMail(value) !== undefined)
      .map((each) => ({
        text: shortened(identifierLabel(each), longestName),
        keys: [identifierName(each.value)],
      })),
  Published: ({ search }) => dateValues(search?.texts.issued),
  Modified: ({ search }) => dateValues(search?.texts.modified),
  Place: ({ search }) => placeValues(search?.places),
  Period: ({ search }) => timeValues(search?.times),
  Variables: ({ search }, languages) => variableValues(search?.variables ?? [], languages),
  Formats: ({ search }) =>
    distinct(search?.texts.formats.map((each) => sameText(formatName(each)))),
  Files: ({ details, search }) => {
    const listed = details === undefined ? 0 : statedFiles(details).length;
    const count = search?.files ?? listed;
    return count === 0 ? [] : [sameText(groupDigits(count))];
  },
  Size: ({ details }) => {
    const size = details && totalSize(statedFiles(details));
    return size === undefined ? [] : [sameText(size)];
  },
  Keywords: ({ search }, languages) =>
    distinct(filterByReaderLanguage(search?.texts.keywords ?? [], languages).map(sameWords)),
  'Profiles claimed': ({ copy }) =>
    distinct(
      copy.facts.profiles.map((each) => {
        const profile = canonicalProfile(each);
        return { text: profileLabel(profile), keys: [profile] };
      }),
    ),
  Problems: ({ problems }) => (problems === undefined ? [] : [sameText(groupDigits(problems))]),
  Source: ({ sources }) => sources.map((each) => sameText(each)),
  Harvested: ({ copy }) => dateValues(copy.document.retrieval.at),
} as const satisfies Record<string, ReadValues>;

/** All properties, in the order of the page. */
export const comparedProperties = Object.keys(properties) as readonly ComparedProperty[]; // its own

function sameText(text: string): ComparedItem {
  return { text, keys: [text] };
}

/** Compared without case, accents and punctuation. */
function sameWords(text: Text): ComparedItem {
  return { ...shortText(text), keys: [foldText(text.text)] };
}

function shortText({ text, ...more }: Text): Text {
  return { ...more, text: shortened(text, longestName) };
}

/** The text in the language of the reader, compared without case, accents and punctuation. */
function textValues(
  texts: readonly Text[] | undefined,
  languages: readonly string[],
): readonly ComparedItem[] {
  const text = textForReader(texts ?? [], languages);
  if (text === undefined) return [];
  return [{ ...text, text: shortened(text.text, longestText), keys: [foldText(text.text)] }];
}

function dateValues(date: string | undefined): readonly ComparedItem[] {
  return date === undefined ? [] : [sameText(formatDate(date))];
}

/**
 * The agents in a role, by identifier or by the words of the name in any order. A `Role` is named
 * behind that: `creator, principal investigator`.
 */
function agentValues(wanted: 'creator' | 'other' | 'publisher'): ReadValues {
  return ({ details }) =>
    distinct(
      (details?.agents ?? []).flatMap((agent) => {
        const { name = '', iri, language } = agent;
        const [main = '', ...named] = agent.role.split(', ');
        const role = main === 'creator' || main === 'publisher' ? main : 'other';
        const label = agentLabel(agent);
        if (role !== wanted || label === undefined) return [];
        const shown = role === 'other' ? agent.role : named.join(', ');
        const words = foldedWords(name).toSorted().join(' ');
        return [
          {
            text: shortened(label, longestName) + (shown === '' ? '' : ` (${shown})`),
            ...(language !== undefined && { language }),
            keys: [words, iri ?? ''].filter(Boolean).map((key) => `${shown} ${key}`),
          },
        ];
      }),
    );
}

/** The box around all places, else their names. */
function placeValues(places: SearchFacts['places'] | undefined): readonly ComparedItem[] {
  const around = boxesWords(places?.boxes ?? []);
  if (around !== undefined) return [sameText(around)];
  return (places?.names ?? []).map(sameWords);
}

function timeValues(times: SearchFacts['times'] | undefined): readonly ComparedItem[] {
  const { periods = [], ages = [], names = [] } = times ?? {};
  const spans = [...periods.map(longPeriodWords), ...ages.map(ageWords)];
  if (spans.length > 0) return spans.map((text) => sameText(text));
  return names.map(sameWords);
}

/** Each name once, with the concepts of all variables that have it. */
function variableValues(
  variables: SearchFacts['variables'],
  languages: readonly string[],
): readonly ComparedItem[] {
  const items = new Map<string, ComparedItem>();
  for (const { names, concepts } of variables) {
    const name = textForReader(names, languages);
    if (name === undefined) continue;
    const folded = foldText(name.text);
    const earlier = items.get(folded);
    const keys = [...names.map(({ text }) => foldText(text)), ...concepts];
    items.set(folded, {
      ...(earlier ?? shortText(name)),
      keys: [...(earlier?.keys ?? []), ...keys],
    });
  }
  return [...items.values()];
}

/** Each value once. */
function distinct(values: readonly ComparedItem[] | undefined): readonly ComparedItem[] {
  const seen = new Set<string>();
  return (values ?? []).filter(({ keys }) => {
    const isNew = !keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew;
  });
}
