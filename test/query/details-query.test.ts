import { expect, it } from 'vitest';
import { viewFixture } from '../views/viewing.ts';
import { catalogueNQuads } from './catalogue-fixture.ts';
import { rowsOfBoth } from './view-queries.ts';

it('the query for details has the same answer on a second engine', async () => {
  const url = 'https://records.example/lochs';
  const nquads = await catalogueNQuads([{ url, json: viewFixture('five-distributions') }]);
  const [ours, theirs] = await rowsOfBoth('resource-details', nquads);
  expect(ours?.length).toBeGreaterThan(100);
  expect(theirs).toEqual(ours);
});
