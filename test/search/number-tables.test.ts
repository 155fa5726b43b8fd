import { describe, expect, it } from 'vitest';
import { BitSet, Relation } from '../../src/search/number-tables.ts';
import { createRandom } from '../expand/random.ts';

function numbersIn(set: BitSet): readonly number[] {
  return [...set.toArray()];
}

const inOrder = (numbers: Iterable<number>): number[] => [...numbers].toSorted((a, b) => a - b);

describe('a relation', () => {
  const owned = [[3, 1, 3], [], [1], [70, 3]];
  const relation = new Relation();
  for (const values of owned) relation.add(values);

  it('has the values of each owner in their order', () => {
    expect(owned.map((_, owner) => [...relation.valuesOf(owner)])).toEqual(owned);
  });

  it('has the distinct owners of each value', () => {
    expect([1, 2, 3, 70, 71].map((value) => Array.from(relation.ownersOf(value)))).toEqual([
      [0, 2],
      [],
      [0, 3],
      [3],
      [],
    ]);
  });

  it('has the owners of any of several values, and those with no other', () => {
    expect(numbersIn(relation.ownersOfAny([1, 70, 9]))).toEqual([0, 2, 3]);
    const some = new BitSet();
    for (const value of [1, 3]) some.add(value);
    expect(numbersIn(relation.ownersOfOnly(some))).toEqual([0, 2]);
  });

  it('includes owners added after a lookup', () => {
    relation.add([70]);
    expect([...relation.ownersOf(70)]).toEqual([3, 4]);
    expect([...relation.valuesOf(4)]).toEqual([70]);
  });
});

describe('a set of numbers', () => {
  it('equals a Set after the same steps', () => {
    const random = createRandom(35);
    for (let round = 0; round < 200; round += 1) {
      const [one, other] = [0, 1].map(() => Array.from({ length: 40 }, () => random.below(200)));
      const [first, second] = [new Set(one), new Set(other)];
      const setOf = (numbers: Iterable<number>): BitSet => {
        const set = new BitSet(random.below(100));
        for (const number of numbers) set.add(number);
        return set;
      };
      const joined = setOf(first);
      joined.addAll(setOf(second));
      const shared = setOf(first);
      shared.keepAll(setOf(second));
      const left = setOf(first);
      left.deleteAll(setOf(second));
      left.delete(one?.[0] ?? 0);
      expect(numbersIn(joined)).toEqual(inOrder(new Set([...first, ...second])));
      expect(numbersIn(shared)).toEqual(inOrder([...first].filter((number) => second.has(number))));
      expect(numbersIn(left)).toEqual(
        inOrder([...first]).filter((number) => !second.has(number) && number !== one?.[0]),
      );
    }
  });

  it('can have all numbers below one', () => {
    for (const count of [0, 1, 31, 32, 33, 100]) {
      expect(numbersIn(BitSet.full(count))).toEqual([...Array.from({ length: count }).keys()]);
    }
  });

  it('intersects several sets', () => {
    expect(numbersIn(BitSet.inAll([BitSet.full(90), BitSet.full(3), BitSet.full(40)]))).toEqual([
      0, 1, 2,
    ]);
    expect(numbersIn(BitSet.inAll([]))).toEqual([]);
  });
});
