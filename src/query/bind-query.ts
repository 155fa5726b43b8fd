import { formatSpellings, normalizeFormat } from '../facts/text/formats-and-checksums.ts';
import { foldText, significantWords } from '../facts/text/word-folding.ts';
import { momentText, periodBounds } from '../facts/time/calendar.ts';
import { isMomentFault, readMoment } from '../facts/time/read-moment.ts';
import { UsageFault } from '../model/fault.ts';
import { accessLevels } from '../model/search-facts.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { iriSpellings, isIri, isWrittenIri, repairIri } from '../rdf/iri.ts';
import { iriTerm } from '../rdf/n-quads.ts';
import { typeIri, geo, xsd } from '../rdf/vocabularies.ts';
import {
  agentKeys,
  boxesFromEdges,
  decimalForm,
  licenceKeys,
  parseGeometryCondition,
  termKeys,
  unitKeys,
} from '../search/condition-values.ts';
import { nearestKey } from '../text/nearest-key.ts';
import {
  type BundledQuery,
  createConflictFault,
  createParameterFault,
  createValueFault,
  type DerivedParameter,
  type GivenParameter,
  type ParameterType,
} from './bundled.ts';

/** The values of parameters by name. */
type ParameterValues = ReadonlyMap<string, string>;

/**
 * Replaces the example values of a bundled query. Each value becomes an escaped term, so nothing in
 * it is read as SPARQL. Optional parameters without value are `UNDEF`, and parameters derived from
 * them have no rows. A box whose west is greater than its east crosses the antimeridian: two rows.
 * @throws {UsageFault} that names the parameter, the fault of its value, and the permitted values
 */
export function bindQuery(query: BundledQuery, values: ParameterValues): string {
  refuseUnknown(query, values);
  const { given, derived } = query.parameters;
  for (const parameter of given) {
    if (parameter.required && !values.has(parameter.name)) {
      throw createParameterFault(query.name, parameter, 'is required');
    }
  }
  const columns = new Map<string, readonly SparqlTerm[]>(
    given.map((parameter) => {
      const value = values.get(parameter.name);
      const terms =
        value === undefined ? [undefined] : convertParameterValue(query.name, parameter, value);
      return [parameter.name, terms];
    }),
  );
  refuseHalfAges(query, values);
  const ranges = [...readSearchBoxes(query, values), ...readSearchYears(query, values)];
  for (const [name, column] of ranges) columns.set(name, column);
  for (const parameter of derived) columns.set(parameter.name, derivedColumn(parameter, values));
  return replaceValues(query.text, columns);
}

/** An age range has both ends, the older first. */
function refuseHalfAges(query: BundledQuery, values: ParameterValues): void {
  const [older, younger] = query.parameters.given.filter(({ type }) => type === 'age');
  if (older === undefined || younger === undefined) return;
  const [from, to] = [values.get(older.name), values.get(younger.name)];
  if (from === undefined && to === undefined) return;
  if (from === undefined || to === undefined) {
    const missing = from === undefined ? older : younger;
    throw createParameterFault(query.name, missing, 'is needed with the other end');
  }
  if (Number(from) < Number(to)) {
    throw createConflictFault(query.name, values, [older.name, younger.name], 'is less than');
  }
}

/** The example values of a query. */
export function exampleValues({ parameters }: BundledQuery): ReadonlyMap<string, string> {
  return new Map(
    parameters.given.flatMap(({ name, example }) =>
      example === undefined ? [] : [[name, example]],
    ),
  );
}

function refuseUnknown({ name: query, parameters }: BundledQuery, values: ParameterValues): void {
  const known = parameters.given.map(({ name }) => name);
  for (const name of values.keys()) {
    if (known.includes(name)) continue;
    const derived = parameters.derived.find((each) => each.name === name);
    if (derived !== undefined) {
      const from = derived.from.join(', ');
      throw new UsageFault(
        `the parameter ${name} of ${query} cannot be set: it is derived from ${from}`,
      );
    }
    const nearest = nearestKey(name, known);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    const all = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
    throw new UsageFault(`${query} has no parameter ${name}${hint} (${all})`);
  }
}

/** The terms derived from the values of other parameters; empty if they have none. */
function derivedColumn(
  { type, from }: DerivedParameter,
  values: ParameterValues,
): readonly SparqlTerm[] {
  const sources = from.flatMap((name) => values.get(name) ?? []);
  switch (type) {
    case 'identifier as IRI':
      return sources.flatMap((name) => repairIri(identifierName(name)) ?? []).map(iriTerm);
    case 'IRI of agent':
      return sources.flatMap((agent) => agentKeys(agent).iri ?? []).map(iriTerm);
    case 'words of agent':
      return distinctWords(sources.flatMap((agent) => agentKeys(agent).name ?? []).join(' ')).map(
        stringTerm,
      );
    case 'spellings of format':
      return sources.flatMap((format) => formatSpellings(normalizeFormat(format))).map(stringTerm);
  }
}

/** The terms of each variable: one a row, or one for all rows. */
type Columns = ReadonlyMap<string, readonly SparqlTerm[]>;

