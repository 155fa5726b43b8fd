import type { HostState } from './host-facts.ts';
import type { HttpStep, RequestCost } from './http.ts';
import type { NotDue } from './not-due.ts';
import type { Problem, ProblemKind } from './problem.ts';
import type { ListingState, RecordState, RunReport, UrlState } from './run.ts';
import type { RemovalReason } from './tombstone.ts';

/** One request for a URL, and how long its answer took, body included. */
export interface LoggedRequest extends Pick<HttpStep, 'method' | 'url' | 'status' | 'problem'> {
  readonly ms: number;
}

/** What there is to say of a URL beside its final state. */
export interface SettledFacts {
  /** Those that are not 0. */
  readonly records?: Readonly<Partial<Record<RecordState, number>>>;
  readonly requests?: readonly LoggedRequest[];
  readonly bytes?: Pick<RequestCost, 'bytesReceived' | 'bytesDecoded'>;
  readonly problems?: Readonly<Partial<Record<ProblemKind, number>>>;
  /** Why it was not requested, and until when. */
  readonly notDue?: NotDue;
}

/** What happens in a run, for who follows it. */
export type RunEvent =
  | {
      readonly event: 'run-started';
      readonly run: string;
      readonly continues: readonly string[];
      readonly dryRun: boolean;
      readonly sources: readonly { readonly source: string; readonly kind: string }[];
    }
  /** Again where it is known later that something is missing. */
  | { readonly event: 'source-listed'; readonly source: string; readonly listing: ListingState }
  | { readonly event: 'listing-problem'; readonly source: string; readonly problem: Problem }
  /** Again where a URL is looked at once more; the latest counts. */
  | ({
      readonly event: 'url-settled';
      readonly source: string;
      readonly url: string;
      readonly state: UrlState;
    } & SettledFacts)
  /** Of a URL that stays. */
  | {
      readonly event: 'records-removed';
      readonly source: string;
      readonly url: string;
      readonly reason: RemovalReason;
      readonly graphs: readonly string[];
    }
  /** A host rests, or is not asked any more. */
  | {
      readonly event: 'host-changed';
      readonly host: string;
      readonly state: HostState;
      readonly requests: number;
      readonly failures: number;
    }
  /** The report, but for the problems in it, which were told before. */
  | { readonly event: 'run-ended'; readonly report: CountsOfRun }
  /** A fault ended it. */
  | { readonly event: 'run-failed'; readonly message: string };

export type CountsOfRun = Omit<RunReport, 'examples' | 'catalogue' | 'sources'> & {
  readonly catalogue: RunReport['catalogue']['counts'];
  readonly sources: readonly Omit<RunReport['sources'][number], 'examples' | 'listingProblems'>[];
};

/** Hears what happens in a run. */
export interface RunObserver {
  /** Takes note of an event, at once. */
  tell(event: RunEvent): void;
  /** Resolves when there is room for more events; who makes many waits for it. */
  room(): Promise<void>;
}
