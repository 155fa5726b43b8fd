import type {
  AgentFacts,
  AgentNames,
  Box,
  SearchFacts,
  TermFacts,
  VariableFacts,
} from '../../src/model/search-facts.ts';
import type { ConditionName } from '../../src/search/conditions.ts';
import type { FacetName } from '../../src/search/facets.ts';
import type { LackablePart } from '../../src/search/columns/columns.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import { groupBy } from '../../src/text/collections.ts';
import { askedBoxes, overlaps } from './matches.ts';
import type { KnownEntry } from './random-catalogue.ts';
import { folded, wordsOf } from './words.ts';

/** What a search must answer. */
export interface RequestTruth {
  /** Of each resource that is found the graphs of the records that meet the conditions, sorted. */
  readonly found: ReadonlySet<string>;
  /** How many resources have each value, and how many a record that has none. */
  readonly values: Readonly<Partial<Record<FacetName, ReadonlyMap<string, number>>>>;
  readonly without: Readonly<Partial<Record<FacetName, number>>>;
  readonly large: number;
  /** How many resources are in each cell of the map, by its west and south. */
  readonly cells: ReadonlyMap<string, number>;
  /** How many resources have a time between two. */
  readonly inYears: (begin: number, end: number) => number;
  readonly inAges: (older: number, younger: number) => number;
  readonly withoutCondition: Readonly<Partial<Record<ConditionName, number>>>;
}

/** Asks every entry. Texts are folded where case and accents do not count. */
export function truthOf(entries: readonly KnownEntry[], request: SearchRequest): RequestTruth {
  const given = Object.keys(conditions).filter((name) => name in request) as ConditionName[]; // its own names
  const meeting = (left: readonly ConditionName[]): readonly KnownEntry[] => {
    const names = given.filter((name) => !left.includes(name));
    return entries.filter((entry) => names.every((name) => isMet(name, entry, request)));
  };
  const found = groupBy(meeting([]), ({ resource }) => resource);
  const [onMap, inTime, inAge] = [
    meeting(['bbox', 'geometry']),
    meeting(['time']),
    meeting(['age']),
  ];
  return {
    found: new Set(
      Array.from(found.values(), (own) =>
        own
          .map(({ graph }) => graph)
          .toSorted()
          .join(' '),
      ),
    ),
    values: Object.fromEntries(
      Object.entries(facets).map(([name, { of, values }]) => {
        return [name, countsOf(meeting([of]), (entry) => values(entry, request))];
      }),
    ),
    without: {
      ...Object.fromEntries(
        Object.entries(lackingOf).map(([name, [part, ...of]]) => {
          return [name, resourcesOf(meeting(of).filter((entry) => lacks(part, entry)))];
        }),
      ),
      unmet: resourcesOf(meeting(['unmet']).filter((entry) => unmetBy(entry).length === 0)),
    },
    large: resourcesOf(onMap.filter(({ facts }) => isWide(facts))),
    cells: countsOf(onMap, ({ facts }) => cellsOf(facts)),
    inYears: (begin, end) =>
      resourcesOf(
        inTime.filter(({ facts }) =>
          yearsOf(facts).some((span) => span.begin < end && span.end >= begin),
        ),
      ),
    inAges: (older, younger) =>
      resourcesOf(
        inAge.filter(({ facts }) =>
          // The older edge of a bin is in it, the younger is in the next.
          facts.times.ages.some(
            (age) =>
              (age.older > younger && age.younger <= older) || (age.older === 0 && younger === 0),
          ),
        ),
      ),
    withoutCondition: Object.fromEntries(given.map((name) => [name, resourcesOf(meeting([name]))])),
  };
}

function resourcesOf(entries: readonly KnownEntry[]): number {
  return new Set(entries.map(({ resource }) => resource)).size;
}

/** How many resources have each value. */
function countsOf(
  entries: readonly KnownEntry[],
  values: (entry: KnownEntry) => readonly string[],
): ReadonlyMap<string, number> {
  const owners = entries.flatMap((entry) => values(entry).map((value) => ({ value, entry })));
  const byValue = Array.from(groupBy(owners, ({ value }) => value));
  return new Map(
    byValue.map(([value, own]) => [value, resourcesOf(own.map(({ entry }) => entry))]),
  );
}

type IsMet = (entry: KnownEntry, text: string, request: SearchRequest) => boolean;

