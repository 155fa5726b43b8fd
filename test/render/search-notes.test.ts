import { describe, expect, it } from 'vitest';
import { cutShortText, unknownNameText, unsearchedText } from '../../src/render/search-notes.ts';

describe('the notes on a search', () => {
  it('say how many records cannot be found, and what to do', () => {
    expect(unsearchedText(1)).toMatch(/^1 record was harvested by an older version; .*rebuild/u);
    expect(unsearchedText(2000)).toMatch(/^2,000 records were /u);
  });

  it('say how much of what there is was written', () => {
    expect(cutShortText(20, 1099)).toMatch(/^only 20 of 1,099 resources were written; .*--limit/u);
    expect(cutShortText(1, 2)).toMatch(/^only 1 of 2 resources was written/u);
  });

  it('say which name may be meant, and which there are', () => {
    const known = ['large', 'small'];
    expect(unknownNameText({ condition: 'source', asked: 'larg', known })).toBe(
      'no source is called "larg"; did you mean large? (the catalogue has large, small)',
    );
    expect(unknownNameText({ condition: 'type', asked: 'x', known: [] })).toBe(
      'no type is called "x" (the catalogue has none)',
    );
  });

  it('list no more names than can be read, and no control characters', () => {
    const known = Array.from({ length: 12 }, (_, at) => `s\u{1B}${at}`);
    const text = unknownNameText({ condition: 'source', asked: '\u{1B}', known });
    expect(text).toContain(' and 2 more)');
    expect(text).not.toContain('\u{1B}');
  });
});
