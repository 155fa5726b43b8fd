import type { Limits } from '../config/schema.ts';
import type { ReadListFrame } from '../model/record.ts';
import type { Response } from '../model/http.ts';
import type { DecodedText } from './character-decoding.ts';
import type { MediaType } from '../model/media-type.ts';
import type { PlacedLink } from '../model/typed-link.ts';
import type { ExtractionOutcome } from './outcomes.ts';

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
