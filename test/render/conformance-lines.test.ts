import { describe, expect, it } from 'vitest';
import { conformanceLines } from '../../src/render/conformance-lines.ts';

describe('the conformance of a source in lines', () => {
  it.each([
    ['all conform', { records: 1, conforming: 1 }, ['  1 validated record: 1 conforms, 0 do not']],
    [
      'some were kept out',
      { records: 5, conforming: 4, keptOut: { records: 1, copies: 0 } },
      ['  5 validated records: 4 conform, 1 does not', '    1 more was kept out'],
    ],
    [
      'all were kept out',
      { records: 0, conforming: 0, keptOut: { records: 2, copies: 0 } },
      ['  0 validated records', '    2 were kept out'],
    ],
    [
      'a newer version was kept out',
      { records: 1, conforming: 1, keptOut: { records: 1, copies: 1 } },
      [
        '  1 validated record: 1 conforms, 0 do not',
        '    1 was kept out, with an older copy that stays',
      ],
    ],
    [
      'one of several has an older copy',
      { records: 1, conforming: 1, keptOut: { records: 3, copies: 1 } },
      [
        '  1 validated record: 1 conforms, 0 do not',
        '    3 were kept out, 1 of them with an older copy that stays',
      ],
    ],
  ])('counts the records where %s', (_, counts, lines) => {
    expect(conformanceLines({ ...counts, first: [] })).toEqual(lines);
  });

  it('leaves out the content that the profiles do not count', () => {
    const counts = { records: 1, conforming: 1, required: 0.25, first: [] };
    expect(conformanceLines(counts)).toContain('    content: 25 % of what is required');
  });
});
