import { eraNamed } from '../time/era-named.ts';
import { readBetween, together } from '../time/merge-times.ts';
import { periodText } from '../time/period-text.ts';
import {
  ageText,
  asText,
  readTime,
  repaired,
  type TimeReading,
  unusable,
} from '../time/read-time.ts';
import { isNil, isNilIri } from '../text/nil.ts';
import { plainText } from '../text/plain-text.ts';
import type { Text, TimeFacts } from '../../model/search-facts.ts';
import type { RemarkSink } from '../../model/geometry-remarks.ts';
import { factText, type FactNode, type FactValue } from './fact-node.ts';
import { boundedTimes } from './bounded-times.ts';
import { distinctBy, distinctTexts, textIn } from './fact-texts.ts';
import { momentOf, textsOf, type MomentOfNode } from './time-moments.ts';
import { timeTerms } from './time-terms.ts';

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
  const read = values.map(readValue);
  const periods = read.flatMap(({ reading }) => reading.periods);
  const ages = read.flatMap(({ reading }) => reading.ages);
  const facts = boundedTimes(
    {
      periods: distinctBy(periods, periodText),
      ages: distinctBy(ages, ageText),
      names: distinctTexts(read.flatMap(({ names }) => names)),
    },
    findings,
  );
  for (const { reading } of read) for (const remark of reading.remarks) findings.add(remark);
  return facts;
}

interface ReadValue {
  readonly reading: TimeReading;
  readonly names: readonly Text[];
}

function readValue(value: FactValue): ReadValue {
  if (value.kind === 'literal') {
    const reading = readTime(value.text);
    return { reading, names: readingNames(reading, value.language) };
  }
  const labels = value.values(timeTerms.names).flatMap(readLabel);
  const reading = readNode(value);
  const labelled = new Set(labels.map(({ text }) => text));
  const others = readingNames(reading, undefined).filter(({ text }) => !labelled.has(text));
  return { reading, names: [...labels, ...others] };
}

function readingNames({ names }: TimeReading, language: string | undefined): readonly Text[] {
  return names.map((text) => textIn(plainText(text), language));
}

function readLabel(value: FactValue): readonly Text[] {
  const text = plainText(factText(value) ?? '').slice(0, maxLabelCharacters);
  if (value.kind === 'node' || isNil(text) || readTime(text).periods.length > 0) return [];
  return [textIn(text, value.language)];
}

/** A longer text is no name. */
const maxLabelCharacters = 500;

/** The ways to read a time from a node, in order of precedence. */
const ways: readonly ((node: FactNode) => TimeReading | undefined)[] = [
  readEnds,
  readEras,
  (node) => readMoment(momentOf(node)),
  (node) => {
    const [text] = textsOf(node, timeTerms.descriptions);
    return text === undefined ? undefined : readTime(text);
  },
];

function readNode(node: FactNode): TimeReading {
  const value = node.iri ?? node.types.join(' ');
  const readings: TimeReading[] = [];
  for (const way of ways) {
    const reading = way(node);
    if (reading === undefined) continue;
    const hasTime = reading.periods.length + reading.ages.length > 0;
    // Also report the problems of ways with higher precedence.
    if (hasTime) return together([...readings.filter(hasContent), reading]);
    readings.push(reading);
  }
  return readings[0] ?? unusable(value, 'empty');
}

function hasContent({ remarks }: TimeReading): boolean {
  return !remarks.some((remark) => remark.kind === 'time-unusable' && remark.reason === 'empty');
}

function readEnds(node: FactNode): TimeReading | undefined {
  const start = chooseFirst(readMoments(node, timeTerms.start));
  const end = chooseFirst(readMoments(node, timeTerms.end));
  const moments = [start, end].filter((moment) => moment !== undefined);
  if (moments.length === 0) return undefined;
  return readUncounted(moments) ?? addMomentRepairs(readBetween(start?.text, end?.text), moments);
}

function readMoments(node: FactNode, properties: readonly string[]): readonly MomentOfNode[] {
  return node.values(properties).flatMap((value) => momentOf(value) ?? []);
}

function chooseFirst(moments: readonly MomentOfNode[]): MomentOfNode | undefined {
  const [first, ...more] = moments.toSorted((one, other) => (one.text < other.text ? -1 : 1));
  const others = more.filter(({ text }) => text !== first?.text);
  if (first === undefined || others.length === 0) return first;
  const written = [first, ...others].map(publishedText).join(', ');
  return { ...first, written, repairs: [...first.repairs, 'one-of-several'] };
}

function readMoment(moment: MomentOfNode | undefined): TimeReading | undefined {
  if (moment === undefined) return undefined;
  return readUncounted([moment]) ?? addMomentRepairs(readTime(moment.text), [moment]);
}

function readUncounted(moments: readonly MomentOfNode[]): TimeReading | undefined {
  const value = intervalText(moments);
  const reasons = new Set(moments.map((moment) => moment.uncounted));
  if (reasons.has('calendar')) return asText(value, 'calendar');
  return reasons.has('number') ? unusable(value, 'number') : undefined;
}

function intervalText(moments: readonly MomentOfNode[]): string {
  return moments.map(publishedText).join('/');
}

function publishedText({ text, written = text }: MomentOfNode): string {
  return written;
}

/** Reports the repairs of moments once the result is known. */
function addMomentRepairs(reading: TimeReading, moments: readonly MomentOfNode[]): TimeReading {
  const [result] = [...reading.periods.map(periodText), ...reading.ages.map(ageText)];
  if (result === undefined) return reading;
  const value = intervalText(moments);
  const repairs = [...new Set(moments.flatMap((moment) => moment.repairs))];
  const read = moments.map(({ text }) => text).join('/');
  const remarks = reading.remarks.map((remark) => {
    return remark.value === read ? { ...remark, value } : remark;
  });
  return { ...reading, remarks: [...repaired(value, repairs, result), ...remarks] };
}

function readEras(node: FactNode): TimeReading | undefined {
  const start = chooseFirst(readEraNames(node, timeTerms.startedBy));
  const end = chooseFirst(readEraNames(node, timeTerms.finishedBy));
  const ends = [start, end].filter((era) => era !== undefined);
  if (ends.length > 0) return addMomentRepairs(readBetween(start?.text, end?.text), ends);
  const during = chooseFirst(readEraNames(node, timeTerms.during));
  return during === undefined ? undefined : addMomentRepairs(readTime(during.text), [during]);
}

/** The name of each era that is on the chart: an IRI, a text or a label. */
function readEraNames(node: FactNode, properties: readonly string[]): readonly MomentOfNode[] {
  return node.values(properties).flatMap((value) => {
    const labels = value.kind === 'node' ? textsOf(value, timeTerms.names) : [];
    const own = factText(value);
    const all = own === undefined ? labels : [own, ...labels];
    const text = all.find((name) => eraNamed(name) !== undefined) ?? all.at(-1);
    return text === undefined ? [] : [{ text, repairs: [] }];
  });
}
