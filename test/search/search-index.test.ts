import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchAnswer } from '../../src/search/search-answer.ts';
import { facetNames, searchFacets, type Facet } from '../../src/search/facets.ts';
import { SearchIndex, searchOnce } from '../../src/search/search-index.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import { keptSearch, type SaidFacts } from '../support/search-facts.ts';
import { urlUpdate, newPath, openStore, url, type UpdateDetails } from '../catalogue/updates.ts';

const dataset = 'http://schema.org/Dataset';

/** A record of one resource; without an IRI it is known by nothing else. */
function described(
  iri: string | undefined,
  facts: SaidFacts,
  details: UpdateDetails = {},
): UpdateDetails {
  const named = iri === undefined ? {} : { iri };
  return {
    describes: [{ ...named, types: [dataset], identifiers: [] }],
    search: keptSearch(facts),
    ...details,
  };
}

const seaIce: SaidFacts = {
  places: {
    boxes: [{ west: 10, south: 70, east: 20, north: 80 }],
    names: [{ text: 'Barents Sea' }],
  },
  times: { periods: [{ start: '2001', end: '2004-06' }] },
  texts: {
    titles: [{ text: 'Sea ice drift' }],
    descriptions: [{ text: 'Buoys on floes' }],
    licences: ['https://spdx.org/licenses/CC0-1.0'],
    formats: ['text/csv'],
    access: 'open',
    modified: '2020-05-01',
    agents: [
      {
        role: 'creator',
        names: [{ text: 'Ann Fen' }],
        iris: ['https://orcid.org/0000-0002-1825-0097'],
      },
      { role: 'publisher', names: [{ text: 'Ice Office' }], iris: [] },
    ],
    terms: [{ label: { text: 'Drift' }, iri: 'https://terms.example/drift', scheme: 'Ice words' }],
  },
};
const buoys: SaidFacts = {
  places: {
    boxes: [{ west: 15, south: 75, east: 16, north: 76 }],
    identifiers: ['http://places.example/41'],
  },
  times: { periods: [{ start: '2003', end: '2003' }] },
  texts: {
    titles: [{ text: 'Buoys' }],
    keywords: [{ text: 'sea ice' }],
    modified: '2021',
    agents: [{ role: 'funder', names: [{ text: 'Bog Fund' }], iris: [] }],
    terms: [{ label: { text: 'Speed' }, scheme: 'https://words.example/motion/' }],
  },
  variables: [
    {
      names: [{ text: 'Drift speed' }],
      descriptions: [],
      concepts: ['https://terms.example/drift-speed'],
      codes: ['Drift:speed'],
      units: ['m/s'],
      techniques: ['GPS'],
    },
  ],
};
const notes: SaidFacts = {
  times: { ages: [{ older: 300, younger: 250 }], names: [{ text: 'Permian' }] },
  texts: { titles: [{ text: 'Field notes' }], descriptions: [{ text: 'On the sea and on ice.' }] },
};
/** What another source says of the first. */
const copy: SaidFacts = { texts: { titles: [{ text: 'Ice drift, a copy' }] } };

const facetsWithLacking = facetNames.flatMap((name) => {
  const { lacking }: Facet = searchFacets[name];
  return lacking === undefined ? [] : [[name, lacking] as const];
});

/** For all searches but those that say what they search. */
const four = openStore(newPath(afterAll), 'write', afterAll);

beforeAll(async () => {
  const doi = 'https://doi.org/10.1234/Ice';
  // Had from its DOI, so that it speaks for the resource.
  await four.write(urlUpdate(1, described(doi, seaIce, { finalUrl: doi })));
  await four.write(
    urlUpdate(
      2,
      described('https://a.example/buoys', buoys, {
        sources: ['buoys'],
        profiles: ['https://w3id.org/cdif/discovery/1.1'],
      }),
    ),
  );
  await four.write(urlUpdate(3, described(undefined, notes)));
  await four.write(urlUpdate(4, described('doi:10.1234/ice', copy, { sources: ['copies'] })));
});

async function answer(request: Partial<SearchRequest>): Promise<SearchAnswer> {
  return new SearchIndex(four).search({ limit: 20, ...request });
}

