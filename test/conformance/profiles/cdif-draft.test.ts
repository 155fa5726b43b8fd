import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/text/json.ts';
import { goodRecord, linesOf } from '../checking.ts';

describe('the profile of the CDIF draft', () => {
  it('accepts a nil where the content section does', async () => {
    expect(await linesOf(changed({ creator: 'nil:unknown' }), 'cdif-draft')).toEqual([]);
    expect(await linesOf(changed({ description: 'nil:missing' }), 'cdif-draft')).toEqual([]);
  });

  it.each([
    'nil:notapplicable',
    'nil:unknown',
    'nil:missing',
    'n/a',
    'http://www.opengis.net/def/nil/OGC/0/inapplicable',
    { '@id': 'nil:notapplicable' },
  ])('takes %j for the time, place or variables of a resource that has none', async (nil) => {
    for (const property of ['temporalCoverage', 'spatialCoverage', 'variableMeasured']) {
      expect(await linesOf(changed({ [property]: nil }), 'cdif-draft')).toEqual([]);
    }
  });

  it('takes a nil in place of a title for an error', async () => {
    const lines = await linesOf(changed({ name: 'nil:missing' }), 'cdif-draft');
    expect(lines).toEqual(['error title nil:missing']);
  });

  it('warns of originators that are left out', async () => {
    expect(await linesOf(changed({ creator: [] }), 'cdif-draft')).toEqual(['warning creators']);
  });

  it('does not take a template that nobody filled in for a nil', async () => {
    const lines = await linesOf(changed({ creator: '{the creator}' }), 'cdif-draft');
    expect(lines).toEqual(['warning creators {the creator}']);
  });
});

function changed(resource: JsonObject): JsonObject {
  const record = goodRecord('cdif-draft');
  const { about } = record;
  return { ...record, about: Object.assign({}, about, resource) };
}
