import { cutText } from '../../text/clean-text.ts';
import type { Position, ProblemKind, ProblemOf, Severity } from '../problem.ts';

/** The texts for a kind of problem; its page is `docs/problems/<kind>.md`. */
export interface ProblemText<Kind extends ProblemKind> {
  readonly severity: Severity;
  /** A short name of the kind. */
  readonly title: string;
  /** The consequence for the record. */
  readonly meaning: string;
  /** What a publisher or operator can do. */
  readonly remedy: string;
  /** A more specific remedy by the facts of a problem; undefined where `remedy` applies. */
  readonly remedyFor?: (problem: ProblemOf<Kind>) => string | undefined;
  /** The facts of a problem in a few words, without the URL; empty where the title is enough. */
  readonly facts: (problem: ProblemOf<Kind>) => string;
}

/** A text for every kind of problem. */
export type ProblemTexts = { readonly [Kind in ProblemKind]: ProblemText<Kind> };

/** The most characters of a published value that a message shows. */
const longest = 120;

/** A position in a text, in words. */
export function place(position: Position): string {
  return `line ${position.line}, column ${position.column}`;
}

/** A text of at most 120 UTF-16 code units, with an ellipsis where something was cut off. */
export function cut(text: string): string {
  return cutText(text, longest);
}

/** A value in quotation marks, cut where it is long. */
export function quote(value: string): string {
  return `"${cut(value)}"`;
}
