import { belongingTo, ProblemTally } from '../model/problem-tally.ts';
import type { Problem, ProblemFacts, ProblemKind } from '../model/problem.ts';
import { TextSet } from '../text/text-set.ts';
import { wellFormed } from '../text/well-formed.ts';

/** A problem without its URL, which is the same for all of a record. */
export type Finding = {
  [Kind in ProblemKind]: { readonly kind: Kind } & ProblemFacts[Kind];
}[ProblemKind];

/** A step that failed, and why. */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: Finding;
}

/** Collects problems. */
export interface FindingSink {
  /** Notes a problem; equal problems are noted once. */
  add(finding: Finding): void;
}

/** The problems of one record. */
export interface Findings extends FindingSink {
  /**
   * The noted problems and the count of omitted ones; see `ProblemTally`.
   * @param record the graph IRI of the record that they belong to
   */
  list(record?: string): readonly Problem[];
}

/** Enough to recognise a value, which may be megabytes. */
const maxCharacters = 200;

/** @param url the URL of all the problems */
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

/** The complete problem; long values are cut, and invalid text is repaired. */
export function locate(finding: Finding, url: string): Problem {
  return { ...withTexts(finding, excerpt), url };
}

/** Maps every text in a finding. */
export function withTexts<Found extends Finding>(
  finding: Found,
  change: (text: string) => string,
): Found {
  const facts: [string, unknown][] = Object.entries(finding);
  const changed = facts.map(([name, fact]): [string, unknown] => {
    return [name, typeof fact === 'string' ? change(fact) : fact];
  });
  // The facts are those of the finding, so the kind is the same.
  return Object.fromEntries(changed) as Found;
}

function excerpt(text: string): string {
  return wellFormed(text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text);
}
