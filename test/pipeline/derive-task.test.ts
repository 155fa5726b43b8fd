import { expect, it } from 'vitest';
import type { Outcome } from '../../src/model/outcome.ts';
import type { DerivationOutput } from '../../src/model/record.ts';
import { type DeriveBatch, DeriveTask } from '../../src/pipeline/derive-task.ts';

const skipped = (url: string): Outcome<DerivationOutput> => ({
  kind: 'skipped',
  url,
  reason: 'page-furniture',
});

/** Each text is a batch, each of its letters an outcome; after the last the work may fail. */
async function* batches(texts: readonly string[], error?: Error): AsyncGenerator<DeriveBatch> {
  for (const text of texts) {
    yield { outcomes: text.split('').map(skipped), isLast: false, workedMs: 1 };
  }
  if (error !== undefined) throw error;
}

it('yields no outcome twice where its work is begun again', async () => {
  const task = new DeriveTask([], new AbortController());
  const given: Outcome<DerivationOutput>[] = [];
  const take = async (...work: Parameters<typeof batches>): Promise<void> => {
    for await (const outcome of task.outcomesIn(batches(...work))) given.push(outcome);
  };
  expect(task.isFresh).toBe(true);
  await expect(take(['abc', 'd'], new Error('too much'))).rejects.toThrow('too much');
  expect(task.isFresh).toBe(false);
  // It fails before it comes to what is new, and is begun again once more.
  await expect(take(['a', 'b'], new Error('too much'))).rejects.toThrow('too much');
  await take(['a', 'bcdef', 'g']);
  expect(given).toEqual('abcdefg'.split('').map(skipped));
});
