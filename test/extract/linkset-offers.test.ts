import { describe, expect, it } from 'vitest';
import { script, signpostsOf } from './extraction.ts';

const linkset = '<link rel=linkset type="application/linkset+json" href=/linkset>';
const better = '<link rel=describedby type="application/ld+json" href=/a>';

describe('a linkset that a page links to', () => {
  it.each([
    ['taken', 'where nothing else is offered', ''],
    ['outranked', 'beside a link to metadata', better],
    ['outranked', 'beside a record', script({ '@type': 'Dataset', name: 'Tides' })],
  ])('is an offer, which is %s %s', async (verdict, _name, beside) => {
    const { offers } = await signpostsOf(linkset + beside);
    expect(offers.find(({ url }) => url.endsWith('/linkset'))).toEqual({
      via: 'html-link',
      url: 'https://repository.example.org/linkset',
      type: 'application/linkset+json',
      profiles: [],
      verdict,
    });
  });

  it('is of another resource by its anchor, and may be the page itself', async () => {
    const link = '</1>; rel=linkset; anchor="/dataset/2", <>; rel=linkset';
    const { offers } = await signpostsOf('<p>', { link });
    expect(offers.map(({ verdict }) => verdict)).toEqual(['other-resource', 'at-hand']);
  });
});
