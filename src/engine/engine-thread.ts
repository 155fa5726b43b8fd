import { answerTasks } from '../threads/answer-tasks.ts';
import { GraphMemory } from './graph-memory.ts';
import type { EngineAnswer, EngineTask } from './engine-task.ts';

const memory = new GraphMemory();

answerTasks<EngineTask, EngineAnswer>((task) => [memory.run(task)]);
