import { load, type CheerioAPI } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { PlaceMap, TimeStrip } from '../../../src/serve/parts/place-map.tsx';
import { emptySearchFacts } from '../../../src/search/why-found.ts';

const site = {
  title: 'Tides',
  base: 'https://catalogue.example/',
};

function read(part: unknown): CheerioAPI {
  return load(String(part));
}

const box = { west: -10, south: 35, east: 5, north: 45 };

describe('the map of a resource', () => {
  it('shows its places, names them, and links to a search there', () => {
    const $ = read(PlaceMap({ site, places: { ...emptySearchFacts.places, boxes: [box] } }));
    expect($('svg.map .outline').attr('d')).toBe('M340 90H370V110H340z');
    expect($('svg.map').attr('aria-label')).toBe('Map: 35°N to 45°N, 10°W to 5°E.');
    expect($('a').attr('href')).toBe('/?bbox=-10%2C35%2C5%2C45');
  });

  it('has the Pacific in the middle where a place lies across the antimeridian', () => {
    const boxes = [
      { ...box, west: -180, east: -170 },
      { ...box, west: 170, east: 180 },
    ];
    const $ = read(PlaceMap({ site, places: { ...emptySearchFacts.places, boxes } }));
    expect($('image').attr('href')).toContain('land-180');
    expect($('figcaption').text()).toContain('170°E to 170°W');
    expect($('a').attr('href')).toBe('/?bbox=170%2C35%2C-170%2C45');
  });

  it('names the first of many places, and is absent without any', () => {
    const boxes = Array.from({ length: 20 }, (_, at) => ({ ...box, west: at, east: at + 0.5 }));
    const $ = read(PlaceMap({ site, places: { ...emptySearchFacts.places, boxes } }));
    expect($('figcaption').text()).toContain('; 17 more.');
    expect(PlaceMap({ site, places: emptySearchFacts.places })).toBeNull();
  });
});

describe('the time line of a resource', () => {
  it('shows periods and ages, each on its axis', () => {
    const times = {
      ...emptySearchFacts.times,
      periods: [{ start: '1950', end: '1974-12-31' }, { start: '2020-05-01' }],
      ages: [{ older: 201.4, younger: 143.1 }],
    };
    const $ = read(TimeStrip({ times }));
    const labels = $('svg.time').map((_, each) => $(each).attr('aria-label'));
    expect(labels.get()).toEqual([
      'Time line: 1950 to 1974-12-31; since 2020-05-01.',
      'Time line: 201.4 to 143.1 Ma.',
    ]);
    const [first, second] = $('svg.time').first().find('.bar').get();
    expect(Number($(first).attr('x'))).toBeCloseTo(333.3);
    expect(Number($(first).attr('width'))).toBeCloseTo(166.7);
    expect(Number($(second).attr('x')) + Number($(second).attr('width'))).toBeCloseTo(1000);
  });

  it('reaches as far as the times do, and shows a moment', () => {
    const times = { ...emptySearchFacts.times, periods: [{ start: '-4300', end: '-4300' }] };
    const $ = read(TimeStrip({ times }));
    expect($('.axis text').first().text()).toBe('−4000');
    expect(Number($('.bar').attr('width'))).toBe(8);
  });
});