/** One or all of several texts must be met. */
function isMet(name: ConditionName, entry: KnownEntry, request: SearchRequest): boolean {
  const { met, several } = conditions[name];
  return (request[name] ?? [])[several]((text) => met(entry, text, request));
}

const conditions: Readonly<
  Record<ConditionName, { readonly several: 'every' | 'some'; readonly met: IsMet }>
> = {
  keyword: { several: 'every', met: ({ facts }, text) => holdsQuery(textsOf(facts), text) },
  bbox: {
    several: 'some',
    met: ({ facts: { places } }, text, { within = false }) => {
      const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
      const asked = askedBoxes([west, south, east, north]);
      if (!within) return places.boxes.some((box) => asked.some((each) => overlaps(box, each)));
      return (
        places.boxes.length > 0 &&
        places.boxes.every((box) =>
          asked.some(
            (each) =>
              box.west >= each.west &&
              box.east <= each.east &&
              box.south >= each.south &&
              box.north <= each.north,
          ),
        )
      );
    },
  },
  geometry: {
    several: 'some',
    met: ({ facts: { places } }, text) => {
      const edges = (text.match(/-?\d[\d.]*/gu) ?? []).map(Number);
      const [west = 0, south = 0, east = 0, , , north = 0] = edges;
      return places.boxes.some((box) => overlaps(box, { west, south, east, north }));
    },
  },
  place: {
    several: 'every',
    met: ({ facts: { places } }, text) =>
      isNamed([...places.names.map((each) => each.text), ...places.identifiers], text, 'together'),
  },
  extent: { several: 'some', met: ({ facts }) => isWide(facts) },
  time: {
    several: 'some',
    met: ({ facts }, text, { within = false }) => {
      const [first = '', last = first] = text.split('/').map((part) => part.replace('..', ''));
      const begin = first === '' ? -Infinity : Number(first);
      const end = last === '' ? Infinity : Number(last);
      const spans = yearsOf(facts);
      return within
        ? spans.length > 0 && spans.every((span) => span.begin >= begin && span.end <= end)
        : spans.some((span) => span.begin <= end && span.end >= begin);
    },
  },
  age: {
    several: 'some',
    met: ({ facts }, text) => {
      const [older = 0, younger = 0] = (text.match(/\d+/gu) ?? []).map(Number);
      return facts.times.ages.some((age) => age.older >= younger && age.younger <= older);
    },
  },
  term: {
    several: 'every',
    met: ({ facts: { texts } }, text, { scheme }) =>
      texts.terms.some(
        (term) => isTerm(term, text) && (scheme === undefined || term.scheme === scheme),
      ) ||
      (scheme === undefined && texts.keywords.some((each) => folded(each.text) === folded(text))),
  },
  variable: {
    several: 'every',
    met: ({ facts }, text, request) =>
      facts.variables.some((each) => isVariable(each, text, request)),
  },
  type: {
    several: 'some',
    met: ({ types }, text) => types.some((type) => type === text || type.endsWith(`/${text}`)),
  },
  source: { several: 'some', met: ({ sources }, text) => sources.includes(text) },
  person: {
    several: 'every',
    met: ({ facts: { texts } }, text, { role }) =>
      texts.agents.some((agent) => hasRole(agent, role) && isAgent(agent, text)),
  },
  organization: {
    several: 'every',
    met: ({ facts: { texts } }, text, { role }) =>
      texts.agents.some(
        (agent) =>
          (hasRole(agent, role) && isAgent(agent, text)) ||
          ((role === undefined || role === 'affiliation') &&
            (agent.affiliations ?? []).some((each) => isAgent(each, text))),
      ),
  },
  publisher: {
    several: 'some',
    met: ({ facts: { texts } }, text) =>
      texts.agents.some((agent) => agent.role === 'publisher' && isAgent(agent, text)),
  },
  funder: {
    several: 'every',
    met: ({ facts: { texts } }, text) =>
      texts.agents.some((agent) => agent.role === 'funder' && isAgent(agent, text)),
  },
  identifier: {
    several: 'some',
    met: ({ facts: { texts } }, text) => texts.identifiers.includes(text),
  },
  licence: {
    several: 'some',
    met: ({ facts: { texts } }, text) =>
      texts.licences.some((each) => folded(each).includes(folded(text))),
  },
  mediaType: {
    several: 'some',
    met: ({ facts: { texts } }, text) => texts.formats.includes(text.replace(/;.*/u, '')),
  },
  access: {
    several: 'some',
    met: ({ facts: { texts } }, text) => (texts.access ?? 'unknown') === text,
  },
  profile: { several: 'some', met: ({ profiles }, text) => profiles.includes(text) },
  conforms: {
    several: 'some',
    met: (entry, text) =>
      conformanceOf(entry).some((name) => name === text || name.startsWith(`${text}-`)),
  },
  unmet: {
    several: 'some',
    met: (entry, text) => unmetBy(entry).includes(text === 'licence' ? 'rights' : text),
  },
  lacking: {
    several: 'every',
    // The texts of the condition are parts.
    met: (entry, text) => lacks(text as LackablePart, entry),
  },
  modifiedSince: {
    several: 'some',
    met: ({ facts: { texts } }, text) =>
      Number(texts.modified ?? texts.issued ?? Number.NaN) >= Number(text),
  },
};

