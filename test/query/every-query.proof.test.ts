import { describe, expect, it } from 'vitest';
import { bindQuery, exampleValues } from '../../src/query/bind-query.ts';
import { bundledQueries } from '../../src/query/bundled.ts';
import { provesInFull } from '../support/proof.ts';
import { bound, box, type Values } from './bound-queries.ts';
import { catalogueNQuads } from './catalogue-fixture.ts';
import { comunica, oxigraph, type Row } from './two-engines.ts';

const nquads = await catalogueNQuads();
const first = oxigraph(nquads);
const second = comunica(nquads);
const queries = bundledQueries();
const selects = queries.filter(({ text }) => /^SELECT\b/mu.test(text));
/** That of details is compared without blank nodes, by a test of its own. */
const isPlain = ({ name, text }: { name: string; text: string }): boolean =>
  !text.includes('geof:') && name !== 'resource-details';

/** The rows in one order, and so the words in what is a list of words, which has none. */
function sorted(rows: readonly Row[]): readonly string[] {
  return rows
    .map(({ type, format, ...row }) => {
      const lists = [type, format].map((list) => list?.match(/[^" ]+/gu)?.toSorted());
      return JSON.stringify([row, lists]);
    })
    .toSorted();
}

describe('every bundled query', () => {
  it('is a SELECT query, or a CONSTRUCT query of the same rows', () => {
    const others = queries.filter((query) => !selects.includes(query));
    expect(others.map(({ name }) => name)).toEqual(['kernel-graph', 'signposting-graph']);
  });

  it.each(selects)('finds something with its example values: $name', async ({ text }) => {
    expect(await first(text)).not.toHaveLength(0);
  });

  it.each(queries)('equals its text with the example values bound: $name', (query) => {
    expect(bindQuery(query, exampleValues(query))).toBe(query.text);
  });

  it.each(selects.filter(isPlain))(
    'has the same answer on a second engine: $name',
    async (query) => {
      const [ours, theirs] = await Promise.all([first(query.text), second(query.text)]);
      expect(sorted(theirs)).toEqual(sorted(ours));
    },
  );

  it.runIf(provesInFull).each<[string, Values]>([
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
  ])('has the same answer on a second engine: %s for %j', async (name, values) => {
    const text = bound(name, values);
    const [ours, theirs] = await Promise.all([first(text), second(text)]);
    expect(ours).not.toHaveLength(0);
    expect(sorted(theirs)).toEqual(sorted(ours));
  });

  it.each(queries)('states its question, graphs and parameters in its header: $name', (query) => {
    const { question, graphs, text, parameters } = query;
    expect(question).toMatch(/\?$/u);
    const ours = Array.from(text.matchAll(/\bGRAPH <([^>]+)>/gu), ([, graph = '']) => graph);
    const theirs = /\bGRAPH \?/u.test(text) ? ['every record graph, one by one'] : [];
    expect(graphs).toBe([...[...new Set(ours)].toSorted(), ...theirs].join(', '));
    expect(text.split('\n').filter((line) => line.length > 120)).toEqual([]);
    const blocks = text.match(/\bVALUES (?:\?\w+|\([?\w ]+\)) \{/gu) ?? [];
    const variables = new Set(blocks.join(' ').match(/(?<=\?)\w+/gu));
    const names = [...parameters.given, ...parameters.derived].map(({ name }) => name);
    const sources = new Set(parameters.derived.flatMap(({ from }) => from));
    expect(names.filter((name) => !variables.has(name) && !sources.has(name))).toEqual([]);
    expect([...sources].filter((name) => !names.includes(name))).toEqual([]);
  });
});
