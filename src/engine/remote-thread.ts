import { workerData } from 'node:worker_threads';
import { answerTasks } from '../threads/answer-tasks.ts';
import { giveWayToOtherThreads } from '../threads/background-thread.ts';
import type { QueryRequest } from './engine-task.ts';
import { type RemoteAnswer, replyFromStore } from './remote-answers.ts';
import { openRemoteEndpoint } from './remote-endpoint.ts';
import type { StoreAddress } from './store/store-address.ts';

/** The limit of what the store sends, which may be longer than the answer that is made of it. */
const maxBytes = 67_108_864;

giveWayToOtherThreads();

const endpoint = openRemoteEndpoint(workerData as StoreAddress, maxBytes); // of `RemoteEngine`

answerTasks<QueryRequest, RemoteAnswer>(async function* onlyReply(request) {
  yield await replyFromStore(endpoint, request);
  return undefined;
});
