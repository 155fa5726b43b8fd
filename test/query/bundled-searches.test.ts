import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/text/json.ts';
import { bound, box, recordsIn, type Values } from './bound-queries.ts';
import { catalogueNQuads, indexOf, published, records } from './catalogue-fixture.ts';
import { oxigraph } from './two-engines.ts';

const catalogue = oxigraph(await catalogueNQuads());
const recordsOf = recordsIn(catalogue);
const allOf = async (values: Values) => recordsOf('search-all', values);

describe('the bundled searches', () => {
  it('find places that touch a box, within it, and across the antimeridian', async () => {
    const world = [
      'fossils',
      'copy',
      'drawn',
      'east-of-line',
      'globe',
      'ice',
      'line',
      'two-places',
      'west-of-line',
    ];
    expect((await recordsOf('search-box', box(-180, -90, 180, 90))).toSorted()).toEqual(
      world.toSorted(),
    );
    expect(await recordsOf('search-box', box(175, -1, -175, 1))).toEqual([
      'east-of-line',
      'globe',
      'west-of-line',
    ]);
    expect(await recordsOf('search-box', box(100, 1, 100, 1))).toEqual(['globe', 'two-places']);
    expect(await recordsOf('search-box-within', box(165, -20, -165, 20))).toEqual([
      'east-of-line',
      'west-of-line',
    ]);
    expect(await recordsOf('search-box-within', box(5, 45, 11, 48))).toEqual([
      'fossils',
      'line',
      'ice',
    ]);
    expect(await recordsOf('search-geometry', { geometry: 'POINT(6.2 46.9)' })).toEqual([
      'globe',
      'copy',
    ]);
  });

  it('find a geometry or another box, but not only the box around a geometry', async () => {
    for (const [geometry, found] of [
      ['POINT(101 -39)', ['drawn', 'globe']],
      ['POINT(109 -31)', ['globe']],
      ['POINT(105 -15)', ['drawn', 'globe']],
    ] as const) {
      expect([geometry, await recordsOf('search-geometry', { geometry })]).toEqual([
        geometry,
        found,
      ]);
    }
  });

  it('find times that overlap, lie within a time, and have an open end', async () => {
    expect(await recordsOf('search-time', { begin: '1996-12-31', end: '1996' })).toEqual([
      'copy',
      'ice',
    ]);
    expect(await recordsOf('search-time', { begin: '1998-12-31T23:59:59Z', end: '2000' })).toEqual([
      'ice',
    ]);
    expect(await recordsOf('search-time', { begin: '2500', end: '..' })).toEqual(['copy']);
    expect(await recordsOf('search-time-within', { begin: '1996', end: '..' })).toEqual([
      'copy',
      'ice',
    ]);
    expect(await recordsOf('search-time-within', { begin: '1996', end: '1998' })).toEqual(['ice']);
    expect(await recordsOf('search-age', { older: '280', younger: '280' })).toEqual(['fossils']);
    expect(await recordsOf('search-age', { older: '270', younger: '0' })).toEqual([]);
  });

  it('find all words in any case and without marks, those in titles first', async () => {
    expect(await recordsOf('search-keyword', { word: 'ICE' })).toEqual(['fossils', 'copy', 'ice']);
    expect(await recordsOf('search-keyword', { word: 'wássertemperatur meereis' })).toEqual([
      'ice',
    ]);
    expect(await recordsOf('search-keyword', { word: 'ice floats' })).toEqual([]);
    expect(await recordsOf('search-text', { word: 'ice, floats!' })).toEqual(['ice']);
    expect(await recordsOf('search-text', { word: 'north' })).toEqual(['ice']);
    expect(await recordsOf('search-variable', { word: 'temperature water' })).toEqual([
      'copy',
      'ice',
    ]);
    expect(await recordsOf('search-variable', { word: 'sea' })).toEqual([]);
  });

  it('find words of scripts without blanks, with marks and apostrophes, but no parts of words', async () => {
    const said = [
      published('ja', { name: '北海道の海氷', description: '流氷' }),
      published('fr', { name: "Température de l'océan", keywords: 'Hawai\u{2019}i' }),
    ];
    const among = recordsIn(oxigraph(await indexOf(said)));
    for (const [word, found] of [
      ['海氷', ['ja']],
      ['氷 流', ['ja']],
      ['OCEAN temperature', ['fr']],
      ['l\u{2019}Océan hawaii', ['fr']],
      ['ocea', []],
      [Array.from({ length: 60 }, (_, at) => `ocean${at}`).join(' '), []],
    ] as const) {
      expect([word, await among('search-text', { word })]).toEqual([word, found]);
    }
  });

  it('find by names in any spelling', async () => {
    for (const identifier of ['doi:10.1234/ICE', 'https://dx.doi.org/10.1234/ice']) {
      expect(await recordsOf('datasets-by-identifier', { identifier })).toEqual([
        'mirror',
        'copy',
        'ice',
      ]);
    }
    for (const person of [
      'josiah carberry',
      'Carberry, Josiah',
      'CÁRBERRY',
      'http://orcid.org/0000-0002-1825-0097',
      '0000 0002 1825 0097',
    ]) {
      expect(await recordsOf('datasets-of-person', { person, role: 'creator' })).toEqual(['ice']);
    }
    expect(await recordsOf('datasets-of-person', { person: 'Ann Carberry' })).toEqual([]);
    for (const organization of ['institute', 'Polar:Institute', 'https://ror.org/03YRM5c26/']) {
      expect(await recordsOf('datasets-of-organization', { organization })).toEqual(['ice']);
    }
    expect(await recordsOf('datasets-by-funder', { funder: 'fund polar' })).toEqual(['ice']);
    expect(await recordsOf('datasets-by-funder', { funder: 'polar institute' })).toEqual([]);
    const roles = await catalogue(bound('datasets-of-person', { person: 'Ann Other' }));
    expect(roles.map((row) => row['as'])).toEqual(['"contributor"', '"data curator"']);
    expect(await recordsOf('datasets-by-licence', { licence: 'ask us' })).toEqual(['copy']);
    for (const term of ['SI', 'http://vocabulary.example/sea-ice/']) {
      expect(await recordsOf('search-term', { term })).toEqual(['ice']);
    }
    // A keyword of no vocabulary as a whole, too.
    expect(await recordsOf('search-term', { term: 'sea-ICE' })).toEqual(['copy', 'ice']);
    expect(await recordsOf('search-term', { term: 'sea' })).toEqual([]);
    const concept = 'http://Vocabulary.example/water-temperature/';
    expect(await recordsOf('search-concept', { concept })).toEqual(['copy', 'ice']);
    expect(await recordsOf('search-all', { concept })).toEqual(['copy', 'ice']);
    expect(await recordsOf('search-term', { term: 'sea ICE', scheme: 'other' })).toEqual([]);
  });

  it('find variables by words, codes and descriptions, with a unit and a technique', async () => {
    const name = 'search-variable';
    for (const word of ['TEMPPR01', 'temppr01 water', 'Depth:mean', 'gauge in metres']) {
      const isTemperature = /temp/iu.test(word);
      const found = isTemperature ? ['copy', 'ice'] : ['fossils'];
      expect([word, await recordsOf(name, { word })]).toEqual([word, found]);
    }
    const depth = { word: 'depth', technique: 'sounding line' };
    expect(await recordsOf(name, { ...depth, unit: 'm' })).toEqual(['fossils']);
    expect(await recordsOf(name, { ...depth, unit: 'https://units.example/M' })).toEqual([
      'fossils',
    ]);
    expect(await recordsOf(name, { ...depth, unit: 'km' })).toEqual([]);
    expect(await recordsOf(name, { ...depth, technique: 'line' })).toEqual([]);
  });

  it('find variables by code, unit and technique among all texts', async () => {
    for (const word of ['temppr01', 'DegC', 'thermometer ice']) {
      expect([word, await recordsOf('search-text', { word })]).toEqual([word, ['copy', 'ice']]);
    }
  });

  it('find places by words of their names, by codes and by IRIs in any spelling', async () => {
    const geonames = 'http://www.geonames.org/2660645';
    for (const place of ['north LAKE', 'ch-vd', geonames, `${geonames}/`]) {
      expect([place, await recordsOf('search-place', { place })]).toEqual([place, ['ice']]);
    }
    expect(await recordsOf('search-place', { place: 'lake of the south' })).toEqual([]);
  });

  it('include the canonical spelling of an IRI', () => {
    const concept = 'https://vocabulary.example/salt/';
    const spelled = '<https://vocabulary.example/salt/> <http://vocabulary.example/salt>';
    expect(bound('search-concept', { concept })).toContain(spelled);
    expect(bound('search-term', { term: concept })).toContain(spelled);
    expect(bound('search-term', { term: 'Depth:mean' })).toContain('"Depth:mean" "depth mean"');
  });

  it('find datasets without a licence or with a placeholder for one', async () => {
    const licences: [string, JsonObject][] = [
      ['a', {}],
      ['b', { license: 'missing' }],
      ['c', { license: 'http://www.opengis.net/def/nil/OGC/0/missing' }],
      ['licence', { license: 'CC0' }],
      ['conditions', { conditionsOfAccess: 'Ask us' }],
      ['file', { distribution: { conditionsOfAccess: 'open' } }],
      ['d', { distribution: { license: 'unknown' } }],
      ['picture', { '@type': 'ImageObject' }],
    ];
    const found = recordsIn(
      oxigraph(await indexOf(licences.map(([name, said]) => published(name, { name, ...said })))),
    );
    expect(await found('without-licence', {})).toEqual(['a', 'b', 'c', 'd']);
  });

  it('find and count resources by access, including unknown access', async () => {
    const said: [string, JsonObject][] = [
      ['all', { isAccessibleForFree: true }],
      ['licensed', { license: 'CC0' }],
      ['some', { conditionsOfAccess: 'On request' }],
      ['later', { conditionsOfAccess: 'info:eu-repo/semantics/embargoedAccess' }],
      ['silent', { conditionsOfAccess: 'Ask the moor' }],
    ];
    const ask = oxigraph(
      await indexOf(said.map(([name, each]) => published(name, { name, ...each }))),
    );
    const found = recordsIn(ask);
    expect(await found('search-access', { access: 'open' })).toEqual(['all', 'licensed']);
    expect(await found('search-access', { access: 'restricted' })).toEqual(['some']);
    expect(await found('search-access', { access: 'embargoed' })).toEqual(['later']);
    expect(await found('search-access', { access: 'unknown' })).toEqual(['silent']);
    expect(() => bound('search-access', { access: 'closed' })).toThrow(
      'access of search-access cannot be "closed"; it is open, restricted, embargoed or unknown',
    );
    const counts = await ask(bound('facets-access', {}));
    expect(counts.map(({ access, resources }) => `${access} ${resources}`)).toEqual([
      '"open" 2',
      '"embargoed" 1',
      '"restricted" 1',
      '"unknown" 1',
    ]);
  });

  it('find a licence that SPDX does not know with http as with https', async () => {
    const license = 'https://bog.example/terms';
    const found = recordsIn(oxigraph(await indexOf([published('bog', { name: 'Bog', license })])));
    for (const licence of [license, 'http://bog.example/terms', 'HTTPS://bog.example/terms']) {
      expect(await found('datasets-by-licence', { licence })).toEqual(['bog']);
    }
    expect(await found('datasets-by-licence', { licence: `${license}/others` })).toEqual([]);
  });

  it('find resources without a description', async () => {
    const index = await indexOf([
      published('said', { name: 'said', description: 'Snow' }),
      published('unsaid', { name: 'unsaid', description: 'n/a' }),
    ]);
    expect(await recordsIn(oxigraph(index))('without-description', {})).toEqual(['unsaid']);
  });

  it('ignore conditions without value', async () => {
    expect(await recordsOf('search-all', {})).toHaveLength(10);
    expect(await recordsOf('search-all', { word: 'ice', begin: '1998' })).toEqual(['copy', 'ice']);
    expect(
      await recordsOf('search-all', { word: 'ice', end: '1998', ...box(6.5, 46, 7, 47) }),
    ).toEqual(['copy', 'ice']);
    expect(await recordsOf('search-all', { older: '280', younger: '280', word: 'sea' })).toEqual([
      'fossils',
    ]);
    expect(await recordsOf('search-all', { type: 'http://schema.org/Event' })).toEqual([]);
  });

  it('take words of variables, a term, and places and times within', async () => {
    expect(await allOf({ variable: 'temperature WATER' })).toEqual(['copy', 'ice']);
    expect(await allOf({ variable: 'tempPR01', type: 'Dataset' })).toEqual(['copy', 'ice']);
    expect(await allOf({ variable: 'water bottle' })).toEqual([]);
    expect(await allOf({ term: 'SI' })).toEqual(['ice']);
    expect(await allOf({ term: 'sea ice', variable: 'ground' })).toEqual([]);
    const around = box(5, 45, 11, 48);
    expect(await allOf({ ...around, within: 'yes' })).toEqual(['fossils', 'line', 'ice']);
    expect(await allOf({ ...around, word: 'ice', within: 'no' })).toEqual([
      'fossils',
      'copy',
      'ice',
    ]);
    expect(await allOf({ ...box(165, -20, -165, 20), within: 'yes' })).toEqual([
      'east-of-line',
      'west-of-line',
    ]);
    expect(await allOf({ begin: '1996', end: '1998', within: 'yes' })).toEqual(['ice']);
  });

  it('find by the name of a resource as well as by its other identifiers', async () => {
    const identifier = 'https://www.doi.org/10.1234/ICE';
    expect(await recordsOf('provenance', { identifier })).toEqual(['copy', 'ice']);
    expect(await recordsOf('provenance', {})).toEqual(['copy', 'fossils', 'ice']);
    expect(await recordsOf('related-resources', { identifier })).toEqual(['ice', 'ice']);
    const mirrored = { identifier: `${records}mirror/#it` };
    expect(await recordsOf('datasets-by-identifier', mirrored)).toEqual(['mirror']);
    expect(await recordsOf('duplicates', {})).toEqual(['copy', 'ice', 'mirror']);
  });
});
