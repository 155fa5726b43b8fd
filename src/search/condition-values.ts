import { readGeometry } from '../facts/place/read-geometry.ts';
import { boxWkt } from '../facts/place/wkt.ts';
import { agentIri, agentLookupIri, registeredAgent } from '../facts/text/agent-iri.ts';
import { normalizeLicence } from '../facts/text/licence.ts';
import { normalizeUnit } from '../facts/text/unit-name.ts';
import { foldedWords, foldText } from '../facts/text/word-folding.ts';
import { readAge } from '../facts/time/age.ts';
import { momentText } from '../facts/time/calendar.ts';
import { findEra } from '../facts/time/eras.ts';
import { periodYears } from '../facts/time/period.ts';
import { isMomentFault, readMoment } from '../facts/time/read-moment.ts';
import { readPeriod } from '../facts/time/read-period.ts';
import type { AgeRange, Box, GeometryRepair, TimeRepair } from '../model/search-facts.ts';
import { iriSpellings, isIri, isWrittenIri } from '../rdf/iri.ts';

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
 * @returns WKT with longitude before latitude, and boxes around it; empty if the text is no geometry
 */
export function parseGeometryCondition(text: string): {
  readonly boxes: readonly Box[];
  readonly wkt: readonly string[];
} {
  const { boxes, wkt, remarks } = readGeometry(text, 'geometry', { axisOrder: 'lon-lat' });
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
export function termKeys(asked: string): readonly string[] {
  const said = asked.trim();
  if (said === '') return [];
  return isWrittenIri(said) ? iriSpellings(said) : [...new Set([said, foldText(said)])];
}

/** Lookup keys of a unit: IRIs, or the normalised symbol or name. */
export function unitKeys(asked: string): readonly string[] {
  const said = asked.trim();
  if (said === '') return [];
  if (isWrittenIri(said)) return iriSpellings(said);
  return isIri(said) ? [normalizeUnit(said), said] : [normalizeUnit(said)];
}

/** Lookup keys of a licence: its SPDX IRI; another IRI with either scheme; or the folded name. */
export function licenceKeys(asked: string): readonly string[] {
  const name = normalizeLicence(asked);
  const [, rest] = isWrittenIri(name) ? (/^https?:(.+)$/isu.exec(name) ?? []) : [];
  if (rest !== undefined && !name.startsWith(spdxLicences)) {
    return [...new Set([name, `http:${rest}`, `https:${rest}`])];
  }
  if (isWrittenIri(name)) return [name];
  if (name.trim() === '') return [];
  return isIri(name) ? [name, foldText(name)] : [foldText(name)];
}

/** Reads an agent condition: a canonical IRI, a name, both if it may be either, or neither. */
export function agentKeys(asked: string): { readonly iri?: string; readonly name?: string } {
  const iri = agentIri(asked);
  const named = iri === undefined ? undefined : agentLookupIri(iri);
  const isNamed = registeredAgent(asked) === undefined && !webOrUrn.test(asked);
  return {
    ...(named !== undefined && isIri(named) && { iri: named }),
    ...(isNamed && foldedWords(asked).length > 0 && { name: asked }),
  };
}