const maxColumns = 100;
// Matches only bundled queries, whose rows have no braces.
const block = /^( *)((?:[^ \n].*?)?)VALUES (\?\w+|\([?\w ]+\)) \{[^{}]*\}/gmu;

/**
 * Replaces the rows of each `VALUES` block whose variables all have a column. A column without
 * terms leaves its block without rows, which finds nothing.
 */
function replaceValues(query: string, columns: Columns): string {
  return query.replaceAll(
    block,
    (found, indent: string, before: string, variables: string): string => {
      const names = namesIn(variables);
      const chosen = names.flatMap((name) => {
        const column = columns.get(name);
        return column === undefined ? [] : [column];
      });
      if (chosen.length < names.length) return found;
      const rows = rowsOf(chosen, variables.startsWith('('));
      return layOutRows(`${indent}${before}VALUES ${variables} {`, rows, indent);
    },
  );
}

function namesIn(variables: string): readonly string[] {
  return Array.from(variables.matchAll(/\?(\w+)/gu), ([, name = '']) => name);
}

function rowsOf(columns: readonly (readonly SparqlTerm[])[], several: boolean): readonly string[] {
  const isEmpty = columns.some((column) => column.length === 0);
  const count = isEmpty ? 0 : Math.max(...columns.map((column) => column.length));
  return Array.from({ length: count }, (_, row) => {
    const terms = columns.map((column) => column[column.length === 1 ? 0 : row] ?? 'UNDEF');
    return several ? `(${terms.join(' ')})` : terms.join(' ');
  });
}

/** Formats rows in one line, or in several if there are many. */
function layOutRows(start: string, rows: readonly string[], indent: string): string {
  const whole = [start, ...rows, '}'].join(' ');
  if (whole.length <= maxColumns) return whole;
  const lines = [start];
  let current = `${indent} `;
  for (const row of rows) {
    if (current.trim() !== '' && current.length + row.length + 1 > maxColumns) {
      lines.push(current);
      current = `${indent} `;
    }
    current += ` ${row}`;
  }
  return [...lines, current, `${indent}}`].join('\n');
}

/** Older than the universe. */
const oldest = 20_000;

const accessValues: ReadonlySet<string> = new Set([...accessLevels, 'unknown']);

/** Converts values to terms in the spelling of the index; no terms for values of another type. */
const readers: Partial<Record<ParameterType, (value: string) => readonly SparqlTerm[]>> = {
  words: (value) => distinctWords(value).map(stringTerm),
  name: (value) => (distinctWords(value).length === 0 ? [] : [stringTerm(foldText(value))]),
  text: (value) => (value === '' ? [] : [stringTerm(value)]),
  IRI: (value) => (isIri(value) ? iriSpellings(value).map(iriTerm) : []),
  identifier: (value) => (value.trim() === '' ? [] : [stringTerm(identifierName(value))]),
  licence: (value) => termsOfKeys(licenceKeys(value)),
  agent: (value) => iriOrName(agentKeys(value).iri ?? value),
  access: (value) => (accessValues.has(value) ? [stringTerm(value)] : []),
  term: (value) => termsOfKeys(termKeys(value)),
  format: (value) => (value.trim() === '' ? [] : [stringTerm(normalizeFormat(value))]),
  unit: (value) => termsOfKeys(unitKeys(value)),
  type: (value) => [typeIri(value)].flatMap((iri) => (iri === undefined ? [] : [iriTerm(iri)])),
  'yes or no': (value) => (/^(?:yes|no)$/u.test(value) ? [stringTerm(value)] : []),
  moment: momentTerms,
  geometry: (value) =>
    parseGeometryCondition(value).wkt.map((wkt) => typedTerm(wkt, geo.wktLiteral)),
};

/**
 * The terms of a value: one for each of several words; none for edges of boxes and ends of times,
 * which are converted together.
 * @throws {UsageFault} if the value is not of the parameter's type
 */
function convertParameterValue(
  query: string,
  parameter: GivenParameter,
  value: string,
): readonly SparqlTerm[] {
  if (parameter.type === 'age') {
    return [doubleTerm(readNumber(query, parameter, value, [0, oldest]))];
  }
  const read = readers[parameter.type];
  if (read === undefined) return [];
  const terms = read(value);
  if (terms.length === 0) throw createValueFault(query, parameter, value);
  return terms;
}

/** The words of a text that searches look up, each once. */
function distinctWords(text: string): readonly string[] {
  return [...new Set(significantWords(text))];
}

function iriOrName(name: string): readonly SparqlTerm[] {
  if (isWrittenIri(name)) return [iriTerm(name)];
  const iris = isIri(name) ? [iriTerm(name)] : [];
  return distinctWords(name).length === 0 ? iris : [...iris, stringTerm(foldText(name))];
}

/** A key is an IRI, a text, or may be either, as `Depth:mean` does. */
function termsOfKeys(keys: readonly string[]): readonly SparqlTerm[] {
  const texts = keys.filter((key) => !isWrittenIri(key)).map(stringTerm);
  return texts.concat(keys.filter(isIri).map(iriTerm));
}