async function found(request: Partial<SearchRequest>): Promise<string[]> {
  const { results } = await answer(request);
  return results.map(({ title }) => title ?? '');
}

describe('a search near a pole', () => {
  it.each([
    ['100,85,110,90', ['North', 'Ring']],
    ['100,85,110,89', ['Ring']],
    ['-10,-90,10,-80', ['South']],
    ['0,80,5,90', ['North', 'Ring']],
  ])('within %s finds what is at the pole, at any longitude', async (bbox, expected) => {
    const store = openStore(newPath());
    const places = {
      North: { west: 0, south: 90, east: 0, north: 90 },
      South: { west: 170, south: -90, east: 170, north: -90 },
      Ring: { west: -180, south: 86, east: 180, north: 88 },
    };
    for (const [title, box] of Object.entries(places)) {
      const facts = { texts: { titles: [{ text: title }] }, places: { boxes: [box] } };
      await store.write(urlUpdate(title, described(`https://a.example/${title}`, facts)));
    }
    const { results } = await new SearchIndex(store).search({ bbox: [bbox] });
    expect(results.map(({ title }) => title)).toEqual(expected);
    const within = await new SearchIndex(store).search({ bbox: [bbox], within: true });
    expect(within.results.map(({ title }) => title)).toEqual(
      expected.filter((title) => title !== 'Ring'),
    );
  });
});

