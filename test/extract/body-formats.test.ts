import { describe, expect, it } from 'vitest';
import { documentsOf, extract, kindsOf, pageUrl, script, signpostsOf } from './extraction.ts';

const dataCite = {
  schemaVersion: 'http://datacite.org/schema/kernel-4',
  titles: [{ title: 'Peat' }],
};
const csl = { type: 'dataset', title: 'Peat', issued: { 'date-parts': [[2026]] } };
const item = { type: 'Feature', stac_version: '1.0.0', properties: {}, links: [] };
const ckan = { name: 'peat', resources: [], license_id: 'cc-by' };

describe('JSON in a format of metadata that is not read', () => {
  it.each([
    ['STAC', item],
    ['STAC', { type: 'FeatureCollection', features: [item] }],
    ['STAC', { collections: [{ stac_version: '1.0.0' }], links: [] }],
    ['CKAN JSON', ckan],
    ['CKAN JSON', { success: true, result: { resources: [] } }],
    ['CKAN JSON', { success: true, result: { count: 1, results: [{ resources: [] }] } }],
  ])('is told by its shape: %s, %#', async (format, document) => {
    const contentType = 'application/json';
    const problem = { kind: 'metadata-format-unread', url: pageUrl, format, contentType };
    const failed = [{ kind: 'failed', problem }];
    expect(await extract(JSON.stringify(document), { contentType })).toEqual(failed);
    const limits = { pieceBytes: 10 };
    expect(await extract(JSON.stringify(document), { contentType, limits })).toEqual(failed);
  });

  it.each([['STAC', 'application/vnd.stac.item+json']])(
    'is told by its media type: %s',
    async (format, contentType) => {
      expect(await extract('{"title": "Peat"}', { contentType })).toMatchObject([
        { problem: { kind: 'metadata-format-unread', format, contentType } },
      ]);
    },
  );

  it.each([
    ['is JSON-LD', { '@context': 'https://schema.org', ...dataCite }],
    ['has a graph', { '@graph': [dataCite], ...csl }],
    ['is only partly in it', [csl, { '@type': 'Dataset' }]],
    ['is a citation without a date', { type: 'dataset', issued: '2026' }],
    ['has resources of another kind', { name: 'peat', resources: [], licenses: [] }],
    ['has no resources', { success: true, result: ['peat'] }],
    ['is a message of something else', { message: {} }],
    ['is in a version of something else', { schemaVersion: '4' }],
  ])('is not what %s', async (_name, document) => {
    expect(
      kindsOf(await extract(JSON.stringify(document), { contentType: 'application/json' })),
    ).toEqual(['document']);
  });

  it('is read where it has keywords of JSON-LD, whatever its media type', async () => {
    const contentType = 'application/vnd.datacite.datacite+json';
    const dataset = JSON.stringify({ '@type': 'Dataset', name: 'Peat' });
    expect(kindsOf(await extract(dataset, { contentType }))).toEqual(['document']);
    const codemeta = { contentType: 'application/vnd.codemeta.ld+json' };
    expect(kindsOf(await extract('{"name": "Peat"}', codemeta))).toEqual(['document']);
  });

  it('is an offer that is not taken, and links are followed', async () => {
    const facts = {
      contentType: 'application/json',
      link: '<peat.jsonld>; rel="describedby"; type="application/ld+json"',
      target: { found: { by: 'link' } },
    } as const;
    expect(kindsOf(await extract(JSON.stringify(item), facts))).toEqual(['link']);
    const { offers } = await signpostsOf(JSON.stringify(item), facts);
    expect(offers.map(({ via, verdict }) => [via, verdict])).toEqual([
      ['content', 'other-format'],
      ['header-link', 'taken'],
    ]);
  });

  it('is reported once per series, after the readable documents', async () => {
    const contentType = 'application/x-ndjson';
    const lines = [item, { '@type': 'Dataset' }, item].map((each) => JSON.stringify(each));
    expect(kindsOf(await extract(lines.join('\n'), { contentType }))).toEqual([
      'document',
      'metadata-format-unread',
    ]);
    expect(kindsOf(await extract(`${lines[0]}\n${lines[2]}`, { contentType }))).toEqual([
      'metadata-format-unread',
    ]);
  });
});

const tides = { '@context': 'https://schema.org', '@type': 'Dataset', name: 'Tides' };

describe('a type that is not that of the body', () => {
  it.each([
    '<!DOCTYPE html><html>',
    '\uFEFF\n<!-- made by hand -->\n<!doctype html>',
    '<?xml version="1.0"?>\n<html lang="en">',
    '',
  ])('finds a page that a server calls JSON, and that begins with %j', async (start) => {
    const page = start + script(tides);
    for (const contentType of ['application/ld+json', 'application/json', 'application/x-ndjson']) {
      expect(documentsOf(await extract(page, { contentType }))[0]?.route).toBe('embedded');
      const limits = { pieceBytes: 10 };
      expect(documentsOf(await extract(page, { contentType, limits }))).toHaveLength(1);
    }
  });

  it.each(['<!-- made by hand --> JSON', '<!-- JSON -->', '<![CDATA[JSON]]>'])(
    'finds JSON that is called so behind what pages have as well: %s',
    async (template) => {
      const text = template.replace('JSON', JSON.stringify(tides));
      const [document] = documentsOf(await extract(text, { contentType: 'application/ld+json' }));
      expect(document?.route).toBe('direct');
    },
  );

  it.each(['application/xml', 'text/xml', 'application/javascript', 'text/javascript'])(
    'finds JSON-LD that a server calls %s, and no other JSON',
    async (contentType) => {
      const text = `// made by hand\n${JSON.stringify(tides)}`;
      expect(documentsOf(await extract(text, { contentType }))[0]?.route).toBe('direct');
      for (const other of ['{"name": "Tides"}', '<!-- {"@type": "x"} -->', 'f({"@type": "x"})']) {
        const kinds = kindsOf(await extract(other, { contentType }));
        expect(kinds).toEqual(['content-type-unsupported']);
      }
    },
  );
});
