import { readGeometry } from '../facts/place/read-geometry.ts';
import { boxWkt } from '../facts/place/wkt.ts';
import { agentIri, agentLookupIri, registeredAgent } from '../facts/text/agent-iri.ts';
import { normalizeLicence } from '../facts/text/licence.ts';
import { normalizeUnit } from '../facts/text/unit-name.ts';
import { foldedWords, foldText } from '../facts/text/word-folding.ts';
import { readAge } from '../facts/time/age.ts';
import { momentText, periodYears } from '../facts/time/calendar.ts';
import { findEra } from '../facts/time/eras.ts';
import { isMomentFault, readMoment } from '../facts/time/read-moment.ts';
import { readPeriod } from '../facts/time/read-period.ts';
import { UsageFault } from '../model/fault.ts';
import type { GeometryRepair, TimeRepair, AgeRange, Box } from '../model/search-facts.ts';
import { iriSpellings, isIri, isWrittenIri } from '../rdf/iri.ts';
import { escapeControls } from '../text/printable.ts';
import type { NumberSpan } from './columns/column.ts';
import { parseWordQuery, type WordClause } from './text-tables.ts';

/** A time condition, or why a text is none. */
export type TimeCondition =
  | TimeConditionEnds
  | { readonly fault: 'ambiguous' | 'impossible' | 'no-time' };

/** Both ends in the format of `Period`, or `..` if open. */
interface TimeConditionEnds {
  readonly begin: string;
  readonly end: string;
}

/** Repairs that are fine for records, but not for a condition, which the user can correct. */
const refusedRepairs: ReadonlySet<TimeRepair> = new Set(['about', 'end-unknown', 'reversed']);

/**
 * Reads a time condition: one time, or two separated by a slash, of which one may be missing; or
 * any other form that is read in records, such as `2001-2004` and `2004/P1Y`.
 * @returns both ends, perhaps in the wrong order; or why there are none
 */
export function parseTimeCondition(text: string): TimeCondition {
  return readTwoEnds(text) ?? readAnyPeriod(text);
}

/** The ends of a time condition as decimal years. */
export function yearsOfTimeCondition({
  begin,
  end,
}: TimeConditionEnds): ReturnType<typeof periodYears> {
  return periodYears({
    ...(begin === '..' ? {} : { start: begin }),
    ...(end === '..' ? {} : { end }),
  });
}

/**
 * Reads ages with their unit, or the name of an era.
 * @returns undefined for other texts
 */
export function parseAgeCondition(text: string): AgeRange | undefined {
  return readAge(text)?.age ?? findEra(text);
}

function readTwoEnds(text: string): TimeConditionEnds | undefined {
  const [begin = '', end = begin, ...more] = text.split('/').map((part) => part.trim());
  if (more.length > 0 || begin + end === '') return undefined;
  const [first, last] = [readEnd(begin)?.first, readEnd(end)?.last];
  return first === undefined || last === undefined ? undefined : { begin: first, end: last };
}

/** The first and last moment of an end. Two digits are rejected: they may be a month. */
function readEnd(text: string): { readonly first: string; readonly last: string } | undefined {
  if (text === '' || text === '..') return { first: '..', last: '..' };
  const reading = /^\d{1,2}$/u.test(text) ? undefined : readMoment(text);
  if (reading === undefined || isMomentFault(reading)) return undefined;
  return { first: momentText(reading.first), last: momentText(reading.last) };
}

function readAnyPeriod(text: string): TimeCondition {
  const reading = readPeriod(text);
  if (reading?.kind === 'period') {
    const { period, repairs } = reading;
    if (repairs.includes('short-end')) return { fault: 'ambiguous' };
    if (repairs.some((repair) => refusedRepairs.has(repair))) return { fault: 'no-time' };
    return { begin: period.start ?? '..', end: period.end ?? '..' };
  }
  const reason = reading?.kind === 'unusable' ? reading.reason : undefined;
  if (reason === 'impossible') return { fault: reason };
  return { fault: reason === 'ambiguous' || reason === 'year-digits' ? 'ambiguous' : 'no-time' };
}

/**
 * The WGS 84 boxes of four edges; longitudes may range from 0 to 360 or beyond. A west edge greater
 * than the east edge, or an edge on the antimeridian, gives two boxes, because the antimeridian has
 * two longitudes. An edge at a pole gives another box, because a pole has all longitudes.
 */
