import type { Span } from '../entry.ts';
import { nodesOf, valuesOf, type ScannedDocument } from './document.ts';
import { eraMargin, eraNamed } from './eras.ts';
import { isNode, writtenId, type Raw, type RawNode } from './json.ts';
import { isNil, plainText, textsIn } from './texts.ts';
import { readDecimalYear, readTime } from './times.ts';

/** What the times of a resource are, on both axes, and what is a text only. */
export interface Times {
  readonly periods: Span[];
  readonly ages: Span[];
  readonly names: string[];
}

export function readTimes(document: ScannedDocument, node: RawNode): Times {
  const times: Times = { periods: [], ages: [], names: [] };
  for (const value of valuesOf(document, node, 'temporalCoverage', 'temporal')) {
    const texts = textsIn(value);
    for (const text of texts) readText(text, times);
    if (texts.length === 0 && isNode(value)) readTimeNode(document, value, times);
  }
  return times;
}

function readText(text: string, { periods, ages, names }: Times): void {
  const period = readTime(text);
  if (period !== undefined) {
    periods.push(period);
    return;
  }
  const era = eraNamed(text);
  if (era !== undefined) ages.push(ageOf(era.older, era.younger, eraMargin));
  const plain = plainText(text);
  const isEmpty =
    plain === undefined ||
    /^(?:null|none|nan|\.\.|unknown)?\/(?:null|none|nan|\.\.|unknown)?$/iu.test(plain);
  if (!isEmpty) names.push(plain);
}

const ageOf = (older: number, younger: number, margin: number): Span => ({
  start: -Math.max(older, younger),
  end: -Math.min(older, younger),
  margin,
});

/** One end of an interval, or an instant, on either axis. */
interface Ends {
  readonly period?: Span | undefined;
  readonly age?: Span | undefined;
}

const beginnings = ['hasBeginning', 'intervalStartedBy', 'startDate', 'beginning'];
const endings = ['hasEnd', 'intervalFinishedBy', 'endDate', 'end'];

function readTimeNode(document: ScannedDocument, node: RawNode, times: Times): void {
  const starts = valuesOf(document, node, ...beginnings).map((each) => endOf(document, each));
  const ends = valuesOf(document, node, ...endings).map((each) => endOf(document, each));
  if (starts.length + ends.length === 0) {
    const { period, age } = endOf(document, node);
    if (period !== undefined) times.periods.push(period);
    if (age !== undefined) times.ages.push(age);
    return;
  }
  const period = joined(first(starts, 'period'), first(ends, 'period'), Infinity);
  if (period !== undefined) times.periods.push(period);
  const age = joined(first(starts, 'age'), first(ends, 'age'), undefined);
  if (age !== undefined) times.ages.push(age);
}

const first = (from: readonly Ends[], axis: 'age' | 'period'): Span | undefined =>
  from.map((each) => each[axis]).find((each) => each !== undefined);

/** Joins two ends. If one is missing, the time is open there, or, without `open`, the other end. */
function joined(
  start: Span | undefined,
  end: Span | undefined,
  open: number | undefined,
): Span | undefined {
  if (start === undefined || end === undefined) {
    const only = start ?? end;
    if (only === undefined || open === undefined) return only;
    return start === undefined ? { ...only, start: -open } : { ...only, end: open };
  }
  const margin = Math.max(start.margin ?? 0, end.margin ?? 0);
  return { start: Math.min(start.start, end.start), end: Math.max(start.end, end.end), margin };
}

function endOf(document: ScannedDocument, value: Raw): Ends {
  if (typeof value === 'number') return yearEnd(value);
  const texts = textsIn(value);
  if (texts.length > 0 || !isNode(value)) return textEnd(texts[0] ?? '');
  const position = nodesOf(document, value, 'inTimePosition')[0];
  if (position !== undefined) return positionEnd(document, position);
  const dated = valuesOf(
    document,
    value,
    'inXSDDate',
    'inXSDDateTime',
    'inXSDDateTimeStamp',
    'inXSDgYear',
    'inXSDgYearMonth',
  ).flatMap(textsIn);
  const [written = writtenId(value) ?? ''] = dated;
  return textEnd(written);
}

function textEnd(text: string): Ends {
  if (isNil(text)) return {};
  const number = /^-\d{7,}$/u.test(text.trim()) ? Number(text) : undefined;
  if (number !== undefined) return yearEnd(number);
  const period = readTime(text);
  if (period !== undefined) return { period };
  const era = eraNamed(text);
  return era === undefined ? {} : { age: ageOf(era.older, era.younger, eraMargin) };
}

/** Years before -1,000,000 are not of the calendar; present may be 1950, 2000 or the year 0. */
function yearEnd(year: number): Ends {
  if (year > -1e6) return { period: readDecimalYear(year) };
  return { age: ageOf(-year / 1e6, -year / 1e6, 0.003) };
}

/** By how much a number is divided to have millions of years. */
const scales: readonly (readonly [pattern: RegExp, factor: number])[] = [
  [/billionsofyears?ago/iu, 1e-3],
  [/millionsofyears?ago/iu, 1],
  [/thousandsofyears?ago/iu, 1000],
  [/chronometricgeologictime|gts20\d\d/iu, 1],
  [/beforepresent/iu, 1e6],
];

const units: Readonly<Record<string, number>> = {
  Ga: 1e-3,
  Ma: 1,
  ka: 1000,
  a: 1e6,
  BP: 1e6,
  'BP-CAL': 1e6,
};

const positions = ['numericPosition', 'nominalPosition', 'NominalPosition'];

function positionEnd(document: ScannedDocument, position: RawNode): Ends {
  const system = JSON.stringify(valuesOf(document, position, 'hasTRS'));
  const said =
    valuesOf(document, position, ...positions).map((each) => wordIn(document, each))[0] ?? '';
  const era = eraNamed(said);
  if (era !== undefined) return { age: ageOf(era.older, era.younger, eraMargin) };
  const value = said.trim() === '' ? Number.NaN : Number(said);
  if (!Number.isFinite(value)) return {};
  if (/gregorian|iso-8601/iu.test(system)) {
    const period = readDecimalYear(value);
    const margin = 366 * 86_400;
    return period === undefined
      ? {}
      : { period: Number.isInteger(value) ? period : { ...period, margin } };
  }
  const unit = valuesOf(document, position, 'GeologicTimeUnitAbbreviation').map((each) =>
    wordIn(document, each),
  )[0];
  const scale = scales.find(([pattern]) => pattern.test(system))?.[1] ?? units[unit ?? ''];
  if (scale === undefined) return {};
  const age = Math.abs(value) / scale;
  return { age: ageOf(age, age, 0.0001) };
}

/** The text of a literal, or of a node that somebody wrote in its place. */
function wordIn(document: ScannedDocument, value: Raw): string {
  const [text] = textsIn(value);
  if (text !== undefined || !isNode(value)) return text ?? '';
  return valuesOf(document, value, 'value').flatMap(textsIn)[0] ?? '';
}
