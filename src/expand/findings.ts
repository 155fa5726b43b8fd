import type { Problem, ProblemFacts, ProblemKind } from '../model/problem.ts';
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
  /** The problems in the order in which they were met, then how many more there were of a kind that has too many. */
  list(): readonly Problem[];
}

/** A document can have the same fault thousands of times; so many of a kind show what is wrong. */
const maxPerKind = 20;

/** Enough to recognise a value by: values are strangers', and can be megabytes. */
const maxCharacters = 200;

/** @param url what all the problems are about */
export function createFindings(url: string): Findings {
  const distinct = new Map<ProblemKind, Set<string>>();
  const kept: Problem[] = [];
  return {
    add(finding) {
      const problem = locate(finding, url);
      const ofKind = distinct.get(problem.kind) ?? new Set();
      distinct.set(problem.kind, ofKind);
      const before = ofKind.size;
      ofKind.add(JSON.stringify(problem));
      if (ofKind.size > before && before < maxPerKind) kept.push(problem);
    },
    list() {
      const omitted = Array.from(distinct, ([of, values]) => {
        return { kind: 'problems-omitted', url, of, count: values.size - maxPerKind } as const;
      });
      return [...kept, ...omitted.filter(({ count }) => count > 0)];
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
