import { testForWords } from '../facts/text/fold.ts';
import type {
  AgentFacts,
  AgeRange,
  Box,
  Period,
  SearchFacts,
  Text,
  VariableFacts,
} from '../model/search-facts.ts';
import { readAskedAge } from './asked-time.ts';
import { Columns, unknownAccess, type ColumnName } from './columns/columns.ts';
import { liesInAny } from './columns/places.ts';
import { spanLiesIn, spanOfAge, spanOfPeriod, spansMeet, type Span } from './columns/times.ts';
import { labelsOfVariable } from './columns/variables.ts';
import {
  askedBoxes,
  askedYears,
  conditionNames,
  searchConditions,
  type Condition,
  type ConditionName,
  type Searched,
} from './conditions.ts';
import { EntryTable } from './entry-table.ts';
import type { SearchRequest } from './search-request.ts';
import { foundBy } from './selection.ts';
import { TextTable } from './text-table.ts';
import { parseWordQuery, type WordPattern } from './word-query.ts';

/** Why a resource meets a condition. */
export type FoundBy = FoundAge | FoundBox | FoundName | FoundPeriod | FoundWords;

/** Where words stand that were asked for, in the part that counts most. */
export interface FoundWords {
  readonly kind: 'words';
  /** As they are compared: a word, a phrase, or the beginning of one with `*` behind. */
  readonly asked: string;
  readonly part: WordPart;
  /** The text that they stand in, as published. */
  readonly text: string;
}

/** The parts of a resource in which words are looked for, the one that counts most first. */
export type WordPart = 'title' | 'keyword' | 'variable' | 'place' | 'time' | 'description';

export interface FoundBox {
  readonly kind: 'box';
  readonly condition: 'bbox' | 'geometry';
  /** `inside`: all places of the resource lie in boxes that were asked for. */
  readonly relation: 'inside' | 'overlaps';
  /**
   * The share of the boxes asked for that a place covers, in square degrees, from 0 to 1: of several
   * places the one that covers most. Absent of a geometry, and where it is nothing, as of a point.
   */
  readonly share?: number;
}

export interface FoundPeriod {
  readonly kind: 'period';
  readonly relation: 'inside' | 'overlaps';
  readonly period: Period;
}

export interface FoundAge {
  readonly kind: 'age';
  readonly relation: 'inside' | 'overlaps';
  readonly age: AgeRange;
}

/** What the resource has that is called as was asked for. */
export interface FoundName {
  readonly kind: 'name';
  readonly condition: ConditionName;
  /** As published. */
  readonly name: string;
}

/**
 * Why a resource meets the conditions of a request, in the order of `conditionNames`. Of conditions
 * that are met by what is asked for as it stands, such as a source, nothing is said.
 * @param facts of the record that it was found by
 */
export function whyFound(request: SearchRequest, facts: SearchFacts): readonly FoundBy[] {
  return conditionNames.flatMap((condition) => {
    const texts = request[condition] ?? [];
    const explain = explanations[condition];
    if (texts.length === 0 || explain === undefined) return [];
    return explain({ condition, texts, request, facts });
  });
}

/** A condition that is met. */
interface Met {
  readonly condition: ConditionName;
  readonly texts: readonly string[];
  readonly request: SearchRequest;
  readonly facts: SearchFacts;
}

