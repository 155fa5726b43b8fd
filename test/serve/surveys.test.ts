import { expect, it } from 'vitest';
import { Surveys } from '../../src/serve/surveys.ts';
import type { InterruptibleReading } from '../../src/catalogue/interruptible-reading.ts';
import type { Snapshot } from '../../src/catalogue/snapshot.ts';

function* other(): InterruptibleReading<number> {
  yield;
  return 8;
}

function newSurveys(): Surveys {
  return new Surveys({} as Snapshot); // nothing of it is read
}

it('reads once for all requests', async () => {
  const surveys = newSurveys();
  let times = 0;
  function* read(): InterruptibleReading<number> {
    times += 1;
    yield;
    return 7;
  }
  const all = Promise.all([surveys.read(read), surveys.read(read)]);
  expect(surveys.isReading).toBe(true);
  expect([...(await all), await surveys.read(read)]).toEqual([7, 7, 7]);
  expect(times).toBe(1);
  expect(surveys.isReading).toBe(false);
  expect(await surveys.read(other)).toBe(8);
});

it('tries again after a fault', async () => {
  const surveys = newSurveys();
  let times = 0;
  function* read(): InterruptibleReading<number> {
    yield;
    times += 1;
    if (times === 1) throw new Error('damaged');
    return times;
  }
  await expect(surveys.read(read)).rejects.toThrow('damaged');
  expect(await surveys.read(read)).toBe(2);
  expect(surveys.isReading).toBe(false);
});
