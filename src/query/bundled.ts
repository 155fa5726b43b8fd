import { readdirSync, readFileSync } from 'node:fs';
import { UsageFault } from '../model/fault.ts';
import { escapeControls } from '../text/printable.ts';

/** A bundled query with the data of its header. */
export interface BundledQuery {
  /** The file's name without `.rq`. */
  readonly name: string;
  readonly title: string;
  /** The question that it answers. */
  readonly question: string;
  /** The graphs that it reads. */
  readonly graphs: string;
  /** The parameters; the text of the query has their example values. */
  readonly parameters: QueryParameters;
  /** The text of the file, a valid query. */
  readonly text: string;
}

/** `queries/` is beside `src/` and beside `dist/`. */
const shipped = new URL('../../queries/', import.meta.url);
const extension = '.rq';

/** All shipped queries, by name. */
export function bundledQueries(): readonly BundledQuery[] {
  return bundledQueryNames().map(bundledQuery);
}

/** The names of all shipped queries, sorted. */
export function bundledQueryNames(): readonly string[] {
  return readdirSync(shipped)
    .filter((file) => file.endsWith(extension))
    .map((file) => file.slice(0, -extension.length))
    .toSorted();
}

/** The shipped query of that name. @throws what `node:fs` throws if there is none */
export function bundledQuery(name: string): BundledQuery {
  return parseBundledQuery(name, readFileSync(new URL(name + extension, shipped), 'utf8'));
}

/**
 * Parses the header of a query: the comment at the start of the file, with a line for each of
 * `Title`, `Question` and `Graphs` in any order, and for each parameter (`parseParameters`). An
 * indented line continues the one before:
 *
 *     # Title: Keywords
 *     # Question: Which keywords are there, and how many records
 *     #   have each of them?
 *     # Graphs: every record graph
 *
 * @throws {TypeError} when one of them is missing or a parameter cannot be read
 */
