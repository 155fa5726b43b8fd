import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/expand/json.ts';
import { moreRows } from '../views/details/said-more-details.ts';
import { rootIsResource, viewFixture } from '../views/viewing.ts';
import { catalogueNQuads } from './catalogue-fixture.ts';
import { rowsOfBoth } from './view-queries.ts';

it('the query for details has the same answer on a second engine', async () => {
  // All that can be said in lists, Roles and links, in one record.
  const said = Object.assign({}, ...moreRows.map(([, each]) => each)) as JsonObject;
  const nquads = await catalogueNQuads([
    { url: 'https://records.example/lochs', json: viewFixture('five-distributions') },
    { url: 'https://records.example/more', json: rootIsResource(said) },
  ]);
  const [ours, theirs] = await rowsOfBoth('resource-details', nquads);
  expect(ours?.length).toBeGreaterThan(150);
  expect(theirs).toEqual(ours);
});
