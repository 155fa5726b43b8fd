import { UsageFault } from '../model/fault.ts';
import { printable } from '../text/printable.ts';
import type { GivenParameter, ParameterType } from './parameters.ts';

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
export function whatIsRight(type: ParameterType): string {
  return right[type];
}

/** A value of a bundled query that cannot be taken, or that is missing. */
export class ParameterFault extends UsageFault {
  /** What is wrong and what is right, for those who gave no parameter of a query: `west cannot be "x"; it is a number …` */
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}

/** The fault of one parameter. @param wrong what comes behind the name: `is required` */
export function faultOfParameter(
  query: string,
  { name, type, example }: GivenParameter,
  wrong: string,
): ParameterFault {
  const such = example === undefined ? '' : `, for example --param ${shownPair(name, example)}`;
  return new ParameterFault(
    `the parameter ${name} of ${query} ${wrong}; it is ${right[type]}${such}`,
    `${name} ${wrong}; it is ${right[type]}`,
  );
}

/** Two values of which each could be taken, and that do not go together. @param wrong what stands between them: `is after` */
export function faultOfTwo(
  query: string,
  values: ReadonlyMap<string, string>,
  names: readonly [string, string],
  wrong: string,
): ParameterFault {
  const [one, other] = names.map((name) => `${name} (${printable(values.get(name) ?? '')})`);
  const reason = `${one} ${wrong} ${other}`;
  return new ParameterFault(`parameters of ${query}: ${reason}`, reason);
}

/** A value that cannot be taken. */
export function faultOfValue(
  query: string,
  parameter: GivenParameter,
  value: string,
): ParameterFault {
  const shown = value.length > 100 ? `${value.slice(0, 100)}…` : value;
  return faultOfParameter(query, parameter, `cannot be ${printable(JSON.stringify(shown))}`);
}

/** As a shell takes it. */
export function shownPair(name: string, value: string): string {
  const pair = `${name}=${value}`;
  return /^[\w=:/.,+@-]+$/u.test(pair) ? pair : `'${pair.replaceAll("'", String.raw`'\''`)}'`;
}
