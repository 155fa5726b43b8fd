import { testForWords } from '../facts/text/word-folding.ts';
import type {
  AgentFacts,
  AgeRange,
  Box,
  Period,
  SearchFacts,
  Text,
  VariableFacts,
} from '../model/search-facts.ts';
import { type ColumnName, IndexColumns, unknownAccess } from './columns/columns.ts';
import { isBoxWithinAny } from './columns/places.ts';
import {
  isSpanWithin,
  type NumberSpan,
  spanOfAge,
  spanOfPeriod,
  spansOverlap,
} from './columns/column.ts';
import { labelsOfVariable } from './columns/variables-and-terms.ts';
import {
  parseAgeCondition,
  parseBboxCondition,
  parseTimeCondition,
  parseYearsCondition,
  yearsOfTimeCondition,
} from './condition-values.ts';
import {
  type Condition,
  type ConditionName,
  conditionNames,
  searchConditions,
  type SearchedEntries,
} from './conditions.ts';
import { EntryTable } from './entry-table.ts';
import type { SearchRequest } from './search-request.ts';
import { applyCondition } from './selection.ts';
import { parseWordQuery, TextTable, type WordPattern } from './text-tables.ts';

/** Why a resource matches a condition. */
export type MatchReason = BoxMatch | NameMatch | TimeMatch | WordMatch;

/** A word match in the part of highest weight. */
interface WordMatch {
  readonly kind: 'words';
  /** Folded: a word, a phrase, or a prefix followed by `*`. */
  readonly asked: string;
  readonly part: WordPart;
  /** The text that contains the words, as published. */
  readonly text: string;
}

/** The parts of a resource for word search, the highest weight first. */
type WordPart = 'title' | 'keyword' | 'variable' | 'place' | 'time' | 'description';

/** A match by the places of the resource. */
export interface BoxMatch {
  readonly kind: 'box';
  readonly condition: 'bbox' | 'geometry';
  /** `inside`: all places of the resource are contained in the boxes of the condition. */
  readonly relation: 'inside' | 'overlaps';
  /**
   * The share of the condition's boxes that the best place covers, in square degrees, from 0 to 1.
   * Absent for a geometry, and if it is 0, as for a point.
   */
  readonly share?: number;
}

/** A time of the resource that matches. */
type TimeMatch = { readonly relation: 'inside' | 'overlaps' } & (
  | { readonly kind: 'period'; readonly period: Period }
  | { readonly kind: 'age'; readonly age: AgeRange }
);

/** A name of the resource that matches. */
export interface NameMatch {
  readonly kind: 'name';
  readonly condition: ConditionName;
  /** As published. */
  readonly name: string;
}

/**
 * Why a resource matches a request, in the order of `conditionNames`. Conditions that only match
 * exactly, such as a source, are omitted.
 * @param facts of the representative record
 */
export function explainMatch(request: SearchRequest, facts: SearchFacts): readonly MatchReason[] {
  return conditionNames.flatMap((condition) => {
    const texts = request[condition] ?? [];
    const explain = explanations[condition];
    if (texts.length === 0 || explain === undefined) return [];
    return explain({ condition, texts, request, facts });
  });
}

/** A condition that matches. */
interface MatchedCondition {
  readonly condition: ConditionName;
  readonly texts: readonly string[];
  readonly request: SearchRequest;
  readonly facts: SearchFacts;
}

const spanRelations = [
  { relation: 'inside', matches: isSpanWithin },
  { relation: 'overlaps', matches: spansOverlap },
] as const;

/** The facts of a resource without any statements. */
export const emptySearchFacts: SearchFacts = {
  places: { boxes: [], geometries: [], names: [], identifiers: [] },
  times: { periods: [], ages: [], names: [] },
  texts: {
    titles: [],
    descriptions: [],
    keywords: [],
    terms: [],
    agents: [],
    identifiers: [],
    licences: [],
    formats: [],
  },
  variables: [],
};

const explainAgents = createNameExplanation(({ texts }) => texts.agents.flatMap(agentParts));

const explanations: {
  readonly [Name in ConditionName]?: (match: MatchedCondition) => readonly MatchReason[];
} = {
  keyword: explainWords,
  bbox: explainBbox,
  geometry: () => [{ kind: 'box', condition: 'geometry', relation: 'overlaps' }],
  time: explainTime,
  age: explainAge,
  place: createNameExplanation(({ places }) => [
    ...places.names.map((each) => partOf(each.text, { places: { names: [each] } })),
    ...places.identifiers.map((each) => partOf(each, { places: { identifiers: [each] } })),
  ]),
  term: createNameExplanation(({ texts }) => [
    ...texts.keywords.map((each) => partOf(each.text, { texts: { keywords: [each] } })),
    ...texts.terms.map((each) => {
      const { label, code = '', iri = code } = each;
      return partOf(label?.text ?? iri, { texts: { terms: [each] } });
    }),
  ]),
  variable: createNameExplanation(({ variables }) => variables.flatMap(variableParts)),
  person: explainAgents,
  organization: explainAgents,
  publisher: explainAgents,
  funder: explainAgents,
  identifier: createTextExplanation('identifiers'),
  licence: createTextExplanation('licences'),
  mediaType: createTextExplanation('formats'),
  access: ({ facts: { texts } }) => {
    return [{ kind: 'name', condition: 'access', name: texts.access ?? unknownAccess }];
  },
  modifiedSince: ({ facts: { texts } }) => {
    const name = texts.modified ?? texts.issued;
    return name === undefined ? [] : [{ kind: 'name', condition: 'modifiedSince', name }];
  },
};

