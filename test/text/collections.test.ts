import { expect, it } from 'vitest';
import { memoize } from '../../src/text/collections.ts';

it('memoize calls the function once for each text, also for undefined', () => {
  const asked: string[] = [];
  const lengthOf = memoize((text) => {
    asked.push(text);
    return text === '' ? undefined : text.length;
  });
  expect(['ab', '', 'ab', '', 'abc'].map(lengthOf)).toEqual([2, undefined, 2, undefined, 3]);
  expect(asked).toEqual(['ab', '', 'abc']);
});

it('memoize returns correct results after its cache was cleared', () => {
  const asked: string[] = [];
  const same = memoize((text) => {
    asked.push(text);
    return text;
  }, 2);
  expect(['a', 'b', 'c', 'a', 'c'].map(same)).toEqual(['a', 'b', 'c', 'a', 'c']);
  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});
