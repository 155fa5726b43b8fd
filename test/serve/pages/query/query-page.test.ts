import type { CheerioAPI } from 'cheerio';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundledQueryNames } from '../../../../src/query/bundled.ts';
import { readQuery, usualPrefixes } from '../../../../src/query/read-query.ts';
import { chooseResultFormat } from '../../../../src/serve/sparql/result-formats.ts';
import { keptSearch } from '../../../support/search-facts.ts';
import { urlUpdate } from '../../../catalogue/updates.ts';
import { type SearchedSite, serveRecords } from '../search/searched-site.ts';

const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
const dataset = '<https://repository.example/dataset>';

let site: SearchedSite;
/** Sites with other time limits. */
let patient: SearchedSite;
let hasty: SearchedSite;

function nquads(at: number): string {
  const graph = `<https://repository.example/record/${at}>`;
  return [
    `${dataset} ${type} <http://schema.org/Dataset> ${graph} .\n`,
    `${dataset} <http://schema.org/name> "Tides" ${graph} .\n`,
  ].join('');
}

beforeAll(async () => {
  const concept = 'https://vocabulary.example/level';
  const others = { descriptions: [], concepts: [concept], codes: [], units: [], techniques: [] };
  // Two variables of one record with one concept.
  const variables = [
    { names: [{ text: 'Level' }], ...others },
    { names: [{ text: 'Height' }], ...others },
  ];
  const term = { iri: 'https://vocabulary.example/tide', label: { text: 'Tide' } };
  const search = keptSearch({
    variables,
    texts: { terms: [term], licences: ['https://spdx.org/licenses/CC0-1.0'] },
  });
  patient = await serveRecords([], { queryTimes: { usualMs: 45_000, longestMs: 120_000 } });
  hasty = await serveRecords([], { queryTimes: { usualMs: 500, longestMs: 2000 } });
  site = await serveRecords([
    urlUpdate(1, { nquads: nquads(1), search }),
    urlUpdate(2, { nquads: nquads(2), search }),
  ]);
});

function textIn($: CheerioAPI): string {
  return $('textarea[name=query]').text();
}

function offeredTimes($: CheerioAPI): readonly (string | undefined)[] {
  const options = $('select[name=timeout] option').toArray();
  return options.map((option) => $(option).attr('value'));
}

