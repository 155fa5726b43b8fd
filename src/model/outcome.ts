import type { Problem } from './problem.ts';

/**
 * The result of a stage for its input. `produced` may carry problems that do not prevent the value
 * (a repaired IRI, an unknown character set). `failed` may carry further problems besides its
 * cause. `noted` is a problem that loses nothing and belongs to no value; only discovery has such.
 */
export type Outcome<T> =
  | { readonly kind: 'produced'; readonly value: T; readonly problems?: readonly Problem[] }
  | {
      readonly kind: 'skipped';
      readonly url: string;
      readonly reason: SkipReason;
      /** For a record with `type-not-wanted`: its types, as `typesOfRecord` gives them. */
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

/** Why an input was correctly ignored. */
export type SkipReason =
  /** The response is the same as before. */
  | 'not-modified'
  /** The URL does not match `include`, or matches `exclude`. */
  | 'excluded'
  /** This or another source has listed the URL already. */
  | 'already-listed'
  /** The JSON-LD describes the page (breadcrumbs, the site) instead of a resource. */
  | 'page-furniture'
  /** The page offers metadata for the same resource that is labelled as CDIF. */
  | 'outranked'
  /** The page or list holds the same record twice. */
  | 'repeated-on-page'
  /** The record describes none of the `types` that its source wants. */
  | 'type-not-wanted'
  /** The JSON is a JSON Schema, a JSON-LD context or a frame, and no metadata. */
  | 'template';
