import type { CheerioAPI } from 'cheerio';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageKey } from '../../../../src/serve/page-keys.ts';
import { url } from '../../../catalogue/updates.ts';
import { lookFor, siteOf, type SubjectSite } from './subject-site.ts';

const context = 'https://schema.org/';

/** A dataset at a harbour. */
function dataset(name: string, more: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    '@context': context,
    '@type': 'Dataset',
    '@id': `https://doi.org/10.1234/${name}`,
    name: `Tides of ${name}`,
    identifier: `https://doi.org/10.1234/${name}`,
    ...more,
  };
}

const north = dataset('north', {
  license: 'https://creativecommons.org/licenses/by/4.0/',
  creator: {
    '@type': 'Person',
    name: 'Lin, Hanzhi',
    '@id': 'https://orcid.org/0000-0002-1825-0097',
  },
  keywords: ['Tides', 'harbour', 'north'],
  spatialCoverage: { '@type': 'Place', geo: { '@type': 'GeoShape', box: '50 -10 51 -9' } },
  temporalCoverage: '2008/2014',
  variableMeasured: [
    { '@type': 'PropertyValue', name: 'level', propertyID: 'https://vocab.example/level' },
    { '@type': 'PropertyValue', name: 'wind' },
  ],
  distribution: {
    '@type': 'DataDownload',
    contentUrl: 'https://data.example/north.csv',
    encodingFormat: 'text/csv',
  },
});

const south = dataset('south', {
  license: 'http://creativecommons.org/licenses/by/4.0/legalcode',
  creator: { '@type': 'Person', name: 'Hanzhi Lin' },
  keywords: ['tides', 'Harbour', 'south'],
  spatialCoverage: { '@type': 'Place', geo: { '@type': 'GeoShape', box: '-20 170 20 -170' } },
  temporalCoverage: '2008/2014',
  variableMeasured: [
    { '@type': 'PropertyValue', name: 'Pegel', propertyID: 'https://vocab.example/level' },
    { '@type': 'PropertyValue', name: 'swell' },
  ],
});

const others = ['east', 'west', 'far'].map((name) => dataset(name, { keywords: ['tides'] }));

/** The page key of a dataset. */
function keyOf(name: string): string {
  return pageKey(`doi:10.1234/${name}`);
}

function compared(...names: readonly string[]): string {
  return `/compare?${names.map((name) => `dataset=${encodeURIComponent(name)}`).join('&')}`;
}

const manyNames = Array.from({ length: 20 }, (_, at) => `gauge ${at + 1}`);

/** The cells of each row that differs, by the name of the property. */
function differences($: CheerioAPI): Readonly<Record<string, readonly string[]>> {
  const rows = $('.differing tbody tr:not(.drawn)').toArray();
  return Object.fromEntries(
    rows.map((row) => {
      const name = $(row)
        .find('th')
        .text()
        .replace(/ differs$/u, '');
      const cells = $(row).find('td > div').toArray();
      return [name, cells.map((cell) => $(cell).text())];
    }),
  );
}

let served: SubjectSite;
/** A catalogue of which a record was removed. */
let changed: SubjectSite;

beforeAll(async () => {
  const all = [north, south, ...others];
  served = await siteOf(...(await Promise.all(all.map(async (each, at) => lookFor(at + 1, each)))));
  changed = await siteOf(await lookFor(1, [north, south]), await lookFor(1, [north]));
});

