import { beforeAll, describe, expect, it } from 'vitest';
import { Parser } from 'n3';
import { Parser as HtmlParser } from 'htmlparser2';
import { pageKey } from '../../../../src/serve/page-keys.ts';
import { expandAll } from '../../../expand/expanding.ts';
import { url } from '../../../catalogue/updates.ts';
import { lookFor, siteOf, type SubjectSite } from './subject-site.ts';

const doi = '10.1234/tides';
const dataset = `/dataset/${pageKey(`doi:${doi}`)}`;
const record = `/record/${pageKey(url(1))}`;

const tides = {
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  '@id': `https://doi.org/${doi}`,
  name: [
    { '@value': 'Tides of the harbour', '@language': 'en' },
    { '@value': 'Gezeiten des Hafens', '@language': 'de' },
  ],
  description: 'Measured by hand. '.repeat(200),
  identifier: `https://doi.org/${doi}`,
  url: 'https://data.example/tides',
  license: 'https://creativecommons.org/licenses/by/4.0/',
  datePublished: '2015-12-08',
  version: '2',
  keywords: Array.from({ length: 30 }, (_, at) => `keyword ${at}`),
  creator: {
    '@type': 'Person',
    '@id': 'https://orcid.org/0000-0002-1825-0097',
    name: 'Josiah Carberry',
    givenName: 'Josiah',
    familyName: 'Carberry',
    email: 'josiah@data.example',
    telephone: '+1 401 555',
    affiliation: {
      '@type': 'Organization',
      '@id': 'https://ror.org/05gq02987',
      name: 'Brown University',
    },
  },
  publisher: { '@type': 'Organization', name: 'Harbour Office' },
  spatialCoverage: { '@type': 'Place', geo: { '@type': 'GeoShape', box: '50 -10 51 -9' } },
  temporalCoverage: '2008/2014',
  variableMeasured: Array.from({ length: 25 }, (_, at) => ({
    '@type': 'PropertyValue',
    name: `level ${at}`,
    unitText: 'm',
    propertyID: 'https://vocab.example/level',
  })),
  distribution: {
    '@type': 'DataDownload',
    name: 'All of it',
    contentUrl: 'https://data.example/tides.csv',
    encodingFormat: 'text/csv',
    contentSize: '1200000',
  },
  isBasedOn: { '@id': 'https://doi.org/10.1234/older', name: 'Older tides' },
};

let served: SubjectSite;

beforeAll(async () => {
  served = await siteOf(
    await lookFor(1, tides, { sources: ['harbour'] }),
    await lookFor(
      2,
      {
        '@context': 'https://schema.org/',
        '@type': 'Dataset',
        '@id': `https://doi.org/${doi}`,
        name: 'Tides of the harbour',
        license: 'https://creativecommons.org/licenses/by/3.0/',
      },
      { sources: ['mirror'] },
    ),
  );
});

