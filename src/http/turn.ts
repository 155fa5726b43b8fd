import type { Problem } from '../model/problem.ts';

/** A place among the requests that a host may be asked at once, in which one request is made. */
export interface Turn {
  /** The headers of its answer are there. @param isGood whether by how long it took the host can be judged */
  answered(isGood: boolean): void;
  /** Gives the place back; again does nothing. */
  end(): void;
  /** Counts what is read of the answer's body. */
  readonly traffic: Traffic;
}

/** Bytes of bodies, as they were sent and after decompression. */
export interface Traffic {
  received: number;
  decoded: number;
}

/** A place that is kept for a target that is about to be asked for. The first turn that is asked for takes it. */
export interface Reservation {
  /** Gives it back where no turn has taken it. */
  end(): void;
}

/** When a host may be asked. */
export type Opening =
  | { readonly kind: 'now' }
  | { readonly kind: 'later'; readonly at: number }
  /** When one of the requests has ended that are under way or wait. */
  | { readonly kind: 'busy' }
  /** Not any more in this run, and why. */
  | { readonly kind: 'never'; readonly problem: (url: string) => Problem };