/** A part of the search facts, searched on its own. */
interface Part {
  /** Its displayed name. */
  readonly name: string;
  readonly facts: SearchFacts;
}

interface PartFacts {
  readonly places?: Partial<SearchFacts['places']>;
  readonly texts?: Partial<SearchFacts['texts']>;
  readonly variables?: SearchFacts['variables'];
}

function partOf(name: string, { places, texts, variables = [] }: PartFacts): Part {
  const facts = {
    ...emptySearchFacts,
    places: { ...emptySearchFacts.places, ...places },
    texts: { ...emptySearchFacts.texts, ...texts },
    variables,
  };
  return { name, facts };
}

/** A small index with one entry for each part, to apply conditions to. */
function searchedParts(parts: readonly Part[], names: readonly ColumnName[]): SearchedEntries {
  const [columns, entries] = [new IndexColumns(new Set(names)), new EntryTable()];
  const described = { types: [], identifiers: [] };
  entries.addRecord('');
  for (const [place, { facts }] of parts.entries()) {
    entries.addEntry('', place, undefined);
    columns.add({
      resource: '',
      described,
      facts,
      profiles: [],
      conformance: [],
      sources: () => [],
    });
  }
  return { columns, entries };
}

/** Finds the names that match a condition: for each text the first matching part. */
function createNameExplanation(partsOf: (facts: SearchFacts) => readonly Part[]) {
  return ({ condition, texts, request, facts }: MatchedCondition): readonly NameMatch[] => {
    const { columns, read, repeated }: Condition = searchConditions[condition];
    const parts = partsOf(facts);
    const searched = searchedParts(parts, columns);
    const names = texts.flatMap((text) => {
      const { entries } = applyCondition(read(text, request), searched);
      const found = parts.find((_, at) => entries.has(at));
      // The words of one text may be in several parts.
      return found?.name ?? (repeated === 'all' ? text : []);
    });
    return Array.from(new Set(names), (name) => ({ kind: 'name', condition, name }));
  };
}

function createTextExplanation(key: 'formats' | 'identifiers' | 'licences') {
  return createNameExplanation(({ texts }) => {
    return texts[key].map((each) => partOf(each, { texts: { [key]: [each] } }));
  });
}

function explainTime({ texts, facts }: MatchedCondition): readonly MatchReason[] {
  const found = bestSpan(facts.times.periods, spanOfPeriod, texts.map(parseYearsCondition));
  return found ? [{ kind: 'period', relation: found.relation, period: found.value }] : [];
}

function explainAge({ texts, facts }: MatchedCondition): readonly MatchReason[] {
  const asked = texts.flatMap((text) => parseAgeCondition(text) ?? []).map(spanOfAge);
  const found = bestSpan(facts.times.ages, spanOfAge, asked);
  return found ? [{ kind: 'age', relation: found.relation, age: found.value }] : [];
}

/** The first value that is contained in a condition, or else the first that overlaps it. */
function bestSpan<Value>(
  values: readonly Value[],
  spanOf: (value: Value) => NumberSpan,
  asked: readonly NumberSpan[],
): { readonly relation: 'inside' | 'overlaps'; readonly value: Value } | undefined {
  for (const { relation, matches } of spanRelations) {
    for (const each of asked) {
      const value = values.find((one) => matches(spanOf(one), each));
      if (value !== undefined) return { relation, value };
    }
  }
  return undefined;
}

function explainBbox({ texts, facts }: MatchedCondition): readonly MatchReason[] {
  const asked = texts.flatMap(parseBboxCondition);
  const { boxes } = facts.places;
  const relation = boxes.every((box) => isBoxWithinAny(box, asked)) ? 'inside' : 'overlaps';
  const share = shareCovered(asked, boxes);
  return [{ kind: 'box', condition: 'bbox', relation, ...(share > 0 && { share }) }];
}

/** Boxes that cross the antimeridian are split in both lists, so pieces can be compared. */
function shareCovered(asked: readonly Box[], boxes: readonly Box[]): number {
  const all = asked.reduce((sum, each) => sum + areaOf(each), 0);
  const covered = asked.reduce((sum, each) => {
    return sum + boxes.reduce((most, box) => Math.max(most, areaOf(overlapOf(each, box))), 0);
  }, 0);
  return all === 0 ? 0 : covered / all;
}