describe('the page of a dataset', () => {
  it('begins with type, title and access', async () => {
    const $ = await served.page(dataset);
    expect($('h1').text()).toBe('Tides of the harbour');
    expect($('h1 bdi').attr('lang')).toBe('en');
    expect($('.kind').text()).toContain('Dataset');
    expect($('.kind').text()).toContain('published 8 December 2015');
    const tags = $('.get .tag').toArray();
    expect(tags.map((tag) => $(tag).text())).toEqual([
      'Open access',
      'CC BY 4.0',
      '1.2 MB',
      '1 file',
    ]);
    const buttons = $('.get .button').toArray();
    expect(buttons.map((button) => [$(button).text(), $(button).attr('href')])).toEqual([
      ['Download CSV', 'https://data.example/tides.csv'],
      ['Landing page', 'https://data.example/tides'],
      ['Cite', '#cite'],
      ['Compare', `/data/compare?dataset=${pageKey(`doi:${doi}`)}`],
    ]);
  });

  it('has texts in the language of the reader', async () => {
    const $ = await served.page(dataset, 'de-AT, en;q=0.5');
    expect($('h1').text()).toBe('Gezeiten des Hafens');
    expect($('h1 bdi').attr('lang')).toBe('de');
  });

  it('links to searches and registers, but to no mail address or telephone number', async () => {
    const $ = await served.page(dataset);
    const people = $('#people li').first();
    expect(
      people
        .find('a')
        .toArray()
        .map((link) => $(link).attr('href')),
    ).toEqual([
      '/data/?person=https%3A%2F%2Forcid.org%2F0000-0002-1825-0097',
      'https://orcid.org/0000-0002-1825-0097',
      '/data/?organization=https%3A%2F%2Fror.org%2F05gq02987',
      'https://ror.org/05gq02987',
    ]);
    expect($('#variables tbody a').first().attr('href')).toBe('/data/?variable=%3Dlevel+0');
    expect($.html()).not.toMatch(/josiah@|401 555/u);
  });

  it('shows the first items of a long list, and all on request', async () => {
    const first = await served.page(dataset);
    expect(first('#variables tbody tr')).toHaveLength(20);
    expect(first('#variables .count').text()).toBe('25');
    const all = first('#variables .actions a').attr('href') ?? '';
    expect(all).toBe(`/data${dataset}?all=variables#variables`);
    const whole = await served.page(`${dataset}?all=variables`);
    expect(whole('#variables tbody tr')).toHaveLength(25);
    expect(whole('#variables .actions')).toHaveLength(0);
  });

  it('leaves out empty columns', async () => {
    const $ = await served.page(dataset);
    const columns = $('#variables thead th').toArray();
    expect(columns.map((column) => $(column).text())).toEqual(['Name', 'Unit', 'Concepts']);
  });

  it('has the records side by side, and marks differences', async () => {
    const $ = await served.page(dataset);
    const rows = $('#records tbody tr').toArray();
    const texts = rows.map((row) =>
      $(row)
        .find('th, td')
        .toArray()
        .map((cell) => $(cell).text()),
    );
    expect(texts).toContainEqual(['Licence', 'CC BY 4.0', 'differs: CC BY 3.0']);
    expect(texts).toContainEqual(['Title', 'Tides of the harbour', 'Tides of the harbour']);
    expect(texts).toContainEqual(['Published', '8 December 2015', 'differs: not stated']);
    const heads = $('#records thead a').toArray();
    expect(heads.map((link) => $(link).attr('href'))).toEqual([
      `/data${record}`,
      `/data/record/${pageKey(url(2))}`,
    ]);
  });

  it('shows the origin, the forms and the problems of each record', async () => {
    const $ = await served.page(dataset);
    expect($('#provenance').text()).toContain('2026-11-20 11:36 UTC');
    expect($(`#provenance a[href="/data/sources/harbour"]`)).toHaveLength(1);
    const links = $('#provenance a')
      .toArray()
      .map((link) => $(link).attr('href') ?? '');
    const below = links.filter(
      (href) => href.startsWith('/data/record') || href.startsWith('/data/dataset'),
    );
    for (const href of new Set(below)) {
      const answer = await served.get(href.replace('/data', ''));
      expect([href, answer.status]).toEqual([href, 200]);
    }
    expect(new Set(below).size).toBe(18);
    expect($('#problems .problems li').length).toBeGreaterThan(0);
  });

  it('does not describe restricted data as costing money', async () => {
    const closed = { ...tides, isAccessibleForFree: undefined, conditionsOfAccess: 'restricted' };
    const $ = await (await siteOf(await lookFor(1, closed))).page(dataset);
    expect($('.tag').text()).toContain('Restricted');
    expect($('script[type="application/ld+json"]').text()).not.toContain('isAccessibleForFree');
  });

  it('embeds a description for search engines', async () => {
    const $ = await served.page(dataset);
    const text = $('script[type="application/ld+json"]').text();
    expect(JSON.parse(text)).toMatchObject({
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      '@id': `https://catalogue.example/data${dataset}`,
      name: 'Tides of the harbour',
      url: `https://catalogue.example/data${dataset}`,
      sameAs: [`https://doi.org/${doi}`, 'https://data.example/tides'],
      identifier: `https://doi.org/${doi}`,
      license: 'https://spdx.org/licenses/CC-BY-4.0',
      isAccessibleForFree: true,
      creator: {
        '@type': 'Person',
        '@id': 'https://orcid.org/0000-0002-1825-0097',
        familyName: 'Carberry',
        affiliation: { '@type': 'Organization', '@id': 'https://ror.org/05gq02987' },
      },
      publisher: { '@type': 'Organization', name: 'Harbour Office' },
      datePublished: '2015-12-08',
      spatialCoverage: { '@type': 'Place', geo: { '@type': 'GeoShape', box: '50 -10 51 -9' } },
      temporalCoverage: '2008/2014',
      distribution: {
        '@type': 'DataDownload',
        contentUrl: 'https://data.example/tides.csv',
        encodingFormat: 'text/csv',
      },
      includedInDataCatalog: {
        '@type': 'DataCatalog',
        name: 'Tides & more',
        url: 'https://catalogue.example/data/',
      },
    });
  });
});

