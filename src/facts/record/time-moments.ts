import { inMillions, readAgeUnit } from '../time/age-units.ts';
import { momentText } from '../time/moment.ts';
import { epochMoment } from '../time/read-moment.ts';
import { countOf, isSameCount, type TimeCount } from '../time/reference-system.ts';
import type { TimeRepair } from '../../model/time-remarks.ts';
import { factText, nodesIn, type FactNode, type FactValue } from './fact-node.ts';
import { timeTerms } from './time-terms.ts';

/** A moment as a text for `readTime`. */
export interface MomentOfNode {
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
export function momentOf(value: FactValue): MomentOfNode | undefined {
  if (value.kind === 'literal') return { text: value.text, repairs: [] };
  const dated = timeTerms.moments.flatMap((property) => textsOf(value, [property]))[0];
  if (dated !== undefined) return { text: dated, repairs: [] };
  return readDateParts(value) ?? readPosition(value) ?? readNamedMoment(value);
}

/**
 * The texts of properties, sorted because their order has no meaning: literals, names, and values
 * of nodes.
 */
export function textsOf(node: FactNode, properties: readonly string[]): readonly string[] {
  const texts = node.values(properties).flatMap((value) => {
    const text = factText(value);
    if (text !== undefined || value.kind === 'literal') return [text ?? ''];
    return value.values(timeTerms.value).flatMap((inner) => factText(inner) ?? []);
  });
  return texts.filter((text) => text.trim() !== '').toSorted();
}

/** `time:inDateTime`: separate year, month and day, as numbers or as gYear, gMonth and gDay. */
function readDateParts(node: FactNode): MomentOfNode | undefined {
  for (const parts of nodesIn(node, timeTerms.inParts)) {
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

/**
 * A number or name with its reference system, in a node of its own or, against OWL-Time, in the
 * moment itself.
 */
function readPosition(node: FactNode): MomentOfNode | undefined {
  for (const position of [...nodesIn(node, timeTerms.position), node]) {
    const [numeric] = textsOf(position, timeTerms.number);
    const [nominal] = textsOf(position, timeTerms.nominal);
    const text = numeric ?? nominal;
    if (text === undefined) continue;
    const number = Number(text);
    if (!Number.isFinite(number)) return { text, repairs: [] };
    const counts = readCounts(position);
    const counted = countNumber(number, counts);
    if (numeric === undefined) return readNominalNumber(text, counted);
    if (counted === undefined) return { text, repairs: [], uncounted: 'number' };
    return { ...counted, written: text };
  }
  return undefined;
}

/** A number in place of a name is a year, or what its reference system counts. */
function readNominalNumber(text: string, counted: MomentOfNode | undefined): MomentOfNode {
  if (counted === undefined) return { text, repairs: [] };
  return { ...counted, written: text, repairs: [...counted.repairs, 'misplaced'] };
}

/** The unit of a position: by its reference systems, else by its unit properties. */
function readCounts(position: FactNode): readonly TimeCount[] {
  const systems = [
    ...textsOf(position, timeTerms.referenceSystem),
    ...nodesIn(position, timeTerms.referenceSystem).flatMap((each) =>
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

/** @param counts units of the number; the first is used, and the others may contradict it */
function countNumber(
  number: number,
  [count, ...others]: readonly TimeCount[],
): MomentOfNode | undefined {
  const counted = count === undefined ? undefined : countByUnit(number, count);
  if (count === undefined || counted === undefined) return undefined;
  if (others.every((other) => isSameCount(count, other))) return counted;
  return { ...counted, repairs: [...counted.repairs, 'unit-contradicts'] };
}

function countByUnit(number: number, count: TimeCount): MomentOfNode | undefined {
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

/** A value, name or IRI of a moment, which may denote an era or its base. */
function readNamedMoment(node: FactNode): MomentOfNode | undefined {
  const [text] = [
    ...textsOf(node, timeTerms.value),
    ...textsOf(node, timeTerms.names),
    ...[factText(node) ?? []].flat(),
  ];
  return text === undefined ? undefined : { text, repairs: [] };
}
