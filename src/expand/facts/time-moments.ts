import { inMillions, readAgeUnit } from '../../facts/time/age-units.ts';
import { momentText } from '../../facts/time/moment.ts';
import { epochMoment } from '../../facts/time/read-moment.ts';
import { countOf, type TimeCount } from '../../facts/time/reference-system.ts';
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
    const rest = [terms.month, terms.day].map((properties) => textsOf(parts, properties)[0]);
    const digits = rest.map((part) => /\d{1,2}$/u.exec(part ?? '')?.[0]);
    const known = digits[0] === undefined ? [] : digits.filter((part) => part !== undefined);
    if (year !== undefined) return { text: [year, ...known].join('-'), repairs: [] };
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
    const counted = counting(number, countIn(position));
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

/** What the numbers of a position count: by the reference system, or else by the unit, which contradicts it at times. */
function countIn(position: FactNode): TimeCount | undefined {
  const [system] = [
    ...textsOf(position, timeTerms.referenceSystem),
    ...nodesOf(position, timeTerms.referenceSystem).flatMap((each) =>
      textsOf(each, timeTerms.names),
    ),
  ];
  const counts = system === undefined ? undefined : countOf(system);
  if (counts !== undefined && counts.kind !== 'other') return counts;
  const [unit] = textsOf(position, timeTerms.unit);
  const found = unit === undefined ? undefined : readAgeUnit(unit);
  return found === undefined ? counts : { kind: 'age', years: found.years };
}

function counting(number: number, count: TimeCount | undefined): MomentOfNode | undefined {
  switch (count?.kind) {
    case 'age':
      return { text: `${inMillions(Math.abs(number), count.years)} Ma`, repairs: [] };
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
    case undefined:
      return undefined;
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
