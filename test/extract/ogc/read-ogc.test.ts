import { describe, expect, it } from 'vitest';
import { documentsOf, extract, kindsOf, linksOf, pageUrl } from '../extraction.ts';
import { conformsTo, contentType, links, properties, record } from './records.ts';

describe('GeoJSON', () => {
  const bare = { type: 'Feature', id: '1', geometry: null, properties };

  it.each([
    ['declares that it is one', { ...bare, conformsTo }, true],
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
    ['is JSON-LD', { '@context': {}, ...bare, conformsTo }, false],
  ])('is a record where it %s: %#', async (_, feature, isRecord) => {
    const [document] = documentsOf(await extract(JSON.stringify(feature), { contentType }));
    expect(document?.route).toBe(isRecord ? 'ogcRecord' : 'direct');
  });

  it('is no record if it is a STAC item', async () => {
    const item = { ...bare, conformsTo, stac_version: '1.0.0' };
    expect(kindsOf(await extract(JSON.stringify(item), { contentType }))).toEqual([
      'metadata-format-unread',
    ]);
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

  it('is data without a record, and its pages are not followed unless a source lists it', async () => {
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

describe('a catalogue of a source', () => {
  const isListed = { contentType, target: { isList: true } } as const;
  const feature = { type: 'Feature', geometry: null };
  const title = 'Peat depth';
  const next = [{ rel: 'next', href: '?page=2' }];

  async function kindsIn(features: readonly unknown[], more = {}): Promise<readonly string[]> {
    const collection = JSON.stringify({ type: 'FeatureCollection', features, ...more });
    return kindsOf(await extract(collection, isListed));
  }

  it.each([
    ['a title and a type', { ...feature, properties: { title, type: 'dataset' } }],
    ['a title and a description', { ...feature, properties: { title, description: 'In cm.' } }],
    ['a title and a time', { ...feature, time: { date: '2026-01-01' }, properties: { title } }],
  ])('has a record in what has %s', async (_, item) => {
    expect(await kindsIn([item])).toEqual(['document']);
    const [alone] = documentsOf(await extract(JSON.stringify(item), isListed));
    expect(alone?.route).toBe('ogcRecord');
  });

  it.each([
    ['only a title', { ...feature, properties: { title } }],
    ['a blank title', { ...feature, properties: { title: ' ', type: 'dataset' } }],
    ['no properties', { ...feature, properties: null }],
    ['no type of GeoJSON', { properties: { title, type: 'dataset' } }],
    ['nothing, and is no object', 7],
  ])('has each feature reported that has %s, also where no other is a record', async (_, item) => {
    const found = { ...feature, properties };
    expect(await kindsIn([item, found, item], { links: next })).toEqual([
      'list-item-invalid',
      'document',
      'list-item-invalid',
      'link',
    ]);
    expect(await kindsIn([item], { links: next })).toEqual(['list-item-invalid', 'link']);
  });

  it('reports STAC items, and is no collection of records if there is nothing else', async () => {
    const item = { ...feature, stac_version: '1.0.0', properties: { title, type: 'x' } };
    const found = { ...feature, properties };
    expect(await kindsIn([item, found])).toEqual(['list-item-invalid', 'document']);
    expect(await kindsIn([item, item], { links: next })).toEqual(['metadata-format-unread']);
  });

  it('reports the beginning of invalid features, and repairs once', async () => {
    const text = '{"type":"FeatureCollection","features":[{"note":"NOTE"},{},]}';
    const [first, second] = await extract(text.replace('NOTE', 'x'.repeat(300)), isListed);
    expect(first).toMatchObject({
      problem: { kind: 'list-item-invalid', found: `{"note":"${'x'.repeat(191)}` },
      problems: [{ kind: 'json-mended' }],
    });
    expect(second).toEqual({
      kind: 'failed',
      problem: { kind: 'list-item-invalid', url: pageUrl, found: '{}' },
    });
  });

  it('includes collections that declare their features to be records', async () => {
    const collection = { type: 'FeatureCollection', conformsTo, features: [{ ...feature }] };
    expect(kindsOf(await extract(JSON.stringify(collection), { contentType }))).toEqual([
      'list-item-invalid',
    ]);
  });
});
