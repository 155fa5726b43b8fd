import { folded } from '../facts/text/fold.ts';
import { formatOf } from '../facts/text/format.ts';
import { isFault } from '../facts/time/moment-reading.ts';
import { momentText } from '../facts/time/moment.ts';
import { periodYears } from '../facts/time/period-bounds.ts';
import { readMoment } from '../facts/time/read-moment.ts';
import { canonicalProfile } from '../model/cdif-profile.ts';
import { UsageFault } from '../model/fault.ts';
import { accesses, type Box } from '../model/search-facts.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { iriSpellings, isWrittenIri } from '../rdf/iri-spellings.ts';
import { repairIri } from '../rdf/iri.ts';
import { typeIri } from '../rdf/type-name.ts';
import { printable } from '../text/printable.ts';
import { boxesOfEdges, readAskedGeometry } from './asked-box.ts';
import { agentKeys, licenceKeys, termKeys, unitKeys } from './asked-names.ts';
import { readAskedAge, readAskedTime, yearsOfEnds, type AskedTime } from './asked-time.ts';
import { BitSet } from './bit-set.ts';
import { roleTexts } from './columns/agents.ts';
import { unknownAccess, type ColumnName, type Columns } from './columns/columns.ts';
import { spanOfAge, type Span } from './columns/times.ts';
import type { AskedVariable } from './columns/variables.ts';
import type { EntryTable } from './entry-table.ts';
import { shapesOfWkt } from './geometry.ts';
import { lackablePartNames, lackableParts } from './lacking.ts';
import { optionName } from './option-name.ts';
import type { Qualifiers } from './qualifiers.ts';
import { parseWordQuery, type WordClause } from './word-query.ts';
import { findWords, wordColumns, type Found } from './words-found.ts';

/** What is known of entries, as far as conditions need it. */
export interface Searched {
  readonly columns: Columns;
  readonly entries: EntryTable;
}

/** Finds the entries that meet a condition. */
export type Find = (searched: Searched) => BitSet | Found;

/** What can be asked of an entry, and how its text is read. */
export interface Condition {
  /** As it stands behind the name of the option. */
  readonly argument: string;
  readonly meaning: string;
  /** Whether one that is given several times must be met each time, or once. */
  readonly repeated: 'all' | 'any';
  /** What of the entries must be known. */
  readonly columns: readonly ColumnName[];
  /** @throws {UsageFault} where the text is not what it should be */
  readonly read: (text: string, qualifiers: Qualifiers) => Find;
}

