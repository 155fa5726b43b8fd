import { describe, expect, it } from 'vitest';
import { bindQuery, exampleValues } from '../../src/query/bind-query.ts';
import { bundledQueries } from '../../src/query/bundled.ts';
import { provesInFull } from '../support/proof.ts';
import { bound, otherValues } from './bound-queries.ts';
import { catalogueNQuads } from './catalogue-fixture.ts';
import { comunica, oxigraph, type Row, rowTexts } from './two-engines.ts';

const nquads = await catalogueNQuads();
const first = oxigraph(nquads);
const second = comunica(nquads);
const queries = bundledQueries();
const selects = queries.filter(({ text }) => /^SELECT\b/mu.test(text));
/** That of details is compared without blank nodes, by a test of its own. */
const isPlain = ({ name, text }: { name: string; text: string }): boolean =>
  !text.includes('geof:') && name !== 'resource-details';

/** The rows in one order. */
function sorted(rows: readonly Row[]): readonly string[] {
  return rowTexts(rows).toSorted();
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

  it.runIf(provesInFull).each(otherValues)(
    'has the same answer on a second engine: %s for %j',
    async (name, values) => {
      const text = bound(name, values);
      const [ours, theirs] = await Promise.all([first(text), second(text)]);
      expect(ours).not.toHaveLength(0);
      expect(sorted(theirs)).toEqual(sorted(ours));
    },
  );

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
