import type { ShownRecord } from '../../src/render/record-summary.ts';

/** A record with everything that a record can have. */
export function shownRecord(
  changes: Partial<ShownRecord['record']> = {},
  links: ShownRecord['links'] = [],
): ShownRecord {
  const documentUrl = 'https://repository.example/list';
  const at = '2026-11-20T11:36:27.123Z';
  return {
    record: {
      graph: `${documentUrl}#a`,
      documentUrl,
      key: 'a',
      document: 'ab'.repeat(32),
      quads: 1234,
      recordIri: 'https://repository.example/record/a',
      describes: [
        {
          iri: 'https://doi.org/10.1234/A',
          types: ['http://schema.org/Dataset', 'http://www.w3.org/ns/dcat#Dataset'],
          name: 'Snow on \u001B[31mthe Ridge',
          identifiers: ['https://doi.org/10.1234/A', 'doi:10.1234/A', 'OS-1'],
        },
        { types: [], identifiers: [] },
      ],
      profiles: ['https://w3id.org/cdif/core/1.1', 'https://w3id.org/cdif/discovery/1.1'],
      memberOf: ['https://repository.example/catalogue'],
      ...changes,
    },
    retrieval: {
      finalUrl: 'https://www.repository.example/list',
      redirects: [{ from: documentUrl, to: 'https://www.repository.example/list', status: 301 }],
      status: 200,
      at,
      etag: '"v1"',
      lastModified: 'Fri, 20 Nov 2026 10:00:00 GMT',
    },
    run: '20261120T113625Z',
    outcome: {
      url: documentUrl,
      listings: [
        { source: 'a-list', found: { by: 'urls' }, depth: 0 },
        {
          source: 'site',
          found: {
            by: 'sitemap',
            in: 'https://repository.example/sitemap.xml',
            lastmod: '2026-11-19',
          },
          depth: 0,
        },
      ],
      state: 'harvested',
      at: '2026-11-21T02:00:00.000Z',
      run: '20261121T020000Z',
      problems: [
        {
          kind: 'iri-repaired',
          url: documentUrl,
          value: 'https://x.example/a b',
          repaired: 'https://x.example/a%20b',
        },
        { kind: 'list-item-invalid', url: documentUrl, found: '12' },
      ],
    },
    document: {
      route: 'direct',
      baseIri: documentUrl,
      jsonBytes: 13,
      piece: { sharesName: false },
    },
    links,
    problems: [],
    details: [],
  };
}
