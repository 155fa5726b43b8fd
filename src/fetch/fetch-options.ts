import type { Limits } from '../config/schema.ts';
import type { Ask } from '../model/ask.ts';
import type { HttpReader } from '../model/http.ts';
import type { FolderPlace } from './folder-file.ts';

/** What fetching works with. */
export interface FetchOptions {
  readonly http: HttpReader;
  readonly limits: FetchLimits;
  /** Folders whose files are read in place of asking for URLs below their bases. */
  readonly folders?: readonly FolderPlace[];
  /** By default all URLs may be asked for. */
  readonly permit?: Permit | undefined;
  /** Where large answers are kept meanwhile; by default where the system wants it. */
  readonly temporaryFolder?: string;
}

/**
 * Lets a URL pass that may be asked for on the way to a target: the target itself, or what it redirects to.
 * @throws {ResourceError} where it may not
 */
export type Permit = (ask: Ask, url: string, signal: AbortSignal) => Promise<void>;

export type FetchLimits = Pick<Limits, 'listBytes' | 'pieceBytes'>;
