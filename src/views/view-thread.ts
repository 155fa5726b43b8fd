import { parentPort } from 'node:worker_threads';
import type { AskedRecord } from '../store/ask-records.ts';
import { viewRecords, type RecordViewName } from './record-view.ts';

/** What a thread is asked. */
export interface ViewTask {
  readonly view: RecordViewName;
  readonly records: readonly AskedRecord[];
}

// Only a thread made by ViewThreads has a port to its parent. What is thrown ends it, and reaches the parent.
parentPort?.on('message', ({ view, records }: ViewTask) => {
  parentPort?.postMessage(viewRecords(view, records), []);
});
