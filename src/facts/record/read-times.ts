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
import { distinctBy, distinctTexts } from './fact-texts.ts';
import { momentOf, textsOf, type MomentOfNode } from './time-moments.ts';
import { timeTerms } from './time-terms.ts';

/**
 * The times that a resource is about. All ways to say them count alike: texts, schema.org's and DCAT's dates, OWL-Time's
 * intervals, positions and eras.
 * @param findings takes each repair, and each time that no period or age comes of
 */
export function readTimes(resource: FactNode, findings: RemarkSink): TimeFacts {
  // That there is none, or none is known, is as good an answer as a time (CDIF: missing values).
  const values = resource.values(timeTerms.coverage).filter((value) => !isNilIri(nameOf(value)));
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

function nameOf(value: FactValue): string {
  return value.kind === 'literal' ? value.text : value.name;
}

interface ReadValue {
  readonly reading: TimeReading;
  readonly names: readonly Text[];
}

function readValue(value: FactValue): ReadValue {
  if (value.kind === 'literal') {
    const reading = readTime(value.text);
    return { reading, names: namesIn(reading, value.language) };
  }
  const labels = value.values(timeTerms.names).flatMap(labelOf);
  const reading = readNode(value);
  const labelled = new Set(labels.map(({ text }) => text));
  const others = namesIn(reading, undefined).filter(({ text }) => !labelled.has(text));
  return { reading, names: [...labels, ...others] };
}

function namesIn({ names }: TimeReading, language: string | undefined): readonly Text[] {
  return names.map((text) => ({
    text: plainText(text),
    ...(language !== undefined && { language }),
  }));
}

function labelOf(value: FactValue): readonly Text[] {
  const text = plainText(factText(value) ?? '').slice(0, maxLabelCharacters);
  if (value.kind === 'node' || isNil(text) || readTime(text).periods.length > 0) return [];
  return [{ text, ...(value.language !== undefined && { language: value.language }) }];
}

/** More of a name is none. */
const maxLabelCharacters = 500;

/** The ways in which a node can be a time, in the order in which they are believed. */
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
    // What was believed less is told of as well where it was used instead.
    if (hasTime) return together([...readings.filter(saysMore), reading]);
    readings.push(reading);
  }
  return readings[0] ?? unusable(value, 'empty');
}

function saysMore({ remarks }: TimeReading): boolean {
  return !remarks.some((remark) => remark.kind === 'time-unusable' && remark.reason === 'empty');
}

function readEnds(node: FactNode): TimeReading | undefined {
  const start = firstOf(momentsOf(node, timeTerms.start));
  const end = firstOf(momentsOf(node, timeTerms.end));
  const moments = [start, end].filter((moment) => moment !== undefined);
  if (moments.length === 0) return undefined;
  return uncounted(moments) ?? withRepairs(readBetween(start?.text, end?.text), moments);
}

function momentsOf(node: FactNode, properties: readonly string[]): readonly MomentOfNode[] {
  return node.values(properties).flatMap((value) => momentOf(value) ?? []);
}

function firstOf(moments: readonly MomentOfNode[]): MomentOfNode | undefined {
  const [first, ...more] = moments.toSorted((one, other) => (one.text < other.text ? -1 : 1));
  const others = more.filter(({ text }) => text !== first?.text);
  if (first === undefined || others.length === 0) return first;
  const written = [first, ...others].map(writtenAs).join(', ');
  return { ...first, written, repairs: [...first.repairs, 'one-of-several'] };
}

function readMoment(moment: MomentOfNode | undefined): TimeReading | undefined {
  if (moment === undefined) return undefined;
  return uncounted([moment]) ?? withRepairs(readTime(moment.text), [moment]);
}

function uncounted(moments: readonly MomentOfNode[]): TimeReading | undefined {
  const value = textOf(moments);
  const reasons = new Set(moments.map((moment) => moment.uncounted));
  if (reasons.has('calendar')) return asText(value, 'calendar');
  return reasons.has('number') ? unusable(value, 'number') : undefined;
}

function textOf(moments: readonly MomentOfNode[]): string {
  return moments.map(writtenAs).join('/');
}

function writtenAs({ text, written = text }: MomentOfNode): string {
  return written;
}

/** What was mended in the moments of a time, now that it is known what came of it. */
function withRepairs(reading: TimeReading, moments: readonly MomentOfNode[]): TimeReading {
  const [result] = [...reading.periods.map(periodText), ...reading.ages.map(ageText)];
  if (result === undefined) return reading;
  const value = textOf(moments);
  const repairs = [...new Set(moments.flatMap((moment) => moment.repairs))];
  const read = moments.map(({ text }) => text).join('/');
  const remarks = reading.remarks.map((remark) => {
    return remark.value === read ? { ...remark, value } : remark;
  });
  return { ...reading, remarks: [...repaired(value, repairs, result), ...remarks] };
}

function readEras(node: FactNode): TimeReading | undefined {
  const start = firstOf(erasOf(node, timeTerms.startedBy));
  const end = firstOf(erasOf(node, timeTerms.finishedBy));
  const ends = [start, end].filter((era) => era !== undefined);
  if (ends.length > 0) return withRepairs(readBetween(start?.text, end?.text), ends);
  const during = firstOf(erasOf(node, timeTerms.during));
  return during === undefined ? undefined : withRepairs(readTime(during.text), [during]);
}

/** The names of eras: of each the one that is on the chart, be it its IRI, its text or a label of it. */
function erasOf(node: FactNode, properties: readonly string[]): readonly MomentOfNode[] {
  return node.values(properties).flatMap((value) => {
    const labels = value.kind === 'node' ? textsOf(value, timeTerms.names) : [];
    const own = factText(value);
    const all = own === undefined ? labels : [own, ...labels];
    const text = all.find((name) => eraNamed(name) !== undefined) ?? all.at(-1);
    return text === undefined ? [] : [{ text, repairs: [] }];
  });
}
