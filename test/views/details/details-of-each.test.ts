import { describe, expect, it } from 'vitest';
import type { SearchFacts } from '../../../src/model/search-facts.ts';
import { detailsOfEach } from '../../../src/views/details/details-of-each.ts';
import { withLabels } from '../../../src/views/details/labelled-nodes.ts';
import type { ResourceDetails } from '../../../src/views/details/resource-details.ts';
import { viewRecords } from '../../../src/views/record-view.ts';
import { graphsOf } from '../../expand/expanding.ts';

/** As `show` has them. */
async function detailsOf(...resources: readonly object[]): Promise<readonly ResourceDetails[]> {
  const [record] = await graphsOf([
    {
      '@context': { '@vocab': 'https://schema.org/' },
      '@id': 'https://data.example/record',
      '@type': 'Dataset',
      additionalType: 'dcat:CatalogRecord',
      about: resources,
    },
  ]);
  if (record === undefined) throw new Error('no record');
  const { graph, describes, search } = record;
  // What expansion wrote.
  const facts = JSON.parse(search) as readonly SearchFacts[];
  const asked = { graph, describes, nquads: withLabels(record), provenance: '' };
  return detailsOfEach({ graph, describes, details: viewRecords('details', [asked]), facts });
}

function creatorsOf(details: readonly ResourceDetails[]): readonly (string | undefined)[][] {
  return details.map(({ agents }) => agents.map(({ name }) => name));
}

describe('the details of each resource', () => {
  // Twelve, so that the numbers of their nodes are not in the order of texts.
  it('are its own where others without IRI have the same name', async () => {
    const years = Array.from({ length: 12 }, (_, index) => String(2001 + index));
    const details = await detailsOf(
      ...years.map((year) => ({
        '@type': 'Dataset',
        name: 'Tides',
        creator: { name: `Ann ${year}` },
        temporalCoverage: year,
      })),
    );
    expect(creatorsOf(details)).toEqual(years.map((year) => [`Ann ${year}`]));
    expect(details.map(({ times }) => times?.periods)).toEqual(
      years.map((year) => [{ start: year, end: year }]),
    );
  });

  it('are there where a nil stands for the IRI', async () => {
    const nil = 'http://www.opengis.net/def/nil/OGC/0/missing';
    const details = await detailsOf({ '@id': nil, '@type': 'Dataset', creator: { name: 'Ann' } });
    expect(creatorsOf(details)).toEqual([['Ann']]);
    expect(details[0]).not.toHaveProperty('iri');
  });

  it('are there where a resource has neither IRI nor name', async () => {
    const details = await detailsOf(
      { '@type': 'Dataset', name: 'Tides', creator: { name: 'Ann' } },
      { '@type': 'Dataset', creator: { name: 'Bob' } },
      { '@type': 'Dataset', '@id': 'https://data.example/a', creator: { name: 'Cy' } },
    );
    expect(creatorsOf(details)).toEqual([['Ann'], ['Bob'], ['Cy']]);
    expect(details.map(({ iri }) => iri)).toEqual([undefined, undefined, 'https://data.example/a']);
    expect(details[1]?.node).toMatch(/^_:g[\da-f]{20}n\d+$/u);
  });

  it('tell those of one name apart by their types', async () => {
    const details = await detailsOf(
      { '@type': 'Dataset', name: 'Tides', creator: { name: 'Ann' } },
      { '@type': 'SoftwareApplication', name: 'Tides', creator: { name: 'Bob' } },
    );
    expect(creatorsOf(details)).toEqual([['Ann'], ['Bob']]);
  });

  it('are empty where nothing is known, and never those of another name', () => {
    const graph = 'https://data.example/record';
    const describes = [{ types: [], name: 'Winds', identifiers: [] }];
    const [empty] = detailsOfEach({ graph, describes, details: [], facts: [] });
    const details = empty === undefined ? [] : [{ ...empty, names: ['Tides'], versions: ['1'] }];
    expect(detailsOfEach({ graph, describes, details, facts: [] })).toEqual([empty]);
    expect(empty).toMatchObject({ graph, names: [], versions: [] });
  });
});
