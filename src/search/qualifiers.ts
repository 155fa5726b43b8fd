import { UsageFault } from '../model/fault.ts';

/** Refinements of conditions. */
export interface Qualifiers {
  /** Whether all places and times must be contained, rather than overlap. */
  readonly within?: boolean | undefined;
  /** IRI or name of the vocabulary of `term`. */
  readonly scheme?: string | undefined;
  /** Name, symbol, code or IRI of the unit of `variable`. */
  readonly unit?: string | undefined;
  /** Name or IRI of the technique of `variable`. */
  readonly technique?: string | undefined;
  /** Role of `person` and `organization`. */
  readonly role?: string | undefined;
}

/** The name of a qualifier. */
export type QualifierName = keyof Qualifiers;

/** Help text of a qualifier, and the conditions that it refines. */
export interface Qualifier {
  /** Placeholder after the option name in help; absent for a flag. */
  readonly argument?: string;
  readonly meaning: string;
  readonly of: readonly string[];
}

/** All qualifiers by the name of their option, one line each. */
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
      'with --person and --organization: their role, such as creator, publisher or data curator',
    of: ['person', 'organization'],
  },
} as const satisfies Record<QualifierName, Qualifier>;

/** The names of all qualifiers, in the order of help. */
export const qualifierNames = Object.keys(searchQualifiers) as readonly QualifierName[]; // its own names

/**
 * Checks that each qualifier has its condition.
 * @param given names of the given conditions
 * @throws {UsageFault} if a qualifier has none of its conditions
 */
export function assertQualified(qualifiers: Qualifiers, given: ReadonlySet<string>): void {
  for (const name of qualifierNames) {
    const { of: owners }: Qualifier = searchQualifiers[name];
    if (qualifiers[name] === undefined || qualifiers[name] === false) continue;
    if (owners.some((condition) => given.has(condition))) continue;
    throw new UsageFault(
      `--${optionName(name)} needs ${owners.map((each) => `--${optionName(each)}`).join(' or ')}`,
    );
  }
}

/** Command-line option name: `media-type` for `mediaType`. */
export function optionName(name: string): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}