describe('the embedded description', () => {
  it('is JSON-LD in which a reader of the Web finds the dataset', async () => {
    const $ = await served.page(dataset);
    const outcomes = await expandAll([$('script[type="application/ld+json"]').text()]);
    const kinds = outcomes.map((outcome) => outcome.kind);
    expect(kinds).toEqual(['produced', 'produced']);
    const [graph] = outcomes.flatMap((outcome) =>
      outcome.kind === 'produced' && outcome.value.kind === 'graph' ? [outcome.value.graph] : [],
    );
    expect(graph?.describes.map(({ iri, types }) => [iri, types])).toEqual([
      [`https://catalogue.example/data${dataset}`, ['http://schema.org/Dataset']],
    ]);
  });
});

describe('the forms of a dataset and of a record', () => {
  it.each([
    [`${dataset}.nq`, 'application/n-quads', ''],
    [dataset, 'application/n-quads', 'application/n-quads'],
    [`${dataset}.ttl`, 'text/turtle; charset=utf-8', ''],
    [dataset, 'text/turtle; charset=utf-8', 'text/turtle;q=0.9, text/html;q=0.1'],
  ])('%s is %s', async (path, type, accept) => {
    const answer = await served.get(path, accept === '' ? {} : { Accept: accept });
    expect(answer.headers.get('Content-Type')).toBe(type);
    const quads = new Parser().parse(await answer.text());
    const names = quads.filter(({ predicate }) => predicate.value === 'http://schema.org/license');
    expect(names).toHaveLength(2);
  });

  it('have the statements of one record alone', async () => {
    const answer = await served.get(record, { Accept: 'application/ld+json' });
    expect(await answer.json()).toMatchObject({ '@id': tides['@id'], '@type': tides['@type'] });
  });

  it('have the document as it was published, never as a page', async () => {
    const answer = await served.get(`${record}/raw`);
    expect(await answer.text()).toBe(JSON.stringify(tides));
    expect(answer.headers.get('Content-Type')).toBe('application/ld+json');
    expect(answer.headers.get('Content-Disposition')).toMatch(
      /^inline; filename="[\da-f]{20}\.raw\.jsonld"$/u,
    );
  });

  it('have citations', async () => {
    const bib = await served.get(`${dataset}.bib`);
    expect(bib.headers.get('Content-Type')).toBe('application/x-bibtex; charset=utf-8');
    expect(await bib.text()).toContain('author = {Carberry, Josiah}');
    const ris = await served.get(dataset, { Accept: 'application/x-research-info-systems' });
    expect(await ris.text()).toContain(`DO  - ${doi}\r\n`);
    const $ = await served.page(dataset);
    expect($('#cite .citation').text()).toBe(
      `Carberry, J. (2015). Tides of the harbour (Version 2) [Data set]. Harbour Office. https://doi.org/${doi}`,
    );
  });

  it('have kernel records', async () => {
    const answer = await served.get(`${record}/kernel.json`);
    expect(await answer.json()).toMatchObject({
      graph: url(1),
      objects: [{ kind: 'resource' }, {}],
    });
    const jsonLd = await served.get(`${record}/kernel.jsonld`);
    expect(await jsonLd.json()).toHaveProperty('@graph');
  });

  it('are made of the first values of a very large record', async () => {
    const creator = Array.from({ length: 150 }, (_, at) => ({
      '@id': `https://people.example/${at}`,
      '@type': 'Person',
      name: `Author ${at}`,
    }));
    const citation = Array.from({ length: 100 }, (_, at) => `${at} ${'cited '.repeat(700)}`);
    const document = { ...tides, '@id': undefined, identifier: undefined, creator, citation };
    const large = await siteOf(await lookFor(1, document));
    expect(await (await large.get(`${record}.bib`)).text()).toContain(' and others}');
    const links = await (await large.get(`${record}/linkset`)).text();
    expect(links.match(/rel="author"/gu)).toHaveLength(100);
    const kernel = await (await large.get(`${record}/kernel.jsonld`)).text();
    expect(new Set(kernel.match(/people\.example\/\d+/gu)).size).toBe(100);
    expect(await (await large.get(`${record}.nq`)).text()).toContain('"Author 149"');
  });

  it.each([
    '/dataset/0123456789abcdef0123',
    '/record/0123456789abcdef0123',
    '/record/..%2f..%2fetc',
    `${dataset}.exe`,
    `${dataset}/raw`,
    `${dataset}/ttl`,
    `${record}.raw`,
    `${record}/__proto__`,
  ])('do not exist under %s', async (path) => {
    expect((await served.get(path)).status).toBe(404);
  });
});

