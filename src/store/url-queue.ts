import type { Receipt } from '../model/receipt.ts';
import type { Catalogue } from './catalogue.ts';
import { CommitQueue } from './commit-queue.ts';
import { textsOf } from './job-texts.ts';
import type { UrlJob } from './url-writer.ts';

/** What one commit takes; more would only keep the main thread longer. Measured: beyond 64 records nothing is gained. */
const maxJobs = 256;
const maxCommitCharacters = 2 ** 24;

/** Writes what there is to write of URLs, as much of it in one commit as has come together. */
export function openUrlQueue(catalogue: Catalogue): CommitQueue<UrlJob, Receipt> {
  return new CommitQueue<UrlJob, Receipt>({
    commit: (jobs) => catalogue.commit(jobs),
    weightOf: (job) => textsOf(job).reduce((sum, { text }) => sum + text.length, 0),
    maxJobs,
    maxWeight: maxCommitCharacters,
  });
}
