import { workerData } from 'node:worker_threads';
import { answerTasks } from '../threads/answer-tasks.ts';
import { giveWayToOtherThreads } from '../threads/background-thread.ts';
import { GraphMemory } from './graph-memory.ts';
import type { EngineAnswer, EngineTask, EngineThreadData } from './engine-task.ts';

const { givesWay } = workerData as EngineThreadData; // as `SparqlEngine` starts it
if (givesWay) giveWayToOtherThreads();

const memory = new GraphMemory();

answerTasks<EngineTask, EngineAnswer>((task) => [memory.run(task)]);
