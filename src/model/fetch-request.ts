import type { HttpStep, RequestCost, ResponseSignature } from './http.ts';
import type { RobotsDecision } from './run.ts';
import type { Target } from './target.ts';

/** The input of the fetch stage: a target, and how to request it. */
export interface FetchRequest {
  readonly target: Target;
  /** See `OpenOptions`: the source whose credentials apply. */
  readonly credentialsOf?: string | undefined;
  /**
   * Present when an earlier request for the target offered no metadata: now only metadata is
   * accepted (content negotiation, RFC 9110 §12.1).
   */
  readonly negotiates?: true;
  /** The earlier response: if it comes again, or a 304, it need not be processed again. */
  readonly known?: ResponseSignature | undefined;
  /** Called with the signature of the response before the response, also for a 304. */
  readonly onAnswer?: (answer: ResponseSignature) => void;
  /** Called when a 304, or the response to HEAD, says that the resource is not modified. */
  readonly onNotModified?: () => void;
  /** Called for each request, including failed ones. */
  readonly onStep?: (step: HttpStep, cost: RequestCost) => void;
  /** Called with the robots.txt rule that allows the target. */
  readonly onAllowed?: (decision: RobotsDecision) => void;
}
