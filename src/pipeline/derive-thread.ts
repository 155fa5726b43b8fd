import { parentPort, workerData } from 'node:worker_threads';
import type { Limits } from '../config/schema.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Derived } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import { createDeriveStage } from './derive.ts';

/** What the pool sends to the thread: a response to derive from, or that it is ready for the next batch of the first. */
export type DeriveRequest =
  | { readonly kind: 'derive'; readonly response: Response }
  | { readonly kind: 'more' };

/** Outcomes of the response that came first of those not done. The thread waits for `more` unless it is the last batch. */
export interface DeriveBatch {
  readonly outcomes: readonly Outcome<Derived>[];
  readonly isLast: boolean;
}

/** A batch is sent when it has this many characters or outcomes; most responses give one. */
const batchCharacters = 2 ** 20;
const batchOutcomes = 256;

// Only a thread made by DerivePool has the limits as its data and a port to its parent.
const stage = createDeriveStage(workerData as Limits);
const port = parentPort;
const context = { signal: new AbortController().signal, now: () => new Date() };

let wake: (() => void) | undefined;
let last = Promise.resolve();

port?.on('message', (request: DeriveRequest) => {
  if (request.kind === 'more') wake?.();
  // One after the other, however many are sent: while one is answered the next is here already.
  else last = last.then(async () => answer(request.response));
});

async function answer(response: Response): Promise<void> {
  let outcomes: Outcome<Derived>[] = [];
  let characters = 0;
  for await (const outcome of stage.process(response, context)) {
    outcomes.push(outcome);
    characters += charactersIn(outcome);
    if (characters < batchCharacters && outcomes.length < batchOutcomes) continue;
    const taken = new Promise<void>((resolve) => (wake = resolve));
    port?.postMessage({ outcomes, isLast: false } satisfies DeriveBatch);
    outcomes = [];
    characters = 0;
    await taken;
  }
  port?.postMessage({ outcomes, isLast: true } satisfies DeriveBatch);
}

function charactersIn(outcome: Outcome<Derived>): number {
  if (outcome.kind !== 'produced') return 0;
  const { value } = outcome;
  if (value.kind === 'document') return value.document.json.length;
  return value.kind === 'graph' ? value.graph.nquads.length : 0;
}
