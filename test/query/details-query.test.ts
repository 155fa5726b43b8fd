import { expect, it } from 'vitest';
import { bundledQueries } from '../../src/query/bundled.ts';
import { viewFixture } from '../views/viewing.ts';
import { catalogueNQuads } from './catalogue-fixture.ts';
import { comunica, oxigraph } from './two-engines.ts';

it('the query for details has the same answer on a second engine', async () => {
  const text = bundledQueries().find(({ name }) => name === 'resource-details')?.text ?? '';
  const url = 'https://records.example/lochs';
  const plain = await catalogueNQuads([{ url, json: viewFixture('five-distributions') }]);
  // As an export with --skolemize has it: Comunica does not join blank nodes that are bound to another variable.
  const skolemized = plain.replaceAll(
    /(?<=^|\s)_:(\S+)/gmu,
    (_, label: string) => `<urn:cdif-graph:genid:${label}>`,
  );
  const [ours = [], theirs = []] = await Promise.all(
    [oxigraph, comunica].map(async (engine) => engine(skolemized)(text)),
  );
  const sorted = (rows: typeof ours): readonly string[] =>
    rows.map((row) => JSON.stringify(row)).toSorted();
  expect(ours.length).toBeGreaterThan(100);
  expect(sorted(theirs)).toEqual(sorted(ours));
});
