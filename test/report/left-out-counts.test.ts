import { describe, expect, it } from 'vitest';
import { LeftOutTally, leftOutText, typesText } from '../../src/report/left-out-counts.ts';

const person = 'http://schema.org/Person';

describe('the types of what was left out', () => {
  it('are counted, as many as a report may hold', () => {
    const tally = new LeftOutTally();
    for (let index = 0; index < 150; index += 1) tally.add(`urn:type:${index}`);
    tally.add('urn:type:7');
    tally.add(`urn:${'x'.repeat(10_000)}`);
    const { leftOut = {} } = tally.counts();
    expect(Object.keys(leftOut)).toHaveLength(101);
    expect(leftOut).toMatchObject({ 'urn:type:7': 2, 'other types': 51 });
  });

  it('are shown by their local names, the most frequent first', () => {
    const many = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`urn:t:T${index}`, 1]),
    );
    expect(leftOutText({ ...many, [person]: 12, '': 3 })).toBe(
      '12 Person, 3 without a type, 1 T0, 1 T1, 1 T2, 3 more',
    );
    expect(typesText(`http://schema.org/Map ${person}`)).toBe('Map + Person');
    expect(typesText('urn:\u001B[2J')).not.toContain('\u001B');
  });
});