/** The facets of which values are counted: what an entry has of them, in one spelling. */
const facets: Readonly<
  Partial<
    Record<
      FacetName,
      {
        readonly of: ConditionName;
        readonly values: (entry: KnownEntry, request: SearchRequest) => readonly string[];
      }
    >
  >
> = {
  types: {
    of: 'type',
    values: ({ types }) => types.map((type) => folded(type.replace('http://schema.org/', ''))),
  },
  sources: { of: 'source', values: ({ sources }) => sources },
  keywords: {
    of: 'term',
    values: ({ facts }) => facts.texts.keywords.map((each) => folded(each.text)),
  },
  variables: {
    of: 'variable',
    values: ({ facts }) =>
      facts.variables.flatMap(({ names }) => names.map((each) => folded(each.text))),
  },
  publishers: {
    of: 'publisher',
    values: ({ facts }) =>
      facts.texts.agents.filter(({ role }) => role === 'publisher').flatMap(calledBy),
  },
  people: {
    of: 'person',
    values: ({ facts }, { role }) =>
      facts.texts.agents.filter((agent) => hasRole(agent, role)).flatMap(calledBy),
  },
  licences: { of: 'licence', values: ({ facts }) => facts.texts.licences.map(folded) },
  formats: { of: 'mediaType', values: ({ facts }) => facts.texts.formats.map(folded) },
  access: { of: 'access', values: ({ facts }) => [facts.texts.access ?? 'unknown'] },
  profiles: { of: 'profile', values: ({ profiles }) => profiles.map(folded) },
  conformance: { of: 'conforms', values: (entry) => conformanceOf(entry).map(folded) },
  unmet: { of: 'unmet', values: (entry) => unmetBy(entry).map(folded) },
};

/** What a facet counts apart, and the conditions that it leaves out. */
const lackingOf: Readonly<Partial<Record<FacetName, readonly [LackablePart, ...ConditionName[]]>>> =
  {
    keywords: ['keyword', 'term'],
    variables: ['variable', 'variable'],
    publishers: ['publisher', 'publisher'],
    people: ['person', 'person'],
    licences: ['licence', 'licence'],
    formats: ['format', 'mediaType'],
    profiles: ['profile', 'profile'],
    types: ['type', 'type'],
    sources: ['source', 'source'],
    years: ['time', 'time'],
    ages: ['age', 'age'],
    map: ['place', 'bbox', 'geometry'],
  };

function conformanceOf({ conformance }: KnownEntry): readonly string[] {
  if (conformance.length === 0) return ['unchecked'];
  return conformance.map(({ profile, conforms }) => `${conforms ? '' : 'not '}${profile}`);
}

function unmetBy({ conformance }: KnownEntry): readonly string[] {
  return conformance.flatMap(({ unmet }) => unmet.map(({ rule }) => rule));
}

function lacks(part: LackablePart, entry: KnownEntry): boolean {
  const { profiles, sources, types } = entry;
  const { texts, places, times, variables } = entry.facts;
  const said: Readonly<Record<LackablePart, readonly unknown[]>> = {
    licence: texts.licences,
    format: texts.formats,
    publisher: texts.agents.filter(({ role }) => role === 'publisher'),
    person: texts.agents,
    keyword: texts.keywords,
    variable: variables,
    place: places.boxes,
    time: times.periods,
    age: times.ages,
    profile: profiles,
    type: types,
    source: sources,
  };
  return said[part].length === 0;
}

function isWide({ places }: SearchFacts): boolean {
  return places.boxes.some(isWideBox);
}

