import { describe, expect, it } from 'vitest';
import { documentsOf, extract, kindsOf, linksOf } from '../extraction.ts';
import { conformsTo, contentType, links, properties, record } from './records.ts';

describe('GeoJSON', () => {
  const bare = { type: 'Feature', id: '1', geometry: null, properties };

  it.each([
    ['says that it is one', { ...bare, conformsTo }, true],
    ['has title, type, links and time', { ...bare, links, time: null }, true],
    [
      'has title, type, links and keywords',
      { ...bare, links, properties: { ...properties, keywords: [] } },
      true,
    ],
    ['has title and type', bare, false],
    ['has title, type and time', { ...bare, time: null }, false],
    ['has title, type and links', { ...bare, links }, false],
    ['has no title', { ...bare, links, time: null, properties: { type: 'dataset' } }, false],
    ['is an item of STAC', { ...bare, conformsTo, stac_version: '1.0.0' }, false],
    ['is JSON-LD', { '@context': {}, ...bare, conformsTo }, false],
  ])('is a record where it %s: %#', async (_, feature, isRecord) => {
    const [document] = documentsOf(await extract(JSON.stringify(feature), { contentType }));
    expect(document?.route).toBe(isRecord ? 'ogcRecord' : 'direct');
  });

  it('is a list of records where some of its features are', async () => {
    const features = [
      record,
      { ...record, id: 'other' },
      { type: 'Feature', properties: {} },
      record,
    ];
    const outcomes = await extract(JSON.stringify({ type: 'FeatureCollection', features }), {
      contentType,
    });
    expect(kindsOf(outcomes)).toEqual(['document', 'document', 'list-item-invalid', 'document']);
    expect(documentsOf(outcomes).map(({ piece }) => piece)).toEqual([
      { sharesName: true },
      { sharesName: false },
      { sharesName: true },
    ]);
  });

  it('is data where none is, and has its pages left alone where no source names it', async () => {
    const next = [{ rel: 'next', href: '?page=2' }];
    const data = { type: 'FeatureCollection', features: [bare], links: next };
    expect(kindsOf(await extract(JSON.stringify(data), { contentType }))).toEqual(['document']);
    const found = { type: 'FeatureCollection', features: [record], links: next };
    expect(linksOf(await extract(JSON.stringify(found), { contentType }))).toEqual([]);
    const isList = { target: { isList: true } } as const;
    expect(linksOf(await extract(JSON.stringify(found), { contentType, ...isList }))).toMatchObject(
      [{ url: 'https://repository.example.org/dataset/1?page=2', rel: 'next', isList: true }],
    );
  });
});
