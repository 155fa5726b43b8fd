import { describe, expect, it } from 'vitest';
import type { Signpost } from '../../src/model/typed-link.ts';
import { linkLines } from '../../src/render/url-explanation.ts';

const url = 'https://a.example/7';

function link(changes: Partial<Signpost>): Signpost {
  return {
    context: url,
    rel: 'item',
    target: `${url}.csv`,
    profiles: [],
    place: 'html',
    ...changes,
  };
}

describe('typed links for people', () => {
  it('are listed by relation, each with place, target, media type and link context', () => {
    const links = [
      link({ rel: 'author', target: 'https://orcid.example/1' }),
      link({ type: 'text/csv', place: 'linkset' }),
      link({ rel: 'author', target: 'https://orcid.example/2', place: 'header' }),
      link({ rel: 'describedby', type: 'application/ld+json', profiles: ['CDIF1.0', 'urn:p'] }),
      link({ rel: 'license', context: 'https://a.example/8', place: 'sitemap' }),
    ];
    expect(linkLines(links, url)).toEqual([
      'Typed links',
      '  author      html     https://orcid.example/1',
      '  author      header   https://orcid.example/2',
      '  item        linkset  https://a.example/7.csv  text/csv',
      '  describedby html     https://a.example/7.csv  application/ld+json CDIF1.0 urn:p',
      '  license     sitemap  https://a.example/7.csv  of https://a.example/8',
      '',
    ]);
  });

  it('are counted beyond the tenth of a relation, so that others are seen, too', () => {
    const items = Array.from({ length: 2500 }, (_, index) => link({ target: `${url}/${index}` }));
    const lines = linkLines([...items, link({ rel: 'license', target: 'urn:cc0' })], url);
    expect(lines).toHaveLength(14);
    expect(lines.slice(-4)).toEqual([
      '  item        html     https://a.example/7/9',
      '  item        and 2490 more',
      '  license     html     urn:cc0',
      '',
    ]);
  });

  it('are empty without links, and have no control characters', () => {
    expect(linkLines([], url)).toEqual([]);
    const profiles = ['\u001B[31mred'];
    expect(linkLines([link({ profiles })], url).join('\n')).not.toContain('\u001B');
  });
});