const explanations: { readonly [Name in ConditionName]?: (met: Met) => readonly FoundBy[] } = {
  keyword: whereWordsStand,
  bbox: howBoxOverlaps,
  geometry: () => [{ kind: 'box', condition: 'geometry', relation: 'overlaps' }],
  time: whichPeriod,
  age: whichAge,
  place: namesFound(({ places }) => [
    ...places.names.map((each) => placePart(each.text, { names: [each] })),
    ...places.identifiers.map((each) => placePart(each, { identifiers: [each] })),
  ]),
  term: namesFound(({ texts }) => [
    ...texts.keywords.map((each) => textPart(each.text, { keywords: [each] })),
    ...texts.terms.map((each) => {
      const { label, code = '', iri = code } = each;
      return textPart(label?.text ?? iri, { terms: [each] });
    }),
  ]),
  variable: namesFound(({ variables }) => variables.flatMap(variableParts)),
  person: namesFound(({ texts }) => texts.agents.flatMap(agentParts)),
  organization: namesFound(({ texts }) => texts.agents.flatMap(agentParts)),
  publisher: namesFound(({ texts }) => texts.agents.flatMap(agentParts)),
  funder: namesFound(({ texts }) => texts.agents.flatMap(agentParts)),
  identifier: namesFound(({ texts }) => {
    return texts.identifiers.map((each) => textPart(each, { identifiers: [each] }));
  }),
  licence: namesFound(({ texts }) => {
    return texts.licences.map((each) => textPart(each, { licences: [each] }));
  }),
  mediaType: namesFound(({ texts }) => {
    return texts.formats.map((each) => textPart(each, { formats: [each] }));
  }),
  access: ({ facts: { texts } }) => {
    return [{ kind: 'name', condition: 'access', name: texts.access ?? unknownAccess }];
  },
  modifiedSince: ({ facts: { texts } }) => {
    const name = texts.modified ?? texts.issued;
    return name === undefined ? [] : [{ kind: 'name', condition: 'modifiedSince', name }];
  },
};

/** Part of what is said of a resource, which is searched as if it were all. */
interface Part {
  /** What it is called. */
  readonly name: string;
  readonly facts: SearchFacts;
}

/** Parts as the entries of an index of their own, so that a condition finds those that meet it. */
function searchedParts(parts: readonly Part[], names: readonly ColumnName[]): Searched {
  const [columns, entries] = [new Columns(new Set(names)), new EntryTable()];
  const described = { types: [], identifiers: [] };
  entries.addRecord('');
  for (const [place, { facts }] of parts.entries()) {
    entries.addEntry('', place, undefined);
    columns.add({ resource: '', described, facts, profiles: [], sources: () => [] });
  }
  return { columns, entries };
}

/** Finds what is called as was asked for: of the parts of a resource the first for each text. */
function namesFound(partsOf: (facts: SearchFacts) => readonly Part[]) {
  return ({ condition, texts, request, facts }: Met): readonly FoundName[] => {
    const { columns, read, repeated }: Condition = searchConditions[condition];
    const parts = partsOf(facts);
    const searched = searchedParts(parts, columns);
    const names = texts.flatMap((text) => {
      const { entries } = foundBy(read(text, request), searched);
      const found = parts.find((_, at) => entries.has(at));
      // Words of one text may stand in several parts.
      return found?.name ?? (repeated === 'all' ? text : []);
    });
    return Array.from(new Set(names), (name) => ({ kind: 'name', condition, name }));
  };
}

function whichPeriod({ texts, facts }: Met): readonly FoundBy[] {
  const found = bestSpan(facts.times.periods, spanOfPeriod, texts.map(askedYears));
  return found === undefined
    ? []
    : [{ kind: 'period', relation: found.relation, period: found.value }];
}

function whichAge({ texts, facts }: Met): readonly FoundBy[] {
  const asked = texts.flatMap((text) => readAskedAge(text) ?? []).map(spanOfAge);
  const found = bestSpan(facts.times.ages, spanOfAge, asked);
  return found === undefined ? [] : [{ kind: 'age', relation: found.relation, age: found.value }];
}

const spanRelations = [
  { relation: 'inside', isMet: spanLiesIn },
  { relation: 'overlaps', isMet: spansMeet },
] as const;

/** The first value that lies in what was asked for, or else the first that overlaps it. */
function bestSpan<Value>(
  values: readonly Value[],
  spanOf: (value: Value) => Span,
  asked: readonly Span[],
): { readonly relation: 'inside' | 'overlaps'; readonly value: Value } | undefined {
  for (const { relation, isMet } of spanRelations) {
    for (const each of asked) {
      const value = values.find((one) => isMet(spanOf(one), each));
      if (value !== undefined) return { relation, value };
    }
  }
  return undefined;
}

