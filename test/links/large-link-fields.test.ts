import { describe, expect, it } from 'vitest';
import { parseLinkField } from '../../src/links/link-field.ts';
import { maxLinks } from '../../src/links/typed-links.ts';
import { base } from './links.ts';

const many = 50_000;

describe('a field of any length', () => {
  it('is read up to the limit of links, with a mark that there are more', () => {
    const field = '<1>;rel=a,'.repeat(maxLinks);
    expect(parseLinkField(field, base)).toMatchObject({
      links: { length: maxLinks },
      isCut: false,
    });
    expect(parseLinkField(`${field}<2>;rel=b`, base)).toMatchObject({
      links: { length: maxLinks },
      isCut: true,
    });
  });

  it('counts each relation of a link', () => {
    const { links, isCut } = parseLinkField('<1>; rel="a b c", <2>; rel=d', base, 2);
    expect(links.map(({ rel }) => rel)).toEqual(['a', 'b']);
    expect(isCut).toBe(true);
  });

  it('has at most twenty reported faults', () => {
    expect(parseLinkField('<1>,'.repeat(many), base).faults).toHaveLength(20);
  });

  // What would take hours if a part of it were read again for each of its parts.
  it.each([
    '<',
    ',<',
    ',<a',
    '<>;x=",',
    `<>;x='`,
    `<>;x='a`,
    '<>;x="\\',
    ',"<',
    ',\t',
    ';',
    `<>;x='' y`,
    '<> ,',
    '<>;rel="a',
    ' ',
    '\\"',
  ])('is read in one go: %j many times', (part) => {
    expect(parseLinkField(part.repeat(many), base).links.length).toBeLessThan(2);
    expect(parseLinkField(`<>;rel=x,${part.repeat(many)}`, base).links.length).toBeLessThan(3);
  });
});
