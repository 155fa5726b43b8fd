import type { RemarkSink, Text, TimeFacts, TimeRepair } from '../../model/search-facts.ts';
import { isNil, isNilIri } from '../text/missing-values.ts';
import { plainText } from '../text/plain-text.ts';
import {
  isSameCount,
  readAgeUnit,
  readTimeCount,
  type TimeCount,
  toMillionYears,
} from '../time/age.ts';
import { formatPeriod, limitAges, limitPeriods, momentText } from '../time/calendar.ts';
import { findEra } from '../time/eras.ts';
import { epochMoment } from '../time/read-moment.ts';
import {
  concatTimeReadings,
  formatAge,
  readTime,
  readTimeBetween,
  timeAsText,
  type TimeReading,
  timeRepairRemarks,
  unusableTime,
} from '../time/read-time.ts';
import { type FactNode, factText, type FactValue, nodesUnder, valuesOf } from './record-graph.ts';
import {
  distinctBy,
  distinctTexts,
  literalLanguage,
  mergeNeighbouringTexts,
  textWithLanguage,
} from './fact-texts.ts';
import { timeTerms } from './properties.ts';

/**
 * The times that a resource is about. Texts, dates of schema.org and DCAT, and OWL-Time's
 * intervals, positions and eras count alike.
 * @param findings receives repairs and times without period or age
 */
export function readTimes(resource: FactNode, findings: RemarkSink): TimeFacts {
  // Missing values are valid answers (CDIF: missing values).
  const values = resource
    .values(timeTerms.coverage)
    .filter((value) => !isNilIri(value.kind === 'literal' ? value.text : value.name));
  const read = values.map(readTimeValue);
  const periods = read.flatMap(({ reading }) => reading.periods);
  const ages = read.flatMap(({ reading }) => reading.ages);
  const facts = limitTimes(
    {
      periods: distinctBy(periods, formatPeriod),
      ages: distinctBy(ages, formatAge),
      names: distinctTexts(read.flatMap(({ names }) => names)),
    },
    findings,
  );
  for (const { reading } of read) for (const remark of reading.remarks) findings.add(remark);
  return facts;
}

/** Reads one value of a temporal coverage, with its searchable names. */
export function readTimeValue(value: FactValue): {
  readonly reading: TimeReading;
  readonly names: readonly Text[];
} {
  const reading = value.kind === 'literal' ? readTime(value.text) : readNode(value);
  const labels = valuesOf(value, timeTerms.names).flatMap(readLabel);
  const labelled = new Set(labels.map(({ text }) => text));
  const others = reading.names.map(plainText).filter((name) => !labelled.has(name));
  const language = literalLanguage(value);
  return { reading, names: [...labels, ...others.map((name) => textWithLanguage(name, language))] };
}

function readLabel(value: FactValue): readonly Text[] {
  const text = plainText(factText(value) ?? '').slice(0, maxLabelCharacters);
  if (value.kind === 'node' || isNil(text) || readTime(text).periods.length > 0) return [];
  return [textWithLanguage(text, value.language)];
}

/** A longer text is no name. */
const maxLabelCharacters = 500;

/** The ways to read a time from a node, in order of precedence. */
const ways: readonly ((node: FactNode) => TimeReading | undefined)[] = [
  readEnds,
  readEras,
  (node) => {
    const moment = readStatedMoment(node);
    if (moment === undefined) return undefined;
    return readUncounted([moment]) ?? addMomentRepairs(readTime(moment.text), [moment]);
  },
  (node) => {
    const [text] = momentTexts(node, timeTerms.descriptions);
    return text === undefined ? undefined : readTime(text);
  },
];

function readNode(node: FactNode): TimeReading {
  const readings: TimeReading[] = [];
  for (const way of ways) {
    const reading = way(node);
    if (reading === undefined) continue;
    const hasTime = reading.periods.length + reading.ages.length > 0;
    // Also report the problems of ways with higher precedence.
    if (hasTime) return concatTimeReadings([...readings, reading]);
    readings.push(reading);
  }
  return readings[0] ?? unusableTime(node.iri ?? node.types.join(' '), 'empty');
}

function readEnds(node: FactNode): TimeReading | undefined {
  const start = chooseFirst(readMoments(node, timeTerms.start));
  const end = chooseFirst(readMoments(node, timeTerms.end));
  const moments = [start, end].filter((moment) => moment !== undefined);
  if (moments.length === 0) return undefined;
  return (
    readUncounted(moments) ?? addMomentRepairs(readTimeBetween(start?.text, end?.text), moments)
  );
}

function readMoments(node: FactNode, properties: readonly string[]): readonly StatedMoment[] {
  return node.values(properties).flatMap((value) => readStatedMoment(value) ?? []);
}

