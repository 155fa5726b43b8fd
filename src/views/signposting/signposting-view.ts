import { readTsv } from '../../query/tsv-answer.ts';
import { linkVariables, readSignposting } from './read-signposting.ts';
import type { SignpostingRecord } from './signposting-record.ts';

/** The typed links of all that records describe. */
export const signpostingView = {
  queries: ['signposting-links'],
  read: ([links = '']: readonly string[]): readonly SignpostingRecord[] => {
    return readSignposting(readTsv(links, linkVariables));
  },
} as const;
