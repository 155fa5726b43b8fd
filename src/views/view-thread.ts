import type { AskedRecord } from '../engine/ask-records.ts';
import { answerTasks } from '../threads/answer-tasks.ts';
import { viewRecords, type RecordViewName, type RecordViewOf } from './record-view.ts';

/** What a thread is asked. */
export interface ViewTask {
  readonly view: RecordViewName;
  readonly records: readonly AskedRecord[];
}

/** What a thread gives: the views of all records as one part. */
export type Views = readonly RecordViewOf<RecordViewName>[];

answerTasks<ViewTask, Views>(({ view, records }) => [viewRecords(view, records)]);
