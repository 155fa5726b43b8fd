import { isFault } from '../facts/time/moment-reading.ts';
import { momentText } from '../facts/time/moment.ts';
import { periodBounds } from '../facts/time/period-bounds.ts';
import { readMoment } from '../facts/time/read-moment.ts';
import { boxesOfEdges } from '../search/asked-box.ts';
import type { BundledQuery } from './bundled.ts';
import { faultOfParameter, faultOfTwo, faultOfValue } from './parameter-fault.ts';
import type { GivenParameter, ParameterType } from './parameters.ts';
import { doubleTerm, type SparqlTerm } from './sparql-term.ts';

type Values = ReadonlyMap<string, string>;

/** The terms for the variables of a query, by the names of its parameters. */
type RangeColumns = ReadonlyMap<string, readonly SparqlTerm[]>;

const edges = {
  'west edge': { property: 'west', most: 540 },
  'south edge': { property: 'south', most: 90 },
  'east edge': { property: 'east', most: 540 },
  'north edge': { property: 'north', most: 90 },
} as const;

const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu;

/**
 * Reads the four edges of a box, which are all there or none; for the boxes see `boxesOfEdges`.
 * @returns for each edge a term a box; nothing where no edge is there
 * @throws {UsageFault}
 */
export function readSearchBoxes(query: BundledQuery, values: Values): RangeColumns {
  const asked = edgesOf(query);
  if (asked.every(({ parameter }) => !values.has(parameter.name))) return new Map();
  const box = { west: 0, south: 0, east: 0, north: 0 };
  for (const { parameter, property, most } of asked) {
    const value = values.get(parameter.name);
    if (value === undefined) {
      throw faultOfParameter(query.name, parameter, 'is needed with other edges');
    }
    box[property] = readNumber(query, parameter, value, [-most, most]);
  }
  const { south = '', north = '' } = Object.fromEntries(
    asked.map(({ property, parameter }) => [property, parameter.name]),
  );
  if (box.south > box.north) throw faultOfTwo(query.name, values, [south, north], 'is north of');
  const boxes = boxesOfEdges(box);
  return new Map(
    asked.map(({ property, parameter }) => {
      return [parameter.name, boxes.map((each) => doubleTerm(each[property]))] as const;
    }),
  );
}

/** The parameters of a query that are edges of a box, each with how far it may be from 0. */
function edgesOf({ parameters }: BundledQuery) {
  return parameters.given.flatMap((parameter) => {
    return isEdge(parameter.type) ? [{ parameter, ...edges[parameter.type] }] : [];
  });
}

function isEdge(type: ParameterType): type is keyof typeof edges {
  return type in edges;
}

/**
 * Reads a number within bounds.
 * @throws {UsageFault}
 */
export function readNumber(
  query: Pick<BundledQuery, 'name'>,
  parameter: GivenParameter,
  value: string,
  [least, most]: readonly [number, number],
): number {
  const trimmed = value.trim();
  const read = number.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (read >= least && read <= most) return read;
  throw faultOfValue(query.name, parameter, value);
}

/**
 * Reads the two ends of a time, of which `..` is open; where only one of two is said, the other is open.
 * @throws {UsageFault}
 */
export function readSearchYears(query: BundledQuery, values: Values): RangeColumns {
  const first = query.parameters.given.find(({ type }) => type === 'first moment');
  const last = query.parameters.given.find(({ type }) => type === 'last moment');
  const start = first && values.get(first.name);
  const stop = last && values.get(last.name);
  if (first === undefined || last === undefined) return new Map();
  if (start === undefined && stop === undefined) return new Map();
  const begin = boundOf(query, first, start);
  const end = boundOf(query, last, stop);
  if (begin > end) throw faultOfTwo(query.name, values, [first.name, last.name], 'is after');
  return new Map([
    [first.name, [doubleTerm(begin)]],
    [last.name, [doubleTerm(end)]],
  ]);
}

function boundOf(query: BundledQuery, parameter: GivenParameter, value = '..'): number {
  const isFirst = parameter.type === 'first moment';
  if (value.trim() === '..') return isFirst ? -Infinity : Infinity;
  const reading = readMoment(value.trim());
  if (reading === undefined || isFault(reading)) throw faultOfValue(query.name, parameter, value);
  if (isFirst) return periodBounds({ start: momentText(reading.first) }).begin;
  return periodBounds({ end: momentText(reading.last) }).end;
}
