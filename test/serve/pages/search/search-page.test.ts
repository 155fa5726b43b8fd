import type { CheerioAPI } from 'cheerio';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageKey } from '../../../../src/serve/page-keys.ts';
import { url } from '../../../catalogue/updates.ts';
import { said, serveRecords, type SearchedSite } from './searched-site.ts';

const hostile = '<img src=x onerror=alert(1)>"\u{202E}';

const records = [
  said(1, {
    title: 'Ice of the north',
    sources: ['polar'],
    places: {
      boxes: [{ west: 5, south: 70, east: 15, north: 80 }],
      names: [
        { text: 'Halm', language: 'en' },
        { text: 'Halmbucht', language: 'de' },
      ],
    },
    times: { periods: [{ start: '1990-02-03T00:00:00Z', end: '2001' }] },
    texts: {
      titles: [
        { text: 'Ice of the north', language: 'en' },
        { text: 'Eis des Nordens', language: 'de' },
      ],
      descriptions: [{ text: 'Cores of ice' }],
      licences: ['https://spdx.org/licenses/CC-BY-4.0'],
      formats: ['application/x-netcdf', 'text/csv'],
      access: 'open',
      agents: [
        { role: 'publisher', names: [{ text: 'Sea Institute <desk@sea.example>' }], iris: [] },
        { role: 'creator', names: [{ text: 'Ann Fen' }], iris: [] },
      ],
      modified: '2020-05',
    },
    variables: [
      {
        names: [{ text: 'Temperature' }],
        descriptions: [],
        concepts: [],
        codes: [],
        units: ['K'],
        techniques: [],
      },
    ],
    problems: [
      {
        kind: 'time-repaired',
        url: url(1),
        record: url(1),
        value: '1990',
        repair: 'month-name',
        result: '1990',
      },
    ],
  }),
  said(2, {
    title: `Sea ${hostile}`,
    texts: { descriptions: [{ text: hostile }], licences: [hostile], access: 'embargoed' },
  }),
  ...Array.from({ length: 43 }, (_, at) =>
    said(at + 3, {
      title: `Lake ${String(at).padStart(2, '0')}`,
      sources: ['lakes'],
      types: [at === 0 ? 'http://schema.org/Map' : 'http://schema.org/Dataset'],
      texts: { keywords: [{ text: `Keyword ${at}` }, { text: 'water' }] },
    }),
  ),
];

let site: SearchedSite;

beforeAll(async () => {
  site = await serveRecords(records);
});

const titles = (page: CheerioAPI): readonly string[] =>
  page('.result h3 a')
    .toArray()
    .map((each) => page(each).text());
const chips = (page: CheerioAPI): readonly string[] =>
  page('.chip > span:first-child')
    .toArray()
    .map((each) => page(each).text());
const textsOf = (page: CheerioAPI, selector: string): readonly string[] =>
  page(selector)
    .toArray()
    .map((each) => page(each).text().trim());