describe('an archive of very many files', () => {
  it('counts as the files in it, and shows the first ones', async () => {
    const { page } = await siteOf(
      await lookFor(1, {
        '@context': 'https://schema.org/',
        '@type': 'Dataset',
        '@id': 'https://data.example/archive',
        distribution: {
          '@type': 'DataDownload',
          name: 'All',
          hasPart: Array.from({ length: 2000 }, (_, at) => ({
            '@type': 'MediaObject',
            name: `cast ${at}`,
            contentUrl: `https://data.example/a/rather/long/path/to/each/of/the/casts/${at}.csv`,
            encodingFormat: 'text/csv',
          })),
        },
      }),
    );
    const path = `/dataset/${pageKey('http://data.example/archive')}`;
    const $ = await page(path);
    expect($('.get .tag').last().text()).toBe('2,000 files');
    expect($('#files .count').text()).toBe('2,000');
    expect($('.files.parts > li')).toHaveLength(20);
    expect($('#files .actions').text()).toBe('More files in it');
    const all = await page(`${path}?all=parts`);
    expect(all('.files.parts > li')).toHaveLength(500);
    expect(all('#files .soft').text()).toContain('1,500 more files in it are not shown');
  });
});

function inLanguages(en: string, ar: string): readonly object[] {
  return [
    { '@value': en, '@language': 'en' },
    { '@value': ar, '@language': 'ar' },
  ];
}

