import { eraNamed } from '../../facts/time/era-named.ts';
import { readBetween } from '../../facts/time/merge-times.ts';
import { periodText } from '../../facts/time/period-text.ts';
import {
  ageText,
  asText,
  readTime,
  type TimeReading,
  unusable,
} from '../../facts/time/read-time.ts';
import { isNil } from '../../facts/text/nil.ts';
import { plainText } from '../../facts/text/plain-text.ts';
import type { Text, TimeFacts } from '../../model/search-facts.ts';
import type { TimeRemark } from '../../model/time-remarks.ts';
import type { FindingSink } from '../findings.ts';
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
export function readTimes(resource: FactNode, findings: FindingSink): TimeFacts {
  const read = resource.values(timeTerms.coverage).map(readValue);
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
    if (reading.periods.length + reading.ages.length > 0) return reading;
    readings.push(reading);
  }
  return readings[0] ?? unusable(value, 'empty');
}

function readEnds(node: FactNode): TimeReading | undefined {
  const [start] = momentsOf(node, timeTerms.start);
  const [end] = momentsOf(node, timeTerms.end);
  const moments = [start, end].filter((moment) => moment !== undefined);
  if (moments.length === 0) return undefined;
  return uncounted(moments) ?? withRepairs(readBetween(start?.text, end?.text), moments);
}

function momentsOf(node: FactNode, properties: readonly string[]): readonly MomentOfNode[] {
  return node
    .values(properties)
    .flatMap((value) => momentOf(value) ?? [])
    .toSorted((one, other) => (one.text < other.text ? -1 : 1));
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
  return moments.map(({ text, written = text }) => written).join('/');
}

/** What was mended in the moments of a time, now that it is known what came of it. */
function withRepairs(reading: TimeReading, moments: readonly MomentOfNode[]): TimeReading {
  const [result] = [...reading.periods.map(periodText), ...reading.ages.map(ageText)];
  if (result === undefined) return reading;
  const value = textOf(moments);
  const repairs = new Set(moments.flatMap((moment) => moment.repairs));
  const remarks = Array.from(repairs, (repair): TimeRemark => {
    return { kind: 'time-repaired', value, repair, result };
  });
  return { ...reading, remarks: [...remarks, ...reading.remarks] };
}

function readEras(node: FactNode): TimeReading | undefined {
  const [start] = erasOf(node, timeTerms.startedBy);
  const [end] = erasOf(node, timeTerms.finishedBy);
  const [during] = erasOf(node, timeTerms.during);
  if (start === undefined && end === undefined) {
    return during === undefined ? undefined : readTime(during);
  }
  return readBetween(start, end);
}

/** The names of eras: of each the one that is on the chart, be it its IRI, its text or a label of it. */
function erasOf(node: FactNode, properties: readonly string[]): readonly string[] {
  const names = node.values(properties).flatMap((value) => {
    const labels = value.kind === 'node' ? textsOf(value, timeTerms.names) : [];
    const own = factText(value);
    const all = own === undefined ? labels : [own, ...labels];
    return all.find((name) => eraNamed(name) !== undefined) ?? all.at(-1) ?? [];
  });
  return names.toSorted();
}
