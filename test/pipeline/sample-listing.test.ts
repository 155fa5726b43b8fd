import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Target } from '../../src/model/target.ts';
import { sampleListing } from '../../src/pipeline/sample-listing.ts';
import { now, source, stage } from './harvesting.ts';

const context = { signal: new AbortController().signal, now };
const produced = (url: string, facts: Partial<Target> = {}): Outcome<Target> => ({
  kind: 'produced',
  value: { url, source: 'a', found: { by: 'sitemap' }, depth: 0, ...facts },
});
const page = (at: number): string => `https://e.org/${at}`;
const pages = (count: number): Outcome<Target>[] =>
  Array.from({ length: count }, (_, at) => produced(page(at)));

async function sampled(
  outcomes: readonly Outcome<Target>[],
  size: number,
): Promise<readonly Outcome<Target>[]> {
  const listed = stage('discover', () => outcomes);
  const all: Outcome<Target>[] = [];
  for await (const outcome of sampleListing(listed, size).process(source('a', []), context)) {
    all.push(outcome);
  }
  return all;
}

const urlsOf = (outcomes: readonly Outcome<Target>[]): readonly string[] =>
  outcomes.flatMap((outcome) => (outcome.kind === 'produced' ? [outcome.value.url] : []));
const skippedOf = (outcomes: readonly Outcome<Target>[]): number =>
  outcomes.filter(({ kind }) => kind === 'skipped').length;

const labels = (at: number) => ({ labels: [{ profiles: [`p${at}`] }] });

describe('a sample of a listing', () => {
  it('has as many URLs as asked for, and skips the others', async () => {
    const outcomes = await sampled(pages(1000), 7);
    expect(new Set(urlsOf(outcomes)).size).toBe(7);
    expect(skippedOf(outcomes)).toBe(993);
    const reasons = outcomes.flatMap((each) => (each.kind === 'skipped' ? [each.reason] : []));
    expect([...new Set(reasons)]).toEqual(['not-sampled']);
  });

  it('does not depend on the order of the listing', async () => {
    const listed = pages(300);
    const expected = urlsOf(await sampled(listed, 20));
    expect(urlsOf(await sampled(listed.toReversed(), 20))).toEqual(expected);
    const turned = [...listed.slice(137), ...listed.slice(0, 137)];
    expect(urlsOf(await sampled(turned, 20))).toEqual(expected);
  });

  it('hardly changes when the listing hardly does, and a larger one contains it', async () => {
    const twenty = urlsOf(await sampled(pages(300), 20));
    const changed = urlsOf(await sampled(pages(301), 20));
    expect(twenty.filter((url) => !changed.includes(url)).length).toBeLessThan(2);
    expect(urlsOf(await sampled(pages(300), 40))).toEqual(expect.arrayContaining([...twenty]));
  });

  it.each([
    [0, 0],
    [1, 1],
    [3, 3],
    [4, 3],
  ])('of %s URLs of three has %s', async (size, expected) => {
    const outcomes = await sampled(pages(3), size);
    expect([urlsOf(outcomes).length, skippedOf(outcomes)]).toEqual([expected, 3 - expected]);
  });

  it('keeps all entries of its URLs, up to a bound', async () => {
    const twice = [produced(page(1), labels(1)), produced(page(2)), produced(page(1), labels(2))];
    expect(await sampled(twice, 2)).toEqual(expect.arrayContaining(twice));
    const often = Array.from({ length: 100 }, () => produced(page(1)));
    const outcomes = await sampled(often, 2);
    expect([urlsOf(outcomes).length, skippedOf(outcomes)]).toEqual([16, 84]);
  });

  it('skips every entry of a URL that is left out', async () => {
    const outcomes = await sampled([...pages(10), ...pages(10), ...pages(10).toReversed()], 1);
    expect([urlsOf(outcomes).length, skippedOf(outcomes)]).toEqual([3, 27]);
  });

  it('has all lists, and what is no URL', async () => {
    const list = produced('https://e.org/list', { isList: true });
    const excluded: Outcome<Target> = { kind: 'skipped', url: page(1), reason: 'excluded' };
    const problem = { kind: 'sitemap-empty', url: page(2) } as const;
    const others: Outcome<Target>[] = [
      list,
      excluded,
      { kind: 'failed', problem },
      { kind: 'noted', problem },
    ];
    expect(await sampled(others, 0)).toEqual(others);
  });
});
