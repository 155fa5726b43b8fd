import type { Config } from '../config/schema.ts';
import type { WorkerCredentials } from '../config/worker-credentials.ts';
import type { StoredRobots } from '../model/harvest-memory.ts';
import type { Validators } from '../model/http.ts';
import type { RemoteContext } from '../model/remote-context.ts';
import type { HostFacts, PhaseSeconds, RequestCounts } from '../model/run-costs.ts';
import type { VisitRequest } from '../pipeline/visit.ts';

/** What workers need to know of a run: all settings but those of the catalogue. */
export interface RunSettings {
  /** Of the program; workers of another version do not work for the run. */
  readonly version: string;
  /** The name of the run in its catalogue. */
  readonly name: string;
  readonly http: Config['http'];
  readonly limits: Config['limits'];
  /** The sources that ignore robots.txt. */
  readonly ignoresRobots: readonly string[];
  readonly credentials: readonly WorkerCredentials[];
}

/** A run as its coordinator shows it in Redis while it is under way. */
export interface RunInRedis extends RunSettings {
  /** Whether no further visits begin. */
  readonly isEnding: boolean;
  /** How long the run may still send requests, in milliseconds; absent without a limit. */
  readonly endsInMs?: number;
  readonly visits: VisitCounts;
  /** Messages of workers that came too late or twice, and had no effect. */
  readonly refused: number;
}

/** The visits of a run that are handed out, and those that wait for it. */
export interface VisitCounts {
  readonly handedOut: number;
  readonly waiting: number;
}

/** A visit within a slice. */
export interface SliceVisit {
  /** Unique in the run. */
  readonly id: number;
  readonly request: VisitRequest;
}

/** A job: some visits to one host, to be made by one worker. */
export interface Slice extends SliceName {
  readonly run: string;
  readonly visits: readonly SliceVisit[];
}

/**
 * Names a slice of a run. Numbers grow, and a host has one slice at a time: what is sent for a
 * number other than the present one of the host has no effect (a fencing number).
 */
export interface SliceName {
  readonly host: string;
  readonly number: number;
}

/** Visits that are to be handed out as a slice, after a while. */
export interface FormedSlice extends SliceName {
  readonly visits: readonly SliceVisit[];
  readonly delayMs: number;
}

/** Whose message it is, of which slice. */
interface SliceSender extends SliceName {
  readonly worker: string;
}

/** Events of one visit; their JSON is a field of its own, so that it need not be read at once. */
export interface VisitPart {
  readonly id: number;
  /** How many events of the visit came before. */
  readonly from: number;
  readonly count: number;
  readonly isLast: boolean;
}

/** What a worker sends of a slice; with `events` goes their JSON. */
export type SliceMessage = SliceSender &
  ({ readonly kind: 'events'; readonly part: VisitPart } | ({ readonly kind: 'ended' } & SliceEnd));

/** What a worker sends to a coordinator. */
export type WorkerMessage =
  | SliceMessage
  | {
      readonly kind: 'question';
      readonly worker: string;
      readonly number: number;
      readonly question: Question;
    };

/** A visit that a worker could not make, and why. */
export interface FailedVisit {
  readonly id: number;
  readonly reason: string;
}

/** The end of a slice. */
export interface SliceEnd {
  /** How many visits were made. */
  readonly made: number;
  /** The visit at which a fault of the worker's machine ended the slice, such as a full disk. */
  readonly failed?: FailedVisit;
  /**
   * Names the time for which the worker works for the run. After an outage it may begin another
   * one, which counts from zero.
   */
  readonly session: string;
  /** For how long its host rests, in milliseconds. */
  readonly restMs: number;
  /** All requests of the session until now, those for robots.txt included. */
  readonly requests: Pick<RequestCounts, 'GET' | 'HEAD' | 'notModified'>;
  /** How long at least one visit of the session was in each phase until now. */
  readonly phases: PhaseSeconds;
  /** The hosts that the slice requested, with all that was done there in the session. */
  readonly hosts: readonly HostFacts[];
}

/** What workers ask the coordinator, which has the catalogue. */
export type Question =
  | { readonly of: 'robots'; readonly server: string }
  | { readonly of: 'kept-robots'; readonly server: string; readonly robots: SentRobots }
  | { readonly of: 'context'; readonly url: string };

/** A robots.txt: its time as ISO 8601, its content in base64. */
export type SentRobots = { readonly at: string } & (
  | {
      readonly kind: 'file';
      readonly body: string;
      readonly finalUrl: string;
      readonly validators: Validators;
    }
  | { readonly kind: 'none' }
);

/** The answer to a question. */
export interface Answer {
  readonly number: number;
  readonly robots?: SentRobots;
  readonly context?: RemoteContext;
}

/** A robots.txt as it is sent. */
export function sendableRobots(robots: StoredRobots): SentRobots {
  const at = robots.at.toISOString();
  if (robots.kind === 'none') return { at, kind: 'none' };
  const { finalUrl, validators, body } = robots;
  return { at, kind: 'file', finalUrl, validators, body: Buffer.from(body).toString('base64') };
}

/** The robots.txt that was sent, if one was. */
export function readRobots(sent: SentRobots | undefined): StoredRobots | undefined {
  if (sent === undefined) return undefined;
  const at = new Date(sent.at);
  if (sent.kind === 'none') return { at, kind: 'none' };
  const { finalUrl, validators, body } = sent;
  return { at, kind: 'file', finalUrl, validators, body: Buffer.from(body, 'base64') };
}
