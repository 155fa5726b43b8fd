import { parentPort, workerData } from 'node:worker_threads';
import type { Limits } from '../config/schema.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Derived } from '../model/record.ts';
import type { Stage } from '../model/stage.ts';
import type { DeriveStageName } from './derive-inputs.ts';
import { deriveStages } from './derive-stages.ts';
import { claimWork, SharedProgress, type GivenUpPart } from './shared-progress.ts';

/** What the pool makes a thread with: the stage that it runs all its life. */
export interface DeriveThreadData {
  readonly stage: DeriveStageName;
  readonly limits: Limits;
  /** See `SharedProgress`. */
  readonly memory: SharedArrayBuffer;
}

/**
 * What the pool sends to the thread: an input to derive from, without the parts that were given up
 * before, or that it is ready for the next batch of the first.
 */
export type DeriveRequest<In> =
  | {
      readonly kind: 'derive';
      readonly input: In;
      readonly givenUp: readonly GivenUpPart[];
      readonly claim: SharedArrayBuffer;
    }
  | { readonly kind: 'more' };

/** Outcomes of the input that came first of those not done. The thread waits for `more` unless it is the last batch. */
export interface DeriveBatch {
  readonly kind: 'batch';
  readonly outcomes: readonly Outcome<Derived>[];
  readonly isLast: boolean;
  /** How long the thread has worked on the input. */
  readonly workedMs: number;
}

/** What the thread sends to the pool: that all it needs is loaded, and then batches. */
export type DeriveReport = { readonly kind: 'ready' } | DeriveBatch;

/** A batch is sent when it has this many characters or outcomes; most inputs give one. */
const batchCharacters = 2 ** 20;
const batchOutcomes = 256;

// Only a thread made by DerivePool has these data and a port to its parent, who sends what that stage takes.
const { stage: name, limits, memory } = workerData as DeriveThreadData;
const stage: Stage<unknown, Derived> = deriveStages[name](limits);
const port = parentPort;
const progress = new SharedProgress(memory);

let wake: (() => void) | undefined;
let last = Promise.resolve();

port?.on('message', (request: DeriveRequest<unknown>) => {
  if (request.kind === 'more') wake?.();
  // One after the other, however many are sent: while one is answered the next is here already.
  else last = last.then(async () => answer(request));
});
send({ kind: 'ready' });

type Derive = Extract<DeriveRequest<unknown>, { kind: 'derive' }>;

async function answer({ input, givenUp, claim }: Derive): Promise<void> {
  // The pool has given it to another thread.
  if (!claimWork(claim)) return;
  let outcomes: Outcome<Derived>[] = [];
  let characters = 0;
  let workedMs = 0;
  let since = performance.now();
  const worked = (): number => (workedMs += performance.now() - since);
  const context = {
    signal: new AbortController().signal,
    now: () => new Date(),
    watch: progress.watch(givenUp),
  };
  for await (const outcome of stage.process(input, context)) {
    outcomes.push(outcome);
    characters += charactersIn(outcome);
    if (characters < batchCharacters && outcomes.length < batchOutcomes) continue;
    const taken = new Promise<void>((resolve) => (wake = resolve));
    send({ kind: 'batch', outcomes, isLast: false, workedMs: worked() });
    outcomes = [];
    characters = 0;
    await taken;
    since = performance.now();
  }
  send({ kind: 'batch', outcomes, isLast: true, workedMs: worked() });
}

function send(report: DeriveReport): void {
  port?.postMessage(report);
}

function charactersIn(outcome: Outcome<Derived>): number {
  if (outcome.kind !== 'produced') return 0;
  const { value } = outcome;
  if (value.kind === 'document') return value.document.json.length;
  return value.kind === 'graph' ? value.graph.nquads.length : 0;
}