/** Everything that can be searched by, one line each, by the name of its option. */
export const searchConditions = {
  keyword: {
    argument: 'words',
    meaning:
      'words in titles, keywords, descriptions and names of variables, places and times: all of them, "side by side", begin*, -without, one OR another',
    repeated: 'all',
    columns: wordColumns,
    read: (text) => {
      const clauses = parseWordQuery(text);
      if (clauses.length === 0) throw fault('keyword', text, 'has no letter or digit');
      return ({ columns, entries }) => findWords(columns, entries.size, clauses);
    },
  },
  bbox: {
    argument: 'W,S,E,N',
    meaning:
      'places that touch this box, in degrees: -10,35,5,45; west may be greater than east, across the antimeridian',
    repeated: 'any',
    columns: ['places'],
    read: (text, { within }) => {
      const boxes = askedBoxes(text);
      return ({ columns }) => {
        const places = columns.get('places');
        return within === true ? places.entriesWithin(boxes) : places.entriesMeeting(boxes);
      };
    },
  },
  geometry: {
    argument: 'WKT',
    meaning: 'places that touch this geometry, longitude before latitude',
    repeated: 'any',
    columns: ['places'],
    read: (text) => {
      const { boxes, wkt } = readAskedGeometry(text);
      if (boxes.length === 0) {
        throw fault(
          'geometry',
          text,
          'is no geometry in WKT, such as POLYGON((5 45, 11 45, 11 48, 5 45))',
        );
      }
      const shapes = wkt.flatMap(shapesOfWkt);
      return ({ columns }) => columns.get('places').entriesTouching(shapes, boxes);
    },
  },
  place: {
    argument: 'name',
    meaning: 'a place, by words of its name, its code or its IRI; =name is the whole name',
    repeated: 'all',
    columns: ['placeNames'],
    read: (text) => {
      const iri = repairIri(identifierName(text));
      const said = namesOf('place', text);
      return ({ columns }) =>
        columns.get('placeNames').entriesWith({ ...said, ...(iri !== undefined && { iri }) });
    },
  },
  extent: {
    argument: 'kind',
    meaning:
      'wide: places of more than 30 degrees in width or height, which --facets map leaves out',
    repeated: 'any',
    columns: ['places'],
    read: (text) => {
      if (text.trim().toLowerCase() !== 'wide') throw fault('extent', text, 'is not wide');
      return ({ columns }) => columns.get('places').largeEntries;
    },
  },
  time: {
    argument: 'A/B',
    meaning: 'times that overlap this one: 2001/2004-06, 2017, ../1950',
    repeated: 'any',
    columns: ['periods'],
    read: (text, { within }) => {
      const span = askedYears(text);
      return ({ columns }) => {
        const periods = columns.get('periods');
        return within === true ? periods.entriesWithin(span) : periods.entriesMeeting(span);
      };
    },
  },
  age: {
    argument: 'range',
    meaning: 'geologic times that overlap this one: 300..250Ma, or an era, such as Cisuralian',
    repeated: 'any',
    columns: ['ages'],
    read: (text) => {
      const age = readAskedAge(text);
      if (age === undefined) {
        throw fault(
          'age',
          text,
          'is not ages with their unit, such as 300..250Ma, or the name of an era',
        );
      }
      return ({ columns }) => columns.get('ages').entriesMeeting(spanOfAge(age));
    },
  },
  term: {
    argument: 'term',
    meaning: 'a keyword as a whole, or a controlled term by IRI, code or label',
    repeated: 'all',
    columns: ['terms', 'keywords'],
    read: (text, { scheme }) => {
      const names = named('term', text, termKeys(text));
      const schemes = scheme === undefined ? undefined : named('scheme', scheme, termKeys(scheme));
      return ({ columns }) => {
        const found = columns.get('terms').entriesWith({ names, ...(schemes && { schemes }) });
        const label = columns.labels.numberOf(text);
        if (schemes === undefined && label !== undefined) {
          found.addAll(columns.get('keywords').entries.ownersOfAny([label]));
        }
        return found;
      };
    },
  },
  variable: {
    argument: 'name',
    meaning:
      'a variable, by words of its name or description, its code, or the IRI of what it is; =name is the whole name',
    repeated: 'all',
    columns: ['variables'],
    read: (text, qualifiers) => {
      const asked = variableOf(text, qualifiers);
      return ({ columns }) => columns.get('variables').entriesWith(asked);
    },
  },
  type: {
    argument: 'type',
    meaning: 'a type: Dataset of schema.org, dcat:Dataset, or an IRI',
    repeated: 'any',
    columns: ['types'],
    read: (text) => {
      const iri = typeIri(text);
      if (iri === undefined)
        throw fault('type', text, 'is no type, such as Dataset or dcat:Dataset');
      return ({ columns }) => columns.get('types').entriesWith([iri]);
    },
  },
  source: {
    argument: 'name',
    meaning: 'records that this source of the configuration lists',
    repeated: 'any',
    columns: ['sources'],
    read:
      (text) =>
      ({ columns }) =>
        columns.get('sources').entriesWith([text]),
  },
  person: {
    argument: 'name',
    meaning:
      'a person, or another agent named so, in any role: by ORCID, IRI or words of the name; =name is the whole name',
    repeated: 'all',
    columns: ['agents'],
    read: (text, { role }) => agentsFound('person', text, roleOf(role), false),
  },
  organization: {
    argument: 'name',
    meaning:
      'whoever is named so in any role, or whose people belong to it, by ROR, IRI or words of the name; =name is the whole name',
    repeated: 'all',
    columns: ['agents'],
    read: (text, { role }) => agentsFound('organization', text, roleOf(role), true),
  },
  publisher: {
    argument: 'name',
    meaning: 'a publisher, by ROR, IRI or words of the name; =name is the whole name',
    repeated: 'any',
    columns: ['agents'],
    read: (text) => agentsFound('publisher', text, roleTexts.publisher, false),
  },
  funder: {
    argument: 'name',
    meaning: 'a funder, by ROR, IRI or words of the name; =name is the whole name',
    repeated: 'all',
    columns: ['agents'],
    read: (text) => agentsFound('funder', text, roleTexts.funder, false),
  },
  identifier: {
    argument: 'name',
    meaning: 'a DOI, Handle, ARK or other identifier of the resource, in any spelling',
    repeated: 'any',
    columns: ['identifiers'],
    read: (text) => {
      const name = identifierName(text);
      if (name === '') throw fault('identifier', text, 'is empty');
      return ({ columns, entries }) => {
        const found = columns.get('identifiers').entriesWith([name]);
        const resource = entries.resources.numberOf(repairIri(name) ?? name);
        if (resource !== undefined) found.addAll(entries.resourceOfEntry.ownersOfAny([resource]));
        return found;
      };
    },
  },
  licence: {
    argument: 'licence',
    meaning: 'a licence, by name, SPDX identifier or IRI',
    repeated: 'any',
    columns: ['licences'],
    read: (text) => {
      const keys = named('licence', text, licenceKeys(text));
      return ({ columns }) => columns.get('licences').entriesWith(keys);
    },
  },
  mediaType: {
    argument: 'type',
    meaning: 'a media type or format of the data, such as text/csv or NetCDF',
    repeated: 'any',
    columns: ['formats'],
    read: (text) => {
      const keys = named('mediaType', text, text.trim() === '' ? [] : [formatOf(text)]);
      return ({ columns }) => columns.get('formats').entriesWith(keys);
    },
  },
  access: {
    argument: 'kind',
    meaning: `whether the data can be had: ${[...accesses, unknownAccess].join(', ')}`,
    repeated: 'any',
    columns: ['access'],
    read: (text) => {
      const kind = text.trim().toLowerCase();
      const kinds: readonly string[] = [...accesses, unknownAccess];
      if (!kinds.includes(kind)) throw fault('access', text, `is none of ${kinds.join(', ')}`);
      return ({ columns }) => columns.get('access').entriesWith([kind]);
    },
  },
  profile: {
    argument: 'IRI',
    meaning: 'a profile that the record claims to conform to',
    repeated: 'any',
    columns: ['profiles'],
    read: (text) => {
      const profile = canonicalProfile(text.trim());
      return ({ columns }) => columns.get('profiles').entriesWith([profile]);
    },
  },
  lacking: {
    argument: 'part',
    meaning: `what a record says nothing of: ${lackablePartNames.join(', ')}; place and time are such as map and years count`,
    repeated: 'all',
    columns: [...new Set(Object.values(lackableParts).flatMap(({ columns }) => columns))],
    read: (text) => {
      const part = lackablePartNames.find((name) => name === text.trim().toLowerCase());
      if (part === undefined) {
        throw fault('lacking', text, `is none of ${lackablePartNames.join(', ')}`);
      }
      return ({ columns }) => BitSet.inAll([lackableParts[part].entriesWithout(columns)]);
    },
  },
  modifiedSince: {
    argument: 'date',
    meaning: 'changed, or else issued, by its publisher since then',
    repeated: 'any',
    columns: ['dates'],
    read: (text) => {
      const reading = readMoment(text.trim());
      if (reading === undefined || isFault(reading)) {
        throw fault('modifiedSince', text, 'is no date, such as 2026-03-15, 2026-03 or 2026');
      }
      const since = periodYears({ start: momentText(reading.first) }).begin;
      return ({ columns }) => columns.get('dates').entriesSince(since);
    },
  },
} as const satisfies Record<string, Condition>;

