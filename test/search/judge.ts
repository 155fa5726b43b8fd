import type { Entry } from './entry.ts';

/** `either`: it depends on how a value is rounded. */
export type Verdict = 'either' | 'no' | 'yes';

/** Whether an entry is what somebody asks for. */
export type Judge = (entry: Entry) => Verdict;

export function verdictOf(sure: boolean, possible: boolean): Verdict {
  if (sure) return 'yes';
  return possible ? 'either' : 'no';
}
