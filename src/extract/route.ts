import type { Limits } from '../config/schema.ts';
import type { ReadListFrame } from '../model/list-frame.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Extracted } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import type { DecodedText } from './character-decoding.ts';
import type { MediaType } from '../model/media-type.ts';
import type { PlacedLink } from '../model/typed-link.ts';

/** What a route gets to read. */
export interface RouteInput {
  readonly response: Response;
  readonly mediaType: MediaType;
  /** The typed links of its `Link` fields. */
  readonly links: readonly PlacedLink[];
  /** The body. */
  readonly bytes: Uint8Array;
  /** The body, decoded by the same route; its text is never blank. */
  readonly decoded: DecodedText;
  readonly limits: ExtractLimits;
  readonly readListFrame: ReadListFrame;
}

/** What is known of a response before its body is read. */
export type UnreadInput = Omit<RouteInput, 'bytes' | 'decoded'>;

export type ExtractLimits = Pick<
  Limits,
  'jsonDepth' | 'jsonValues' | 'linksPerPage' | 'pieceBytes' | 'urlsPerSource'
>;

/** A way in which a response gives metadata. Each is a file, and a line in `routes.ts`. */
export interface Route {
  /** Turns a body into text. */
  decode(body: Uint8Array, charset: string | undefined): DecodedText;
  /** Yields at least one outcome. */
  extract(input: RouteInput): Outcomes;
}

/** At once where nothing has to be waited for, which is how pages and JSON are read: a harvest has little else. */
export type Outcomes = Iterable<Outcome<Extracted>> | AsyncIterable<Outcome<Extracted>>;
