import { describe, expect, it } from 'vitest';
import type { Box } from '../../src/model/search-facts.ts';
import {
  noteTruncated,
  noteUnknownName,
  noteUnsearched,
  searchTable,
} from '../../src/render/search-table.ts';
import type { SearchAnswer } from '../../src/search/search-answer.ts';
import { createTimeMatcher } from '../../src/search/why-found.ts';
import { textWidth } from '../../src/text/printable.ts';
import { found } from './found.ts';

/** The cells of the first result, without those that are empty. */
function cells(...[answer, options]: Parameters<typeof searchTable>): readonly string[] {
  return (
    searchTable(answer, options)
      .split('\n')[2]
      ?.split(/\s{2,}/u) ?? []
  );
}

/** The title of each result, on a terminal of so many columns. */
function titles(answer: SearchAnswer, width = 100): readonly string[] {
  const [, , ...lines] = searchTable(answer, { width }).split('\n');
  return lines
    .filter((line) => line.includes(' Dataset '))
    .map((line) => line.split('  ')[0] ?? '');
}

/** What is shown of a place without a name. */
function placeOf(box: Box, width?: number): string | undefined {
  return cells(found({ title: 'Ice', boxes: [box] }), { width })[2];
}

const endless = `https://example.org/${'long/'.repeat(60)}`;
const entry = 'urn:cdif-graph:entry:0123456789abcdef0123456789abcdef';

describe('search results as a table', () => {
  it('has a box by its edges, to a hundredth of a degree', () => {
    expect(placeOf({ west: -10.5, south: 50, east: -9.001, north: 51.256 })).toBe(
      '-10.5,50,-9,51.26',
    );
  });

  it('writes a box that rounds to a point as a point', () => {
    expect(placeOf({ west: -11.551, south: 51.44, east: -11.55, north: 51.442 })).toBe(
      '-11.55,51.44',
    );
    expect(placeOf({ west: 0, south: 0, east: -0.001, north: 0 })).toBe('0,0');
  });

  it.each([
    ['2020-01-01T08:00:00Z', '2020-01-01T09:30:00Z', '2020-01-01'],
    ['2020-01-01T08:00:00Z', '2020-01-02', '2020-01-01/2020-01-02'],
    ['2020', '2020', '2020'],
  ])('has the days of %s to %s: %s', (start, end, expected) => {
    expect(cells(found({ title: 'Ice', periods: [{ start, end }] }))).toContain(expected);
  });

  it.each([
    ['http://schema.org/Dataset', 'Dataset'],
    ['http://www.w3.org/ns/dcat#Dataset', 'dcat:Dataset'],
    ['https://types.example/of#Buoy', 'Buoy'],
    ['urn:types:Buoy', 'Buoy'],
  ])('has the type %s as %s, and how many records there are', (type, expected) => {
    expect(cells(found({ title: 'Ice', types: [type] }))).toEqual([
      'Ice',
      expected,
      'lakes',
      '1',
      'https://example.org/lake',
    ]);
  });

  it('has the requested time first', () => {
    const ice = found({
      title: 'Ice',
      periods: [
        { start: '1777', end: '1778' },
        { start: '2001', end: '2004' },
      ],
      ages: [
        { older: 300, younger: 290 },
        { older: 3, younger: 1 },
      ],
    });
    const time = (request: Parameters<typeof createTimeMatcher>[0]): string | undefined =>
      cells(ice, { requested: createTimeMatcher(request) })[2];
    expect(time({})).toBe('1777/1778 +3');
    expect(time({ time: ['2003/..'] })).toBe('2001/2004 +3');
    expect(time({ age: ['Cisuralian'] })).toBe('300..290 Ma +3');
    expect(time({ age: ['2Ma'] })).toBe('3..1 Ma +3');
    expect(time({ time: ['../1990'], age: ['2Ma'] })).toBe('1777/1778 +3');
    expect(time({ time: ['1700', '2003'] })).toBe('2001/2004 +3');
  });

  it.each([
    [{ total: 9000, offset: 0 }, '9,000 resources, none shown (see --limit and --offset)\n'],
    [{ total: 9000, offset: 10 }, '9,000 resources, none shown (see --limit and --offset)\n'],
    [{ total: 3, offset: 10 }, '3 resources, none shown (see --limit and --offset)\n'],
    [{ total: 0, offset: 10 }, 'Nothing was found.\n'],
  ])('is only the number of results if none is shown: %j', ({ total, offset }, text) => {
    expect(searchTable({ ...found(), total }, { offset })).toBe(text);
  });
});