describe('a record in several languages', () => {
  const multilingual = {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': 'https://data.example/many',
    name: inLanguages('Sea level', 'مستوى سطح البحر'),
    conditionsOfAccess: 'unrestricted',
    keywords: [...inLanguages('tide', 'مد'), 'SLR'],
    creator: {
      '@type': 'Person',
      name: inLanguages('Layla', 'ليلى'),
      affiliation: { '@type': 'Organization', name: inLanguages('Institute', 'معهد') },
    },
    publisher: { '@type': 'Organization', name: inLanguages('Data Centre', 'مركز البيانات') },
    funder: { '@type': 'Organization', name: inLanguages('Council', 'مجلس') },
    spatialCoverage: { '@type': 'Place', name: inLanguages('Red Sea', 'البحر الأحمر') },
    variableMeasured: {
      '@type': 'PropertyValue',
      name: inLanguages('level', 'مستوى'),
      description: inLanguages('Above zero', 'فوق الصفر'),
      unitText: 'metre',
      unitCode: 'MTR',
      propertyID: {
        '@id': 'https://vocab.example/sea_level',
        '@type': 'DefinedTerm',
        name: inLanguages('sea level', 'مستوى البحر'),
      },
    },
    distribution: {
      '@type': 'DataDownload',
      name: inLanguages('All of it', 'الكل'),
      contentUrl: 'https://data.example/many.csv',
    },
    isBasedOn: { '@id': 'https://doi.org/10.1234/older', name: inLanguages('Older', 'أقدم') },
  };
  const path = `/dataset/${pageKey('http://data.example/many')}`;
  const texts = {
    h1: ['Sea level', 'مستوى سطح البحر'],
    '.kind a': ['Data Centre', 'مركز البيانات'],
    '.creators': ['Layla', 'ليلى'],
    '.about dt:contains("Place") + dd': ['Red Sea', 'البحر الأحمر'],
    '.about dt:contains("Funding") + dd': ['Council', 'مجلس'],
    '.terms > span:first-child': ['tide', 'مد'],
    'table.variables th[scope="row"]': ['level', 'مستوى'],
    'table.variables td:nth-child(3)': ['sea level', 'مستوى البحر'],
    'table.variables td:nth-child(4)': ['Above zero', 'فوق الصفر'],
    '.file .name': ['All of it', 'الكل'],
    '.people .affiliations': ['Institute', 'معهد'],
    '#related dd': ['Older', 'أقدم'],
  } as const;

  it('has all names in the language of the reader, marked with that language', async () => {
    const { page, get } = await siteOf(await lookFor(1, multilingual));
    for (const [at, language] of ['en', 'ar'].entries()) {
      const $ = await page(path, `${language}-XX, fr;q=0.5`);
      for (const [selector, expected] of Object.entries(texts)) {
        const [literal] = $(selector).first().find('bdi').toArray();
        expect([selector, $(literal).text(), $(literal).attr('lang')]).toEqual([
          selector,
          expected[at],
          language,
        ]);
      }
      expect($('#citation').text()).toContain(texts['.kind a'][at]);
    }
    const $ = await page(path, 'ar');
    expect(
      $('.terms > *')
        .toArray()
        .map((term) => $(term).text()),
    ).toEqual(['مد', 'SLR', 'all 3']);
    expect((await page(`${path}?all=terms`, 'ar'))('.terms > span')).toHaveLength(3);
    // Without a preferred language as `search` shows titles.
    expect(await (await get(`${path}.bib`)).text()).toContain('Data Centre');
  });

  it('shows nothing twice', async () => {
    const { page } = await siteOf(await lookFor(1, multilingual));
    const $ = await page(path);
    expect(
      $('.get .tag')
        .toArray()
        .map((tag) => $(tag).text()),
    ).toEqual(['Open access', '1 file']);
    expect(
      $('.about dt')
        .toArray()
        .map((dt) => $(dt).text()),
    ).not.toContain('Access');
    expect($('table.variables td:nth-child(2)').text()).toBe('metre');
  });
});

