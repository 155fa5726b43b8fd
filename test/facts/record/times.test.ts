import { describe, expect, it } from 'vitest';
import { readTimes } from '../../../src/facts/record/times.ts';
import type { ExpansionFinding } from '../../../src/expand/findings.ts';
import type { TimeFacts, TimeRemark } from '../../../src/model/search-facts.ts';
import type { JsonObject } from '../../../src/text/json.ts';
import { resource } from './resource.ts';

const none: TimeFacts = { periods: [], ages: [], names: [] };
const chronometric = 'http://www.opengis.net/def/crs/OGC/0/ChronometricGeologicTime';
const gregorian = 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian';

function read(said: JsonObject): { facts: TimeFacts; findings: readonly ExpansionFinding[] } {
  const findings: ExpansionFinding[] = [];
  const facts = readTimes(resource(said), { add: (finding) => void findings.push(finding) });
  return { facts, findings };
}

/** An interval of OWL-Time between two moments. */
function interval(start: JsonObject, end: JsonObject): JsonObject {
  return {
    temporalCoverage: {
      '@type': 'time:ProperInterval',
      'time:hasBeginning': { '@type': 'time:Instant', ...start },
      'time:hasEnd': { '@type': 'time:Instant', ...end },
    },
  };
}

function position(number: JsonObject | number | string, more: JsonObject): JsonObject {
  return { 'time:inTimePosition': { 'time:numericPosition': number, ...more } };
}

const year2017: JsonObject = { start: '2017', end: '2017' };