export function parseBundledQuery(name: string, text: string): BundledQuery {
  const header = text.slice(0, /^(?!#)/mu.exec(text)?.index).replaceAll(/\n# {2,}/gu, ' ');
  const field = (key: string): string => {
    const value = new RegExp(`^# ${key}: *([^ ].*)$`, 'mu').exec(header)?.[1];
    if (value === undefined) throw new TypeError(`${name}${extension} has no ${key}`);
    return value.trim();
  };
  return {
    name,
    title: field('Title'),
    question: field('Question'),
    graphs: field('Graphs'),
    parameters: parseParameters(name, header),
    text,
  };
}

/** The types of values, as headers name them, with the permitted values in words. */
const parameterTypes = {
  'west edge': 'a number of degrees from -180 to 180, or on to 540 on either side',
  'south edge': 'a number of degrees from -90 to 90',
  'east edge': 'a number of degrees from -180 to 180, or on to 540 on either side',
  'north edge': 'a number of degrees from -90 to 90',
  'first moment': 'a year, month, day or time, such as 1990, 1990-05, 1990-05-17, or .. for open',
  'last moment': 'a year, month, day or time, such as 1990, 1990-05, 1990-05-17, or .. for open',
  age: 'a number of millions of years before present',
  words: 'a text with at least one word in it',
  name: 'a text with at least one letter or digit in it',
  text: 'a text that is not empty',
  IRI: 'an absolute IRI',
  identifier: 'a DOI, Handle, ARK, URN or URL in any spelling, or any other identifier',
  licence: 'the name, SPDX identifier or IRI of a licence, in any spelling',
  agent: 'an ORCID, a ROR or another IRI in any spelling, or words that all stand in one name',
  format: 'a media type or the name of a format',
  moment: 'a year, month, day or time, such as 2026, 2026-11, 2026-11-20',
  access: 'open, restricted, embargoed or unknown',
  term: 'an IRI, a code or a label',
  type:
    'a type as schema.org names it, such as Dataset, ' +
    'one with a usual prefix, such as dcat:Dataset, or an IRI',
  unit: 'the symbol, name, code or IRI of a unit',
  'yes or no': 'yes or no',
  geometry: 'a geometry on the map as WKT, longitude before latitude, its rings closed',
} as const;

/** The type of a parameter. */
export type ParameterType = keyof typeof parameterTypes;

const parameterTypeNames = Object.keys(parameterTypes) as ParameterType[]; // its own names

/** The types of derived parameters, as headers name them. */
const derivedTypes = [
  'identifier as IRI',
  'IRI of agent',
  'words of agent',
  'spellings of format',
] as const;

/** A parameter that the user sets. Its name is that of its variable in the query. */
export interface GivenParameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly required: boolean;
  /** The value in the query's file; absent if it has none. */
  readonly example?: string;
  readonly meaning: string;
}

/** A parameter derived from others: their values in the spellings of the index. */
export interface DerivedParameter {
  readonly name: string;
  readonly type: (typeof derivedTypes)[number];
  readonly from: readonly string[];
  readonly meaning: string;
}

/** The parameters of a bundled query. */
export interface QueryParameters {
  readonly given: readonly GivenParameter[];
  readonly derived: readonly DerivedParameter[];
}

// The example ends at the first `):`, which no example contains.
const line =
  /^# - (\w+) \(([\w ]+); (?:(required|optional)|from ([\w ]+))(?:; for example (.+?))?\): (.+)$/u;

/**
 * Parses the parameters of a header, which are lines that begin with `# - `:
 *
 *     # - west (west edge; required; for example 8.5): the western edge, in degrees
 *     # - iri (IRI of agent; from person): the IRI of the person, if stated
 *
 * @param header with continued lines joined
 * @throws {TypeError} for a line of another form
 */
function parseParameters(query: string, header: string): QueryParameters {
  const given: GivenParameter[] = [];
  const derived: DerivedParameter[] = [];
  for (const text of header.split('\n').filter((each) => each.startsWith('# - '))) {
    const [, name = '', type, necessity, from, example, meaning = ''] = line.exec(text) ?? [];
    const givenType = parameterTypeNames.find((each) => each === type);
    const derivedType = derivedTypes.find((each) => each === type);
    if (givenType !== undefined && necessity !== undefined) {
      const required = necessity === 'required';
      const shown = example === undefined ? {} : { example };
      given.push({ name, type: givenType, required, ...shown, meaning });
    } else if (derivedType !== undefined && from !== undefined) {
      derived.push({ name, type: derivedType, from: from.split(' '), meaning });
    } else {
      throw new TypeError(`${query}.rq has a parameter that cannot be read: ${text}`);
    }
  }
  return { given, derived };
}

/** The permitted values of a type, in words. */
export function describeParameterType(type: ParameterType): string {
  return parameterTypes[type];
}

/** A missing or invalid value of a parameter of a bundled query. */
export class ParameterFault extends UsageFault {
  /** The parameters: one, or two in conflict. */
  readonly parameters: readonly string[];
  /** The message without the query's name: `west cannot be "x"; it is a number …` */
  readonly reason: string;

  constructor(message: string, parameters: readonly string[], reason: string) {
    super(message);
    this.parameters = parameters;
    this.reason = reason;
  }
}

/** The fault of one parameter. @param wrong the predicate of the sentence: `is required` */
export function createParameterFault(
  query: string,
  { name, type, example }: GivenParameter,
  wrong: string,
): ParameterFault {
  const hint =
    example === undefined ? '' : `, for example --param ${shellQuotedPair(name, example)}`;
  const rest = `${wrong}; it is ${parameterTypes[type]}`;
  return new ParameterFault(
    `the parameter ${name} of ${query} ${rest}${hint}`,
    [name],
    `${name} ${rest}`,
  );
}

/** The fault of two valid values that conflict. @param wrong the verb between them: `is after` */
export function createConflictFault(
  query: string,
  values: ReadonlyMap<string, string>,
  names: readonly [string, string],
  wrong: string,
): ParameterFault {
  const [one, other] = names.map((name) => `${name} (${escapeControls(values.get(name) ?? '')})`);
  const reason = `${one} ${wrong} ${other}`;
  return new ParameterFault(`parameters of ${query}: ${reason}`, names, reason);
}

/** The fault of an invalid value. */
export function createValueFault(
  query: string,
  parameter: GivenParameter,
  value: string,
): ParameterFault {
  const shown = value.length > 100 ? `${value.slice(0, 100)}…` : value;
  const wrong = `cannot be ${escapeControls(JSON.stringify(shown))}`;
  return createParameterFault(query, parameter, wrong);
}

/** An argument `name=value`, quoted for a shell where necessary. */
export function shellQuotedPair(name: string, value: string): string {
  const pair = `${name}=${value}`;
  return /^[\w=:/.,+@-]+$/u.test(pair) ? pair : `'${pair.replaceAll("'", String.raw`'\''`)}'`;
}
