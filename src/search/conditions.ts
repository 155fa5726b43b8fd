import { normalizeFormat } from '../facts/text/formats-and-checksums.ts';
import { foldText } from '../facts/text/word-folding.ts';
import { momentText, periodYears } from '../facts/time/calendar.ts';
import { isMomentFault, readMoment } from '../facts/time/read-moment.ts';
import { canonicalProfile } from '../model/media-type.ts';
import { findRuleIds, nearestRuleIds, ruleIds } from '../model/rule-ids.ts';
import { accessLevels } from '../model/search-facts.ts';
import { profileNames } from '../model/validation.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { iriSpellings, isWrittenIri, repairIri } from '../rdf/iri.ts';
import { typeIri } from '../rdf/vocabularies.ts';
import { type AgentQuery, roleTexts } from './columns/agents.ts';
import { spanOfAge } from './columns/column.ts';
import {
  type ColumnName,
  findWords,
  type IndexColumns,
  lackablePartNames,
  lackableParts,
  type NameColumnName,
  type RankedEntries,
  unknownAccess,
  wordColumns,
} from './columns/columns.ts';
import { parseConformance } from './columns/conformance.ts';
import { shapesOfWkt } from './columns/places.ts';
import type { VariableQuery } from './columns/variables-and-terms.ts';
import {
  agentKeys,
  ConditionFault,
  createConditionFault,
  licenceKeys,
  parseAgeCondition,
  parseBboxCondition,
  parseGeometryCondition,
  parseNameOrWords,
  parseWholeName,
  parseYearsCondition,
  requireKeys,
  requireWords,
  termKeys,
  unitKeys,
} from './condition-values.ts';
import type { EntryTable } from './entry-table.ts';
import type { BitSet } from './number-tables.ts';
import { parseWordQuery } from './text-tables.ts';

/** Refinements of conditions. */
export interface Qualifiers {
  /** Whether all places and times must be contained, rather than overlap. */
  readonly within?: boolean | undefined;
  /** IRI or name of the vocabulary of `term`. */
  readonly scheme?: string | undefined;
  /** Name, symbol, code or IRI of the unit of `variable`. */
  readonly unit?: string | undefined;
  /** Name or IRI of the technique of `variable`. */
  readonly technique?: string | undefined;
  /** Role of `person` and `organization`. */
  readonly role?: string | undefined;
}

/** The name of a qualifier. */
export type QualifierName = keyof Qualifiers;

/** Help text of a qualifier, and the conditions that it refines. */
export interface Qualifier {
  /** Placeholder after the option name in help; absent for a flag. */
  readonly argument?: string;
  readonly meaning: string;
  readonly of: readonly string[];
}

/** All qualifiers by the name of their option, one line each. */
export const searchQualifiers = {
  within: {
    meaning: 'with --bbox and --time: all places and times lie within, rather than touch it',
    of: ['bbox', 'time'],
  },
  scheme: {
    argument: 'name',
    meaning: 'with --term: its vocabulary, by IRI or by name as published',
    of: ['term'],
  },
  unit: {
    argument: 'name',
    meaning: 'with --variable: its unit, by symbol, code, name or IRI',
    of: ['variable'],
  },
  technique: {
    argument: 'name',
    meaning: 'with --variable: how it was measured, by name or IRI',
    of: ['variable'],
  },
  role: {
    argument: 'role',
    meaning:
      'with --person and --organization: their role, such as creator, publisher or data curator',
    of: ['person', 'organization'],
  },
} as const satisfies Record<QualifierName, Qualifier>;

/** The names of all qualifiers, in the order of help. */
export const qualifierNames = Object.keys(searchQualifiers) as readonly QualifierName[];

/**
 * Checks that each qualifier has its condition.
 * @param given names of the given conditions
 * @throws {UsageFault} if a qualifier has none of its conditions
 */
export function assertQualified(qualifiers: Qualifiers, given: ReadonlySet<string>): void {
  for (const name of qualifierNames) {
    const { of: owners }: Qualifier = searchQualifiers[name];
    if (qualifiers[name] === undefined || qualifiers[name] === false) continue;
    if (owners.some((condition) => given.has(condition))) continue;
    throw new ConditionFault(name, (nameOf) => `needs ${owners.map(nameOf).join(' or ')}`);
  }
}