export type ConditionName = keyof typeof searchConditions;

/** The names of all conditions, in the order in which help tells them. */
export const conditionNames = Object.keys(searchConditions) as readonly ConditionName[]; // its own names

/** @throws {UsageFault} where there are none */
function named(option: string, text: string, keys: readonly string[]): readonly string[] {
  if (keys.length === 0) throw fault(option, text, 'has no letter or digit');
  return keys;
}

/** What is behind an equals sign is a name as a whole. */
export function wholeNameOf(text: string): string | undefined {
  return /^\s*=(.*)$/su.exec(text)?.[1]?.trim();
}

/** @throws {UsageFault} where a text has no words */
function namesOf(
  option: string,
  text: string,
): { readonly name: string } | { readonly words: readonly WordClause[] } {
  const name = wholeNameOf(text);
  if (name !== undefined) return { name };
  const clauses = parseWordQuery(text);
  if (clauses.length === 0) throw fault(option, text, 'has no letter or digit');
  return { words: clauses };
}

function agentsFound(
  option: string,
  text: string,
  role: string | undefined,
  withMembers: boolean,
): Find {
  const name = wholeNameOf(text);
  // Who has no name is called by an IRI, which as a whole does not mean those with a name.
  const keys = name === undefined ? agentKeys(text) : {};
  const asked = {
    iris: keys.iri === undefined ? [] : [keys.iri],
    ...(name !== undefined && { name }),
    ...(keys.name !== undefined && { words: parseWordQuery(keys.name) }),
    ...(role !== undefined && { role }),
    withMembers,
  };
  if (asked.iris.length === 0 && asked.words === undefined && name === undefined) {
    throw fault(option, text, 'is no name and no IRI');
  }
  return ({ columns }) => columns.get('agents').entriesWith(asked);
}