describe('readTimes', () => {
  it.each<[string, JsonObject]>([
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
  ])('reads a year from %s', (_, said) => {
    expect(read(said)).toEqual({ facts: { ...none, periods: [year2017] }, findings: [] });
  });

  it('reads the most precise date of a moment, and its parts', () => {
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

  it('leaves missing ends open in the calendar, but not in geology', () => {
    const open = { temporal: [{ startDate: '2017' }, { endDate: '2010' }] };
    expect(read(open).facts.periods).toEqual([{ end: '2010' }, { start: '2017' }]);
    const old = { temporal: { '@type': 'DateTime', startDate: -269_998_051 } };
    expect(read(old).facts).toEqual({
      ...none,
      ages: [{ older: 270.000001, younger: 270.000001 }],
    });
  });

  it.each<[string, JsonObject, JsonObject]>([
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

  const millions = { 'time:hasTRS': chronometric };
  const billions = { 'time:hasTRS': 'gstime:BillionsOfYearsAgo' };

  it.each<[string, JsonObject, TimeRemark]>([
    [
      'ages whose start is younger than their end',
      interval(position(9.7, millions), position(18, millions)),
      { kind: 'time-repaired', repair: 'reversed', value: '9.7/18', result: '18/9.7 Ma' },
    ],
    [
      'such ages in other units',
      interval(position(9700, { unitText: 'ka' }), position(18, { unitText: 'Ma' })),
      { kind: 'time-repaired', repair: 'reversed', value: '9700/18', result: '18/9.7 Ma' },
    ],
    [
      'years before the calendar in the wrong order',
      { temporalCoverage: { startDate: -269_998_051, endDate: -309_998_051 } },
      {
        kind: 'time-repaired',
        repair: 'reversed',
        value: '-269998051/-309998051',
        result: '310.000001/270.000001 Ma',
      },
    ],
    [
      'years of the calendar in the wrong order',
      { temporalCoverage: { startDate: 2020, endDate: 2010 } },
      { kind: 'time-repaired', repair: 'reversed', value: '2020/2010', result: '2010/2020' },
    ],
    [
      'eras in the wrong order',
      {
        temporal: {
          'time:intervalStartedBy': 'isc:Triassic',
          'time:intervalFinishedBy': 'isc:Permian',
        },
      },
      {
        kind: 'time-repaired',
        repair: 'reversed',
        value: 'isc:Triassic/isc:Permian',
        result: '298.9/201.4 Ma',
      },
    ],
    [
      'a unit that contradicts the reference system',
      interval(
        position(0.345, { ...billions, unitText: 'Ma' }),
        position(0.298, { ...billions, unitText: 'Ma' }),
      ),
      {
        kind: 'time-repaired',
        repair: 'unit-contradicts',
        value: '0.345/0.298',
        result: '345/298 Ma',
      },
    ],
    [
      'a unit of ages beside the calendar',
      { temporal: position(2015, { 'time:hasTRS': gregorian, unitText: 'Ma' }) },
      { kind: 'time-repaired', repair: 'unit-contradicts', value: '2015', result: '2015/2015' },
    ],
    [
      'ages below zero',
      interval(position(-345, millions), position(-298, millions)),
      { kind: 'time-repaired', repair: 'age-sign', value: '-345/-298', result: '345/298 Ma' },
    ],
    [
      'years by radiocarbon',
      { temporal: position(8200, { unitText: 'uncal yr BP' }) },
      { kind: 'time-repaired', repair: 'age-scale', value: '8200', result: '0.0082/0.0082 Ma' },
    ],
    [
      'an age without an end',
      { temporal: { 'time:hasBeginning': position(345, millions) } },
      { kind: 'time-repaired', repair: 'ends-apart', value: '345', result: '345/345 Ma' },
    ],
    [
      'one of several starts',
      { temporal: { startDate: '2010', 'dcat:startDate': '2011', endDate: '2012' } },
      {
        kind: 'time-repaired',
        repair: 'one-of-several',
        value: '2010, 2011/2012',
        result: '2010/2012',
      },
    ],
    [
      'a month that is none',
      { temporal: { 'time:inDateTime': { 'time:year': '2015', 'time:month': 'spring' } } },
      { kind: 'time-repaired', repair: 'part-of-year', value: '2015, spring', result: '2015/2015' },
    ],
  ])('reports that it read %s', (_, said, remark) => {
    const { facts, findings } = read(said);
    expect(facts.periods.length + facts.ages.length).toBe(1);
    expect(findings).toEqual([remark]);
  });

  it.each<[string, JsonObject]>([
    ['the unit of the system', position(345, { ...millions, unitText: 'Ma' })],
    ['years of the calendar', position(2015, { 'time:hasTRS': gregorian, unitText: 'year' })],
    ['a unit that is none of time', position(345, { ...millions, unitText: 'unitless' })],
    ['a system that nobody knows', position(345, { 'time:hasTRS': 'x:Mine', unitText: 'Ma' })],
  ])('has no remark about %s', (_, temporal) => {
    expect(read({ temporal }).findings).toEqual([]);
  });

  it('reports an age that ends with a date, and keeps both', () => {
    const { facts, findings } = read(interval(position(2.58, millions), { value: '1950' }));
    expect(facts.ages).toEqual([{ older: 2.58, younger: 2.58 }]);
    expect(facts.periods).toEqual([{ start: '1950', end: '1950' }]);
    expect(findings).toMatchObject([{ repair: 'ends-apart', value: '2.58/1950' }]);
  });

  it('reports unusable dates, even if there is a name', () => {
    const { facts, findings } = read({
      temporal: { startDate: '2015-02-30', endDate: '2016', name: '2015/2016' },
    });
    expect(facts.periods).toEqual([{ start: '2015', end: '2016' }]);
    expect(findings).toMatchObject([{ kind: 'time-unusable', value: '2015-02-30/2016' }]);
  });

  it('reads numbers in place of names, with a remark', () => {
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

  it('reads decimal years as years, and seconds as moments', () => {
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

  it.each<[string, JsonObject]>([
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

  it('reads the era that contains a time', () => {
    expect(read({ temporal: { 'time:intervalDuring': 'isc:Jurassic' } }).facts.ages).toEqual([
      { older: 201.4, younger: 143.1 },
    ]);
    expect(read({ temporal: { '@id': 'icsc:Bartonian' } }).facts).toEqual({
      ...none,
      ages: [{ older: 41.03, younger: 37.71 }],
      names: [{ text: 'Bartonian' }],
    });
  });

  it('keeps the names of times with language, and of unknown eras', () => {
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

  it.each<[string, JsonObject, string]>([
    ['a nil', { temporalCoverage: 'null/null' }, 'null'],
    ['a number of unknown unit', { temporal: position(2500, {}) }, 'number'],
    ['a node with nothing but a class', { temporal: { '@type': 'DateTime' } }, 'empty'],
    ['moments without anything', interval({}, {}), 'empty'],
    [
      'a day that is none',
      { temporal: { startDate: '2015-02-30', endDate: '2016' } },
      'impossible',
    ],
  ])('reports %s as unusable', (_, said, reason) => {
    const { facts, findings } = read(said);
    expect(facts).toEqual(none);
    expect(findings).toEqual([expect.objectContaining({ kind: 'time-unusable', reason })]);
  });

  it('has no remark about a resource without times', () => {
    expect(read({ name: 'Rain of 2017' })).toEqual({ facts: none, findings: [] });
  });

  it('sorts several times', () => {
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
