import { expect, it } from 'vitest';
import { DeriveTask } from '../../src/pipeline/derive-task.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Derived } from '../../src/model/record.ts';

const skipped = (url: string): Outcome<Derived> => ({
  kind: 'skipped',
  url,
  reason: 'page-furniture',
});

it('gives no outcome twice where its work is begun again', async () => {
  const task = new DeriveTask('input', { url: 'https://a.example/', bytes: 5 });
  const outcomes = task.outcomes();
  task.give({ outcomes: ['a', 'b'].map(skipped), isLast: false });
  expect((await outcomes.next()).value).toEqual(skipped('a'));
  task.beginAgain({ part: 7, exhaustion: { kind: 'record-timed-out', timeoutMs: 100 } });
  expect(task.givenUp).toMatchObject([{ part: 7 }]);
  expect((await outcomes.next()).value).toEqual(skipped('b'));
  task.onTaken = () => {
    task.onTaken = () => task.give({ outcomes: ['c', 'd'].map(skipped), isLast: true });
    task.give({ outcomes: ['a'].map(skipped), isLast: false });
  };
  task.give({ outcomes: ['b'].map(skipped), isLast: false });
  const rest: unknown[] = [];
  for await (const outcome of outcomes) rest.push(outcome);
  expect(rest).toEqual(['c', 'd'].map(skipped));
});
