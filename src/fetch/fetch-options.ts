import type { Limits } from '../config/schema.ts';
import type { HttpReader, OpenOptions } from '../model/http.ts';
import type { Target } from '../model/target.ts';
import type { FolderPlace } from './folder-file.ts';

/** What fetching works with. */
export interface FetchOptions {
  readonly http: HttpReader;
  readonly limits: FetchLimits;
  /** Folders whose files are read in place of asking for URLs below their bases. */
  readonly folders?: readonly FolderPlace[];
  /** Gives what says whether a URL may be asked for on the way to a target; by default all may. */
  readonly permit?: (target: Target, signal: AbortSignal) => OpenOptions['permit'];
  /** Where large answers are kept meanwhile; by default where the system wants it. */
  readonly temporaryFolder?: string;
}

export type FetchLimits = Pick<Limits, 'listBytes' | 'pieceBytes'>;
