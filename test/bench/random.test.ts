import { describe, expect, it } from 'vitest';
import { createRandom } from '../../bench/generate/random.mjs';

describe('the random numbers', () => {
  it('are these, on every machine and version of Node', () => {
    const random = createRandom(1, 'test');
    expect(Array.from({ length: 4 }, () => random.whole(0, 999))).toEqual([808, 224, 95, 164]);
  });

  it('depend on the seed and on the purpose', () => {
    const numbers = [
      createRandom(1, 'a').next(),
      createRandom(2, 'a').next(),
      createRandom(1, 'b').next(),
    ];
    expect(new Set(numbers).size).toBe(3);
  });

  it('reach both ends of a range about as often', () => {
    const random = createRandom(7, 'ends');
    const counts = [0, 0, 0, 0];
    for (let at = 0; at < 4000; at += 1) {
      const value = random.whole(0, 3);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    for (const count of counts) {
      expect(count).toBeGreaterThan(900);
      expect(count).toBeLessThan(1100);
    }
  });

  it('choose different things, in the order of the list', () => {
    const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const chosen = createRandom(3, 'some').some(letters, 5);
    expect(new Set(chosen).size).toBe(5);
    expect(chosen).toEqual(chosen.toSorted());
  });
});