export function boxesFromEdges(box: Box): readonly Box[] {
  const poles = [box.south, box.north].filter((latitude) => Math.abs(latitude) === 90);
  const atPoles = [...new Set(poles)].map((latitude) => {
    return { west: -180, south: latitude, east: 180, north: latitude };
  });
  return [...boxesBetween(box), ...atPoles];
}

function boxesBetween(box: Box): readonly Box[] {
  if (box.east - box.west >= 360) return [{ ...box, west: -180, east: 180 }];
  const [west, east] = [wrapLongitude(box.west), wrapLongitude(box.east)];
  if (west <= east && west !== -180 && east !== 180) return [{ ...box, west, east }];
  // Both sides of the antimeridian; one of the boxes may be only the line itself.
  return [
    { ...box, west: west === -180 ? 180 : west, east: 180 },
    { ...box, west: -180, east: east === 180 ? -180 : east },
  ];
}

/** The same longitude from -180 to 180. */
function wrapLongitude(longitude: number): number {
  if (Math.abs(longitude) <= 180) return longitude;
  return longitude > 0 ? longitude - 360 : longitude + 360;
}

/**
 * Reads the geometry of a condition. Doubtful forms are rejected, since users can correct them.
 * @returns WKT with longitude before latitude, and boxes around it; empty for other texts
 */
export function parseGeometryCondition(text: string): {
  readonly boxes: readonly Box[];
  readonly wkt: readonly string[];
} {
  const context = { axisOrder: 'lon-lat', acceptsDefaults: true } as const;
  const { boxes, wkt, remarks } = readGeometry(text, 'geometry', context);
  const isGuessed = remarks.some((remark) => {
    return remark.kind === 'geometry-repaired' && doubtfulRepairs.has(remark.repair);
  });
  if (isGuessed) return { boxes: [], wkt: [] };
  return { boxes, wkt: wkt === undefined ? boxes.map(boxWkt) : [wkt] };
}

const doubtfulRepairs: ReadonlySet<GeometryRepair> = new Set([
  'axis-order',
  'other-shape',
  'ring-closed',
]);

const spdxLicences = 'https://spdx.org/licenses/';
const webOrUrn = /^\s*(?:https?:\/\/|urn:[a-z\d])/iu;

/** Lookup keys of a controlled term: IRIs, the code as written, the folded label. */
export function termKeys(text: string): readonly string[] {
  const name = text.trim();
  if (name === '') return [];
  return isWrittenIri(name) ? iriSpellings(name) : [...new Set([name, foldText(name)])];
}

/** Lookup keys of a unit: IRIs, or the normalised symbol or name. */
export function unitKeys(text: string): readonly string[] {
  const name = text.trim();
  if (name === '') return [];
  if (isWrittenIri(name)) return iriSpellings(name);
  return isIri(name) ? [normalizeUnit(name), name] : [normalizeUnit(name)];
}

/** Lookup keys of a licence: its SPDX IRI; another IRI with either scheme; or the folded name. */
export function licenceKeys(text: string): readonly string[] {
  const name = normalizeLicence(text);
  const [, rest] = isWrittenIri(name) ? (/^https?:(.+)$/isu.exec(name) ?? []) : [];
  if (rest !== undefined && !name.startsWith(spdxLicences)) {
    return [...new Set([name, `http:${rest}`, `https:${rest}`])];
  }
  if (isWrittenIri(name)) return [name];
  if (name.trim() === '') return [];
  return isIri(name) ? [name, foldText(name)] : [foldText(name)];
}

/** Reads an agent condition: a canonical IRI, a name, both if it may be either, or neither. */
export function agentKeys(text: string): { readonly iri?: string; readonly name?: string } {
  const iri = agentIri(text);
  const named = iri === undefined ? undefined : agentLookupIri(iri);
  const isNamed = registeredAgent(text) === undefined && !webOrUrn.test(text);
  return {
    ...(named !== undefined && isIri(named) && { iri: named }),
    ...(isNamed && foldedWords(text).length > 0 && { name: text }),
  };
}

/** Lookup keys that must not be empty. @throws {UsageFault} if there are none */
export function requireKeys(
  option: string,
  text: string,
  keys: readonly string[],
): readonly string[] {
  if (keys.length === 0) throw createConditionFault(option, text, 'has no letter or digit');
  return keys;
}

