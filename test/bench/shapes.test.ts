import { describe, expect, it } from 'vitest';
import { createRecord } from '../../bench/generate/record.mjs';
import { shapeNames, shapes, type ShapeName } from '../../bench/generate/shape.mjs';
import { createSites } from '../../bench/generate/site.mjs';

interface Json {
  readonly [key: string]: unknown;
}

/** The documents of twelve records, as they are served. */
function documentsOf(shape: ShapeName): readonly Json[] {
  const options = { seed: 1, records: 12, pageKb: 0, shapes: [shape], listSize: 5 };
  const [host] = createSites(options, ['http://one.invalid']);
  return [...(host ?? [])]
    .filter(([, { type }]) => type === 'application/ld+json')
    .map(([, { pieces }]) => JSON.parse(Buffer.concat(pieces).toString('utf8')) as Json); // No generated document is anything but an object.
}

function firstOf(shape: ShapeName): Json {
  const [first] = documentsOf(shape);
  if (first === undefined) throw new Error(`There is no document of shape ${shape}`);
  return first;
}

describe('every shape', () => {
  it.each(shapeNames)('%s holds all records once', (shape) => {
    const text = JSON.stringify(documentsOf(shape));
    for (let index = 0; index < 12; index += 1) {
      expect(text.split(`doi:10.5555/bench.${index}"`)).toHaveLength(2);
    }
  });

  it.each(shapeNames)('%s weighs as much as a real record', (shape) => {
    const bytes = documentsOf(shape).reduce((sum, each) => sum + JSON.stringify(each).length, 0);
    expect(bytes / 12).toBeGreaterThan(2800);
    expect(bytes / 12).toBeLessThan(5200);
  });
});

describe('the shapes', () => {
  it('cdif has a dataset with prefixes as root and its catalogue record below subjectOf', () => {
    const root = firstOf('cdif');
    expect(root['@type']).toEqual(['schema:Dataset']);
    expect(root['@context']).toMatchObject({ schema: 'http://schema.org/' });
    expect(root['schema:subjectOf']).toMatchObject({
      'schema:additionalType': { '@id': 'dcat:CatalogRecord' },
      'schema:about': { '@id': root['@id'] },
    });
    const keys = Object.keys(root).filter((key) => !/^(?:@|schema:|dcterms:)/u.test(key));
    expect(keys).toEqual([]);
  });

  it('draft has the metadata record as root and the dataset under about', () => {
    expect(firstOf('draft')).toMatchObject({
      '@context': ['https://schema.org/', expect.anything()],
      '@type': 'DigitalDocument',
      about: { '@type': 'Dataset' },
    });
  });

  it('remote names the context of schema.org', () => {
    expect(firstOf('remote')).toMatchObject({
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
    });
  });

  it('vocab has its context inline', () => {
    expect(firstOf('vocab')).toMatchObject({
      '@context': { '@vocab': 'https://schema.org/' },
      '@type': 'Dataset',
    });
  });

  it('list has the records as items, so many a document', () => {
    const lists = documentsOf('list');
    expect(lists.map((list) => list['numberOfItems'])).toEqual([5, 5, 2]);
    for (const list of lists) {
      expect(list).toMatchObject({ '@type': 'ItemList' });
      expect(list['itemListElement']).toHaveLength(Number(list['numberOfItems']));
    }
  });

  it('graph has nodes side by side, of which the catalogue record points to the dataset', () => {
    const members = firstOf('graph')['@graph'] as readonly Json[]; // compared below
    expect(members.map((member) => member['@type'])).toEqual([
      ['schema:Dataset'],
      ['schema:Organization'],
      ['schema:Dataset'],
    ]);
    expect(members[2]).toMatchObject({ 'schema:about': { '@id': members[0]?.['@id'] } });
    expect(members[0]).not.toHaveProperty('schema:subjectOf');
  });

  it('refuse to make a document of nothing', () => {
    for (const shape of Object.values(shapes)) expect(() => shape([])).toThrow(RangeError);
  });
});

describe('a record', () => {
  it('has five to seven variables, two to three creators and two files', () => {
    for (let index = 0; index < 50; index += 1) {
      const { dataset } = createRecord(1, index);
      const lengths = ['variableMeasured', 'creator', 'distribution'].map(
        (key) => (dataset[key] as readonly unknown[]).length, // each is made as an array
      );
      expect([5, 6, 7]).toContain(lengths[0]);
      expect([2, 3]).toContain(lengths[1]);
      expect(lengths[2]).toBe(2);
    }
  });
});
