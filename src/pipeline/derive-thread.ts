import { workerData } from 'node:worker_threads';
import { InputContexts, KeptContexts } from '../expand/context-supply.ts';
import type { Outcome, Stage, WorkMonitor } from '../model/outcome.ts';
import type { DerivationOutput } from '../model/record.ts';
import { answerTasks, type TaskProgress } from '../threads/answer-tasks.ts';
import type { DeriveBatch, DeriveTask, DeriveThreadData, GivenUpPart } from './derive-task.ts';
import { deriveStages } from './derive.ts';

/** The size of a batch in characters or outcomes; most inputs give one batch. */
const batchCharacters = 2 ** 20;
const batchOutcomes = 256;

// Only a thread made by DerivePool has these data, and is sent what that stage takes.
const { stage: name, limits } = workerData as DeriveThreadData;
const stage: Stage<unknown, DerivationOutput> = deriveStages[name](limits);
const keptContexts = new KeptContexts();

answerTasks(async function* (
  { input, givenUp, contexts: given }: Pick<DeriveTask, 'contexts' | 'input' | 'givenUp'>,
  progress,
): AsyncGenerator<DeriveBatch, DeriveBatch> {
  let outcomes: Outcome<DerivationOutput>[] = [];
  let characters = 0;
  let workedMs = 0;
  let since = performance.now();
  keptContexts.add(given ?? []);
  const contexts = given && new InputContexts(keptContexts, given);
  const context = {
    contexts,
    signal: new AbortController().signal,
    now: () => new Date(),
    watch: watchParts(progress, givenUp),
  };
  for await (const outcome of stage.process(input, context)) {
    if (contexts?.isIncomplete === true) break;
    outcomes.push(outcome);
    characters += charactersIn(outcome);
    if (characters < batchCharacters && outcomes.length < batchOutcomes) continue;
    workedMs += performance.now() - since;
    yield { outcomes, isLast: false, workedMs };
    outcomes = [];
    characters = 0;
    since = performance.now();
  }
  const wanted = [...(contexts?.wanted ?? [])];
  return { outcomes, isLast: true, wanted, workedMs: workedMs + performance.now() - since };
});

/** Parts of an input are numbered from 1; place 0 is between parts. */
function watchParts(progress: TaskProgress, givenUp: readonly GivenUpPart[]): WorkMonitor {
  let parts = 0;
  return {
    goesOn: () => progress.step(),
    begins: () => {
      parts += 1;
      const left = givenUp.find(({ part }) => part === parts);
      if (left === undefined) progress.step(parts);
      return left?.exhaustion;
    },
    ends: () => progress.step(0),
  };
}

function charactersIn(outcome: Outcome<DerivationOutput>): number {
  if (outcome.kind !== 'produced') return 0;
  const { value } = outcome;
  if (value.kind === 'document') return value.document.json.length;
  return value.kind === 'graph' ? value.graph.nquads.length : 0;
}
