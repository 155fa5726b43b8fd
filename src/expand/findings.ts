import { belongingTo, ProblemTally } from '../model/problem-tally.ts';
import type { Problem, ProblemFacts, ProblemKind } from '../model/problem.ts';
import { TextSet } from '../text/text-set.ts';
import { wellFormed } from '../text/well-formed.ts';

/** A problem without the place, which is the same for all of a record. */
export type Finding = {
  [Kind in ProblemKind]: { readonly kind: Kind } & ProblemFacts[Kind];
}[ProblemKind];

/** A step that could not be done for a record, and why. */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: Finding;
}

/** Where problems are noted. */
export interface FindingSink {
  /** Takes note of a problem. One that says the same as another is noted once. */
  add(finding: Finding): void;
}

/** What there is to say of one record beside its graph. */
export interface Findings extends FindingSink {
  /**
   * The problems that are kept and how many more there are; see `ProblemTally`.
   * @param record the IRI of the graph of the record that they belong to
   */
  list(record?: string): readonly Problem[];
}

/** Enough to recognise a value by: values are strangers', and can be megabytes. */
const maxCharacters = 200;

/** @param url what all the problems are about */
export function createFindings(url: string): Findings {
  const distinct = new TextSet();
  const tally = new ProblemTally();
  return {
    add(finding) {
      const problem = locate(finding, url);
      if (distinct.add(JSON.stringify(problem))) tally.add(problem);
    },
    list(record) {
      const listed = tally.list({ url });
      return record === undefined ? listed : listed.map((problem) => belongingTo(problem, record));
    },
  };
}

/** The problem in full; with a value that is long or no valid text cut and mended. */
export function locate(finding: Finding, url: string): Problem {
  return { ...withTexts(finding, excerpt), url };
}

/** The finding with each of its facts that is a text changed. */
export function withTexts<Found extends Finding>(
  finding: Found,
  change: (text: string) => string,
): Found {
  const facts: [string, unknown][] = Object.entries(finding);
  const changed = facts.map(([name, fact]): [string, unknown] => {
    return [name, typeof fact === 'string' ? change(fact) : fact];
  });
  // The same facts as those of the finding, so the same kind of problem.
  return Object.fromEntries(changed) as Found;
}

function excerpt(text: string): string {
  return wellFormed(text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text);
}