/** The complete name in a text that starts with `=`. */
export function parseWholeName(text: string): string | undefined {
  return /^\s*=(.*)$/su.exec(text)?.[1]?.trim();
}

/** A complete name, or words. @throws {UsageFault} for a text without words */
export function parseNameOrWords(
  option: string,
  text: string,
): { readonly name: string } | { readonly words: readonly WordClause[] } {
  const name = parseWholeName(text);
  return name === undefined ? { words: requireWords(option, text) } : { name };
}

/** A word query that has words. @throws {UsageFault} if it has none */
export function requireWords(option: string, text: string): readonly WordClause[] {
  const clauses = parseWordQuery(text);
  if (clauses.length === 0) throw createConditionFault(option, text, 'has no letter or digit');
  return clauses;
}

/** The form of a decimal number in conditions. */
export const decimalForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu;

/**
 * The boxes of a `bbox` condition.
 * @throws {UsageFault} if the text is invalid
 */
export function parseBboxCondition(text: string): readonly Box[] {
  const refuse = (wrong: string): UsageFault => createConditionFault('bbox', text, wrong);
  const edges = /,\s*,/u.test(text) ? [] : text.trim().split(/[,\s]+/u);
  if (edges.length !== 4 || !edges.every((edge) => decimalForm.test(edge))) {
    throw refuse('is not four numbers: west, south, east and north, such as -10,35,5,45');
  }
  const [west = 0, south = 0, east = 0, north = 0] = edges.map(Number);
  if ([west, east].some((edge) => Math.abs(edge) > 540)) {
    throw refuse('has a longitude beyond 540 degrees: west and east are first and third');
  }
  if ([south, north].some((edge) => Math.abs(edge) > 90)) {
    throw refuse('has a latitude beyond 90 degrees: south and north are second and fourth');
  }
  if (south > north) throw refuse('has its south edge north of its north edge');
  return boxesFromEdges({ west, south, east, north });
}

/**
 * The span of a `time` condition in decimal years.
 * @throws {UsageFault} if the text is no calendar time
 */
export function parseYearsCondition(text: string): NumberSpan {
  const refuse = (wrong: string | FaultWords): UsageFault =>
    createConditionFault('time', text, wrong);
  const time = parseTimeCondition(text);
  if ('fault' in time) {
    throw refuse(
      parseAgeCondition(text) === undefined
        ? timeFaults[time.fault]
        : (nameOf) => `is no calendar time; use ${nameOf('age')} for geologic times`,
    );
  }
  const { begin, end } = yearsOfTimeCondition(time);
  if (begin > end) throw refuse('begins after it ends');
  return { begin, end };
}

const timeFaults = {
  ambiguous:
    'is ambiguous; write years with four digits, followed by month and day: 2009-10, 2009/2010',
  impossible: 'does not exist in the calendar',
  'no-time': 'is not one time or two with a slash between, such as 2001/2004-06, 2017 or ../1950',
} as const;

/** Words that name conditions as an interface does. @param nameOf the name of a condition there */
type FaultWords = (nameOf: (condition: string) => string) => string;

/**
 * An invalid condition or qualifier. The message has the options of the command; other interfaces
 * name conditions in their own way.
 */
export class ConditionFault extends UsageFault {
  /** The condition or qualifier: `mediaType`. */
  readonly condition: string;
  /** The sentence without its beginning, the condition: `"1,2" is not four numbers: …`. */
  readonly reason: FaultWords;

  constructor(condition: string, reason: FaultWords) {
    super(`${optionOf(condition)} ${reason(optionOf)}`);
    this.condition = condition;
    this.reason = reason;
  }
}

/** The fault of a text of a condition. @param wrong the predicate of the sentence */
export function createConditionFault(
  condition: string,
  text: string,
  wrong: string | FaultWords,
): ConditionFault {
  const shown = escapeControls(JSON.stringify(text));
  return new ConditionFault(condition, (nameOf) => {
    return `${shown} ${typeof wrong === 'string' ? wrong : wrong(nameOf)}`;
  });
}

function optionOf(condition: string): string {
  return `--${optionName(condition)}`;
}

/** Command-line option name: `media-type` for `mediaType`. */
export function optionName(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}
