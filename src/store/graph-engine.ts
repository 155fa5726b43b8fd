import type { QueryControl, QueryRequest } from './store.ts';

/** What answers queries over a catalogue. */
export interface GraphEngine {
  query(request: QueryRequest, control?: QueryControl): Promise<string>;
  /** Lets go of the catalogue; a later query takes it up again. */
  close(): Promise<void>;
}