describe('the search page', () => {
  it('shows the parts of a result in the order of their use', async () => {
    const page = await site.page('/?q=ice&bbox=0,60,10,90&time=1995');
    expect(page('h1').text()).toBe('1 result');
    expect(page('title').text()).toBe(
      'ice, box 60°N to 90°N, 0° to 10°E, period 1995: 1 result · Tides',
    );
    const result = page('.result');
    expect(page('h3 a', result).attr('href')).toBe(
      `/data/dataset/${pageKey(`${url(1).replace('https', 'http')}#it`)}`,
    );
    expect(textsOf(page, '.result .tag')).toEqual(['Open access', 'CC BY 4.0', 'NetCDF', 'CSV']);
    expect(textsOf(page, '.result .facts > span')).toEqual([
      'Dataset',
      '1990-02-03 to 2001',
      'Halm (70°N to 80°N, 5°E to 15°E)',
      'Sea Institute',
    ]);
    expect(textsOf(page, '.reasons > span')).toEqual([
      'Found by “ice” in title, box overlaps 17 %, period overlaps',
      'Repaired: time (month by its name)',
      'Source polar',
    ]);
    expect(page('.reasons a').attr('href')).toBe('/data/sources/polar');
  });

  it('has texts in the language of the reader where there are several', async () => {
    const german = await site.page('/?q=ice', 'de-AT, en;q=0.5');
    expect(titles(german)).toEqual(['Eis des Nordens']);
    expect(german('.result h3 bdi').attr('lang')).toBe('de');
    const place = german('.result .facts bdi[lang="de"]');
    expect(place.text()).toBe('Halmbucht (70°N to 80°N, 5°E to 15°E)');
    expect(titles(await site.page('/?q=ice', 'fr'))).toEqual(['Ice of the north']);
  });

  it('shows names without mail addresses', async () => {
    const asked = encodeURIComponent('=Sea Institute <desk@sea.example>');
    const page = await site.page(`/?open=publishers&open=people&publisher=${asked}`);
    expect(page('h1').text()).toBe('1 result');
    expect(textsOf(page, '#facet-publishers .value bdi')).toContain('Sea Institute');
    expect(textsOf(page, '#facet-people .value bdi')).toContain('Sea Institute');
    expect(chips(page)).toEqual(['publisher: Sea Institute']);
    expect(page('.reasons').text()).toContain('publisher: Sea Institute');
    page('pre, input').remove();
    expect(page('body').text()).not.toContain('@sea.example');
  });

  it('is indexed by search engines only for the whole catalogue', async () => {
    const states = ['/', '/?page=2', '/?map=10,45,2', '/?axis=Ma', '/?q=ice', '/?x=1'];
    const indexed = [];
    for (const state of states) {
      const page = await site.page(state);
      if (page('meta[name=robots]').length === 0) indexed.push(state);
    }
    expect(indexed).toEqual(['/', '/?page=2']);
  });

  it('escapes what publishers and readers write', async () => {
    const { text } = await site.get(`/?q=sea&licence=${encodeURIComponent(hostile)}`);
    expect(text).not.toContain('<img');
    const page = await site.page(`/?q=${encodeURIComponent(hostile)}`);
    expect(page('img')).toHaveLength(0);
    expect(chips(page)).toEqual([`words: ${hostile}`]);
    const found = await site.page('/?q=sea');
    expect(titles(found)).toEqual([`Sea ${hostile}`]);
    expect(found('[style], [onclick], script:not([src])')).toHaveLength(0);
  });

  it('has each condition as a link to the search without it', async () => {
    const page = await site.page(
      '/?q=ice&variable=%3DTemperature&unit=K&licence=cc-by-4.0&lacking=age&sort=time&page=1',
    );
    expect(chips(page)).toEqual([
      'words: ice',
      'variable: Temperature',
      'licence: CC BY 4.0',
      'not stated: age',
      'unit: K',
    ]);
    const links = page('.chip')
      .toArray()
      .map((each) => page(each).attr('href'));
    expect(links[0]).toBe(
      '/data/?variable=%3DTemperature&licence=cc-by-4.0&lacking=age&unit=K&sort=time',
    );
    // A unit is of a variable.
    expect(links[1]).toBe('/data/?q=ice&licence=cc-by-4.0&lacking=age&sort=time');
    expect(page('.chips > li:last-child a').attr('href')).toBe('/data/?sort=time');
    expect(page('meta[name=robots]').attr('content')).toBe('noindex, nofollow');
  });

  it('keeps all other conditions in the form for words', async () => {
    const page = await site.page('/?q=ice&type=Dataset&type=Map&sort=title&page=2&open=people');
    expect(page('.ask input[name=q]').attr('value')).toBe('ice');
    const hidden = page('.ask input[type=hidden]').toArray();
    expect(hidden.map((each) => `${each.attribs['name']}=${each.attribs['value']}`)).toEqual([
      'type=Dataset',
      'type=Map',
      'sort=title',
      'open=people',
    ]);
  });

  it('leads from the address of a form to one without blanks and fields', async () => {
    const answer = await site.get(
      '/?q=ice&variable=&west=5&south=-10&east=15&north=20&from=1990&to=&older=300&younger=250',
    );
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe(
      '/data/?q=ice&bbox=5%2C-10%2C15%2C20&time=1990%2F..&age=300..250Ma',
    );
  });
});

