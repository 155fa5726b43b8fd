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
  /**
   * The earlier response: if the server sends it again or says that it is not modified, it need not
   * be processed again.
   */
  readonly known?: ResponseSignature | undefined;
  /**
   * Called with the signature of the response, before the response itself, and also when it is not
   * modified.
   */
  readonly onAnswer?: (answer: ResponseSignature) => void;
  /**
   * Called when the server says, by a 304 or in response to HEAD, that the resource is not
   * modified: no content was sent.
   */
  readonly onNotModified?: () => void;
  /** Called for each request, including failed ones. */
  readonly onStep?: (step: HttpStep, cost: RequestCost) => void;
  /** Called with the robots.txt rule that allows the target. */
  readonly onAllowed?: (leave: RobotsDecision) => void;
}