function howBoxOverlaps({ texts, facts }: Met): readonly FoundBy[] {
  const asked = texts.flatMap(askedBoxes);
  const { boxes } = facts.places;
  const relation = boxes.every((box) => liesInAny(box, asked)) ? 'inside' : 'overlaps';
  const share = shareCovered(asked, boxes);
  return [{ kind: 'box', condition: 'bbox', relation, ...(share > 0 && { share }) }];
}

/** What lies across the antimeridian is two boxes here and there, so that each piece is compared. */
function shareCovered(asked: readonly Box[], boxes: readonly Box[]): number {
  const all = asked.reduce((sum, each) => sum + areaOf(each), 0);
  const covered = asked.reduce((sum, each) => {
    return sum + boxes.reduce((most, box) => Math.max(most, areaOf(overlapOf(each, box))), 0);
  }, 0);
  return all === 0 ? 0 : covered / all;
}

/** West is greater than east, or south than north, where there is none. */
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

/** A text in which words are looked for. */
interface SearchedText {
  readonly part: WordPart;
  readonly searched: string;
  /** What is told of it. */
  readonly text: string;
}

function whereWordsStand({ texts, facts }: Met): readonly FoundBy[] {
  const clauses = texts.flatMap(parseWordQuery).filter(({ isExcluded }) => !isExcluded);
  const patterns = clauses.flatMap(({ alternatives }) => alternatives);
  const mayHold = testForWords(patterns.flatMap(({ words }) => words));
  const said = searchedTexts(facts).filter(({ searched }) => mayHold(searched));
  const table = new TextTable();
  for (const { searched } of said) table.add(searched);
  return clauses.flatMap(({ alternatives }) => {
    let best: FoundWords | undefined;
    let least = said.length;
    for (const pattern of alternatives) {
      const found = table.textsWith({ alternatives: [pattern] });
      const at = said.findIndex((_, number) => number < least && found.has(number));
      const first = said[at];
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

function textsAs(part: WordPart, said: readonly Text[]): readonly SearchedText[] {
  return said.map(({ text }) => ({ part, searched: text, text }));
}

/** Those that count most first, as `findWords` weighs them. */
function searchedTexts(facts: SearchFacts): readonly SearchedText[] {
  const { texts, places, times, variables } = facts;
  return [
    ...textsAs('title', texts.titles),
    ...textsAs('keyword', texts.keywords),
    ...variables.flatMap((variable) => {
      const text = variableName(variable);
      return labelsOfVariable(variable).map((searched): SearchedText => {
        return { part: 'variable', searched, text };
      });
    }),
    ...textsAs('place', places.names),
    ...textsAs('time', times.names),
    ...textsAs('description', texts.descriptions),
    ...textsAs(
      'description',
      variables.flatMap(({ descriptions }) => descriptions),
    ),
  ];
}

/** By each of its names, then by all that is said of it. */
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

/** By each of its names, then by all of them and what it belongs to. */
function agentParts(agent: AgentFacts): readonly Part[] {
  const { names, iris, affiliations = [], ...role } = agent;
  return [
    ...names.map((each) => textPart(each.text, { agents: [{ ...role, iris, names: [each] }] })),
    textPart(nameIn(agent), { agents: [{ ...role, iris, names }] }),
    ...affiliations.map((each) => {
      return textPart(nameIn(each), {
        agents: [{ ...role, iris: [], names: [], affiliations: [each] }],
      });
    }),
  ];
}

function nameIn({ names, iris }: Pick<AgentFacts, 'iris' | 'names'>): string {
  return names[0]?.text ?? iris[0] ?? '';
}

const nothing: SearchFacts = {
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

function textPart(name: string, texts: Partial<SearchFacts['texts']>): Part {
  return { name, facts: { ...nothing, texts: { ...nothing.texts, ...texts } } };
}

function placePart(name: string, places: Partial<SearchFacts['places']>): Part {
  return { name, facts: { ...nothing, places: { ...nothing.places, ...places } } };
}

function variablePart(variable: VariableFacts): Part {
  return { name: variableName(variable), facts: { ...nothing, variables: [variable] } };
}

function variableName({ names, codes, concepts }: VariableFacts): string {
  return names[0]?.text ?? codes[0] ?? concepts[0] ?? '';
}
