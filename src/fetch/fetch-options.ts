import type { Limits } from '../config/schema.ts';
import type { HttpReader } from '../model/http.ts';
import type { FolderPlace } from './folder-file.ts';

/** What fetching works with. */
export interface FetchOptions {
  readonly http: HttpReader;
  readonly limits: FetchLimits;
  /** Folders whose files are read in place of asking for URLs below their bases. */
  readonly folders?: readonly FolderPlace[];
  /** The `Accept` field to send. */
  readonly accept?: string;
  /** Where large answers are kept meanwhile; by default where the system wants it. */
  readonly temporaryFolder?: string;
}

export type FetchLimits = Pick<Limits, 'listBytes' | 'pieceBytes'>;