describe('a table on a terminal', () => {
  const answer = found(
    {
      title: 'Water temperature and salinity of profiles in the eastern part of the Pacific Ocean',
      types: ['http://schema.org/Dataset', 'http://schema.org/DataCatalog'],
      periods: [{ start: '1990-04-26', end: '1990-05-03' }, { start: '2001' }],
      boxes: [{ west: -128.69, south: 48.27, east: -124.03, north: 54.11 }],
      records: Array.from({ length: 3 }, (_, at) => ({
        graph: `http://example.org/${at}`,
        documentUrl: `http://example.org/${at}`,
        sources: ['a-source-with-a-long-name', 'another'],
        matched: true,
      })),
    },
    {
      title: '日本海における海氷と表面水温の長期観測データセット、一九八〇年から二〇二〇年まで',
      placeNames: ['日本海・オホーツク海・太平洋北西部'],
      iri: endless,
    },
    { title: 'بيانات درجة حرارة سطح البحر في الخليج العربي من عام ١٩٩٠ إلى عام ٢٠٢٠' },
    { key: entry },
  );
  const names = answer.results.map(({ iri, key }) => iri ?? key);

  it.each([40, 80, 100, 160, 200])('of %i columns is no wider, but for names', (width) => {
    const lines = searchTable(answer, { width }).split('\n');
    const others = lines.filter((line) => !names.some((name) => line.trim() === name));
    const widest = Math.max(...others.map(textWidth));
    expect(widest).toBeLessThanOrEqual(width);
    for (const name of names) expect(lines.join('\n')).toContain(name);
  });

  it('has columns below each other in all scripts', () => {
    const rows = searchTable(answer, { width: 100 })
      .split('\n')
      .filter((line) => line.includes(' Dataset'));
    const places = rows.map((row) => textWidth(row.slice(0, row.indexOf(' Dataset'))));
    expect([rows.length, new Set(places).size]).toEqual([4, 1]);
  });

  it('has names of usual length in the line if it is wide enough, and longer ones below', () => {
    const lines = searchTable(answer, { width: 220 }).split('\n');
    expect(lines[0]).toMatch(/ IRI or key$/u);
    expect(lines[2]).toMatch(/ https:\/\/example\.org\/lake$/u);
    expect(lines[4]).toBe(`  ${endless}`);
  });

  it('has all in one line if the output is no terminal', () => {
    const lines = searchTable(answer).split('\n');
    expect(lines[3]).toMatch(new RegExp(` ${endless}$`, 'u'));
  });

  it('has years, whole degrees and the number of records on a narrow terminal', () => {
    expect(cells(answer, { width: 80 }).slice(1, 3)).toEqual(['Dataset +1', '1990 +1']);
    expect(searchTable(answer, { width: 80 })).toContain(
      '\n  https://example.org/lake  3 records\n',
    );
    const wide: Box = { west: -97.04, south: 27.9, east: -96.96, north: 27.94 };
    expect(placeOf(wide, 80)).toBe('-97.04,27.9,-96.96,27.94');
    expect(searchTable(answer, { width: 100 })).toContain(' -129,48,-124,54 ');
  });
});

describe('results of one title', () => {
  const title = 'Monthly means of the observatory';

  it('are distinguished by variables that others do not have', () => {
    const answer = found(
      { title, variables: ['time', 'air temperature'] },
      { title, variables: ['time', 'salinity'], description: 'Salinity' },
      { title: 'Tides', variables: ['time'] },
    );
    expect(titles(answer)).toEqual([`${title}: air temperature`, `${title}: salinity`, 'Tides']);
  });

  it.each<[string, readonly (string | undefined)[], readonly string[]]>([
    ['a short one as a whole', ['Means of air', 'Means of sea'], ['Means of air', 'Means of sea']],
    [
      'without a long beginning that all have',
      ['A dataset of the means of air', 'A dataset of the means of sea'],
      ['…air', '…sea'],
    ],
    ['where one has none', ['Means of air', undefined], ['Means of air', '']],
    [
      'where one is the beginning of another',
      ['A dataset of the means of ', 'A dataset of the means of sea'],
      ['A dataset of the means of', '…sea'],
    ],
    ['not where it is the same', ['Means', 'Means'], ['', '']],
  ])('are distinguished by their descriptions: %s', (_, descriptions, details) => {
    const answer = found(
      ...descriptions.map((description) => ({ title, ...(description && { description }) })),
    );
    expect(titles(answer)).toEqual(
      details.map((detail) => (detail === '' ? title : `${title}: ${detail}`)),
    );
  });

  it('are distinguished by descriptions if two have the same variables', () => {
    const [one, other] = ['Lower part', 'Middle part'];
    const variables = ['nitrogen'];
    const answer = found(
      { title, variables: ['carbon'], description: 'Upper part' },
      { title, variables, description: one },
      { title, variables, description: other },
    );
    expect(titles(answer)).toEqual([`${title}: carbon`, `${title}: ${one}`, `${title}: ${other}`]);
  });

  it('have more of the title the shorter the rest is', () => {
    const answer = found(
      { title, variables: ['pH'] },
      { title, variables: ['sea surface temperature anomaly'] },
    );
    expect(titles(answer, 65)).toEqual([
      'Monthly means of the observato…: pH',
      'Monthly means o…: sea surface temp…',
    ]);
  });
});

describe('the notes on a search', () => {
  it('count the records that cannot be found, and name the remedy', () => {
    expect(noteUnsearched(1)).toMatch(/^1 record was harvested by an older version; .*rebuild/u);
    expect(noteUnsearched(2000)).toMatch(/^2,000 records were /u);
  });

  it('count the written and the found resources', () => {
    expect(noteTruncated(20, 1099)).toMatch(/^only 20 of 1,099 resources were written; .*--limit/u);
    expect(noteTruncated(1, 2)).toMatch(/^only 1 of 2 resources was written/u);
  });

  it('suggest a similar name, and list the known ones', () => {
    const known = ['large', 'small'];
    expect(noteUnknownName({ condition: 'source', asked: 'larg', known })).toBe(
      'no source is called "larg"; did you mean large? (the catalogue has large, small)',
    );
    expect(noteUnknownName({ condition: 'type', asked: 'x', known: [] })).toBe(
      'no type is called "x" (the catalogue has none)',
    );
  });

  it('list ten names at most, without control characters', () => {
    const known = Array.from({ length: 12 }, (_, at) => `s\u{1B}${at}`);
    const text = noteUnknownName({ condition: 'source', asked: '\u{1B}', known });
    expect(text).toContain(' and 2 more)');
    expect(text).not.toContain('\u{1B}');
  });
});