/** The parts of an index that conditions read. */
export interface SearchedEntries {
  readonly columns: IndexColumns;
  readonly entries: EntryTable;
}

/** Finds the entries that match a condition. */
export type ConditionMatcher = (searched: SearchedEntries) => BitSet | RankedEntries;

/** A kind of condition, and how its text is parsed. */
export interface Condition {
  /** Placeholder after the option name in help. */
  readonly argument: string;
  readonly meaning: string;
  /** Whether several texts must all match, or any of them. */
  readonly repeated: 'all' | 'any';
  /** The columns that it reads. */
  readonly columns: readonly ColumnName[];
  /** @throws {UsageFault} if the text is invalid */
  readonly read: (text: string, qualifiers: Qualifiers) => ConditionMatcher;
}

const accessKinds: readonly string[] = [...accessLevels, unknownAccess];

/** All conditions by the name of their option, one line each. */
export const searchConditions = {
  keyword: {
    argument: 'words',
    meaning:
      'words in titles, keywords, descriptions and names of variables, places and times: ' +
      'all of them, "side by side", begin*, -without, one OR another',
    repeated: 'all',
    columns: wordColumns,
    read: (text) => {
      const clauses = requireWords('keyword', text);
      return ({ columns, entries }) => findWords(columns, entries.size, clauses);
    },
  },
  bbox: {
    argument: 'W,S,E,N',
    meaning:
      'places that touch this box, in degrees: -10,35,5,45; ' +
      'west may be greater than east, across the antimeridian',
    repeated: 'any',
    columns: ['places'],
    read: (text, { within }) => {
      const boxes = parseBboxCondition(text);
      return ({ columns }) => {
        const places = columns.get('places');
        return within === true ? places.entriesWithin(boxes) : places.entriesIntersecting(boxes);
      };
    },
  },
  geometry: {
    argument: 'WKT',
    meaning: 'places that touch this geometry, longitude before latitude',
    repeated: 'any',
    columns: ['places'],
    read: (text) => {
      const { boxes, wkt } = parseGeometryCondition(text);
      if (boxes.length === 0) {
        throw createConditionFault(
          'geometry',
          text,
          'is no geometry in WKT, such as POLYGON((5 45, 11 45, 11 48, 5 45))',
        );
      }
      const shapes = wkt.flatMap(shapesOfWkt);
      return ({ columns }) => columns.get('places').entriesTouchingShapes(shapes, boxes);
    },
  },
  place: {
    argument: 'name',
    meaning: 'a place, by words of its name, its code or its IRI; =name is the whole name',
    repeated: 'all',
    columns: ['placeNames'],
    read: (text) => {
      const iri = repairIri(identifierName(text));
      const nameOrWords = parseNameOrWords('place', text);
      return ({ columns }) =>
        columns
          .get('placeNames')
          .entriesWith({ ...nameOrWords, ...(iri !== undefined && { iri }) });
    },
  },
  extent: {
    argument: 'kind',
    meaning:
      'wide: places of more than 30 degrees in width or height, which --facets map leaves out',
    repeated: 'any',
    columns: ['places'],
    read: (text) => {
      if (text.trim().toLowerCase() !== 'wide')
        throw createConditionFault('extent', text, 'must be wide');
      return ({ columns }) => columns.get('places').largeEntries;
    },
  },
  time: {
    argument: 'A/B',
    meaning: 'times that overlap this one: 2001/2004-06, 2017, ../1950',
    repeated: 'any',
    columns: ['periods'],
    read: (text, { within }) => {
      const span = parseYearsCondition(text);
      return ({ columns }) => {
        const periods = columns.get('periods');
        return within === true ? periods.entriesWithin(span) : periods.entriesOverlapping(span);
      };
    },
  },
  age: {
    argument: 'range',
    meaning: 'geologic times that overlap this one: 300..250Ma, or an era, such as Cisuralian',
    repeated: 'any',
    columns: ['ages'],
    read: (text) => {
      const age = parseAgeCondition(text);
      if (age === undefined) {
        throw createConditionFault(
          'age',
          text,
          'is not ages with their unit, such as 300..250Ma, or the name of an era',
        );
      }
      return ({ columns }) => columns.get('ages').entriesOverlapping(spanOfAge(age));
    },
  },
  term: {
    argument: 'term',
    meaning: 'a keyword as a whole, or a controlled term by IRI, code or label',
    repeated: 'all',
    columns: ['terms', 'keywords'],
    read: (text, { scheme }) => {
      const names = requireKeys('term', text, termKeys(text));
      const schemes =
        scheme === undefined ? undefined : requireKeys('scheme', scheme, termKeys(scheme));
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
      'a variable, by words of its name or description, its code, or the IRI of what it is; ' +
      '=name is the whole name',
    repeated: 'all',
    columns: ['variables'],
    read: (text, qualifiers) => {
      const query = parseVariableQuery(text, qualifiers);
      return ({ columns }) => columns.get('variables').entriesWith(query);
    },
  },
  type: createNameCondition(
    'types',
    'type',
    'a type: Dataset of schema.org, dcat:Dataset, or an IRI',
    (text) => {
      const iri = typeIri(text);
      if (iri === undefined)
        throw createConditionFault('type', text, 'is no type, such as Dataset or dcat:Dataset');
      return [iri];
    },
  ),
  source: createNameCondition(
    'sources',
    'name',
    'records that this source of the configuration lists',
    (text) => [text],
  ),
  person: createAgentCondition('person', 'a person or other agent in any role, by ORCID'),
  organization: createAgentCondition(
    'organization',
    'an organization in any role, or as affiliation of an agent, by ROR',
    { withMembers: true },
  ),
  publisher: createAgentCondition('publisher', 'a publisher, by ROR', {
    repeated: 'any',
    role: roleTexts.publisher,
  }),
  funder: createAgentCondition('funder', 'a funder, by ROR', { role: roleTexts.funder }),
  identifier: {
    argument: 'name',
    meaning: 'a DOI, Handle, ARK or other identifier of the resource, in any spelling',
    repeated: 'any',
    columns: ['identifiers'],
    read: (text) => {
      const name = identifierName(text);
      if (name === '') throw createConditionFault('identifier', text, 'is empty');
      return ({ columns, entries }) => {
        const found = columns.get('identifiers').entriesWith([name]);
        const resource = entries.resources.numberOf(repairIri(name) ?? name);
        if (resource !== undefined) found.addAll(entries.resourceOfEntry.ownersOfAny([resource]));
        return found;
      };
    },
  },
  licence: createNameCondition(
    'licences',
    'licence',
    'a licence, by name, SPDX identifier or IRI',
    (text) => requireKeys('licence', text, licenceKeys(text)),
  ),
  mediaType: createNameCondition(
    'formats',
    'type',
    'a media type or format of the data, such as text/csv or NetCDF',
    (text) => requireKeys('mediaType', text, text.trim() === '' ? [] : [normalizeFormat(text)]),
  ),
  access: createNameCondition(
    'access',
    'kind',
    `access to the data: ${accessKinds.join(', ')}`,
    (text) => {
      const kind = text.trim().toLowerCase();
      if (!accessKinds.includes(kind))
        throw createConditionFault('access', text, `is none of ${accessKinds.join(', ')}`);
      return [kind];
    },
  ),
  profile: createNameCondition(
    'profiles',
    'IRI',
    'a profile that the record claims to conform to',
    (text) => [canonicalProfile(text.trim())],
  ),
  conforms: createNameCondition(
    'conformance',
    'profile',
    'a profile that the harvest checked the record against, and to which it conforms: ' +
      'cdif-discovery, cdif-discovery-1.1; "not cdif-discovery" for the others, or unchecked',
    (text) => {
      const parsed = parseConformance(text);
      if ('names' in parsed) return parsed.names;
      const { nearest } = parsed;
      const hint =
        nearest === undefined ? `one of ${profileNames.join(', ')}` : `perhaps ${nearest}`;
      throw createConditionFault('conforms', text, `is no profile; ${hint}, or unchecked`);
    },
  ),
  unmet: createNameCondition(
    'unmet',
    'rule',
    'a rule that the record does not meet by the check of the harvest, such as rights, or ' +
      'licence, for records without a licence',
    (text) => {
      const rules = findRuleIds(text);
      if (rules.length > 0) return rules;
      const nearest = nearestRuleIds(text);
      const known = (nearest.length === 0 ? ruleIds : nearest).join(', ');
      const hint = nearest.length === 0 ? `one of ${known}` : `perhaps ${known}`;
      throw createConditionFault('unmet', text, `is no rule; ${hint}`);
    },
  ),
  lacking: {
    argument: 'part',
    meaning:
      `resources whose record lacks one of: ${lackablePartNames.join(', ')}; ` +
      'place and time as counted by the facets map and years',
    repeated: 'all',
    columns: [...new Set(Object.values(lackableParts).flatMap(({ columns }) => columns))],
    read: (text) => {
      const part = lackablePartNames.find((name) => name === text.trim().toLowerCase());
      if (part === undefined) {
        throw createConditionFault('lacking', text, `is none of ${lackablePartNames.join(', ')}`);
      }
      return ({ columns }) => lackableParts[part].entriesWithout(columns).copy();
    },
  },
  modifiedSince: {
    argument: 'date',
    meaning: 'modified, or else published, on or after this date, according to its publisher',
    repeated: 'any',
    columns: ['dates'],
    read: (text) => {
      const reading = readMoment(text.trim());
      if (reading === undefined || isMomentFault(reading)) {
        throw createConditionFault(
          'modifiedSince',
          text,
          'is no date, such as 2026-03-15, 2026-03 or 2026',
        );
      }
      const since = periodYears({ start: momentText(reading.first) }).begin;
      return ({ columns }) => columns.get('dates').entriesSince(since);
    },
  },
} as const satisfies Record<string, Condition>;

/** The name of a condition. */
export type ConditionName = keyof typeof searchConditions;

/** The names of all conditions, in the order of help. */
export const conditionNames = Object.keys(searchConditions) as readonly ConditionName[];

/**
 * A condition on names, of which an entry must have one.
 * @param keysOf the lookup keys of a text; throws a `UsageFault` if the text is invalid
 */
function createNameCondition(
  column: NameColumnName,
  argument: string,
  meaning: string,
  keysOf: (text: string) => readonly string[],
): Condition {
  return {
    argument,
    meaning,
    repeated: 'any',
    columns: [column],
    read: (text) => {
      const keys = keysOf(text);
      return ({ columns }) => columns.get(column).entriesWith(keys);
    },
  };
}

/** A condition on agents in a folded role, by default in the role given by the qualifier or any. */
function createAgentCondition(
  option: string,
  meaning: string,
  {
    repeated = 'all',
    withMembers = false,
    ...fixed
  }: Partial<Pick<Condition, 'repeated'> & Pick<AgentQuery, 'role' | 'withMembers'>> = {},
): Condition {
  return {
    argument: 'name',
    meaning: `${meaning}, IRI or words of the name; =name is the whole name`,
    repeated,
    columns: ['agents'],
    read: (text, qualifiers) => {
      const role = fixed.role ?? (qualifiers.role && foldText(qualifiers.role));
      const agent = parseAgent(option, text);
      const query = { ...agent, ...(role !== undefined && { role }), withMembers };
      return ({ columns }) => columns.get('agents').entriesWith(query);
    },
  };
}

/** @throws {UsageFault} for a text that is no name and no IRI */
function parseAgent(option: string, text: string): Pick<AgentQuery, 'iris' | 'name' | 'words'> {
  const whole = parseWholeName(text);
  // A whole name does not match IRIs: an agent without name is labelled by its IRI.
  if (whole !== undefined) return { iris: [], name: whole };
  const { iri, name } = agentKeys(text);
  if (iri === undefined && name === undefined) {
    throw createConditionFault(option, text, 'is no name and no IRI');
  }
  return {
    iris: iri === undefined ? [] : [iri],
    ...(name !== undefined && { words: parseWordQuery(name) }),
  };
}

function parseVariableQuery(text: string, { unit, technique }: Qualifiers): VariableQuery {
  const iri = text.trim();
  return {
    by: isWrittenIri(iri) ? { concepts: iriSpellings(iri) } : parseNameOrWords('variable', text),
    ...(unit !== undefined && { units: requireKeys('unit', unit, unitKeys(unit)) }),
    ...(technique !== undefined && {
      techniques: requireKeys('technique', technique, termKeys(technique)),
    }),
  };
}
