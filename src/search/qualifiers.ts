import { UsageFault } from '../model/fault.ts';
import { optionName } from './option-name.ts';

/** What can be said more closely of some conditions. */
export interface Qualifiers {
  /** Whether all places and times are to lie within what is asked for, rather than touch it. */
  readonly within?: boolean | undefined;
  /** The IRI or name of the vocabulary of `term`. */
  readonly scheme?: string | undefined;
  /** The name, symbol, code or IRI of the unit of `variable`. */
  readonly unit?: string | undefined;
  /** The name or IRI of how `variable` was measured. */
  readonly technique?: string | undefined;
  /** As what `person` and `organization` are named. */
  readonly role?: string | undefined;
}

export type QualifierName = keyof Qualifiers;

/** What a qualifier is in words, and which conditions it goes with. */
export interface Qualifier {
  /** As it stands behind the name of the option; absent where that says it all. */
  readonly argument?: string;
  readonly meaning: string;
  readonly of: readonly string[];
}

/** All qualifiers, one line each, by the name of the option. */
export const searchQualifiers = {
  within: {
    meaning: 'with --bbox and --time: all places and times lie within, rather than touch it',
    of: ['bbox', 'time'],
  },
  scheme: {
    argument: 'name',
    meaning: 'with --term: its vocabulary, by IRI or by name as published',
    of: ['term'],
  },
  unit: {
    argument: 'name',
    meaning: 'with --variable: its unit, by symbol, code, name or IRI',
    of: ['variable'],
  },
  technique: {
    argument: 'name',
    meaning: 'with --variable: how it was measured, by name or IRI',
    of: ['variable'],
  },
  role: {
    argument: 'role',
    meaning:
      'with --person and --organization: as what, such as creator, publisher or data curator',
    of: ['person', 'organization'],
  },
} as const satisfies Record<QualifierName, Qualifier>;

/** The names of all qualifiers, in the order in which help tells them. */
export const qualifierNames = Object.keys(searchQualifiers) as readonly QualifierName[]; // its own names

/**
 * @param given the names of the conditions that are given
 * @throws {UsageFault} where a qualifier goes with none of them
 */
export function assertQualified(qualifiers: Qualifiers, given: ReadonlySet<string>): void {
  for (const name of qualifierNames) {
    const { of: owners }: Qualifier = searchQualifiers[name];
    if (qualifiers[name] === undefined || qualifiers[name] === false) continue;
    if (owners.some((condition) => given.has(condition))) continue;
    throw new UsageFault(
      `--${optionName(name)} says more of ${owners.map((each) => `--${optionName(each)}`).join(' or ')}, which is not given`,
    );
  }
}
