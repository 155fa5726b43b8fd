import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/expand/json.ts';
import { recordHeads } from '../../src/engine/record-heads.ts';
import { moreRows } from '../views/details/said-more-details.ts';
import { recordsOf, rootIsResource, viewFixture } from '../views/viewing.ts';
import { provesInFull } from '../support/proof.ts';
import { rowsOfBoth } from './view-queries.ts';

/** All that can be said in lists, Roles and links, in one record. */
function saidInOtherWays(): JsonObject {
  return rootIsResource(Object.assign({}, ...moreRows.map(([, said]) => said)) as JsonObject);
}

const records = [
  ['five distributions', 60, () => viewFixture('five-distributions')],
  ['lists, Roles and links', 35, saidInOtherWays],
] as const;

it.each(provesInFull ? records : records.slice(0, 1))(
  'the query for details has the same answer on a second engine of %s',
  async (_, least, said) => {
    const expanded = await recordsOf(said());
    const nquads = expanded.map((record) => record.nquads + recordHeads(record)).join('');
    const [ours, theirs] = await rowsOfBoth('resource-details', nquads);
    expect(ours?.length).toBeGreaterThan(least);
    expect(theirs).toEqual(ours);
  },
);
