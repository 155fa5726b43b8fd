import { UsageFault } from '../../model/fault.ts';
import type { AgeRange } from '../../model/search-facts.ts';
import { isWrittenIri } from '../../rdf/iri-spellings.ts';
import { printable } from '../../text/printable.ts';
import { readAskedAge, readAskedTime } from './asked-time.ts';
import type { Qualifiers } from './qualifiers.ts';

/** A bundled query, and what it is asked for. */
export interface BoundCondition {
  readonly query: string;
  /** Another for the same, which has no more parameters: see `ComposedCondition`. Comparing geometries would not pay. */
  readonly comparing?: string;
  readonly values: Readonly<Record<string, string>>;
}

/** What a condition is in words, and how its text becomes a query. */
export interface Condition {
  /** As it stands behind the name of the option. */
  readonly argument: string;
  readonly meaning: string;
  /** Whether most of what there is may meet it. */
  readonly isCommon?: boolean;
  /** @throws {UsageFault} where the text says nothing that can be asked for */
  readonly bind: (text: string, more: Qualifiers) => BoundCondition;
}

/** Everything that can be searched by: one line of it a condition, by the name of its option. */
export const searchConditions = {
  bbox: {
    argument: 'W,S,E,N',
    meaning:
      'places that touch this box, in degrees: -10,35,5,45; west may be greater than east, across the antimeridian',
    bind: (text, { within }) => ({
      ...(within === true
        ? { query: 'search-box-within' }
        : { query: 'search-box', comparing: 'search-box-filter' }),
      values: edgesOf(text),
    }),
  },
  geometry: {
    argument: 'WKT',
    meaning: 'places that touch this geometry, longitude before latitude',
    bind: (geometry) => ({ query: 'search-geometry', values: { geometry } }),
  },
  place: {
    argument: 'name',
    meaning: 'a place, by words of its name, its code or its IRI',
    bind: (place) => ({ query: 'search-place', values: { place } }),
  },
  time: {
    argument: 'A/B',
    meaning: 'times that overlap this one: 2001/2004-06, 2017, ../1950',
    bind: (text, { within }) => ({
      ...(within === true
        ? { query: 'search-time-within' }
        : { query: 'search-time', comparing: 'search-time-filter' }),
      values: endsOf(text),
    }),
  },
  age: {
    argument: 'range',
    meaning: 'geologic times that overlap this one: 300..250Ma, or an era, such as Cisuralian',
    bind: (text) => {
      const { older, younger } = ageOf(text);
      return {
        query: 'search-age',
        comparing: 'search-age',
        values: { older: String(older), younger: String(younger) },
      };
    },
  },
  keyword: {
    argument: 'words',
    meaning:
      'all of these words, in title, keywords, names of variables, places and times, or description; neither case nor accents matter',
    bind: (word) => ({ query: 'search-text', values: { word } }),
  },
  term: {
    argument: 'term',
    meaning: 'a controlled term, by IRI, code or label',
    bind: (term, { scheme }) => ({ query: 'search-term', values: said({ term, scheme }) }),
  },
  variable: {
    argument: 'name',
    meaning: 'a variable, by words of its name or description, its code, or the IRI of what it is',
    bind: (text, { unit, technique }): BoundCondition =>
      isWrittenIri(text)
        ? { query: 'search-concept', values: said({ concept: text, unit, technique }) }
        : { query: 'search-variable', values: said({ word: text, unit, technique }) },
  },
  type: {
    argument: 'type',
    isCommon: true,
    meaning: 'a type: Dataset of schema.org, dcat:Dataset, or an IRI',
    bind: (type) => ({ query: 'search-type', values: { type } }),
  },
  source: {
    argument: 'name',
    isCommon: true,
    meaning: 'records that this source of the configuration lists',
    bind: (source) => ({ query: 'search-source', values: { source } }),
  },
  person: {
    argument: 'name',
    meaning: 'a person, or another agent named so, in any role: by ORCID, IRI or words of the name',
    bind: (person, { role }) => ({ query: 'datasets-of-person', values: said({ person, role }) }),
  },
  organization: {
    argument: 'name',
    meaning:
      'whoever is named so in any role, or whose people belong to it, by ROR, IRI or words of the name',
    bind: (organization, { role }) => ({
      query: 'datasets-of-organization',
      values: said({ organization, role }),
    }),
  },
  funder: {
    argument: 'name',
    meaning: 'a funder, by ROR, IRI or words of the name',
    bind: (funder) => ({ query: 'datasets-by-funder', values: { funder } }),
  },
  identifier: {
    argument: 'name',
    meaning: 'a DOI, Handle, ARK or other identifier of the resource, in any spelling',
    bind: (identifier) => ({ query: 'datasets-by-identifier', values: { identifier } }),
  },
  licence: {
    argument: 'licence',
    meaning: 'a licence, by name, SPDX identifier or IRI',
    bind: (licence) => ({ query: 'datasets-by-licence', values: { licence } }),
  },
  mediaType: {
    argument: 'type',
    isCommon: true,
    meaning: 'a media type or format of the data, such as text/csv',
    bind: (format) => ({ query: 'datasets-by-format', values: { format } }),
  },
  modifiedSince: {
    argument: 'date',
    isCommon: true,
    meaning: 'changed, or else issued, by its publisher since then',
    bind: (since) => ({ query: 'datasets-modified-since', values: { since } }),
  },
} as const satisfies Record<string, Condition>;

export type ConditionName = keyof typeof searchConditions;

/** The names of all conditions, in the order in which help tells them. */
export const conditionNames = Object.keys(searchConditions) as readonly ConditionName[]; // its own names

/** Those of some values that are there. */
function said(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const numbers = /^[^,\s]+(?:(?:\s+(?:,\s*)?|,\s*)[^,\s]+){3}$/u;

function edgesOf(text: string): Readonly<Record<string, string>> {
  const trimmed = text.trim();
  if (!numbers.test(trimmed)) {
    throw fault(
      'bbox',
      text,
      'is not four numbers: west, south, east and north, such as -10,35,5,45',
    );
  }
  const [west = '', south = '', east = '', north = ''] = trimmed.split(/[,\s]+/u);
  return { west, south, east, north };
}

function endsOf(text: string): Readonly<Record<string, string>> {
  const asked = readAskedTime(text);
  if (!('fault' in asked)) return { begin: asked.begin, end: asked.end };
  if (readAskedAge(text) !== undefined) {
    throw fault('time', text, 'is not of the calendar; geologic times are asked for with --age');
  }
  throw fault('time', text, timeFaults[asked.fault]);
}

const timeFaults = {
  ambiguous:
    'can be read in two ways; years have four digits, and months and days stand behind them: 2009-10, 2009/2010',
  impossible: 'is on no calendar',
  'no-time': 'is not one time or two with a slash between, such as 2001/2004-06, 2017 or ../1950',
} as const;

function ageOf(text: string): AgeRange {
  const age = readAskedAge(text);
  if (age === undefined) {
    throw fault(
      'age',
      text,
      'is not ages with their unit, such as 300..250Ma, or the name of an era',
    );
  }
  return age;
}

function fault(name: ConditionName, text: string, wrong: string): UsageFault {
  return new UsageFault(`--${name} ${printable(JSON.stringify(text))} ${wrong}`);
}
