import { describe, expect, it } from 'vitest';
import { readTimes } from '../../../src/expand/facts/read-times.ts';
import type { Finding } from '../../../src/expand/findings.ts';
import type { TimeFacts } from '../../../src/model/search-facts.ts';
import { factNodeOf, type PlainNode } from './fact-node-of.ts';

const none: TimeFacts = { periods: [], ages: [], names: [] };
const chronometric = 'http://www.opengis.net/def/crs/OGC/0/ChronometricGeologicTime';
const gregorian = 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian';

function read(resource: PlainNode): { facts: TimeFacts; findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const facts = readTimes(factNodeOf(resource), { add: (finding) => void findings.push(finding) });
  return { facts, findings };
}

/** An interval of OWL-Time between two moments. */
function interval(start: PlainNode, end: PlainNode): PlainNode {
  return {
    temporalCoverage: {
      '@type': 'time:ProperInterval',
      'time:hasBeginning': { '@type': 'time:Instant', ...start },
      'time:hasEnd': { '@type': 'time:Instant', ...end },
    },
  };
}

function position(number: PlainNode | number | string, more: PlainNode): PlainNode {
  return { 'time:inTimePosition': { 'time:numericPosition': number, ...more } };
}

const year2017: PlainNode = { start: '2017', end: '2017' };

