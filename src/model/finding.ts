import type { PatchOperation } from '../text/json-patch.ts';
import type { Position } from '../text/text-position.ts';
import type { Severity } from './problem.ts';

/**
 * Where the value comes from that a finding asks for:
 * - `mechanical`: it is there in another form;
 * - `derivable`: it stands elsewhere in the record, or in the response that carried it;
 * - `author`: only the author knows it; the patch is a template to fill in.
 */
export const remedyKinds = ['mechanical', 'derivable', 'author'] as const;

/** One of `remedyKinds`. */
export type RemedyKind = (typeof remedyKinds)[number];

/** A place in a JSON document. */
export interface JsonPlace extends Position {
  /** RFC 6901; empty for the whole document. */
  readonly pointer: string;
}

/** How to mend what a finding is about. */
export interface Remedy {
  readonly kind: RemedyKind;
  /** For the JSON document of the record, in the order of application. */
  readonly patch: readonly PatchOperation[];
}

/** A requirement of a profile, shape or schema that a record does not meet. */
export interface Finding {
  /** The id of a profile, or the file of shapes or the schema. */
  readonly profile: string;
  /** A rule (`docs/rules/`), a kind of problem (`docs/problems/`), a shape or a schema keyword. */
  readonly rule: string;
  readonly severity: Severity;
  /** What is wrong, in words. */
  readonly title: string;
  /** The IRI of the described thing that the finding is about, or its label with `_:`. */
  readonly node?: string | undefined;
  /** Several where one thing is described at several places; none where it is unknown. */
  readonly places: readonly JsonPlace[];
  /** What the document has; absent where nothing is there. */
  readonly found?: string | undefined;
  /** What the requirement asks for, in words. */
  readonly asked: string;
  /** The section of a specification that asks for it. */
  readonly why: Citation;
  readonly remedy?: Remedy | undefined;
}

/** A section of a specification. */
export interface Citation {
  /** `CDIF discovery, Required: Title`. */
  readonly section: string;
  readonly url: string;
}
