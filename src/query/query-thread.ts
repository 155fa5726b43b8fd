import { serializeFault } from '../engine/engine-task.ts';
import { answerTasks } from '../threads/answer-tasks.ts';
import { giveWayToOtherThreads } from '../threads/background-thread.ts';
import { type QueryReading, type QuerySetting, readQueryAsData } from './read-query.ts';

/** A query for the thread of a `QueryReader`. */
export interface QueryReaderTask {
  readonly text: string;
  readonly setting: QuerySetting;
}

/** The reply: the query as plain data, or the fault of an invalid one. */
export type QueryReaderReply =
  | { readonly reading: QueryReading }
  | { readonly fault: ReturnType<typeof serializeFault> };

async function replyTo({ text, setting }: QueryReaderTask): Promise<QueryReaderReply> {
  try {
    return { reading: await readQueryAsData(text, setting) };
  } catch (error) {
    return { fault: serializeFault(error, text) };
  }
}

giveWayToOtherThreads();

answerTasks<QueryReaderTask, QueryReaderReply>(async function* onlyReply(task) {
  yield await replyTo(task);
  return undefined;
});
