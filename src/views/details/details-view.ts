import { readTsv } from '../../query/tsv-answer.ts';
import { detailVariables } from './detail-items.ts';
import { readDetails } from './read-details.ts';
import type { ResourceDetails } from './resource-details.ts';

/** What records say of all that they describe, part by part. */
export const detailsView = {
  queries: ['resource-details'],
  read: ([details = '']: readonly string[]): readonly ResourceDetails[] => {
    return readDetails(readTsv(details, detailVariables));
  },
} as const;