function momentTerms(value: string): readonly SparqlTerm[] {
  const reading = readMoment(value.trim());
  if (reading === undefined || isMomentFault(reading)) return [];
  const { startDateTime } = periodBounds({ start: momentText(reading.first) });
  return startDateTime === undefined ? [] : [typedTerm(startDateTime, xsd.dateTime)];
}

const edges = {
  'west edge': { property: 'west', most: 540 },
  'south edge': { property: 'south', most: 90 },
  'east edge': { property: 'east', most: 540 },
  'north edge': { property: 'north', most: 90 },
} as const;

/**
 * Reads the four edges of a box, all or none of which must be set; see `boxesFromEdges`.
 * @returns for each edge, one term for each box; empty if no edge is set
 * @throws {UsageFault}
 */
function readSearchBoxes(query: BundledQuery, values: ParameterValues): Columns {
  const boxEdges = query.parameters.given.flatMap((parameter) =>
    isEdge(parameter.type) ? [{ parameter, ...edges[parameter.type] }] : [],
  );
  if (boxEdges.every(({ parameter }) => !values.has(parameter.name))) return new Map();
  const box = { west: 0, south: 0, east: 0, north: 0 };
  for (const { parameter, property, most } of boxEdges) {
    const value = values.get(parameter.name);
    if (value === undefined) {
      throw createParameterFault(query.name, parameter, 'is needed with other edges');
    }
    box[property] = readNumber(query.name, parameter, value, [-most, most]);
  }
  const { south = '', north = '' } = Object.fromEntries(
    boxEdges.map(({ property, parameter }) => [property, parameter.name]),
  );
  if (box.south > box.north)
    throw createConflictFault(query.name, values, [south, north], 'is north of');
  const boxes = boxesFromEdges(box);
  return new Map(
    boxEdges.map(({ property, parameter }) => {
      return [parameter.name, boxes.map((each) => doubleTerm(each[property]))] as const;
    }),
  );
}

function isEdge(type: ParameterType): type is keyof typeof edges {
  return type in edges;
}

/** Reads a number within bounds. @throws {UsageFault} */
function readNumber(
  query: string,
  parameter: GivenParameter,
  value: string,
  [least, most]: readonly [number, number],
): number {
  const trimmed = value.trim();
  const read = decimalForm.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (read >= least && read <= most) return read;
  throw createValueFault(query, parameter, value);
}

/** Reads the two ends of a time; `..` and a missing end are open. @throws {UsageFault} */
function readSearchYears(query: BundledQuery, values: ParameterValues): Columns {
  const first = query.parameters.given.find(({ type }) => type === 'first moment');
  const last = query.parameters.given.find(({ type }) => type === 'last moment');
  const start = first && values.get(first.name);
  const stop = last && values.get(last.name);
  if (first === undefined || last === undefined) return new Map();
  if (start === undefined && stop === undefined) return new Map();
  const begin = boundOf(query, first, start);
  const end = boundOf(query, last, stop);
  if (begin > end)
    throw createConflictFault(query.name, values, [first.name, last.name], 'is after');
  return new Map([
    [first.name, [doubleTerm(begin)]],
    [last.name, [doubleTerm(end)]],
  ]);
}

function boundOf(query: BundledQuery, parameter: GivenParameter, value = '..'): number {
  const isFirst = parameter.type === 'first moment';
  if (value.trim() === '..') return isFirst ? -Infinity : Infinity;
  const reading = readMoment(value.trim());
  if (reading === undefined || isMomentFault(reading))
    throw createValueFault(query.name, parameter, value);
  if (isFirst) return periodBounds({ start: momentText(reading.first) }).begin;
  return periodBounds({ end: momentText(reading.last) }).end;
}

/** A term as SPARQL writes it, or undefined for `UNDEF`. */
type SparqlTerm = string | undefined;

/**
 * A string literal in one line (SPARQL 1.1 §19.7). Some engines decode `\u0022` in the whole query
 * first (§19.2), even after an escaped backslash, so no `u` follows one. Lone surrogates, which
 * RDF does not permit, become U+FFFD.
 */
export function stringTerm(text: string): string {
  const escaped = text
    .toWellFormed()
    .replaceAll(/["\\\n\r\t\b\f]/gu, (character) => JSON.stringify(character).slice(1, -1))
    .replaceAll(/\\\\([uU])/gu, (_, letter: string) =>
      letter === 'u' ? String.raw`\\\u0075` : String.raw`\\\u0055`,
    )
    // Line breaks for regular expressions, though not for SPARQL.
    .replaceAll('\u{2028}', String.raw`\u2028`)
    .replaceAll('\u{2029}', String.raw`\u2029`);
  return `"${escaped}"`;
}

/** A literal with a datatype, a trusted IRI. */
function typedTerm(text: string, datatype: string): string {
  return `${stringTerm(text)}^^<${datatype}>`;
}

/** An `xsd:double`. */
export function doubleTerm(value: number): string {
  if (!Number.isFinite(value)) return typedTerm(value > 0 ? 'INF' : '-INF', xsd.double);
  const text = String(value);
  return text.includes('e') ? text : `${text}e0`;
}