describe('readTimes', () => {
  it.each<[string, PlainNode]>([
    ['schema:temporalCoverage', { temporalCoverage: '2017' }],
    ['schema:temporal', { temporal: '2017' }],
    ['dcterms:temporal', { 'dcterms:temporal': '2017' }],
    ['DCAT', { 'dcterms:temporal': { 'dcat:startDate': '2017', 'dcat:endDate': '2017' } }],
    ['schema.org dates', { temporal: { startDate: '2017', endDate: '2017' } }],
    ['schema.org dates as numbers', { temporal: { startDate: 2017, endDate: 2017 } }],
    ['years of OWL-Time', interval({ 'time:inXSDgYear': '2017' }, { 'time:inXSDgYear': '2017' })],
    ['a moment of OWL-Time', { temporalCoverage: { 'time:inXSDgYear': '2017' } }],
    ['moments as texts', { temporal: { 'time:hasBeginning': '2017', 'time:hasEnd': '2017' } }],
    ['a position in the calendar', { temporal: position(2017, { 'time:hasTRS': gregorian }) }],
    ['a value', { temporal: { value: '2017' } }],
    ['a name', { temporal: { name: '2017' } }],
    ['a description', { temporal: { description: '2017' } }],
    [
      'several times the same',
      { temporalCoverage: ['2017', '2017/2017'], 'dcterms:temporal': '2017' },
    ],
  ])('reads a year from %s', (_, resource) => {
    expect(read(resource)).toEqual({ facts: { ...none, periods: [year2017] }, findings: [] });
  });

  it('reads the most exact of the dates of a moment, and its parts', () => {
    const exact = {
      'time:inXSDgYear': '2017',
      'time:inXSDDateTimeStamp': '2017-02-03T04:05:06Z',
    };
    const parts = {
      'time:inDateTime': { 'time:year': '2018', 'time:month': '--05', 'time:day': '---06' },
    };
    expect(read(interval(exact, parts)).facts.periods).toEqual([
      { start: '2017-02-03T04:05:06Z', end: '2018-05-06' },
    ]);
  });

  it('leaves open what is not said of the calendar, but not of geology', () => {
    const open = { temporal: [{ startDate: '2017' }, { endDate: '2010' }] };
    expect(read(open).facts.periods).toEqual([{ end: '2010' }, { start: '2017' }]);
    const old = { temporal: { '@type': 'DateTime', startDate: -269_998_051 } };
    expect(read(old).facts).toEqual({
      ...none,
      ages: [{ older: 270.000001, younger: 270.000001 }],
    });
  });

  it.each<[string, PlainNode, PlainNode]>([
    [
      'numbers and OGC’s system',
      position(345, { 'time:hasTRS': chronometric }),
      position(298, { 'time:hasTRS': { '@id': chronometric } }),
    ],
    [
      'texts',
      position('345.0', { 'time:hasTRS': chronometric }),
      position('298.0', { 'time:hasTRS': chronometric }),
    ],
    [
      'nodes with a value, as in examples of SOSO',
      position(
        { '@type': 'xsd:decimal', value: 345 },
        { 'time:hasTRS': 'gstime:MillionsOfYearsAgo' },
      ),
      position(
        { '@type': 'xsd:decimal', value: 298 },
        { 'time:hasTRS': 'gstime:MillionsOfYearAgo' },
      ),
    ],
    [
      'years before present',
      position(345_000_000, { 'time:hasTRS': 'gstime:BeforePresent' }),
      position(298_000_000, { 'time:hasTRS': 'gstime:BeforePresent' }),
    ],
    [
      'a unit',
      position(0.345, { 'gstime:GeologicTimeUnitAbbreviation': 'Ga' }),
      position(298, { 'gstime:GeologicTimeUnitAbbreviation': { value: 'Ma' } }),
    ],
    [
      'a unit that contradicts the system',
      position(0.345, { 'time:hasTRS': 'gstime:BillionsOfYearsAgo', unitText: 'Ma' }),
      position(0.298, { 'time:hasTRS': 'gstime:BillionsOfYearsAgo', unitText: 'Ma' }),
    ],
    [
      'a system with a name',
      position(345, { 'time:hasTRS': { name: 'Geologic Time' } }),
      position(298, { 'time:hasTRS': { 'rdfs:label': 'Ma' } }),
    ],
    [
      'numbers in the moment itself',
      { 'time:numericPosition': 345, 'time:hasTRS': chronometric },
      { 'time:numericPosition': 298, 'time:hasTRS': chronometric },
    ],
  ])('reads an age from %s', (_, start, end) => {
    expect(read(interval(start, end))).toEqual({
      facts: { ...none, ages: [{ older: 345, younger: 298 }] },
      findings: [],
    });
    expect(read({ temporal: start }).facts.ages).toEqual([{ older: 345, younger: 345 }]);
  });

  it('reads numbers that stand where names are meant to be, and says so', () => {
    const start = {
      'time:inTimePosition': { 'time:nominalPosition': 345, 'time:hasTRS': chronometric },
    };
    const { facts, findings } = read(
      interval(start, position(298, { 'time:hasTRS': chronometric })),
    );
    expect(facts.ages).toEqual([{ older: 345, younger: 298 }]);
    expect(findings).toEqual([
      {
        kind: 'time-repaired',
        value: '345/298',
        repair: 'misplaced',
        result: '345/298 Ma',
      },
    ]);
  });

  it('takes decimal years of the calendar as years, and seconds as moments', () => {
    const years = interval(
      position(2015.08, { 'time:hasTRS': gregorian }),
      position(2024.25, { 'time:hasTRS': gregorian }),
    );
    expect(read(years)).toMatchObject({
      facts: { periods: [{ start: '2015', end: '2024' }] },
      findings: [
        {
          kind: 'time-repaired',
          value: '2015.08/2024.25',
          repair: 'part-of-year',
          result: '2015/2024',
        },
      ],
    });
    const unix = 'http://www.opengis.net/def/crs/OGC/0/UnixTime';
    expect(read({ temporal: position(0, { 'time:hasTRS': unix }) }).facts.periods).toEqual([
      { start: '1970-01-01T00:00:00Z', end: '1970-01-01T00:00:00Z' },
    ]);
  });

  it.each<[string, PlainNode]>([
    [
      'as texts',
      {
        'time:intervalStartedBy': 'isc:LowerPermian',
        'time:intervalFinishedBy': 'isc:LowerTriassic',
      },
    ],
    [
      'as IRIs',
      {
        'time:intervalStartedBy': {
          '@id': 'http://resource.geosciml.org/classifier/ics/ischart/LowerPermian',
        },
        'time:intervalFinishedBy': {
          '@id': 'http://resource.geosciml.org/classifier/ics/ischart/LowerTriassic',
        },
      },
    ],
    [
      'as nodes with labels',
      {
        'time:intervalStartedBy': {
          '@id': 'https://eras.example/17',
          'skos:prefLabel': 'Lower Permian',
        },
        'time:intervalFinishedBy': { 'rdfs:label': 'Lower Triassic' },
      },
    ],
    [
      'as positions, also misspelt ones',
      {
        'time:hasBeginning': {
          'time:inTimePosition': { 'time:NominalPosition': { value: 'icsc:LowerPermian' } },
        },
        'time:hasEnd': { 'time:inTimePosition': { 'time:nominalPosition': 'icsc:LowerTriassic' } },
      },
    ],
    [
      'as moments',
      { 'time:hasBeginning': 'isc:LowerPermian', 'time:hasEnd': { name: 'Lower Triassic' } },
    ],
  ])('reads eras %s', (_, eras) => {
    const { facts, findings } = read({
      temporalCoverage: { '@type': 'time:ProperInterval', ...eras },
    });
    expect(facts.ages).toEqual([{ older: 298.9, younger: 246.7 }]);
    expect(facts.names.map(({ text }) => text)).toEqual(['Lower Permian', 'Lower Triassic']);
    expect(findings).toEqual([]);
  });

  it('reads the era in which something is', () => {
    expect(read({ temporal: { 'time:intervalDuring': 'isc:Jurassic' } }).facts.ages).toEqual([
      { older: 201.4, younger: 143.1 },
    ]);
    expect(read({ temporal: { '@id': 'icsc:Bartonian' } }).facts).toEqual({
      ...none,
      ages: [{ older: 41.03, younger: 37.71 }],
      names: [{ text: 'Bartonian' }],
    });
  });

  it('keeps the names of times with their language, and those of eras that it does not know', () => {
    const bronze = {
      '@id': 'http://n2t.example/ark:/99152/p0xyz',
      'skos:prefLabel': 'Bronzezeit@de',
      'time:hasBeginning': { 'time:inXSDgYear': '-2199' },
      'time:hasEnd': { 'time:inXSDgYear': '-0799' },
    };
    expect(read({ temporal: bronze })).toEqual({
      facts: {
        ...none,
        periods: [{ start: '-2199', end: '-0799' }],
        names: [{ text: 'Bronzezeit', language: 'de' }],
      },
      findings: [],
    });
    expect(read({ temporalCoverage: 'Jungsteinzeit@de' })).toEqual({
      facts: { ...none, names: [{ text: 'Jungsteinzeit', language: 'de' }] },
      findings: [{ kind: 'time-as-text', value: 'Jungsteinzeit', reason: 'unknown-era' }],
    });
  });

  it('keeps numbers of other calendars as text', () => {
    const hebrew = position(5784, { 'time:hasTRS': 'https://calendars.example/HebrewCalendar' });
    expect(read({ temporal: hebrew })).toEqual({
      facts: { ...none, names: [{ text: '5784' }] },
      findings: [{ kind: 'time-as-text', value: '5784', reason: 'calendar' }],
    });
  });

  it.each<[string, PlainNode, string]>([
    ['a nil', { temporalCoverage: 'null/null' }, 'null'],
    ['a number of unknown unit', { temporal: position(2500, {}) }, 'number'],
    ['a node with nothing but a class', { temporal: { '@type': 'DateTime' } }, 'empty'],
    ['moments without anything', interval({}, {}), 'empty'],
    [
      'a day that is none',
      { temporal: { startDate: '2015-02-30', endDate: '2016' } },
      'impossible',
    ],
  ])('makes nothing of %s, and says so', (_, resource, reason) => {
    const { facts, findings } = read(resource);
    expect(facts).toEqual(none);
    expect(findings).toEqual([expect.objectContaining({ kind: 'time-unusable', reason })]);
  });

  it('says nothing of a resource without times', () => {
    expect(read({ name: 'Rain of 2017' })).toEqual({ facts: none, findings: [] });
  });

  it('has all of several times, in an order of its own', () => {
    const times = ['2019/2020', 'Jurassic', '2001', '5 Ma'];
    const { facts } = read({ temporalCoverage: times });
    expect(facts.periods).toEqual([
      { start: '2001', end: '2001' },
      { start: '2019', end: '2020' },
    ]);
    expect(facts.ages).toHaveLength(2);
    expect(read({ temporalCoverage: times.toReversed() }).facts).toEqual(facts);
  });
});
