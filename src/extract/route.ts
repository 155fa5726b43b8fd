import type { Limits } from '../config/schema.ts';
import type { Response } from '../model/http.ts';
import type { MediaType } from '../model/media-type.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { ExtractionOutput, JsonLdDocument, ReadListFrame } from '../model/record.ts';
import type { PlacedLink } from '../model/typed-link.ts';
import type { DecodedText } from './character-decoding.ts';

/** The input of a route. */
export interface RouteInput {
  readonly response: Response;
  readonly mediaType: MediaType;
  /** The typed links of the `Link` fields. */
  readonly links: readonly PlacedLink[];
  readonly bytes: Uint8Array;
  /** The body, decoded by the same route; never blank. */
  readonly decoded: DecodedText;
  readonly limits: ExtractLimits;
  readonly readListFrame: ReadListFrame;
}

/** The input before the body is read. */
export type ResponseInput = Omit<RouteInput, 'bytes' | 'decoded'>;

/** The limits of extraction. */
export type ExtractLimits = Pick<
  Limits,
  'jsonDepth' | 'jsonValues' | 'linksPerPage' | 'pieceBytes' | 'urlsPerSource'
>;

/** A way to extract metadata from a response; registered in `extract-stage.ts`. */
export interface ExtractRoute {
  decode(body: Uint8Array, charset: string | undefined): DecodedText;
  /** Yields at least one outcome. */
  extract(input: RouteInput): ExtractOutcomes;
}

/** Synchronous for pages and JSON, the bulk of a harvest, which need no waiting. */
export type ExtractOutcomes = Iterable<ExtractionOutcome> | AsyncIterable<ExtractionOutcome>;

/** An outcome of the extract stage. */
export type ExtractionOutcome = Outcome<ExtractionOutput>;

/** The outcome with a document, and the problems that did not prevent reading it. */
export function producedDocument(
  document: JsonLdDocument,
  problems: readonly Problem[] = [],
): ExtractionOutcome {
  const value = { kind: 'document', document } as const;
  return { kind: 'produced', value, ...(problems.length === 0 ? {} : { problems }) };
}

/** The outcome of a problem, and further problems besides it. */
export function failedOutcome(
  problem: Problem,
  problems: readonly Problem[] = [],
): ExtractionOutcome {
  return { kind: 'failed', problem, ...(problems.length === 0 ? {} : { problems }) };
}

/** Creates a function that adds problems to the first outcome that can carry any. */
export function createProblemAdder(
  problems: readonly Problem[],
): (outcome: ExtractionOutcome) => ExtractionOutcome {
  let pending = problems;
  return (outcome) => {
    if (pending.length === 0 || outcome.kind === 'skipped') return outcome;
    const all = [...(outcome.problems ?? []), ...pending];
    pending = [];
    return { ...outcome, problems: all };
  };
}