describe('a record that is hostile', () => {
  const attack = '</script><script>alert(1)</script><img src=x onerror=alert(1)>\u{202E}';
  const hostile = {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': 'https://data.example/hostile',
    name: `T${attack}`,
    description: attack + 'x'.repeat(100_000),
    url: 'javascript:alert(1)',
    license: `javascript:alert('${attack}')`,
    keywords: [attack],
    creator: Array.from({ length: 10_000 }, (_, at) => ({
      '@type': 'Person',
      name: at === 0 ? attack : `Author ${at}`,
    })),
    variableMeasured: [
      { '@type': 'PropertyValue', name: attack, propertyID: 'javascript:alert(1)' },
    ],
    distribution: { '@type': 'DataDownload', name: attack, contentUrl: 'javascript:alert(1)' },
    isBasedOn: { '@id': 'data:text/html,x', name: attack },
  };
  const path = `/dataset/${pageKey('http://data.example/hostile')}`;

  it('is shown as inert text', async () => {
    const { get } = await siteOf(await lookFor(1, hostile, { sources: [attack] }));
    const answer = await get(path);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text.length).toBeLessThan(150_000);
    const scripts: string[] = [];
    const parser = new HtmlParser({
      onopentag(name, attributes) {
        if (name === 'script') scripts.push(attributes['type'] ?? '');
        expect(Object.keys(attributes).filter((each) => /^on|^style$/u.test(each))).toEqual([]);
        const address = attributes['href'] ?? attributes['src'] ?? '';
        expect(address).toMatch(/^(?:https?:|\/|#|$)/u);
      },
    });
    parser.end(text);
    expect(scripts.toSorted()).toEqual(['application/ld+json', 'module']);
    // Header fields hold ASCII alone, and one line.
    expect(answer.headers.get('Link')).toMatch(/^[ -~]+$/u);
  });
});

describe('a record with addresses of mail', () => {
  const mail = 'ann@fen.example';
  let made = 0;
  const mailIri = (): string => `mailto:ann.${(made += 1)}@fen.example`;
  const mailed = {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': `mailto:${mail}`,
    identifier: [`mailto:${mail}`, mail],
    creator: {
      '@type': 'Person',
      '@id': mailIri(),
      name: `Ann Fen ${mail}`,
      givenName: `Ann ${mail}`,
      familyName: `Fen ${mail}`,
      affiliation: [
        { '@type': 'Organization', '@id': mailIri(), name: `Fen Office ${mail}` },
        { '@type': 'Organization', '@id': mailIri() },
      ],
    },
    publisher: { '@type': 'Person', '@id': mailIri() },
    funding: { '@type': 'Grant', identifier: '17', funder: { '@id': mailIri() } },
    funder: [{ '@type': 'Organization', name: `Council ${mail}` }, { '@id': mailIri() }],
    usageInfo: { '@id': mailIri() },
    isBasedOn: { '@id': mailIri() },
  };
  const path = `/dataset/${pageKey(`mailto:${mail}`)}`;

  it('shows none of them on its page, in its citation, in a feed or to search engines', async () => {
    const { get, page } = await siteOf(await lookFor(1, mailed));
    const shown = ['', '.bib', '.ris', '/linkset'].map((form) => path + form);
    for (const address of [...shown, '/', '/search.atom']) {
      const answer = await get(address);
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toMatch(/@fen|%40fen/u);
      expect([...answer.headers].join('\n')).not.toMatch(/@fen|%40fen/u);
    }
    const $ = await page(path);
    expect($('.about').text()).toContain('FundingCouncil17');
    const description: unknown = JSON.parse($('script[type="application/ld+json"]').text());
    expect(description).toMatchObject({
      creator: {
        name: 'Ann Fen',
        givenName: 'Ann',
        familyName: 'Fen',
        affiliation: { '@type': 'Organization', name: 'Fen Office' },
      },
    });
    expect(description).not.toHaveProperty('identifier');
    expect((await get(`${path}.ttl`)).status).toBe(200);
  });
});

describe('a removed record', () => {
  const removed = {
    ...tides,
    '@id': 'https://data.example/gone',
    identifier: [],
    name: 'Gone <b>',
  };

  it('is reported as gone, with title, time and reason', async () => {
    const { get, page } = await siteOf(await lookFor(1, removed, { sources: ['harbour'] }), {
      ...(await lookFor(
        1,
        { '@context': 'https://schema.org/' },
        { at: '2026-11-22T03:00:00.000Z' },
      )),
    });
    for (const path of [record, `/dataset/${pageKey('http://data.example/gone')}`]) {
      expect((await get(path)).status).toBe(410);
      expect((await get(`${path}.ttl`)).status).toBe(410);
      const $ = await page(path);
      expect($('h1').text()).toBe('Gone <b>');
      const facts = $('.pairs').text();
      expect(facts).toContain('22 November 2026: a visit of its URL no longer found it');
      expect(facts).toContain('20 November 2026');
      expect(facts).toContain('harbour');
    }
  });
});