describe('the comparison of datasets', () => {
  it('has a column for each, and a row for each property that differs', async () => {
    const $ = await served.page(compared(keyOf('north'), keyOf('south')));
    const heads = $('.differing thead th').toArray();
    expect(heads.map((head) => $(head).find('a').first().attr('href'))).toEqual([
      `/data/dataset/${keyOf('north')}`,
      `/data/dataset/${keyOf('south')}`,
    ]);
    expect(heads.map((head) => $(head).find('.letter').text())).toEqual(['A', 'B']);
    const { Keywords, Variables, Formats, ...rows } = differences($);
    expect(Keywords).toEqual([
      'Only here northIn all 2Tides; harbour',
      'Only here southIn all 2Harbour; tides',
    ]);
    expect(Variables).toEqual(['Only here windIn all level', 'Only here swellIn all Pegel']);
    expect(Formats).toEqual(['CSV', 'not stated']);
    expect(rows['Place']).toEqual(['50°N to 51°N, 10°W to 9°W', '20°S to 20°N, 170°E to 170°W']);
    expect(rows['Identifiers']).toEqual(['doi:10.1234/north', 'doi:10.1234/south']);
    expect($('.compared tbody .mark').first().text()).toBe('differs');
  });

  it('compares facts instead of spellings, and folds what is the same', async () => {
    const $ = await served.page(compared(keyOf('north'), keyOf('south')));
    const same = $('details.same summary').text();
    for (const name of ['Type', 'Creators', 'Licence', 'Period']) expect(same).toContain(name);
    expect(Object.keys(differences($))).not.toContain('Licence');
    expect($('details.same dd').text()).toContain('CC BY 4.0');
    expect($('main').text()).toMatch(/Not stated by any: .*Publisher/u);
  });

  it('draws all places on one map, told apart by letters', async () => {
    const $ = await served.page(compared(keyOf('north'), keyOf('east'), keyOf('south')));
    const letters = $('.drawn svg text').toArray();
    expect(letters.map((each) => $(each).text())).toEqual(['A', 'C']);
    expect($('.drawn svg').attr('aria-label')).toBe(
      'Map: A: 50°N to 51°N, 10°W to 9°W; C: 20°S to 20°N, 170°E to 170°W',
    );
    expect($('.drawn image').attr('href')).toContain('land-180');
    expect(differences($)['Keywords']?.[0]).toBe('Only here northAlso in C harbourIn all Tides');
  });

  it('folds the further values of long lists, and has each variable once', async () => {
    const names = [...manyNames, 'Gauge 1', 'wind'];
    const variableMeasured = [
      ...names.map((name) => ({ '@type': 'PropertyValue', name })),
      { '@type': 'PropertyValue', name: 'wind', propertyID: 'https://vocab.example/wind' },
    ];
    const long = await siteOf(
      await lookFor(1, { ...north, variableMeasured }),
      await lookFor(2, south),
    );
    const $ = await long.page(compared(keyOf('north'), keyOf('south')));
    const cell = $('.differing th:contains(Variables) + td');
    expect(cell.find('.count').text()).toBe('21');
    expect(cell.find('details summary').text()).toBe('9 more');
    const shown = cell
      .find('bdi')
      .toArray()
      .map((each) => $(each).text().toLowerCase());
    expect(shown.toSorted()).toEqual([...manyNames, 'wind'].toSorted());
  });

  it('says in words what covers the globe, and draws the other places', async () => {
    const geo = { '@type': 'GeoShape', box: '-90 -180 90 180' };
    const globe = { ...north, spatialCoverage: { '@type': 'Place', geo } };
    const global = await siteOf(await lookFor(1, globe), await lookFor(2, [south]));
    const $ = await global.page(compared(keyOf('north'), keyOf('south')));
    expect(differences($)['Place']?.[0]).toBe('whole globe');
    expect($('.drawn svg text').text()).toBe('B');
    expect($('.drawn .outline')).toHaveLength(1);
    expect($('.drawn figcaption').text()).toBe('Whole globe, not drawn: A.');
    expect($('.above-map th').attr('rowspan')).toBe('2');

    const alone = await siteOf(
      await lookFor(1, globe),
      await lookFor(2, dataset('east', { keywords: ['tides'] })),
    );
    const without = await alone.page(compared(keyOf('north'), keyOf('east')));
    expect(differences(without)['Place']).toEqual(['whole globe', 'not stated']);
    expect(without('.drawn')).toHaveLength(0);
    expect(without('.differing [rowspan]')).toHaveLength(0);
  });

  it('tells facts about our copies apart from differences of the datasets', async () => {
    const $ = await served.page(compared(keyOf('north'), keyOf('south')));
    const rows = $('section:has(#copies-title) tbody tr').toArray();
    const names = rows.map((row) => $(row).find('th').text());
    expect(names).toEqual(['Source', 'Harvested', 'Problems']);
    for (const name of names) expect(Object.keys(differences($))).not.toContain(name);
    const stated = Object.keys(differences($)).length;
    expect($('main > .soft').first().text()).toMatch(new RegExp(`^${stated} of `, 'u'));
  });

  it('gives letters of one place room', async () => {
    const twice = await siteOf(
      await lookFor(1, north),
      await lookFor(2, {
        ...north,
        '@id': 'https://doi.org/10.1234/copy',
        identifier: 'https://doi.org/10.1234/copy',
      }),
      await lookFor(3, south),
    );
    const $ = await twice.page(compared(keyOf('north'), keyOf('copy'), keyOf('south')));
    const places = $('.drawn svg text')
      .toArray()
      .map((each) => Number($(each).attr('x')));
    const size = Number($('.drawn svg text').attr('font-size'));
    expect(Math.abs((places[1] ?? 0) - (places[0] ?? 0))).toBeGreaterThanOrEqual(size);
  });

  it('removes each dataset by a link, and adds others by a form', async () => {
    const $ = await served.page(compared(keyOf('north'), keyOf('south')));
    const removing = $('a.remove').toArray();
    expect(removing.map((link) => $(link).attr('href'))).toEqual([
      `/data/compare?dataset=${keyOf('south')}`,
      `/data/compare?dataset=${keyOf('north')}`,
    ]);
    expect($('form.add').attr('action')).toBe('/data/compare');
    const kept = $('form.add input[type=hidden]').toArray();
    expect(kept.map((field) => $(field).attr('value'))).toEqual([keyOf('north'), keyOf('south')]);
  });

  it.each([
    ['an identifier', 'doi:10.1234/SOUTH'],
    [
      'the address of its page',
      `https://catalogue.example/data/dataset/${keyOf('south')}?all=files`,
    ],
    ['the address of a record', `https://catalogue.example/data/record/${pageKey(url(2))}`],
    ['its key with blanks', ` ${keyOf('south')} `],
  ])('takes %s and leads to the URL with its key', async (_, text) => {
    const answer = await served.get(compared(keyOf('north'), text));
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe(`/data${compared(keyOf('north'), keyOf('south'))}`);
  });

  it('drops empty fields and repetitions', async () => {
    const answer = await served.get(compared(keyOf('north'), '', keyOf('north')));
    expect(answer.headers.get('Location')).toBe(`/data${compared(keyOf('north'))}`);
  });

  it('explains how to choose datasets where there are fewer than two', async () => {
    const none = await served.page('/compare');
    expect(none('form.add input[name=dataset]').attr('required')).toBeDefined();
    expect(none('main').text()).toContain('tick up to 4 results');
    const one = await served.page(compared(keyOf('north')));
    expect(one('.chosen').text()).toContain('Tides of north');
    expect(one('.compared')).toHaveLength(0);
  });

  it('names what is unknown or too much, and compares the others', async () => {
    const names = ['north', 'south', 'east', 'west', 'far'].map(keyOf);
    const $ = await served.page(compared(...names, '<i>nothing'));
    expect($('.differing thead th')).toHaveLength(4);
    expect($('.empty').text()).toContain('“<i>nothing”');
    expect($('.empty').text()).toContain('Not shown: Tides of far');
    expect($('form.add')).toHaveLength(0);
    const nothing = await served.get(compared('nothing', '0'.repeat(20)));
    expect(nothing.status).toBe(404);
    expect(nothing.headers.get('Location')).toBeNull();
  });

  it('names a removed dataset', async () => {
    const $ = await changed.page(compared(keyOf('north'), keyOf('south')));
    expect($('.empty').text()).toContain('was removed from the catalogue on ');
    expect($('.empty a').attr('href')).toBe(`/data/dataset/${keyOf('south')}`);
    expect($('.chosen').text()).toContain('Tides of north');
  });

  it('is reached from a dataset, from a record and from results', async () => {
    const paths = [`/dataset/${keyOf('north')}`, `/record/${pageKey(url(1))}`];
    for (const path of paths) {
      const $ = await served.page(path);
      const buttons = $('.get .button')
        .toArray()
        .map((button) => $(button).attr('href'));
      expect(buttons).toContain(`/data${compared(keyOf('north'))}`);
    }
    const $ = await served.page('/?q=tides');
    const form = $('form.comparing');
    expect(form.attr('action')).toBe('/data/compare');
    const boxes = $(`.result input[type=checkbox][form=${form.attr('id')}]`).toArray();
    expect(boxes).toHaveLength(5);
    expect(boxes.map((box) => $(box).attr('value'))).toContain(keyOf('far'));
  });
});
