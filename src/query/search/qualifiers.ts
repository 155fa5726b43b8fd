import { UsageFault } from '../../model/fault.ts';
import { optionName } from './option-name.ts';
import type { SearchRequest } from './search-request.ts';

/** What is said more closely of some conditions. */
export type Qualifiers = Pick<SearchRequest, QualifierName>;

/** What a qualifier is in words, and which conditions it goes with. */
export interface Qualifier {
  /** As it stands behind the name of the option; absent where that says it all. */
  readonly argument?: string;
  readonly meaning: string;
  readonly of: readonly (keyof SearchRequest)[];
}

/** Everything by which conditions are made narrower: one line of it a qualifier, by the name of its option. */
export const searchQualifiers = {
  within: {
    meaning:
      'with --bbox and --time: places and times that lie within, all of each, rather than touch it',
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
} as const satisfies Record<string, Qualifier>;

export type QualifierName = keyof typeof searchQualifiers;

/** The names of all qualifiers, in the order in which help tells them. */
export const qualifierNames = Object.keys(searchQualifiers) as readonly QualifierName[]; // its own names

/** @throws {UsageFault} where something is said more closely of a condition that is not there */
export function assertQualified(request: SearchRequest): void {
  for (const name of qualifierNames) {
    const { of: owners }: Qualifier = searchQualifiers[name];
    if (request[name] === undefined || request[name] === false) continue;
    if (owners.every((condition) => request[condition] === undefined)) {
      throw new UsageFault(
        `${option(name)} says more of ${owners.map(option).join(' or ')}, which is not given`,
      );
    }
  }
}

function option(name: string): string {
  return `--${optionName(name)}`;
}