describe('/query', () => {
  it('has a form that sends a query without scripts', async () => {
    const $ = await site.page('/query');
    const form = $('form.query-form');
    expect(form.attr('action')).toBe('/data/sparql');
    expect(form.attr('method')).toBe('post');
    expect(form.find('select[name=format]').length).toBe(2);
    expect($('nav a[aria-current]').text()).toBe('Query');
    expect($('script[type=module]').length).toBe(2);
    await expect(readQuery(textIn($))).resolves.toMatchObject({ form: 'SELECT' });
  });

  it('offers the time limits that the server permits', async () => {
    expect(offeredTimes(await site.page('/query'))).toEqual(['10', '30', '60']);
    expect(offeredTimes(await patient.page('/query'))).toEqual(['45', '60', '120']);
    expect(offeredTimes(await hasty.page('/query'))).toEqual(['0.5', '2']);
  });

  it('has the query of the address in it, as it was written', async () => {
    const query = '\n# </textarea><script>alert(1)</script>\nASK { ?a ?b "x & y" }';
    const $ = await site.page(`/query?${new URLSearchParams({ query }).toString()}`);
    expect(textIn($)).toBe(query);
    expect($('script:not([src])').length).toBe(0);
    expect($('meta[name=robots]').attr('content')).toContain('noindex');
  });

  it('lists each bundled query once, in groups that have names', async () => {
    const $ = await site.page('/query');
    const names = $('aside details li a')
      .toArray()
      .map((link) => new URLSearchParams($(link).attr('href')?.split('?')[1]).get('name'));
    expect(names).toHaveLength(new Set(names).size);
    expect(new Set(names)).toEqual(new Set(bundledQueryNames()));
    const groups = $('aside details summary')
      .toArray()
      .map((each) => $(each).text());
    expect(groups.filter((each) => each.startsWith('Others'))).toEqual([]);
  });

  it('lists the prefixes that need no declaration', async () => {
    const $ = await site.page('/query');
    const listed = $('[data-prefix]')
      .toArray()
      .map((row) => [$(row).attr('data-prefix'), $(row).attr('data-namespace')]);
    expect(new Map(listed as [string, string][])).toEqual(usualPrefixes);
  });

  it.each(bundledQueryNames())('shows the bundled query %s, which can be run', async (name) => {
    const { status, text } = await site.get(`/query?name=${name}`);
    expect(status).toBe(200);
    expect(text).toContain(`<code>${name}</code>`);
    const $ = await site.page(`/query?name=${name}`);
    await expect(readQuery(textIn($))).resolves.toBeDefined();
  });

  it('puts the values of parameters into a bundled query', async () => {
    const $ = await site.page('/query?name=search-box&west=1&south=2&east=3&north=4');
    expect(textIn($)).toContain('{ (1e0 2e0 3e0 4e0) }');
    expect($('input[name=west]').attr('value')).toBe('1');
    expect($('input[name=west]').attr('required')).toBeDefined();
    expect($('#value-west-hint').text()).toContain('for example 5');
  });

  it.each([
    ['name=search-box&west=1e9&south=2&east=3&north=4', ['west']],
    ['name=search-box&west=1&south=2&east=3', ['north']],
    ['name=search-box&west=1&south=9&east=3&north=4', ['south', 'north']],
    ['name=search-box&west=1&south=2&east=3&north=4&none=5', []],
    ['name=search-box&west=aa&south=zz&east=3&north=4', ['west', 'south']],
    ['name=search-box&west=aa&south=80&east=3&north=4', ['west', 'south', 'north']],
    ['name=search-box&west=5&west=6&south=2&east=9&north=4', ['west']],
    ['name=search-box&west=1&south=zz&east=3&north=4', ['south']],
  ])('says at the field what is wrong: %s', async (address, wrong) => {
    const { status } = await site.get(`/query?${address}`);
    const $ = await site.page(`/query?${address}`);
    expect(status).toBe(400);
    expect($('.wrong[role=alert]').text()).toMatch(/^Wrong values?: /u);
    const fields = $('input[aria-invalid]')
      .toArray()
      .map((field) => $(field).attr('name') ?? '');
    expect(fields).toEqual(wrong);
    for (const name of fields) {
      const [described = ''] = ($(`#value-${name}`).attr('aria-describedby') ?? '').split(' ');
      expect($(`#${described}`).text()).toMatch(/^Wrong value: ./u);
    }
  });

  it('explains a wrong value once, at its field', async () => {
    const address = '/query?name=search-box&west=aa&south=zz&east=3&north=4';
    const { text } = await site.get(address);
    expect(text.split('west cannot be').length - 1).toBe(1);
    const $ = await site.page(address);
    expect($('.wrong[role=alert]').text()).toBe(
      'Wrong values: west, south. The query below has the example values.',
    );
  });

  it.each([
    ['qeury=ASK+{}', 'this page has no parameter qeury; did you mean query?'],
    ['query=ASK+{}&query=SELECT', 'query is given more than once.'],
  ])('refuses the address %s', async (address, words) => {
    const { status } = await site.get(`/query?${address}`);
    expect(status).toBe(400);
    const $ = await site.page(`/query?${address}`);
    expect($('.empty.fault').text()).toContain(words);
  });

  it.each([
    ['SELECT', 'csv', 'csv'],
    ['SELECT', 'json', 'json'],
    ['ASK', 'tsv', 'json'],
    ['ASK', 'xml', 'xml'],
    ['DESCRIBE', 'csv', 'ttl'],
    ['CONSTRUCT', 'json', 'ttl'],
  ] as const)(
    'has an answer to %s without scripts where rows are %s',
    async (form, rows, format) => {
      const $ = await site.page('/query');
      const formats = $('form.query-form [name=format]')
        .toArray()
        .map((field) => {
          const options = $(field).find('option').toArray();
          const offered = options.map((option) => $(option).attr('value') ?? '');
          return offered.includes(rows) ? rows : (offered[0] ?? $(field).attr('value') ?? '');
        });
      expect(formats).toContain(rows);
      expect(chooseResultFormat(form, { accept: undefined, formats }).format).toBe(format);
    },
  );

  it('takes the address that its form makes without scripts', async () => {
    const { status } = await site.get('/query?query=ASK+{}&timeout=10&format=csv&format=ttl');
    expect(status).toBe(200);
  });

  it('says that there is no such bundled query', async () => {
    const { status, text } = await site.get('/query?name=%3Cb%3E');
    expect(status).toBe(404);
    expect(text).toContain('There is no such bundled query');
    expect(text).not.toContain('<b>');
  });
});

describe('/query/terms.json', () => {
  it('counts classes, properties and terms of the catalogue', async () => {
    const { headers, text } = await site.get('/query/terms.json');
    expect(headers.get('Content-Type')).toBe('application/json');
    const names = JSON.parse(text) as Record<string, unknown>;
    expect(names['classes']).toContainEqual(['http://schema.org/Dataset', 2]);
    expect(names['properties']).toContainEqual(['http://schema.org/name', 2]);
    expect(names['terms']).toEqual([
      ['https://spdx.org/licenses/CC0-1.0', 2, ''],
      ['https://vocabulary.example/level', 2, 'Level'],
      ['https://vocabulary.example/tide', 2, 'Tide'],
    ]);
    expect(names['own']).toContain('urn:cdif-graph:ns#box');
    expect(names['isEstimate']).toBe(false);
  });
});

describe('pages that link to the editor', () => {
  it('has the conditions of a search in it', async () => {
    const $ = await site.page('/search/sparql?bbox=1,2,3,4');
    const href = $('a:contains("Open in the editor")').attr('href') ?? '';
    expect(href).toBe('/data/query?name=search-box&west=1&south=2&east=3&north=4');
    expect(textIn(await site.page(href.slice('/data'.length)))).toContain('(1e0 2e0 3e0 4e0)');
  });

  it('has the example of the help in it', async () => {
    const $ = await site.page('/help');
    const href = $('a[href*="/query?query="]').attr('href') ?? '';
    const query = textIn(await site.page(href.slice('/data'.length)));
    expect(query).toContain('GRAPH <urn:cdif-graph:provenance>');
    await expect(readQuery(query)).resolves.toBeDefined();
  });
});
