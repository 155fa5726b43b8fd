import type { AnswerKey } from '../model/answer.ts';
import type { Lead } from '../model/record.ts';
import type { Target } from '../model/target.ts';
import type { KnownUrl } from '../model/url-visit.ts';
import type { LookLedger } from '../report/look-ledger.ts';
import type { Running } from './running.ts';
import type { Look } from './look.ts';
import type { Reading } from './reading.ts';
import type { TargetTally } from './target-tally.ts';

/** What is at hand while one target is carried through the stages. */
export interface Carrying {
  readonly target: Target;
  /** From runs before. */
  readonly known: KnownUrl | undefined;
  readonly reading: Reading;
  /** See `CredentialChoice`. */
  readonly credentialsOf: string | undefined;
  /** See `look-terms.ts`. */
  readonly terms: string;
  readonly ledger: LookLedger;
  readonly tally: TargetTally;
  readonly look: Look;
  /** Where it leads to, each place once, by its JSON. */
  readonly leads: Map<string, Lead>;
  readonly answers: Answers;
  readonly running: Running;
}

/** By what the answers of a look are known when they come again. */
export interface Answers {
  answer?: AnswerKey;
  negotiated?: AnswerKey;
}
