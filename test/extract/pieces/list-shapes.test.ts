import { describe, expect, it } from 'vitest';
import { documentsOf, extract, kindsOf, pageUrl, script } from '../extraction.ts';
import { extractList, listFile, piecesOf } from './list-file.ts';

const context = 'https://schema.org/';
const ids = ['https://example.org/1', 'https://example.org/2', 'https://example.org/3'];
const datasets = ids.map((id) => ({ '@id': id, '@type': 'Dataset', name: 'Tidé' }));
const itemList = { '@context': context, '@type': 'ItemList', itemListElement: datasets };

/** Of each document of a list whether it shares its name. */
const sharing = async (items: readonly unknown[], head = {}) =>
  documentsOf(await extractList({ dataset: items, ...head })).map(({ piece }) => piece?.sharesName);

/** A document of so many bytes. */
const named = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;

describe('a body in a file', () => {
  const limits = { pieceBytes: 1000 };

  it('is read as one in memory is, if it is not larger than a piece', async () => {
    const json = JSON.stringify(itemList);
    const body = listFile(json);
    const finalUrl = 'https://mirror.example.org/list';
    const facts = { contentType: 'application/json', finalUrl, limits };
    const outcomes = await extract(body, facts);
    expect(outcomes).toEqual(await extract(json, facts));
    expect(documentsOf(outcomes)[0]?.json).toBe(json);
  });

  it('is read as a whole if it is a page, whatever its size', async () => {
    const body = listFile(`<p>${'x'.repeat(2000)}</p>${script(itemList)}`);
    expect(kindsOf(await extract(body, { limits }))).toEqual(['document']);
    expect(kindsOf(await extract(body, { limits, contentType: '' }))).toEqual(['document']);
    expect(kindsOf(await extract(body, { limits, contentType: 'image/png' }))).toEqual([
      'content-type-unsupported',
    ]);
  });

  it('is seen to be JSON behind many blanks', async () => {
    const body = listFile(`${' '.repeat(5000)}${JSON.stringify(itemList)}`);
    const outcomes = await extract(body, { limits, contentType: 'text/plain' });
    expect(kindsOf(outcomes)).toEqual(['document', 'document', 'document']);
  });

  it('that is empty has no metadata', async () => {
    expect(kindsOf(await extract(listFile(''), { limits }))).toEqual(['no-metadata']);
  });
});