function chooseFirst(moments: readonly StatedMoment[]): StatedMoment | undefined {
  const [first, ...more] = moments.toSorted((one, other) => (one.text < other.text ? -1 : 1));
  const others = more.filter(({ text }) => text !== first?.text);
  if (first === undefined || others.length === 0) return first;
  const written = intervalText([first, ...others], ', ');
  return { ...first, written, repairs: [...first.repairs, 'one-of-several'] };
}

function readUncounted(moments: readonly StatedMoment[]): TimeReading | undefined {
  const value = intervalText(moments);
  const reasons = new Set(moments.map((moment) => moment.uncounted));
  if (reasons.has('calendar')) return timeAsText(value, 'calendar');
  return reasons.has('number') ? unusableTime(value, 'number') : undefined;
}

function intervalText(moments: readonly StatedMoment[], separator = '/'): string {
  return moments.map(({ text, written = text }) => written).join(separator);
}

/** Reports the repairs of moments once the result is known. */
function addMomentRepairs(reading: TimeReading, moments: readonly StatedMoment[]): TimeReading {
  const [result] = [...reading.periods.map(formatPeriod), ...reading.ages.map(formatAge)];
  if (result === undefined) return reading;
  const value = intervalText(moments);
  const repairs = [...new Set(moments.flatMap((moment) => moment.repairs))];
  const read = moments.map(({ text }) => text).join('/');
  const remarks = reading.remarks.map((remark) => {
    return remark.value === read ? { ...remark, value } : remark;
  });
  return { ...reading, remarks: [...timeRepairRemarks(value, repairs, result), ...remarks] };
}

function readEras(node: FactNode): TimeReading | undefined {
  const start = chooseFirst(readEraNames(node, timeTerms.startedBy));
  const end = chooseFirst(readEraNames(node, timeTerms.finishedBy));
  const ends = [start, end].filter((era) => era !== undefined);
  if (ends.length > 0) return addMomentRepairs(readTimeBetween(start?.text, end?.text), ends);
  const during = chooseFirst(readEraNames(node, timeTerms.during));
  return during === undefined ? undefined : addMomentRepairs(readTime(during.text), [during]);
}

/** The name of each era that is on the chart: an IRI, a text or a label. */
function readEraNames(node: FactNode, properties: readonly string[]): readonly StatedMoment[] {
  return node.values(properties).flatMap((value) => {
    const labels = value.kind === 'node' ? momentTexts(value, timeTerms.names) : [];
    const all = [factText(value) ?? [], labels].flat();
    const text = all.find((name) => findEra(name) !== undefined) ?? all.at(-1);
    return text === undefined ? [] : [{ text, repairs: [] }];
  });
}

/** A moment as a text for `readTime`. */
interface StatedMoment {
  readonly text: string;
  /** The published text, if different. */
  readonly written?: string;
  readonly repairs: readonly TimeRepair[];
  /** Why it cannot be read: another calendar, or a number of unknown unit. */
  readonly uncounted?: 'calendar' | 'number';
}

/**
 * The moment that a value states: a text, or a node with a date, date parts, or a position in a
 * reference system (OWL-Time, SOSO).
 */
function readStatedMoment(value: FactValue): StatedMoment | undefined {
  if (value.kind === 'literal') return { text: value.text, repairs: [] };
  const dated = timeTerms.moments.flatMap((property) => momentTexts(value, [property]))[0];
  if (dated !== undefined) return { text: dated, repairs: [] };
  return readDateParts(value) ?? readPosition(value) ?? readNamedMoment(value);
}

/**
 * The texts of properties, sorted because their order has no meaning: literals, names, and values
 * of nodes.
 */
function momentTexts(node: FactNode, properties: readonly string[]): readonly string[] {
  const texts = node.values(properties).flatMap((value) => {
    const text = factText(value);
    if (text !== undefined || value.kind === 'literal') return [text ?? ''];
    return value.values(timeTerms.value).flatMap((inner) => factText(inner) ?? []);
  });
  return texts.filter((text) => text.trim() !== '').toSorted();
}

/** `time:inDateTime`: separate year, month and day, as numbers or as gYear, gMonth and gDay. */
function readDateParts(node: FactNode): StatedMoment | undefined {
  for (const parts of nodesUnder(node, timeTerms.inParts)) {
    const { parts: terms } = timeTerms;
    const [year] = momentTexts(parts, terms.year);
    const rest = [terms.month, terms.day].flatMap((each) => momentTexts(parts, each).slice(0, 1));
    const digits = rest.map((part) => /(?<!\d)\d{1,2}$/u.exec(part)?.[0]);
    const known = digits.includes(undefined) ? [] : digits;
    if (year === undefined) continue;
    const text = [year, ...known].join('-');
    if (known.length === rest.length) return { text, repairs: [] };
    return { text, written: [year, ...rest].join(', '), repairs: ['part-of-year'] };
  }
  return undefined;
}

