import { UsageFault } from '../model/fault.ts';
import { escapeControls } from '../text/printable.ts';

/** What a value can be, as a header names it. */
const parameterTypes = [
  'west edge',
  'south edge',
  'east edge',
  'north edge',
  'first moment',
  'last moment',
  'age',
  'words',
  'name',
  'text',
  'IRI',
  'identifier',
  'licence',
  'agent',
  'format',
  'moment',
  'geometry',
  'access',
  'term',
  'type',
  'unit',
  'yes or no',
] as const;

export type ParameterType = (typeof parameterTypes)[number];

/** What we make of other parameters, as a header names it. */
const derivedTypes = [
  'identifier as IRI',
  'IRI of agent',
  'words of agent',
  'spellings of format',
] as const;

type DerivedType = (typeof derivedTypes)[number];

/** Something to be said by who asks. Its name is that of its variable in the query. */
export interface GivenParameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly required: boolean;
  /** With which the query stands in its file; absent where that is without a value. */
  readonly example?: string;
  readonly meaning: string;
}

/** Something that follows from others: the spellings in which the index has what they say. */
export interface DerivedParameter {
  readonly name: string;
  readonly type: DerivedType;
  readonly from: readonly string[];
  readonly meaning: string;
}

export interface QueryParameters {
  readonly given: readonly GivenParameter[];
  readonly derived: readonly DerivedParameter[];
}

// The example ends at the first `):`; none has that in it.
const line =
  /^# - (\w+) \(([\w ]+); (?:(required|optional)|from ([\w ]+))(?:; for example (.+?))?\): (.+)$/u;

/**
 * Reads the lines of a header that begin with `# - `, each of which is a parameter:
 *
 *     # - west (west edge; required; for example 8.5): the western edge, in degrees
 *     # - iri (IRI of agent; from person): the IRI of the person, where it is said
 *
 * @param header lines that go on are joined already
 * @throws {TypeError} for a line that is written in another way
 */
export function parseParameters(query: string, header: string): QueryParameters {
  const given: GivenParameter[] = [];
  const derived: DerivedParameter[] = [];
  for (const text of header.split('\n').filter((each) => each.startsWith('# - '))) {
    const [, name = '', type, necessity, from, example, meaning = ''] = line.exec(text) ?? [];
    const givenType = parameterTypes.find((each) => each === type);
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

const right: Record<ParameterType, string> = {
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
  type: 'a type as schema.org names it, such as Dataset, one with a usual prefix, such as dcat:Dataset, or an IRI',
  unit: 'the symbol, name, code or IRI of a unit',
  'yes or no': 'yes or no',
  geometry: 'a geometry on the map as WKT, longitude before latitude, its rings closed',
};

/** What a type asks for, in words. */
export function describeParameterType(type: ParameterType): string {
  return right[type];
}

/** A value of a bundled query that cannot be taken, or that is missing. */
class ParameterFault extends UsageFault {
  /** What is wrong and what is right, for those who gave no parameter of a query: `west cannot be "x"; it is a number …` */
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}

/** The fault of one parameter. @param wrong what comes behind the name: `is required` */
export function createParameterFault(
  query: string,
  { name, type, example }: GivenParameter,
  wrong: string,
): ParameterFault {
  const such =
    example === undefined ? '' : `, for example --param ${shellQuotedPair(name, example)}`;
  return new ParameterFault(
    `the parameter ${name} of ${query} ${wrong}; it is ${right[type]}${such}`,
    `${name} ${wrong}; it is ${right[type]}`,
  );
}

/** Two values of which each could be taken, and that do not go together. @param wrong what stands between them: `is after` */
export function createConflictFault(
  query: string,
  values: ReadonlyMap<string, string>,
  names: readonly [string, string],
  wrong: string,
): ParameterFault {
  const [one, other] = names.map((name) => `${name} (${escapeControls(values.get(name) ?? '')})`);
  const reason = `${one} ${wrong} ${other}`;
  return new ParameterFault(`parameters of ${query}: ${reason}`, reason);
}

/** A value that cannot be taken. */
export function createValueFault(
  query: string,
  parameter: GivenParameter,
  value: string,
): ParameterFault {
  const shown = value.length > 100 ? `${value.slice(0, 100)}…` : value;
  return createParameterFault(
    query,
    parameter,
    `cannot be ${escapeControls(JSON.stringify(shown))}`,
  );
}

/** As a shell takes it. */
export function shellQuotedPair(name: string, value: string): string {
  const pair = `${name}=${value}`;
  return /^[\w=:/.,+@-]+$/u.test(pair) ? pair : `'${pair.replaceAll("'", String.raw`'\''`)}'`;
}