/** Inverted if there is no overlap. */
function overlapOf(one: Box, other: Box): Box {
  return {
    west: Math.max(one.west, other.west),
    south: Math.max(one.south, other.south),
    east: Math.min(one.east, other.east),
    north: Math.min(one.north, other.north),
  };
}

function areaOf({ west, south, east, north }: Box): number {
  return Math.max(0, east - west) * Math.max(0, north - south);
}

/** A text for word search. */
interface SearchedText {
  readonly part: WordPart;
  readonly searched: string;
  /** The text to display. */
  readonly text: string;
}

function explainWords({ texts, facts }: MatchedCondition): readonly MatchReason[] {
  const clauses = texts.flatMap(parseWordQuery).filter(({ isExcluded }) => !isExcluded);
  const patterns = clauses.flatMap(({ alternatives }) => alternatives);
  const mayHold = testForWords(patterns.flatMap(({ words }) => words));
  const searchedIn = searchedTexts(facts).filter(({ searched }) => mayHold(searched));
  const table = new TextTable();
  for (const { searched } of searchedIn) table.add(searched);
  return clauses.flatMap(({ alternatives }) => {
    let best: WordMatch | undefined;
    let least = searchedIn.length;
    for (const pattern of alternatives) {
      const found = table.textsWith({ alternatives: [pattern] });
      const at = searchedIn.findIndex((_, number) => number < least && found.has(number));
      const first = searchedIn[at];
      if (first === undefined) continue;
      least = at;
      best = { kind: 'words', asked: patternText(pattern), part: first.part, text: first.text };
    }
    return best ?? [];
  });
}

function patternText({ words, isPrefix }: WordPattern): string {
  return words.join(' ') + (isPrefix ? '*' : '');
}

function textsOfPart(part: WordPart, texts: readonly Text[]): readonly SearchedText[] {
  return texts.map(({ text }) => ({ part, searched: text, text }));
}

/** The texts of highest weight first, as in `findWords`. */
function searchedTexts(facts: SearchFacts): readonly SearchedText[] {
  const { texts, places, times, variables } = facts;
  return [
    ...textsOfPart('title', texts.titles),
    ...textsOfPart('keyword', texts.keywords),
    ...variables.flatMap((variable) => {
      const text = variableName(variable);
      return labelsOfVariable(variable).map((searched): SearchedText => {
        return { part: 'variable', searched, text };
      });
    }),
    ...textsOfPart('place', places.names),
    ...textsOfPart('time', times.names),
    ...textsOfPart('description', texts.descriptions),
    ...textsOfPart(
      'description',
      variables.flatMap(({ descriptions }) => descriptions),
    ),
  ];
}

/** Each name separately, then the complete variable. */
function variableParts(variable: VariableFacts): readonly Part[] {
  const { names, codes } = variable;
  if (names.length + codes.length < 2) return [variablePart(variable)];
  const bare = { ...variable, names: [], codes: [], descriptions: [] };
  return [
    ...names.map((each) => variablePart({ ...bare, names: [each] })),
    ...codes.map((each) => variablePart({ ...bare, codes: [each] })),
    variablePart(variable),
  ];
}

/** Each name separately, then all names, then the affiliations. */
function agentParts(agent: AgentFacts): readonly Part[] {
  const { names, iris, affiliations = [], ...role } = agent;
  const part = (name: string, changed: Partial<AgentFacts>): Part =>
    partOf(name, { texts: { agents: [{ ...role, iris: [], names: [], ...changed }] } });
  return [
    ...names.map((each) => part(each.text, { iris, names: [each] })),
    part(displayName(agent), { iris, names }),
    ...affiliations.map((each) => part(displayName(each), { affiliations: [each] })),
  ];
}

function displayName({ names, iris }: Pick<AgentFacts, 'iris' | 'names'>): string {
  return names[0]?.text ?? iris[0] ?? '';
}

function variablePart(variable: VariableFacts): Part {
  return partOf(variableName(variable), { variables: [variable] });
}

function variableName({ names, codes, concepts }: VariableFacts): string {
  return names[0]?.text ?? codes[0] ?? concepts[0] ?? '';
}

/** Tells which times of a result match a request. */
export interface TimeMatcher {
  readonly hasPeriod: (period: Period) => boolean;
  readonly hasAge: (age: AgeRange) => boolean;
}

/** Matches times that overlap a time or age of the request; ignores unreadable conditions. */
export function createTimeMatcher({
  time = [],
  age = [],
}: Pick<SearchRequest, 'age' | 'time'>): TimeMatcher {
  const years = time.flatMap((text) => {
    const asked = parseTimeCondition(text);
    return 'fault' in asked ? [] : [yearsOfTimeCondition(asked)];
  });
  const ages = age.flatMap((text) => parseAgeCondition(text) ?? []).map(spanOfAge);
  return {
    hasPeriod: (period) => years.some((span) => spansOverlap(span, spanOfPeriod(period))),
    hasAge: (range) => ages.some((span) => spansOverlap(span, spanOfAge(range))),
  };
}