describe('a list larger than a piece', () => {
  it('gives each item in a copy of the list with its keywords only', async () => {
    const finalUrl = 'https://mirror.example.org/list';
    const outcomes = await extractList({ name: 'x', ...itemList, '@id': '#list' }, { finalUrl });
    expect(documentsOf(outcomes).slice(0, 3)).toEqual(
      datasets.map((dataset) => ({
        documentUrl: pageUrl,
        route: 'direct',
        json: JSON.stringify({
          '@context': context,
          '@type': 'ItemList',
          '@id': '#list',
          itemListElement: [dataset],
        }),
        baseIri: finalUrl,
        piece: { sharesName: false },
      })),
    );
  });

  it('gives what it says of itself as one more document', async () => {
    const catalogue = { '@context': context, '@id': '#c', name: 'Tides', dataset: datasets };
    const pieces = await piecesOf({ ...catalogue, publisher: { name: 'x' } });
    expect(pieces).toHaveLength(4);
    expect(JSON.parse(pieces[3] ?? '')).toEqual({
      '@context': context,
      '@id': '#c',
      name: 'Tides',
      publisher: { name: 'x' },
    });
    expect(await piecesOf(itemList)).toHaveLength(3);
  });

  it.each([
    ['schema:itemListElement'],
    ['http://schema.org/dataset'],
    ['https://example.org/terms#dataFeedElement'],
    ['dcat:dataset'],
  ])('may be written as %s', async (name) => {
    const pieces = await piecesOf({ [name]: datasets });
    expect(pieces).toEqual(datasets.map((dataset) => JSON.stringify({ [name]: [dataset] })));
  });

  it.each([['myDataset'], ['datasets'], ['itemListElement:x'], ['@included']])(
    'is not what stands under %s',
    async (name) => {
      const json = JSON.stringify({ [name]: datasets });
      const [document, ...others] = documentsOf(await extractList(json));
      expect(others).toEqual([]);
      expect(document?.json).toBe(json);
      expect(document).not.toHaveProperty('piece');
    },
  );

  it('has its items as they are written', async () => {
    const items = ['{ "a" : 1.0 ,\n"b\\u0061" : "]}\\"\\\\" }', '[{"c":[]}]', '"https://x.org/"'];
    const text = `{ "dataset" :\t[\r\n${items.join(' ,\n')} ] , "type" : "A", "more": "${'x'.repeat(60)}" }`;
    const pieces = await piecesOf(text);
    expect(pieces.slice(0, 3)).toEqual(items.map((item) => `{"type":"A","dataset":[${item}]}`));
  });

  it('may have its context behind the items, and escapes in names', async () => {
    const text = `{"item\\u004cistElement": ${JSON.stringify(datasets)}, "\\u0040context": "${context}"}`;
    expect(await piecesOf(text)).toEqual(
      datasets.map((dataset) =>
        JSON.stringify({ '@context': context, itemListElement: [dataset] }),
      ),
    );
  });

  it('keeps a context that an item has of its own', async () => {
    const items = datasets.map((dataset) => ({ '@context': { '@vocab': 'x' }, ...dataset }));
    const limits = { pieceBytes: 200 };
    const [piece = ''] = await piecesOf({ ...itemList, itemListElement: items }, { limits });
    expect(JSON.parse(piece)).toEqual({ ...itemList, itemListElement: [items[0]] });
  });

  it('may begin with a byte order mark', async () => {
    expect(await piecesOf(`\uFEFF${JSON.stringify(itemList)}`)).toEqual(await piecesOf(itemList));
  });

  it('that is not UTF-8 is read by the charset of its type', async () => {
    const body = Buffer.from(JSON.stringify(itemList), 'latin1');
    const contentType = 'application/json; charset=iso-8859-1';
    expect(await piecesOf(body, { contentType })).toEqual(await piecesOf(itemList));
    const outcomes = await extractList(body, { contentType: 'application/json; charset=none' });
    const at = JSON.stringify(itemList).search(/[^ -~]/u);
    const place = { line: 1, column: at + 1 };
    const wrong = { charset: 'utf-8', readAs: 'windows-1252', ...place };
    expect(outcomes.map((outcome) => ('problems' in outcome ? outcome.problems : []))).toEqual([
      [
        { kind: 'charset-unknown', url: pageUrl, charset: 'none' },
        { kind: 'charset-wrong', url: pageUrl, ...wrong },
      ],
      [],
      [],
    ]);
    expect(documentsOf(outcomes).map(({ json }) => json)).toEqual(await piecesOf(itemList));
  });

  it('may be several lists, or one item', async () => {
    const [first, ...others] = datasets;
    const document = { itemListElement: [first], 'x:dataset': others };
    expect(await piecesOf(document)).toEqual([
      JSON.stringify({ itemListElement: [first] }),
      ...others.map((dataset) => JSON.stringify({ 'x:dataset': [dataset] })),
    ]);
    expect(await piecesOf(`[${JSON.stringify(first)}${' '.repeat(100)}]`)).toEqual([
      JSON.stringify([first]),
    ]);
  });

  it('leaves to what it says of itself the keywords that describe something', async () => {
    const others = { '@reverse': { about: { '@id': '#r' } }, '@graph': { '@id': '#g' } };
    const pieces = await piecesOf({ ...itemList, ...others });
    expect(pieces).toHaveLength(4);
    expect(pieces[0]).toBe(JSON.stringify({ ...itemList, itemListElement: [datasets[0]] }));
    expect(JSON.parse(pieces[3] ?? '')).toMatchObject(others);
  });

  it('counts in the later place where its name is given twice', async () => {
    const [first, second] = datasets.map((dataset) => JSON.stringify(dataset));
    expect(await piecesOf(`{"dataset":[${first}],"dataset":[${second}]}`)).toEqual([
      `{"dataset":[${second}]}`,
    ]);
  });
});

