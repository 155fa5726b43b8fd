import { describe, expect, it } from 'vitest';
import { ConformanceTally } from '../../src/conformance/first-changes.ts';
import type { ProfileVerdict, UnmetRule } from '../../src/model/validation.ts';

function verdict(unmet: readonly UnmetRule[], met = 1): ProfileVerdict {
  return {
    profile: 'cdif-core-1.1',
    because: 'claimed',
    conforms: unmet.every(({ severity }) => severity !== 'error'),
    findings: { error: 0, warning: 0, info: 0 },
    required: { met, of: 4 },
    recommended: { met: 0, of: 0 },
    unmet,
  };
}

const title: UnmetRule = { rule: 'title', severity: 'error' };
const keywords: UnmetRule = { rule: 'keywords', severity: 'info' };
const description: UnmetRule = { rule: 'description', severity: 'warning' };

describe('the changes to make first', () => {
  it('are ranked by the records that they help, errors three times and warnings twice', () => {
    const tally = new ConformanceTally();
    tally.add({ verdicts: [verdict([title, keywords])] });
    tally.add({ verdicts: [verdict([description, keywords])] });
    tally.add({ verdicts: [verdict([description, keywords])] });
    tally.add({ verdicts: [verdict([keywords])] });
    expect(tally.summary().first).toEqual([
      { rule: 'description', severity: 'warning', records: 2 },
      { rule: 'keywords', severity: 'info', records: 4 },
      { rule: 'title', severity: 'error', records: 1 },
    ]);
  });

  it('are at most five, and the same in any order of the records', () => {
    const records = Array.from({ length: 7 }, (_, index) => ({
      verdicts: [verdict([{ rule: `rule-${index}`, severity: 'error' }], index / 2)],
    }));
    const summaries = [records, records.toReversed()].map((each) => {
      const tally = new ConformanceTally();
      for (const record of each) tally.add(record);
      return tally.summary();
    });
    expect(summaries[0]?.first.map(({ rule }) => rule)).toEqual(
      [0, 1, 2, 3, 4].map((index) => `rule-${index}`),
    );
    expect(summaries[1]).toEqual(summaries[0]);
  });

  it('count a rule once for a record, whatever the number of profiles', () => {
    const tally = new ConformanceTally();
    tally.add({ verdicts: [verdict([title]), verdict([{ ...title, severity: 'info' }])] });
    expect(tally.summary().first).toEqual([{ rule: 'title', severity: 'error', records: 1 }]);
  });
});

describe('records that were kept out', () => {
  it('are counted beside the others, and in the changes to make first', () => {
    const tally = new ConformanceTally();
    tally.add({ verdicts: [verdict([{ ...title, severity: 'warning' }, keywords])] });
    tally.addKeptOut({ records: 2, copies: 1 }, [new Set(['title', 'rights']), new Set(['title'])]);
    tally.addKeptOut({ records: 3, copies: 0 }, []);
    expect(tally.summary()).toMatchObject({
      records: 1,
      conforming: 1,
      keptOut: { records: 5, copies: 1 },
      first: [
        { rule: 'title', severity: 'error', records: 3, keptOut: 2 },
        { rule: 'rights', severity: 'error', records: 1, keptOut: 1 },
        { rule: 'keywords', severity: 'info', records: 1 },
      ],
    });
  });
});

describe('the summary of conformance', () => {
  it('has the mean shares of records with content that counts', () => {
    const tally = new ConformanceTally();
    tally.add({ verdicts: [verdict([], 4)] });
    tally.add({ verdicts: [verdict([title], 1)] });
    const { required, recommended, records, conforming } = tally.summary();
    expect({ required, recommended, records, conforming }).toEqual({
      required: 0.625,
      recommended: undefined,
      records: 2,
      conforming: 1,
    });
  });
});