function roleOf(role: string | undefined): string | undefined {
  return role === undefined ? undefined : folded(role);
}

function variableOf(text: string, { unit, technique }: Qualifiers): AskedVariable {
  const name = wholeNameOf(text);
  return {
    by:
      name !== undefined
        ? { name }
        : isWrittenIri(text.trim())
          ? { concepts: iriSpellings(text.trim()) }
          : namesOf('variable', text),
    ...(unit !== undefined && { units: named('unit', unit, unitKeys(unit)) }),
    ...(technique !== undefined && {
      techniques: named('technique', technique, termKeys(technique)),
    }),
  };
}

const numbers = /^[^,\s]+(?:(?:\s+(?:,\s*)?|,\s*)[^,\s]+){3}$/u;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu;

/**
 * The boxes that `bbox` is asked for by a text.
 * @throws {UsageFault} where there is none in it
 */
export function askedBoxes(text: string): readonly Box[] {
  return boxesOfEdges(edgesOf(text));
}

/** @throws {UsageFault} where these are not the edges of a box */
function edgesOf(text: string): Box {
  const written = text.trim();
  const edges = numbers.test(written) ? written.split(/[,\s]+/u) : [];
  if (edges.length !== 4 || !edges.every((edge) => decimal.test(edge))) {
    const wrong = 'is not four numbers: west, south, east and north, such as -10,35,5,45';
    throw fault('bbox', text, wrong);
  }
  const [west = 0, south = 0, east = 0, north = 0] = edges.map(Number);
  if ([west, east].some((edge) => Math.abs(edge) > 540)) {
    throw fault(
      'bbox',
      text,
      'has a longitude beyond 540 degrees: west and east are first and third',
    );
  }
  if ([south, north].some((edge) => Math.abs(edge) > 90)) {
    throw fault(
      'bbox',
      text,
      'has a latitude beyond 90 degrees: south and north are second and fourth',
    );
  }
  if (south > north) throw fault('bbox', text, 'has its south edge north of its north edge');
  return { west, south, east, north };
}

/**
 * What `time` is asked for by a text, in years and their parts.
 * @throws {UsageFault} where the text is no time of the calendar
 */
export function askedYears(text: string): Span {
  const asked = readAskedTime(text);
  if ('fault' in asked) throw timeFault(text, asked);
  const { begin, end } = yearsOfEnds(asked);
  if (begin > end) throw fault('time', text, 'begins after it ends');
  return { begin, end };
}

function timeFault(text: string, asked: Extract<AskedTime, { fault: string }>): UsageFault {
  if (readAskedAge(text) !== undefined) {
    return fault('time', text, 'is not of the calendar; geologic times are asked for with --age');
  }
  return fault('time', text, timeFaults[asked.fault]);
}

const timeFaults = {
  ambiguous:
    'can be read in two ways; years have four digits, and months and days stand behind them: 2009-10, 2009/2010',
  impossible: 'is on no calendar',
  'no-time': 'is not one time or two with a slash between, such as 2001/2004-06, 2017 or ../1950',
} as const;

function fault(option: string, text: string, wrong: string): UsageFault {
  return new UsageFault(`--${optionName(option)} ${printable(JSON.stringify(text))} ${wrong}`);
}