describe('a large file without a list', () => {
  it.each([
    [{ '@type': 'Dataset', itemListElement: [], distribution: datasets }],
    [{ '@type': 'Dataset', dataset: datasets[0], distribution: datasets }],
    [{ dataset: datasets, '@type': 'schema:Dataset' }],
    [{ '@type': 'BreadcrumbList', itemListElement: datasets }],
  ])('is one document: %j', async (document) => {
    expect(await piecesOf(document)).toEqual([JSON.stringify(document)]);
  });

  it('is read as any JSON is', async () => {
    expect(kindsOf(await extractList(`[${' '.repeat(200)}]`))).toEqual(['json-not-metadata']);
    expect(kindsOf(await extractList(`"${' '.repeat(200)}"`))).toEqual(['json-not-metadata']);
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    expect(kindsOf(await extractList({ $schema, x: 'x'.repeat(100) }))).toEqual(['template']);
  });

  it('is refused if it is sixteen times as large as a piece', async () => {
    expect(kindsOf(await extractList(named(1600)))).toEqual(['document']);
    expect(await extractList(named(1601))).toEqual([
      { kind: 'failed', problem: { kind: 'body-too-large', url: pageUrl, maxBytes: 1600 } },
    ]);
  });
});

describe('whether a piece shares its name', () => {
  const called = { '@id': ids[0], name: 'a' };
  const nameless = { name: 'Tides' };

  it('is said by what the items call themselves', async () => {
    const item = { '@type': 'ListItem', item: { ...called, name: 'b' } };
    const about = { '@type': 'CatalogRecord', '@id': '_:b0', 'schema:about': [{ '@id': ids[0] }] };
    expect(await sharing([called, item, about, datasets[1], nameless])).toEqual(
      [true, true, true].concat(false, false),
    );
    expect(await sharing(Array.from({ length: 6 }, () => nameless))).toEqual(Array(6).fill(false));
  });

  it('does not depend on items that say nothing, or the same', async () => {
    const wrapped = { '@type': 'ListItem', position: 1, item: called };
    const items = [called, called, wrapped, { '@id': ids[0] }, ids[0], { item: { '@id': ids[0] } }];
    expect(await sharing(items)).toEqual(Array(6).fill(false));
  });

  it('is said by identifier and url where there is no @id', async () => {
    const propertyValue = { '@type': 'PropertyValue', 'schema:value': 'doi:10.1/2' };
    expect(
      await sharing([
        { identifier: ['', propertyValue] },
        { url: 'doi:10.1/2' },
        { identifier: 7, url: 'doi:10.1/2' },
        { 'x:identifier': [{ '@value': '7' }], name: 'a' },
      ]),
    ).toEqual([true, true, true, true]);
  });

  it.each([
    [{ '@context': { Entry: 'dcat#CatalogRecord' } }],
    [{ '@context': { uri: '@id' } }],
    [{ '@context': { identifier: { '@id': 'http://ex.org/other' } } }],
    [{ '@context': context, '@id': 'dcat:a' }],
  ])('is said where the context leaves it open: %j', async (more) => {
    const items = [{ ...called, '@id': ids[1], ...more }, called];
    expect(await sharing(items)).toEqual([true, false]);
  });

  it('is not known of short names before the context', async () => {
    const short = { '@id': 'ex:a', name: 'x'.repeat(60) };
    const around = { '@context': { ex: 'http://ex.org/' } };
    expect(await sharing([short, called], around)).toEqual([true, false]);
    const text = JSON.stringify({ ...around, dataset: [short, called] });
    const [first] = documentsOf(await extractList(text));
    expect(first?.piece?.sharesName).toBe(false);
  });

  it('counts the list itself', async () => {
    const items = [
      { '@id': '#a', name: 'x'.repeat(60) },
      { '@id': '#b', name: 'y' },
    ];
    expect(await sharing(items, { id: '#b', name: 'x' })).toEqual([false, true, true]);
  });
});