/**
 * A number or name with its reference system, in a node of its own or, against OWL-Time, in the
 * moment itself.
 */
function readPosition(node: FactNode): StatedMoment | undefined {
  for (const position of [...nodesUnder(node, timeTerms.position), node]) {
    const [numeric] = momentTexts(position, timeTerms.number);
    const [nominal] = momentTexts(position, timeTerms.nominal);
    const text = numeric ?? nominal;
    if (text === undefined) continue;
    const number = Number(text);
    if (!Number.isFinite(number)) return { text, repairs: [] };
    const counts = readCounts(position);
    const counted = countNumber(number, counts);
    if (numeric !== undefined) {
      return counted === undefined
        ? { text, repairs: [], uncounted: 'number' }
        : { ...counted, written: text };
    }
    // A number in place of a name is a year, or what its reference system counts.
    if (counted === undefined) return { text, repairs: [] };
    return { ...counted, written: text, repairs: [...counted.repairs, 'misplaced'] };
  }
  return undefined;
}

/** The unit of a position: by its reference systems, else by its unit properties. */
function readCounts(position: FactNode): readonly TimeCount[] {
  const named = nodesUnder(position, timeTerms.referenceSystem);
  const systems = [
    ...momentTexts(position, timeTerms.referenceSystem),
    ...named.flatMap((each) => momentTexts(each, timeTerms.names)),
  ].map(readTimeCount);
  const units = momentTexts(position, timeTerms.unit).flatMap((text): readonly TimeCount[] => {
    const unit = readAgeUnit(text);
    return unit === undefined ? [] : [{ kind: 'age', ...unit }];
  });
  const known = [...systems.filter(({ kind }) => kind !== 'other'), ...units];
  return known.length === 0 ? systems : known;
}

/** @param counts units of the number; the first is used, and the others may contradict it */
function countNumber(
  number: number,
  [count, ...others]: readonly TimeCount[],
): StatedMoment | undefined {
  const counted = count === undefined ? undefined : countByUnit(number, count);
  if (count === undefined || counted === undefined) return undefined;
  if (others.every((other) => isSameCount(count, other))) return counted;
  return { ...counted, repairs: [...counted.repairs, 'unit-contradicts'] };
}

function countByUnit(number: number, count: TimeCount): StatedMoment | undefined {
  switch (count.kind) {
    case 'age': {
      const repairs: TimeRepair[] = number < 0 ? ['age-sign'] : [];
      if (count.isOtherScale) repairs.push('age-scale');
      return { text: `${toMillionYears(Math.abs(number), count.years)} Ma`, repairs };
    }
    case 'calendar-year': {
      const year = Math.floor(number);
      return { text: momentText({ year }), repairs: year === number ? [] : ['part-of-year'] };
    }
    case 'unix-time': {
      if (Math.abs(number) >= 1e11) return undefined;
      return { text: momentText(epochMoment(number).first), repairs: ['epoch'] };
    }
    case 'other':
      return { text: String(number), repairs: [], uncounted: 'calendar' };
  }
}

/** A value, name or IRI of a moment, which may denote an era or its base. */
function readNamedMoment(node: FactNode): StatedMoment | undefined {
  const text =
    momentTexts(node, timeTerms.value)[0] ??
    momentTexts(node, timeTerms.names)[0] ??
    factText(node);
  return text === undefined ? undefined : { text, repairs: [] };
}

/** For periods, ages and names each. */
const maxTimes = 500;

/**
 * Limits the times of a resource so that it is still found by each of them, and perhaps by
 * neighbouring ones, since neighbours are merged.
 * @param times sorted, without duplicates
 * @param findings receives the numbers before and after
 */
function limitTimes(times: TimeFacts, findings: RemarkSink): TimeFacts {
  const bounded: TimeFacts = {
    periods: distinctBy(limitPeriods(times.periods, maxTimes), formatPeriod),
    ages: distinctBy(limitAges(times.ages, maxTimes), formatAge),
    names: mergeNeighbouringTexts(times.names, maxTimes),
  };
  for (const kind of ['periods', 'ages', 'names'] as const) {
    const [before, after] = [times[kind].length, bounded[kind].length];
    if (after === before) continue;
    const [value, result] = [`${before} ${kind}`, `${after} ${kind}`];
    findings.add({ kind: 'time-repaired', value, repair: 'merged', result });
  }
  return bounded;
}
