import { inMillions, readAgeUnit } from '../time/age-units.ts';
import { momentText } from '../time/moment.ts';
import { epochMoment } from '../time/read-moment.ts';
import { countOf, isSameCount, type TimeCount } from '../time/reference-system.ts';
import type { TimeRepair } from '../../model/time-remarks.ts';
import { factText, type FactNode, type FactValue } from './fact-node.ts';
import { timeTerms } from './time-terms.ts';

/** A moment as a text that `readTime` reads. */
export interface MomentOfNode {
  readonly text: string;
  /** What stands in the record, where that is something else. */
  readonly written?: string;
  readonly repairs: readonly TimeRepair[];
  /** Why it is not to be read: it is counted in another calendar, or nothing says what it counts. */
  readonly uncounted?: 'calendar' | 'number';
}

/**
 * The moment that a value is: a text; or a node with a date, the parts of one, or a position in a reference system, as OWL-Time
 * and SOSO have them.
 */
export function momentOf(value: FactValue): MomentOfNode | undefined {
  if (value.kind === 'literal') return { text: value.text, repairs: [] };
  const dated = timeTerms.moments.flatMap((property) => textsOf(value, [property]))[0];
  if (dated !== undefined) return { text: dated, repairs: [] };
  return inParts(value) ?? positionOf(value) ?? called(value);
}

/** The texts of some properties, sorted since their order means nothing: of literals, of names, and of nodes with a value. */
export function textsOf(node: FactNode, properties: readonly string[]): readonly string[] {
  const texts = node.values(properties).flatMap((value) => {
    const text = factText(value);
    if (text !== undefined || value.kind === 'literal') return [text ?? ''];
    return value.values(timeTerms.value).flatMap((inner) => factText(inner) ?? []);
  });
  return texts.filter((text) => text.trim() !== '').toSorted();
}

/** `time:inDateTime`: year, month and day apart, as numbers or as XML Schema's gYear, gMonth and gDay. */
function inParts(node: FactNode): MomentOfNode | undefined {
  for (const parts of nodesOf(node, timeTerms.inParts)) {
    const { parts: terms } = timeTerms;
    const [year] = textsOf(parts, terms.year);
    const rest = [terms.month, terms.day].flatMap(
      (properties) => textsOf(parts, properties)[0] ?? [],
    );
    const digits = rest.map((part) => /(?<!\d)\d{1,2}$/u.exec(part)?.[0]);
    const known = digits.includes(undefined) ? [] : digits;
    if (year === undefined) continue;
    const text = [year, ...known].join('-');
    if (known.length === rest.length) return { text, repairs: [] };
    return { text, written: [year, ...rest].join(', '), repairs: ['part-of-year'] };
  }
  return undefined;
}

/** A number or name with its reference system, in a node of its own or, against OWL-Time, in the moment itself. */
function positionOf(node: FactNode): MomentOfNode | undefined {
  for (const position of [...nodesOf(node, timeTerms.position), node]) {
    const [numeric] = textsOf(position, timeTerms.number);
    const [nominal] = textsOf(position, timeTerms.nominal);
    const text = numeric ?? nominal;
    if (text === undefined) continue;
    const number = Number(text);
    if (!Number.isFinite(number)) return { text, repairs: [] };
    const counts = countsIn(position);
    const counted = counting(number, counts);
    if (numeric === undefined) return named(text, counted);
    if (counted === undefined) return { text, repairs: [], uncounted: 'number' };
    return { ...counted, written: text };
  }
  return undefined;
}

/** A number in the place of a name: it can be a year, or what its system counts. */
function named(text: string, counted: MomentOfNode | undefined): MomentOfNode {
  if (counted === undefined) return { text, repairs: [] };
  return { ...counted, written: text, repairs: [...counted.repairs, 'misplaced'] };
}

/** What the numbers of a position count: by its reference systems, else by its units. */
function countsIn(position: FactNode): readonly TimeCount[] {
  const systems = [
    ...textsOf(position, timeTerms.referenceSystem),
    ...nodesOf(position, timeTerms.referenceSystem).flatMap((each) =>
      textsOf(each, timeTerms.names),
    ),
  ].map(countOf);
  const units = textsOf(position, timeTerms.unit).flatMap((text): readonly TimeCount[] => {
    const unit = readAgeUnit(text);
    return unit === undefined ? [] : [{ kind: 'age', ...unit }];
  });
  const known = [...systems.filter(({ kind }) => kind !== 'other'), ...units];
  return known.length === 0 ? systems : known;
}

/** @param counts what the number counts, of which the first counts and others may contradict it */
function counting(
  number: number,
  [count, ...others]: readonly TimeCount[],
): MomentOfNode | undefined {
  const counted = count === undefined ? undefined : countedBy(number, count);
  if (count === undefined || counted === undefined) return undefined;
  if (others.every((other) => isSameCount(count, other))) return counted;
  return { ...counted, repairs: [...counted.repairs, 'unit-contradicts'] };
}

function countedBy(number: number, count: TimeCount): MomentOfNode | undefined {
  switch (count.kind) {
    case 'age': {
      const sign: readonly TimeRepair[] = number < 0 ? ['age-sign'] : [];
      const scale: readonly TimeRepair[] = count.isOtherScale ? ['age-scale'] : [];
      const text = `${inMillions(Math.abs(number), count.years)} Ma`;
      return { text, repairs: [...sign, ...scale] };
    }
    case 'calendar-year': {
      const year = Math.floor(number);
      return { text: momentText({ year }), repairs: year === number ? [] : ['part-of-year'] };
    }
    case 'unix-time': {
      const isNear = Math.abs(number) < 1e11;
      return isNear
        ? { text: momentText(epochMoment(number).first), repairs: ['epoch'] }
        : undefined;
    }
    case 'other':
      return { text: String(number), repairs: [], uncounted: 'calendar' };
  }
}

/** A value, a name or the IRI of a moment, which can be that of an era or of its base. */
function called(node: FactNode): MomentOfNode | undefined {
  const [text] = [
    ...textsOf(node, timeTerms.value),
    ...textsOf(node, timeTerms.names),
    ...[factText(node) ?? []].flat(),
  ];
  return text === undefined ? undefined : { text, repairs: [] };
}

function nodesOf(node: FactNode, properties: readonly string[]): readonly FactNode[] {
  return node.values(properties).filter((value) => value.kind === 'node');
}
