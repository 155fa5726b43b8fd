import type { ProblemKind, ProblemOf, Severity } from './problem.ts';

/** What there is to say about a kind of problem; its page is `docs/problems/<kind>.md`. */
export interface ProblemText<Kind extends ProblemKind> {
  readonly severity: Severity;
  /** A few words that name the kind. */
  readonly title: string;
  /** What it means for the record. */
  readonly meaning: string;
  /** What a publisher or operator does about it. */
  readonly remedy: string;
  /** The same of one problem, where its facts tell more; undefined where `remedy` holds. */
  readonly remedyFor?: (problem: ProblemOf<Kind>) => string | undefined;
  /** The facts of one problem in a few words, without the URL; empty where the title says it all. */
  readonly facts: (problem: ProblemOf<Kind>) => string;
}

/** A text for every kind of problem. */
export type ProblemTexts = { readonly [Kind in ProblemKind]: ProblemText<Kind> };
