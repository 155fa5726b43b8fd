import type { HostState } from './run-costs.ts';
import type { HttpStep, RequestCost } from './http.ts';
import type { NotDue } from './revisit.ts';
import type { Problem, ProblemKind } from './problem.ts';
import type { ListingState, RecordState, RunReport, UrlState } from './run.ts';
import type { RemovalReason } from './url-update.ts';

/** One request, and the duration of its response, body included. */
export interface LoggedRequest extends Pick<HttpStep, 'method' | 'url' | 'status' | 'problem'> {
  readonly ms: number;
}

/** Facts about a URL besides its final state. */
export interface SettledFacts {
  /** Without zeros. */
  readonly records?: Readonly<Partial<Record<RecordState, number>>>;
  readonly requests?: readonly LoggedRequest[];
  readonly bytes?: Pick<RequestCost, 'bytesReceived' | 'bytesDecoded'>;
  readonly problems?: Readonly<Partial<Record<ProblemKind, number>>>;
  /** Why it was not requested, and until when. */
  readonly notDue?: NotDue;
}

/** An event of a run, for observers. */
export type RunEvent =
  | {
      readonly event: 'run-started';
      readonly run: string;
      readonly continues: readonly string[];
      readonly dryRun: boolean;
      readonly sources: readonly { readonly source: string; readonly kind: string }[];
    }
  /** Sent again where something turns out to be missing. */
  | { readonly event: 'source-listed'; readonly source: string; readonly listing: ListingState }
  | { readonly event: 'listing-problem'; readonly source: string; readonly problem: Problem }
  /** Sent again where a URL is visited once more; the latest counts. */
  | ({
      readonly event: 'url-settled';
      readonly source: string;
      readonly url: string;
      readonly state: UrlState;
    } & SettledFacts)
  /** For a URL that stays. */
  | {
      readonly event: 'records-removed';
      readonly source: string;
      readonly url: string;
      readonly reason: RemovalReason;
      readonly graphs: readonly string[];
    }
  /** A host is in back-off, or is given up. */
  | {
      readonly event: 'host-changed';
      readonly host: string;
      readonly state: HostState;
      readonly requests: number;
      readonly failures: number;
    }
  /** The report without its problems, which were sent before. */
  | { readonly event: 'run-ended'; readonly report: CountsOfRun }
  /** A fault ended the run. */
  | { readonly event: 'run-failed'; readonly message: string };

/** A run report without the problems themselves. */
export type CountsOfRun = Omit<RunReport, 'examples' | 'catalogue' | 'sources'> & {
  readonly catalogue: RunReport['catalogue']['counts'];
  readonly sources: readonly Omit<RunReport['sources'][number], 'examples' | 'listingProblems'>[];
};

/** Receives the events of a run. */
export interface RunObserver {
  /** Receives an event; returns at once. */
  tell(event: RunEvent): void;
  /** Resolves when there is room for more events; a sender of many events waits for it. */
  room(): Promise<void>;
}
