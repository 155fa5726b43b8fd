import { bindQuery } from '../../src/query/bind-query.ts';
import { bundledQueries, type BundledQuery } from '../../src/query/bundled.ts';
import { records } from './catalogue-fixture.ts';
import type { Ask } from './two-engines.ts';

const bundled = bundledQueries();

/** Values of parameters by their names. */
export type Values = Readonly<Record<string, string>>;

export function named(name: string): BundledQuery {
  const found = bundled.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no query ${name}`);
  return found;
}

/** The text of a bundled query with these values. */
export function bound(name: string, values: Values): string {
  return bindQuery(named(name), new Map(Object.entries(values)));
}

/** What a bundled query with some values finds, in its order: records by the ends of their IRIs. */
export type FindRecords = (name: string, values: Values) => Promise<readonly string[]>;

export function recordsIn(ask: Ask): FindRecords {
  return async (name, values) => {
    const rows = await ask(bound(name, values));
    return rows.map(({ graph = '' }) => graph.slice(records.length + 1, -1));
  };
}

/** The values of the four edges. */
export function box(west: number, south: number, east: number, north: number): Values {
  return { west: `${west}`, south: `${south}`, east: `${east}`, north: `${north}` };
}

/** Bundled queries with other values than their examples, with which each finds something. */
export const otherValues: readonly (readonly [name: string, values: Values])[] = [
  ['search-box', box(175, -1, -175, 1)],
  ['search-box-within', box(165, -20, -165, 20)],
  ['search-time', { begin: '..', end: '1997' }],
  ['search-time-within', { begin: '1996', end: '1998' }],
  ['search-age', { older: '280', younger: '275' }],
  ['search-text', { word: 'ICE sea' }],
  ['search-variable', { word: 'ground', unit: 'metres', technique: 'sounding LINE' }],
  ['search-concept', { concept: 'http://vocabulary.example/water-temperature', unit: '°C' }],
  ['search-term', { term: 'SI', scheme: 'https://vocabulary.example/' }],
  ['search-all', { ...box(5, 45, 11, 48), within: 'yes', older: '280', younger: '275' }],
  ['search-all', { word: 'ice', term: 'SI', type: 'Dataset', begin: '1997', end: '..' }],
  ['search-all', { ...box(165, -20, -165, 20), within: 'yes' }],
  ['search-all', { variable: 'temppr01 WATER', begin: '1996', end: '1998', within: 'yes' }],
  ['search-place', { place: 'http://www.geonames.org/2660645' }],
  ['datasets-by-identifier', { identifier: 'https://doi.org/10.1234/ICE' }],
  ['datasets-of-person', { person: 'other, ann', role: 'data curator' }],
  ['datasets-by-funder', { funder: 'polar fund' }],
  ['datasets-by-licence', { licence: 'CC BY 4.0' }],
];