function isWideBox({ west, south, east, north }: Box): boolean {
  return east - west > 30 || north - south > 30;
}

/** What only touches a cell is not in it, but for what has no width or height. */
function cellsOf({ places }: SearchFacts): readonly string[] {
  const small = places.boxes.filter((box) => !isWideBox(box));
  return small.flatMap(({ west, south, east, north }) =>
    startsOf(west, east, 180).flatMap((left) =>
      startsOf(south, north, 90).map((bottom) => `${left},${bottom}`),
    ),
  );
}

/** The starts of the cells that an interval covers, from one end of the map to the other. */
function startsOf(from: number, to: number, end: number): readonly number[] {
  const starts = Array.from({ length: (2 * end) / 5 }, (_, at) => at * 5 - end);
  return starts.filter((start) =>
    from === to
      ? from >= start && (from < start + 5 || (start + 5 === end && from === end))
      : from < start + 5 && to > start,
  );
}

/** Whole years. */
function yearsOf({ times }: SearchFacts) {
  return times.periods.map(({ start, end }) => ({
    begin: start === undefined ? -Infinity : Number(start),
    end: end === undefined ? Infinity : Number(end),
  }));
}

function isTerm({ label, iri, code }: TermFacts, asked: string): boolean {
  return (
    iri === asked || code === asked || (label !== undefined && folded(label.text) === folded(asked))
  );
}

const plain = (said: VariableFacts['names']): string[] => said.map((each) => each.text);

function isVariable(variable: VariableFacts, asked: string, { unit, technique }: SearchRequest) {
  const { names, codes, descriptions, concepts, units, techniques } = variable;
  const isThis = asked.startsWith('https:')
    ? concepts.includes(asked)
    : asked.startsWith('=')
      ? isNamed(plain(names), asked, 'one')
      : isNamed([...plain(names), ...codes, ...plain(descriptions)], asked, 'together');
  return (
    isThis &&
    (unit === undefined || units.includes(unit)) &&
    (technique === undefined || techniques.includes(technique))
  );
}

function hasRole({ role, roleName }: AgentFacts, asked: string | undefined): boolean {
  return asked === undefined || role === asked || roleName?.toLowerCase() === asked;
}

function isAgent({ names, iris }: AgentNames, asked: string): boolean {
  return (
    iris.includes(asked) ||
    isNamed(
      names.map((each) => each.text),
      asked,
      'one',
    )
  );
}

/** Behind an equals sign a whole name, else words: all in one name, or in the names together. */
function isNamed(names: readonly string[], asked: string, words: 'one' | 'together'): boolean {
  if (asked.startsWith('=')) return names.some((name) => folded(name) === folded(asked));
  const holds = (own: readonly string[]): boolean =>
    wordsOf(asked).every((word) => own.includes(word));
  if (asked.startsWith('https:')) return false;
  // A code has several words, which stand side by side.
  if (asked.includes('-')) return names.some((name) => folded(name).includes(folded(asked)));
  const all = names.map(wordsOf);
  return words === 'one' ? all.some(holds) : holds(all.flat());
}

function calledBy({ names, iris }: AgentNames): readonly string[] {
  const called = names.length > 0 ? names.map((each) => each.text) : iris;
  return called.map((each) => folded(each.replace('https:', 'http:')));
}

function textsOf({ texts, places, times, variables }: SearchFacts): readonly string[] {
  const said = [texts.titles, texts.descriptions, texts.keywords, places.names, times.names];
  const ofVariables = variables.flatMap(({ names, descriptions, codes, units, techniques }) => [
    ...[...names, ...descriptions].map((each) => each.text),
    ...codes,
    ...units,
    ...techniques,
  ]);
  return [...said.flat().map((each) => each.text), ...ofVariables];
}

/** One of the forms of `randomRequest`. */
function holdsQuery(texts: readonly string[], query: string): boolean {
  const has = (phrase: string): boolean =>
    texts.some((text) => ` ${folded(text)} `.includes(` ${folded(phrase)} `));
  const [, beginning] = /^(\S+)\*$/u.exec(query) ?? [];
  if (beginning !== undefined) {
    return texts.some((text) => ` ${folded(text)}`.includes(` ${folded(beginning)}`));
  }
  if (query.startsWith('"')) return has(query);
  if (query.includes(' OR ')) return query.split(' OR ').some(has);
  return query.split(' ').every((word) => (word.startsWith('-') ? !has(word) : has(word)));
}