describe('a search', () => {
  it.each<[Partial<SearchRequest>, string[]]>([
    [{ bbox: ['14,74,17,77'] }, ['Buoys', 'Sea ice drift']],
    [{ bbox: ['14,74,17,77'], within: true }, ['Buoys']],
    [{ bbox: ['374,74,377,77'], within: true }, ['Buoys']],
    [{ bbox: ['300,74,377,77'], within: true }, ['Buoys']],
    [{ bbox: ['0,-90,360,90'] }, ['Buoys', 'Sea ice drift']],
    [{ bbox: ['170,-90,190,90'] }, []],
    [{ bbox: ['170,-90,-170,90'] }, []],
    // One of the two records of the first result has no place, and another no time.
    [{ bbox: ['170,-90,190,90'], orLacking: true }, ['Field notes', 'Sea ice drift']],
    [{ bbox: ['170,-90,190,90'], orLacking: true, source: ['buoys'] }, []],
    [{ bbox: ['170,-90,190,90'], orLacking: false }, []],
    [{ time: ['1950'], orLacking: true, person: ['Ann'] }, []],
    [{ time: ['2003'], orLacking: true }, ['Buoys', 'Field notes', 'Sea ice drift']],
    [{ keyword: ['permian'], orLacking: true }, ['Field notes']],
    [{ resources: ['doi:10.1234/ice', 'http://a.example/none'] }, ['Sea ice drift']],
    [{ resources: ['http://a.example/buoys'], keyword: ['permian'] }, []],
    [{ resources: [] }, []],
    [{ geometry: ['POINT(15.5 75.5)'] }, ['Buoys', 'Sea ice drift']],
    [{ time: ['2004'] }, ['Sea ice drift']],
    [{ time: ['2003/2004'], within: true }, ['Buoys']],
    [{ time: ['../2002'] }, ['Sea ice drift']],
    [{ age: ['260..255Ma'] }, ['Field notes']],
    [{ age: ['Cisuralian'] }, ['Field notes']],
    [{ age: ['Jurassic'] }, []],
    [{ keyword: ['permian'] }, ['Field notes']],
    [{ keyword: ['BARENTS sea'] }, ['Sea ice drift']],
    [{ term: ['https://terms.example/drift'] }, ['Sea ice drift']],
    [{ variable: ['speed'] }, ['Buoys']],
    [{ variable: ['https://terms.example/drift-speed'] }, ['Buoys']],
    [{ type: ['Dataset'], source: ['buoys'] }, ['Buoys']],
    [{ type: ['https://schema.org/Event'] }, []],
    [{ type: ['Schema:Dataset'], source: ['buoys'] }, ['Buoys']],
    [{ type: ['dcat:Dataset'] }, []],
    [{ person: ['0000-0002-1825-0097'] }, ['Sea ice drift']],
    [{ person: ['FEN, ann'] }, ['Sea ice drift']],
    [{ person: ['Ann Office'] }, []],
    [{ organization: ['office'] }, ['Sea ice drift']],
    [{ person: ['Ann Fen'], role: 'creator' }, ['Sea ice drift']],
    [{ person: ['Ann Fen'], role: 'editor' }, []],
    [{ organization: ['ice office'], role: 'Publisher', within: false }, ['Sea ice drift']],
    [{ funder: ['bog fund'] }, ['Buoys']],
    [{ identifier: ['https://doi.org/10.1234/ICE'] }, ['Sea ice drift']],
    [{ identifierSchemes: ['doi'] }, ['Sea ice drift']],
    [{ identifierSchemes: ['hdl'] }, []],
    [
      { identifierSchemes: ['doi'], identifier: ['https://a.example/buoys'] },
      ['Buoys', 'Sea ice drift'],
    ],
    [{ place: ['sea barents'] }, ['Sea ice drift']],
    [{ place: ['https://places.example/41'] }, ['Buoys']],
    [{ term: ['drift'], scheme: 'Ice words' }, ['Sea ice drift']],
    [{ term: ['drift'], scheme: 'Snow words' }, []],
    [{ term: ['speed'], scheme: 'http://words.example/motion' }, ['Buoys']],
    [{ variable: ['speed'], unit: 'm/s' }, ['Buoys']],
    [{ variable: ['speed'], unit: 'km/h' }, []],
    [{ variable: ['https://terms.example/drift-speed'], technique: 'GPS' }, ['Buoys']],
    [{ variable: ['https://terms.example/drift-speed'], technique: 'radar' }, []],
    [{ variable: ['Drift:speed'] }, ['Buoys']],
    [{ term: ['SEA ICE'] }, ['Buoys']],
    [{ term: ['sea'] }, []],
    [{ term: ['sea ice'], scheme: 'Ice words' }, []],
    [{ variable: ['=drift SPEED'] }, ['Buoys']],
    [{ variable: ['=speed'] }, []],
    [{ person: ['=Fen, Ann'] }, []],
    [{ person: ['=ann fen'] }, ['Sea ice drift']],
    [{ place: ['=Barents'] }, []],
    [{ place: ['=barents sea'] }, ['Sea ice drift']],
    [{ publisher: ['office'] }, ['Sea ice drift']],
    [{ publisher: ['fen'] }, []],
    [{ person: ['fen -ann'] }, []],
    [{ organization: ['-ann'] }, ['Buoys', 'Sea ice drift']],
    [{ place: ['sea -barents'] }, []],
    [{ access: ['OPEN'] }, ['Sea ice drift']],
    [{ access: ['unknown'] }, ['Buoys', 'Field notes', 'Sea ice drift']],
    [{ profile: ['http://w3id.org/cdif/discovery/1.1/'] }, ['Buoys']],
    [{ keyword: ['"sea ice"'] }, ['Sea ice drift', 'Buoys']],
    [{ keyword: ['ice -drift'] }, ['Field notes']],
    [{ keyword: ['permi* OR floe*'] }, ['Field notes', 'Sea ice drift']],
    // Repeated: all words, variables and terms, one of several sources, types and so on.
    [{ keyword: ['sea', 'floes'] }, ['Sea ice drift']],
    [{ term: ['drift', 'speed'] }, []],
    [{ variable: ['speed', 'Drift:speed'] }, ['Buoys']],
    [{ source: ['buoys', 'copies'] }, ['Buoys', 'Sea ice drift']],
    [{ bbox: ['14,74,15,77', '19,70,20,71'] }, ['Buoys', 'Sea ice drift']],
    [{ time: ['2001', '2003'], within: true }, ['Buoys']],
    [{ person: ['Ann Fen', 'Ice Office'] }, ['Sea ice drift']],
    [{ identifier: ['doi:10.1234/ice', 'https://a.example/buoys'] }, ['Buoys', 'Sea ice drift']],
    [{ licence: ['CC0'] }, ['Sea ice drift']],
    [{ mediaType: ['text/csv; charset=utf-8'] }, ['Sea ice drift']],
    [{ modifiedSince: ['2021'] }, ['Buoys']],
    [{ lacking: ['variable', 'licence'] }, ['Field notes', 'Sea ice drift']],
    [{ lacking: ['PLACE'], age: ['Permian'] }, ['Field notes']],
    [{ lacking: ['person'] }, ['Field notes', 'Sea ice drift']],
    [{ lacking: ['publisher'], source: ['buoys'] }, ['Buoys']],
    [
      { keyword: ['sea ice'], bbox: ['0,60,30,85'], time: ['2003'], type: ['Dataset'] },
      ['Sea ice drift', 'Buoys'],
    ],
  ])('for %j finds %j', async (request, expected) => {
    expect(await found(request)).toEqual(expected);
  });

  it('ranks words in titles before keywords, and these before descriptions', async () => {
    expect(await found({ keyword: ['ice sea'] })).toEqual([
      'Sea ice drift',
      'Buoys',
      'Field notes',
    ]);
  });

  it('sorts by title, latest start or last change, with ties by title', async () => {
    const titles = ['Buoys', 'Field notes', 'Sea ice drift'];
    expect(await found({ sort: 'title' })).toEqual(titles);
    expect(await found({ sort: 'time' })).toEqual(['Buoys', 'Sea ice drift', 'Field notes']);
    expect(await found({ sort: 'modified' })).toEqual(['Buoys', 'Sea ice drift', 'Field notes']);
  });

  it('sorts ages after all years, the youngest first', async () => {
    const store = openStore(newPath());
    const said = [
      { ages: [{ older: 300, younger: 200 }] },
      { periods: [{ start: '-0200', end: '-0100' }] },
      {},
      { ages: [{ older: 3, younger: 1 }] },
      { periods: [{ start: '1990', end: '1991' }], ages: [{ older: 400, younger: 1 }] },
    ];
    for (const [at, times] of said.entries()) {
      const facts = { texts: { titles: [{ text: `${at}` }] }, times };
      await store.write(urlUpdate(at, described(`https://a.example/${at}`, facts)));
    }
    const { results } = await new SearchIndex(store).search({ limit: 5, sort: 'time' });
    expect(results.map(({ title }) => title)).toEqual(['4', '1', '3', '0', '2']);
  });

  it('sorts and finds what was never modified by its publication', async () => {
    const store = openStore(newPath());
    const said = [
      { issued: '2020' },
      { modified: '2019', issued: '2001' },
      {},
      { modified: '2021' },
    ];
    for (const [at, dates] of said.entries()) {
      const facts = { texts: { titles: [{ text: `${at}` }], ...dates } };
      await store.write(urlUpdate(at, described(`https://a.example/${at}`, facts)));
    }
    const { results } = await new SearchIndex(store).search({ limit: 4, sort: 'modified' });
    expect(results.map(({ title }) => title)).toEqual(['3', '0', '1', '2']);
    // Where others said when they were issued, those that said only when they changed were lost.
    const since = await new SearchIndex(store).search({ modifiedSince: ['2020'] });
    expect(since.results.map(({ title }) => title)).toEqual(['0', '3']);
  });

  it('counts results beyond its limit', async () => {
    const { total, results } = await answer({ limit: 1, sort: 'title' });
    expect([total, results.length]).toEqual([3, 1]);
  });

  it('skips the first results, and counts all', async () => {
    const { total, results } = await answer({ offset: 1, limit: 1, sort: 'title' });
    expect([total, results.map(({ title }) => title)]).toEqual([3, ['Field notes']]);
    expect((await answer({ offset: 3 })).results).toEqual([]);
  });

  it('counts facets by resource, each without its own condition', async () => {
    const { facets, total } = await answer({
      type: ['Dataset'],
      source: ['buoys'],
      limit: 0,
      facets: ['sources', 'types', 'variables', 'access', 'years', 'map'],
    });
    expect(total).toBe(1);
    expect(facets).toEqual({
      sources: {
        kind: 'values',
        total: 3,
        values: [
          { asked: 'example', label: 'example', count: 2 },
          { asked: 'buoys', label: 'buoys', count: 1 },
          { asked: 'copies', label: 'copies', count: 1 },
        ],
        without: 0,
      },
      types: {
        kind: 'values',
        total: 1,
        values: [{ asked: 'Dataset', label: 'Dataset', count: 1 }],
        without: 0,
      },
      variables: {
        kind: 'values',
        total: 1,
        values: [{ asked: '=Drift speed', label: 'Drift speed', count: 1 }],
        without: 0,
      },
      access: {
        kind: 'values',
        total: 1,
        values: [{ asked: 'unknown', label: 'unknown', count: 1 }],
        without: 0,
      },
      years: {
        kind: 'histogram',
        unit: 'year',
        bins: [{ begin: 2003, end: 2004, count: 1 }],
        without: 0,
      },
      map: {
        kind: 'map',
        cellSize: 5,
        cells: [{ west: 15, south: 75, count: 1 }],
        large: 0,
        without: 0,
      },
    });
  });

  it('returns the requested number of facet values, the most frequent ones', async () => {
    const { facets } = await answer({ facets: ['sources'], facetLimit: 2 });
    expect(facets).toEqual({
      sources: {
        kind: 'values',
        total: 3,
        values: [
          { asked: 'example', label: 'example', count: 2 },
          { asked: 'buoys', label: 'buoys', count: 1 },
        ],
        without: 0,
      },
    });
  });

  it('counts agents in any role', async () => {
    const { facets } = await answer({ facets: ['people'] });
    expect(facets?.people).toEqual({
      kind: 'values',
      total: 3,
      values: ['Ann Fen', 'Bog Fund', 'Ice Office'].map((label) => {
        return { asked: `=${label}`, label, count: 1 };
      }),
      // The field notes, and the copy of what has Ann Fen in another record.
      without: 2,
    });
  });

  it('counts agents in the requested role, and finds as many', async () => {
    const asked = { organization: ['Bog Fund'], role: 'funder' };
    const { facets } = await answer({ ...asked, facets: ['people'] });
    const values = facets?.people?.kind === 'values' ? facets.people.values : [];
    expect(values).toEqual([{ asked: '=Bog Fund', label: 'Bog Fund', count: 1 }]);
    expect((await answer({ ...asked, person: ['=Bog Fund'] })).total).toBe(1);
    expect((await answer({ ...asked, person: ['=Ann Fen'] })).total).toBe(0);
  });

  it('finds as many as it counts for a licence with more words than a search may have', async () => {
    const store = openStore(newPath());
    const licences = ['Ask the owner of the buoys. '.repeat(30)];
    await store.write(urlUpdate(1, described('https://a.example/1', { texts: { licences } })));
    const index = new SearchIndex(store);
    const { facets } = await index.search({ facets: ['licences'] });
    const [value] = facets?.licences?.kind === 'values' ? facets.licences.values : [];
    const { total } = await index.search({ licence: [value?.asked ?? ''] });
    expect({ total, counted: value?.count }).toEqual({ total: 1, counted: 1 });
  });

  it('finds those that it counts by an IRI in place of a name, and all by the IRI', async () => {
    const store = openStore(newPath());
    const iris = ['https://orcid.org/0000-0002-1825-0097'];
    for (const [number, names] of [[], [{ text: 'Ann Fen' }], [{ text: 'Ann Fen' }]].entries()) {
      const facts: SaidFacts = { texts: { agents: [{ role: 'creator', names, iris }] } };
      await store.write(urlUpdate(number, described(`https://a.example/${number}`, facts)));
    }
    const index = new SearchIndex(store);
    const { facets } = await index.search({ facets: ['people'] });
    const values = facets?.people?.kind === 'values' ? facets.people.values : [];
    expect(values.map(({ count }) => count)).toEqual([2, 1]);
    for (const { asked, count } of values) {
      const { total } = await index.search({ person: [asked] });
      expect({ asked, total }).toEqual({ asked, total: count });
    }
    expect((await index.search({ person: iris })).total).toBe(3);
  });

  it.each(facetsWithLacking)('counts in %s what is found by lacking %s', async (facet, part) => {
    const { facets } = await answer({ facets: [facet] });
    const { total } = await answer({ lacking: [part] });
    expect(facets?.[facet]?.without).toBe(total);
    // Each has a type and a source.
    expect(total > 0).toBe(!['type', 'source'].includes(part));
  });

  it('finds the places that are too large for the map', async () => {
    const store = openStore(newPath());
    const boxes = {
      Wide: { west: 0, south: 0, east: 30.5, north: 1 },
      High: { west: 0, south: 0, east: 1, north: 31 },
      Fits: { west: 0, south: 0, east: 30, north: 30 },
    };
    for (const [title, box] of Object.entries(boxes)) {
      const facts = { texts: { titles: [{ text: title }] }, places: { boxes: [box] } };
      await store.write(urlUpdate(title.length + title.charCodeAt(0), described(undefined, facts)));
    }
    const index = new SearchIndex(store);
    const { results, facets } = await index.search({ extent: ['wide'], facets: ['map'] });
    expect(results.map(({ title }) => title)).toEqual(['High', 'Wide']);
    expect(facets?.map).toMatchObject({ large: 2, without: 0 });
  });

  it('counts the results without each condition if nothing is found', async () => {
    const request = { keyword: ['floes'], time: ['2003', '2004'], variable: ['speed'] };
    const withoutCondition = { keyword: 1, time: 0, variable: 1 };
    expect((await answer(request)).withoutCondition).toEqual(withoutCondition);
    // What is filled for one search alone has to know of more than it can find.
    expect((await searchOnce(four, request)).withoutCondition).toEqual(withoutCondition);
    expect(await answer({ keyword: ['unicorn'] })).not.toHaveProperty('withoutCondition');
    expect(await answer({ keyword: ['ice'], time: ['2003'] })).not.toHaveProperty(
      'withoutCondition',
    );
  });

  it('returns unknown names if nothing is found', async () => {
    const { unknown } = await answer({ source: ['buoy'], type: ['Dataset', 'Cruise'] });
    expect(unknown).toEqual([
      { condition: 'source', asked: 'buoy', known: ['example', 'buoys', 'copies'] },
      { condition: 'type', asked: 'Cruise', known: ['Dataset'] },
    ]);
    expect((await answer({ keyword: ['unicorn'] })).unknown).toEqual([]);
  });

  it('stops if its signal is aborted, and can be used again', async () => {
    const index = new SearchIndex(four);
    const aborted = AbortSignal.abort(new Error('enough'));
    await expect(index.search({}, aborted)).rejects.toThrow('enough');
    expect((await index.search({})).total).toBe(3);
  });

  it('returns a resource of several records once, with all of them', async () => {
    const { results } = await answer({ limit: 5, keyword: ['floes'] });
    expect(results).toEqual([
      {
        iri: 'https://doi.org/10.1234/Ice',
        key: 'doi:10.1234/ice',
        title: 'Sea ice drift',
        types: [dataset],
        description: 'Buoys on floes',
        from: { title: url(1), types: url(1) },
        variables: [],
        periods: [{ start: '2001', end: '2004-06' }],
        ages: [],
        timeNames: [],
        boxes: [{ west: 10, south: 70, east: 20, north: 80 }],
        placeNames: ['Barents Sea'],
        records: [
          { graph: url(1), documentUrl: url(1), sources: ['example'], matched: true },
          { graph: url(4), documentUrl: url(4), sources: ['copies'], matched: false },
        ],
      },
    ]);
  });

  it('does not combine several records to match conditions', async () => {
    expect(await found({ keyword: ['copy'], time: ['2001'] })).toEqual([]);
  });

  it('identifies a resource without IRI by its entry', async () => {
    const { results } = await answer({ limit: 5, keyword: ['permian'] });
    expect(results[0]?.key).toMatch(/^urn:cdif-graph:entry:[\da-f]{32}$/u);
    expect(results[0]).not.toHaveProperty('iri');
  });

  it.each<[Partial<SearchRequest>, RegExp]>([
    [{ bbox: ['1,2,3'] }, /^--bbox "1,2,3" is not four numbers/u],
    [{ bbox: ['1,2,3,x'] }, /^--bbox "1,2,3,x" is not four numbers/u],
    [{ bbox: ['0,50,10,40'] }, /^--bbox "0,50,10,40" has its south edge north of its north edge$/u],
    [{ bbox: ['0,50,10,95'] }, /^--bbox "0,50,10,95" has a latitude beyond 90 degrees/u],
    [{ bbox: ['600,5,610,9'] }, /^--bbox "600,5,610,9" has a longitude beyond 540 degrees/u],
    [{ time: ['1/2'] }, /^--time "1\/2" is not one time or two/u],
    [{ time: ['2001-13'] }, /^--time "2001-13" is ambiguous; write years with four digits/u],
    [{ time: ['2001-02-30'] }, /^--time "2001-02-30" does not exist in the calendar$/u],
    [{ time: ['soon'] }, /^--time "soon" is not one time or two/u],
    [{ time: ['2005/2001'] }, /^--time "2005\/2001" begins after it ends$/u],
    [{ time: ['2007/null'] }, /^--time "2007\/null" is not one time or two/u],
    [
      { time: ['Cisuralian'] },
      /^--time "Cisuralian" is no calendar time; use --age for geologic times$/u,
    ],
    [{ time: ['3 Ma'] }, /^--time "3 Ma" is no calendar time/u],
    [{ age: ['12'] }, /^--age "12" is not ages with their unit/u],
    [{ keyword: ['%'] }, /^--keyword "%" has no letter or digit$/u],
    [{ place: [' '] }, /^--place " " has no letter or digit$/u],
    [{ variable: ['!'] }, /^--variable "!" has no letter or digit$/u],
    [{ term: [''] }, /^--term "" has no letter or digit$/u],
    [{ person: [''] }, /^--person "" is no name and no IRI$/u],
    [{ type: ['a b'] }, /^--type "a b" is no type, such as Dataset/u],
    [
      { access: ['closed'] },
      /^--access "closed" is none of open, restricted, embargoed, unknown$/u,
    ],
    [{ modifiedSince: ['soon'] }, /^--modified-since "soon" is no date/u],
    [{ lacking: ['colour'] }, /^--lacking "colour" is none of licence, format, publisher, /u],
    [{ extent: ['small'] }, /^--extent "small" must be wide$/u],
    [{ identifier: [' '] }, /^--identifier " " is empty$/u],
    [{ geometry: ['POINT'] }, /^--geometry "POINT" is no geometry in WKT/u],
    [{ geometry: ['POINT(10 200)'] }, /^--geometry "POINT\(10 200\)" is no geometry/u],
    [{ within: true }, /^--within needs --bbox or --time$/u],
    [{ within: true, keyword: ['ice'] }, /^--within needs /u],
    [{ role: 'creator', funder: ['x'] }, /^--role needs --person or --organization/u],
    [{ scheme: 'x' }, /^--scheme needs --term/u],
    [{ unit: 'K', technique: 'x' }, /^--unit needs --variable/u],
    [{ mediaType: [' '] }, /^--media-type " " has no letter or digit$/u],
    [{ keyword: ['word '.repeat(101)] }, /^a search takes at most 100 words, but 101 were given$/u],
    [{ offset: -2 }, /^offset of a search must be a number from 0$/u],
    [{ limit: Number.NaN }, /^limit of a search must be a number from 0$/u],
    [{ keyword: 'ice' as never }, /^keyword of a search must be a list of texts$/u],
    [
      { sort: 'size' as never },
      /^sort of a search must be one of relevance, title, time, modified$/u,
    ],
    [{ facets: ['size' as never] }, /^facets of a search must be a list of some of types, /u],
    [{ keywords: ['ice'] } as never, /^a search has no condition keywords$/u],
  ])('rejects %j with a message', async (request, message) => {
    await expect(found(request)).rejects.toThrow(message);
  });

  it('accepts a geometry with more numbers than the word limit', async () => {
    const edge = Array.from({ length: 200 }, (_, at) => `${15 + at / 200} 75.25`);
    const wkt = `POLYGON((${[...edge, '16 76', '15 76', edge[0]].join(', ')}))`;
    expect(await found({ geometry: [wkt] })).toEqual(
      await found({ geometry: ['POINT(15.5 75.5)'] }),
    );
  });

  it('does not interpret quotes, braces and SPARQL in a value', async () => {
    const line = '\u{2028}ORDER BY \u{2029}SELECT ?resource ?entry ?graph {';
    for (const text of ['"} } # x', "'; DROP ALL", '<x> ?entry {', '\\" snow', line]) {
      expect([await found({ source: [text] }), await found({ keyword: [text] })]).toEqual([[], []]);
    }
  });
});
