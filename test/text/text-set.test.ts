import { describe, expect, it } from 'vitest';
import { TextSet } from '../../src/text/text-set.ts';

const names = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `https://repository.example/list#${from + index}`);

describe('TextSet', () => {
  it('returns for each added text whether it is new, at any size', () => {
    const set = new TextSet();
    const [some, others] = [names(0, 10_000), names(10_000, 10_000)];
    expect(set.has('')).toBe(false);
    for (const text of some) expect(set.add(text)).toBe(true);
    expect(some.filter((text) => !set.has(text))).toEqual([]);
    expect(others.filter((text) => set.has(text))).toEqual([]);
    expect(set.size).toBe(10_000);
  });

  it('contains exactly the added texts at any size', () => {
    const set = new TextSet();
    for (const [index, text] of names(0, 200).entries()) {
      expect([set.has(text), set.add(text), set.add(text), set.has(text)]).toEqual([
        false,
        true,
        false,
        true,
      ]);
      expect(set.size).toBe(index + 1);
    }
    expect(names(0, 200).every((text) => set.has(text))).toBe(true);
  });

  it('counts an added text once', () => {
    const set = new TextSet();
    const texts = ['', 'a', 'A', 'ä', 'a '];
    expect(texts.map((text) => set.add(text))).toEqual([true, true, true, true, true]);
    expect(texts.map((text) => set.add(text))).toEqual([false, false, false, false, false]);
    expect(set.size).toBe(5);
  });
});
