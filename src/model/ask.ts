import type { AnswerKey } from './answer.ts';
import type { HttpStep, RequestCost } from './http.ts';
import type { RobotsLeave } from './run.ts';
import type { Target } from './target.ts';

/** One asking for a target: what the fetch stage takes. */
export interface Ask {
  readonly target: Target;
  /** See `OpenOptions`: of the sources that list the target, the one whose credentials count. */
  readonly credentialsOf?: string | undefined;
  /**
   * Present when the target was asked before and offered no metadata: now metadata alone is welcome (content negotiation,
   * RFC 9110 §12.1).
   */
  readonly negotiates?: true;
  /** The answer of before: where it comes again, by what its server says or by what comes, it need not be read again. */
  readonly known?: AnswerKey | undefined;
  /** Hears by what the answer is known when it comes again: before the answer itself, and where it is not modified, too. */
  readonly onAnswer?: (answer: AnswerKey) => void;
  /** Hears that the server says, by a 304 or in answer to HEAD, that what is known is not modified: its content did not come. */
  readonly onNotModified?: () => void;
  /** Hears of each request, also of those that fail. */
  readonly onStep?: (step: HttpStep, cost: RequestCost) => void;
  /** Hears why robots.txt lets the target be asked for. */
  readonly onAllowed?: (leave: RobotsLeave) => void;
}