describe('pages of results', () => {
  it('go from the first to the last, each by twenty', async () => {
    const first = await site.page('/');
    expect(first('h1').text()).toBe('45 resources');
    expect(titles(first)).toHaveLength(20);
    expect(textsOf(first, '.pages > *')).toEqual(['Page 1', 'Page 2', 'Page 3', 'Next']);
    expect(first('link[rel=next]').attr('href')).toBe('/data/?page=2');
    expect(first('link[rel=prev]')).toHaveLength(0);
    const last = await site.page('/?page=3');
    expect(titles(last)).toHaveLength(5);
    expect(last('ol.results').attr('start')).toBe('41');
    expect(last('.pages a[aria-current]').text()).toBe('Page 3');
    expect(last('link[rel=prev]').attr('href')).toBe('/data/?page=2');
    expect(last('title').text()).toContain('page 3');
  });

  it('report a page after the last', async () => {
    const page = await site.page('/?page=70');
    expect(page('.list .empty h2').text()).toBe('There is no page 70');
    expect(page('.list .empty a').attr('href')).toBe('/data/?page=3');
    expect(titles(page)).toHaveLength(0);
  });

  it('are in the requested order, and another order begins at the first', async () => {
    const page = await site.page('/?sort=modified&page=2&q=lake');
    expect(textsOf(page, '.sorts a')).toEqual([
      'Relevance',
      'Title',
      'Latest period',
      'Latest change',
    ]);
    expect(page('.sorts a[aria-current]').text()).toBe('Latest change');
    expect(page('.sorts a').first().attr('href')).toBe('/data/?q=lake');
    expect(textsOf(await site.page('/'), '.sorts a')).not.toContain('Relevance');
    expect(titles(await site.page('/?sort=modified'))[0]).toBe('Ice of the north');
  });
});

describe('filters', () => {
  it('show the counts of the search that they link to', async () => {
    const page = await site.page('/?q=lake');
    const [title, type] = textsOf(page, '.facet summary').slice(0, 2);
    expect([title, type]).toEqual(['Access', 'Source']);
    const access = page('#facet-access li a').first();
    expect(access.text().replaceAll(/\s+/gu, ' ')).toBe('Not stated 43');
    const open = await site.page('/?q=lake&open=types');
    const types = open('#facet-types li a').toArray();
    expect(types.map((each) => open(each).text())).toEqual(['Dataset 42', 'Map 1']);
    const map = await site.page((types[1]?.attribs['href'] ?? '').replace('/data', ''));
    expect(map('h1').text()).toBe('1 result');
  });

  it('mark selected values, and remove them', async () => {
    const page = await site.page('/?type=Map&open=people');
    const chosen = page('#facet-types a.chosen');
    expect(chosen.text()).toContain('Map');
    expect(chosen.text()).toContain('remove');
    expect(chosen.attr('href')).toBe('/data/?open=people');
    const other = page('#facet-types li a:not(.chosen)');
    expect(other.attr('href')).toBe('/data/?type=Map&type=Dataset&open=people');
    expect(page('.filters > summary .count').text()).toBe('1 active');
  });

  it('show selected values although they are rare', async () => {
    const page = await site.page('/?variable=temp*');
    expect(page('#facet-variables a.chosen').attr('href')).toBe('/data/');
  });

  it('find results without a value, instead of a value', async () => {
    const page = await site.page('/?licence=CC+BY+4.0');
    const none = page('#facet-licences li:last-child a');
    expect(none.text()).toBe('Not stated 43');
    expect(none.attr('href')).toBe('/data/?lacking=licence');
    const lacking = await site.page('/?lacking=licence');
    expect(lacking('h1').text()).toBe('43 results');
    expect(lacking('#facet-licences a.chosen').attr('href')).toBe('/data/');
  });

  it('are folded if there are many, as links that open them', async () => {
    const page = await site.page('/?q=lake');
    const link = page('.facet.folded a').first();
    expect(link.text()).toBe('Type');
    expect(link.attr('href')).toBe('/data/?q=lake&open=types#facet-types');
  });

  it('have a page of all values, with a field that finds some', async () => {
    const beside = await site.page('/?open=keywords&q=lake');
    const more = beside('#facet-keywords a.more');
    expect(more.text()).toBe('All 44 values of Term');
    expect(more.attr('href')).toBe('/data/?q=lake&open=keywords&all=keywords');
    const all = await site.page('/?q=lake&all=keywords');
    expect(all('.all-values li')).toHaveLength(44);
    expect(all('.all-values li').first().text()).toBe('water 43');
    expect(all('.all-values li a').first().attr('href')).toBe('/data/?q=lake&term=water');
    const some = await site.page('/?q=lake&all=keywords&having=KEYWORD+4');
    expect(textsOf(some, '.all-values li')).toEqual([
      'Keyword 4 1',
      'Keyword 40 1',
      'Keyword 41 1',
      'Keyword 42 1',
    ]);
  });
});

