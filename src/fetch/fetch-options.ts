import type { Limits } from '../config/schema.ts';
import type { Ask } from '../model/ask.ts';
import type { HttpReader } from '../model/http.ts';
import type { FolderPlace } from './folder-file.ts';

/** Dependencies of the fetch stage. */
export interface FetchOptions {
  readonly http: HttpReader;
  readonly limits: FetchLimits;
  /** Folders whose files replace requests for URLs below their bases. */
  readonly folders?: readonly FolderPlace[];
  /** By default every URL is permitted. */
  readonly permit?: Permit | undefined;
  /** The folder for large response bodies; by default that of the system. */
  readonly temporaryFolder?: string;
}

/**
 * Checks whether a URL may be requested on the way to a target: the target itself or a redirect.
 * @throws {ResourceError} where it may not
 */
export type Permit = (ask: Ask, url: string, signal: AbortSignal) => Promise<void>;

export type FetchLimits = Pick<Limits, 'listBytes' | 'pieceBytes'>;
