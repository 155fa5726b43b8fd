import { describe, expect, it } from 'vitest';
import { parseLinkField } from '../../src/links/link-field.ts';
import { base } from './links.ts';

/** The targets that are read, and the faults as `offset detail`. */
function read(field: string): { readonly targets: string; readonly faults: readonly string[] } {
  const { links, faults } = parseLinkField(field, base);
  return {
    targets: links.map(({ target }) => target.slice('https://soil.example/'.length)).join(' '),
    faults: faults.map(({ offset, detail }) => `${offset} ${detail}`),
  };
}

const notClosed = 'a target that is not closed';
const noSeparator = 'no ";" or "," behind a value';
const quote = 'a quote that is not closed';

describe('a broken link', () => {
  it.each([
    ['/1; rel=next, </2>; rel=prev', '2', '0 no target'],
    ['"</1>; rel=next", </2>; rel=prev', '2', '0 no target'],
    ['x, y, "a, <b>; z", </2>; rel=prev', '2', '0 no target'],
    ['</1; rel=next, </2>; rel=prev', '2', `0 ${notClosed}`],
    ['</0>; rel=next, </1; rel=x', '0', `16 ${notClosed}`],
    ['</1> rel=next, </2>; rel=prev', '2', `5 ${noSeparator}`],
    ['</1>; rel="next" x="a, <b>", </2>; rel=prev', '2', `17 ${noSeparator}`],
    ['</1>; rel next, </2>; rel=prev', '2', `10 ${noSeparator}`],
    ['</1>; rel="next, </2>; rel=prev', '2', `10 ${quote}`],
    [String.raw`</1>; rel="next\", </2>; rel=prev`, '2', `10 ${quote}`],
    ['</1>, </2>; rel=prev', '2', '0 a link without a relation'],
    ['</1>; rel="" , </2>; rel=prev', '2', '0 a link without a relation'],
    ['<http://a:b:c/>; rel=next, </2>; rel=prev', '2', '0 a target that is no IRI'],
    ['</1>; rel=a; anchor="http://["  , </2>; rel=b', '2', '0 an anchor that is no IRI'],
    ['</2>; rel="x; prev y,"', '2', '0 a relation that is neither a name nor an IRI'],
    [
      '</2>; rel=b; anchor="x", </1>; rel=/up',
      '2',
      '25 a relation that is neither a name nor an IRI',
    ],
  ])('is left out alone: %s', (field, targets, fault) => {
    expect(read(field)).toEqual({ targets, faults: [fault] });
  });

  it('does not hide a later one', () => {
    expect(read('x, </1>; rel=a, </2, </3>; rel=b, </4>; rel="c')).toEqual({
      targets: '1 3',
      faults: ['0 no target', `16 ${notClosed}`, `44 ${quote}`],
    });
  });
});
