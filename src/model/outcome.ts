import type { Problem } from './problem.ts';

/**
 * What a stage says about its input. `produced` may carry problems: things that are true of the value
 * although there is one (a repaired IRI, an unknown character set). `failed` may carry further ones beside its cause.
 * `noted` is a problem by which nothing is lost and which belongs to no value; discovery has such.
 */
export type Outcome<T> =
  | { readonly kind: 'produced'; readonly value: T; readonly problems?: readonly Problem[] }
  | {
      readonly kind: 'skipped';
      readonly url: string;
      readonly reason: SkipReason;
      /** Of a record that is `type-not-wanted`: its types, as `typesOfRecord` gives them. */
      readonly types?: string;
    }
  | { readonly kind: 'failed'; readonly problem: Problem; readonly problems?: readonly Problem[] }
  | { readonly kind: 'noted'; readonly problem: Problem; readonly problems?: readonly Problem[] };

/** All problems of an outcome, its cause first. */
export function problemsOf(outcome: Outcome<unknown>): readonly Problem[] {
  if (outcome.kind === 'skipped') return [];
  const { problems = [] } = outcome;
  return outcome.kind === 'produced' ? problems : [outcome.problem, ...problems];
}

/** Why something was rightly left alone. */
export type SkipReason =
  /** What came is what came before. */
  | 'not-modified'
  /** The URL does not match `include`, or matches `exclude`. */
  | 'excluded'
  /** The URL was listed before, by this source or another. */
  | 'already-listed'
  /** The JSON-LD describes the page (breadcrumbs, the site), not a resource. */
  | 'page-furniture'
  /** The page has another offer of metadata for the same resource, which is labelled as CDIF. */
  | 'outranked'
  /** The page or list holds the same record twice. */
  | 'repeated-on-page'
  /** The record describes nothing of the `types` that its source wants. */
  | 'type-not-wanted'
  /** The JSON is a JSON Schema, a JSON-LD context or frame: it says how other documents look, and is no metadata. */
  | 'template';
