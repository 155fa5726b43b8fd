import { describe, expect, it } from 'vitest';
import type { AgentFacts, Box, VariableFacts } from '../../src/model/search-facts.ts';
import { foundByText } from '../../src/render/search-texts.ts';
import { explainMatch } from '../../src/search/why-found.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import { searchFacts } from '../support/search-facts.ts';

const variable: VariableFacts = {
  names: [{ text: 'SST' }, { text: 'Sea Surface Temperature' }],
  descriptions: [{ text: 'Skin of the ocean' }],
  concepts: ['https://terms.example/sst'],
  codes: ['P01:SST'],
  units: ['K'],
  techniques: [],
};
const facts = searchFacts({
  places: {
    boxes: [{ west: 0, south: 0, east: 10, north: 10 }],
    names: [{ text: 'Bay of Halm' }, { text: 'Halm' }],
    identifiers: ['CH-VD'],
  },
  times: {
    periods: [
      { start: '1990', end: '2010' },
      { start: '2003', end: '2004' },
    ],
    ages: [{ older: 300, younger: 250 }],
    names: [{ text: 'Permian' }],
  },
  texts: {
    titles: [{ text: 'Océan currents' }],
    descriptions: [{ text: 'Currents of the ocean, and sea ice' }],
    keywords: [{ text: 'ocean' }, { text: 'Sea ice' }],
    terms: [{ label: { text: 'Drift' }, iri: 'https://terms.example/drift' }],
    agents: [
      { role: 'publisher', names: [{ text: 'Ice Office' }, { text: 'IO' }], iris: [] },
      {
        role: 'creator',
        names: [{ text: 'Ann Fen' }],
        iris: ['https://orcid.org/0000-0002-1825-0097'],
        affiliations: [{ names: [{ text: 'Sea Institute' }], iris: [] }],
      },
    ],
    identifiers: ['doi:10.1234/ice'],
    licences: ['https://spdx.org/licenses/CC0-1.0'],
    formats: ['text/csv', 'application/x-netcdf'],
    issued: '2019',
  },
  variables: [variable],
});

const textsOf = (request: SearchRequest): readonly string[] =>
  explainMatch(request, facts).map(foundByText);

describe('why a resource was found', () => {
  it.each<[SearchRequest, readonly string[]]>([
    [{}, []],
    [{ keyword: ['OCEAN'] }, ['“ocean” in title']],
    [{ keyword: ['"sea ice" -snow'] }, ['“sea ice” in keyword']],
    [
      { keyword: ['skin halm', 'perm*'] },
      ['“skin” in description', '“halm” in place', '“perm*” in time'],
    ],
    [{ keyword: ['ice OR currents'] }, ['“currents” in title']],
    [{ keyword: ['temperature k'] }, ['“temperature” in variable', '“k” in variable']],
    [{ bbox: ['-1,-1,11,11'] }, ['box inside']],
    [{ bbox: ['5,5,25,10'] }, ['box overlaps 25 %']],
    [{ bbox: ['-180,-90,180,90'], within: true }, ['box inside']],
    [{ bbox: ['9.99,9.99,80,80'] }, ['box overlaps less than 1 %']],
    [{ bbox: ['10,10,20,20'] }, ['box overlaps']],
    [{ bbox: ['5,0,10,10', '10,0,15,10'] }, ['box overlaps 50 %']],
    [{ bbox: ['355,0,365,10'] }, ['box overlaps 50 %']],
    [{ geometry: ['POINT(5 5)'] }, ['geometry overlaps']],
    [{ time: ['2000'] }, ['period overlaps']],
    [{ time: ['2000/2005'] }, ['period inside']],
    [{ age: ['Permian'] }, ['age overlaps']],
    [{ age: ['400..200 Ma'] }, ['age inside']],
    [{ place: ['halm'] }, ['place: Bay of Halm']],
    [{ place: ['=Halm', 'ch-vd'] }, ['place: Halm', 'place: CH-VD']],
    [{ term: ['ocean', 'DRIFT'] }, ['term: ocean', 'term: Drift']],
    [{ term: ['http://terms.example/drift'] }, ['term: Drift']],
    [{ variable: ['surface'] }, ['variable: Sea Surface Temperature']],
    [{ variable: ['p01'] }, ['variable: P01:SST']],
    [{ variable: ['skin'] }, ['variable: SST']],
    [{ variable: ['https://terms.example/sst'], unit: 'K' }, ['variable: SST']],
    [{ person: ['fen ann'] }, ['person: Ann Fen']],
    [{ person: ['0000-0002-1825-0097'] }, ['person: Ann Fen']],
    [{ organization: ['sea'] }, ['organization: Sea Institute']],
    [{ publisher: ['=io', 'Nobody'] }, ['publisher: IO']],
    [{ identifier: ['https://doi.org/10.1234/ICE'] }, ['identifier: doi:10.1234/ice']],
    [{ licence: ['CC0'] }, ['licence: https://spdx.org/licenses/CC0-1.0']],
    [{ mediaType: ['netcdf', 'text/csv'] }, ['format: application/x-netcdf', 'format: text/csv']],
    [{ modifiedSince: ['2001'] }, ['changed: 2019']],
    [{ source: ['any'], type: ['Dataset'], lacking: ['profile'] }, []],
  ])('is for %j %j', (request, expected) => {
    expect(textsOf(request)).toEqual(expected);
  });

  it('includes the matching texts and times', () => {
    const found = explainMatch({ keyword: ['ocean'], time: ['2003'], age: ['260 Ma'] }, facts);
    expect(found).toEqual([
      { kind: 'words', asked: 'ocean', part: 'title', text: 'Océan currents' },
      { kind: 'period', relation: 'overlaps', period: { start: '1990', end: '2010' } },
      { kind: 'age', relation: 'overlaps', age: { older: 300, younger: 250 } },
    ]);
  });

  it('is the request if its words are in several place names', () => {
    expect(textsOf({ place: ['bay vd'] })).toEqual(['place: bay vd']);
  });

  it('counts both sides of the antimeridian', () => {
    const boxes: readonly Box[] = [
      { west: 175, south: 0, east: 180, north: 10 },
      { west: -180, south: 0, east: -175, north: 10 },
    ];
    const across = searchFacts({ places: { boxes } });
    expect(explainMatch({ bbox: ['170,0,-170,10'] }, across)).toEqual([
      { kind: 'box', condition: 'bbox', relation: 'inside', share: 0.5 },
    ]);
  });

  it('includes affiliations only for the condition organization', () => {
    const agents: readonly AgentFacts[] = facts.texts.agents.slice(1);
    const own = searchFacts({ texts: { agents } });
    const request = { organization: ['institute'], role: 'affiliation' };
    expect(explainMatch(request, own).map(foundByText)).toEqual(['organization: Sea Institute']);
    expect(explainMatch({ publisher: ['institute'] }, own)).toEqual([]);
  });
});