describe('an invalid or empty search', () => {
  it('reports invalid conditions, and leaves them out', async () => {
    const page = await site.page('/?q=ice&bbox=1,66,2,-70&time=soon&unit=K&page=1');
    expect(page('h1').text()).toBe('1 result');
    expect(chips(page)).toEqual(['words: ice']);
    const alert = page('[role=alert]');
    expect(page('h2', alert).text()).toBe('3 conditions cannot be used');
    expect(textsOf(page, '[role=alert] li')).toEqual([
      'box: "1,66,2,-70" has its south edge north of its north edge.',
      expect.stringContaining('period: "soon" is not one time or two'),
      'unit: says more of a variable, and none is given.',
    ]);
    expect(alert.text()).toContain('leaves them out');
    expect(alert.text()).not.toContain('--');
  });

  it('names too many words', async () => {
    const many = Array.from({ length: 120 }, (_, at) => `w${at}`).join('+');
    const page = await site.page(`/?q=${many}&source=polar`);
    expect(page('[role=alert]').text()).toContain('at most 100 words');
    expect(page('h1').text()).toBe('1 result');
  });

  it('names each condition with the number of results without it', async () => {
    const page = await site.page('/?q=ice&type=Map&access=open');
    expect(page('h1').text()).toBe('No results');
    const items = page('.without li').toArray();
    expect(items.map((each) => page(each).text())).toEqual([
      'without type: Map 1 result',
      'without words: ice still none',
      'without access: Open access still none',
    ]);
    expect(page('a', items[0]).attr('href')).toBe('/data/?q=ice&access=open');
    expect(page('a', items[1])).toHaveLength(0);
    const one = await site.page('/?q=nowhere');
    expect(textsOf(one, '.without li')).toEqual(['without words: nowhere 45 results']);
  });

  it('suggests similar names', async () => {
    const page = await site.page('/?source=polr');
    const link = page('.list .empty a').first();
    expect(link.text()).toBe('polar');
    expect(link.attr('href')).toBe('/data/?source=polar');
  });

  it('shows instructions to harvest for an empty catalogue', async () => {
    const empty = await serveRecords([]);
    const page = await empty.page('/?q=ice');
    expect(page('h1').text()).toBe('The catalogue is empty');
    expect(page('pre').text()).toContain('cdif-graph ingest');
  });
});

describe('the same search elsewhere', () => {
  it('is linked as files, feed, command and SPARQL', async () => {
    const page = await site.page('/?q=ice&sort=time&page=1&open=people');
    const links = page('link[rel=alternate]').toArray();
    expect(links.map(({ attribs }) => [attribs['type'], attribs['href']])).toEqual([
      ['text/csv', '/data/search.csv?q=ice&sort=time'],
      ['application/geo+json', '/data/search.geojson?q=ice&sort=time'],
      ['application/atom+xml', '/data/search.atom?q=ice&sort=time'],
    ]);
    expect(textsOf(page, '.list .actions > a')).toEqual(['CSV', 'GeoJSON', 'Atom', 'As SPARQL']);
    expect(page('.as-command pre').text()).toBe(`cdif-graph search ice --sort time`);
  });

  it('is one SPARQL query per condition, with remarks on its limits', async () => {
    const page = await site.page(
      '/search/sparql?q=ice+%22sea+ice%22&profile=urn:p&within=yes&bbox=1,2,3,4',
    );
    expect(textsOf(page, '.query h2')).toEqual([
      'words: ice "sea ice"',
      expect.stringContaining('box: '),
      'profile: urn:p',
    ]);
    expect(textsOf(page, '.query pre[aria-label=Command]')).toEqual([
      `cdif-graph query search-text --param word=ice`,
      `cdif-graph query search-box-within --param west=1 --param south=2 --param east=3 --param north=4`,
    ]);
    expect(page('.query').first().text()).toContain('cannot be expressed');
    expect(page('.query').last().text()).toContain('No bundled query asks for a profile');
  });
});
