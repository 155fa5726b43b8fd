import { describe, expect, it } from 'vitest';
import { documentsOf, extract, kindsOf, pageUrl, script } from '../extraction.ts';
import { extractList, listFile, piecesOf } from './list-file.ts';

const context = 'https://schema.org/';
const ids = ['https://example.org/1', 'https://example.org/2', 'https://example.org/3'];
const datasets = ids.map((id) => ({ '@id': id, '@type': 'Dataset', name: 'Tidé' }));
const itemList = { '@context': context, '@type': 'ItemList', itemListElement: datasets };

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

  it('is detected as JSON after many blanks', async () => {
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

  it('yields its own description as one more document', async () => {
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
    ['schema:itemListElement', { schema: 'http://schema.org/' }],
    ['http://schema.org/dataset', {}],
    ['members', { members: 'https://schema.org/dataFeedElement' }],
    ['dcat:dataset', { dcat: 'http://www.w3.org/ns/dcat#' }],
  ])('may be written as %s', async (name, terms) => {
    const pieces = await piecesOf({ '@context': terms, [name]: datasets });
    expect(pieces).toEqual(
      datasets.map((dataset) => JSON.stringify({ '@context': terms, [name]: [dataset] })),
    );
  });

  it.each([['myDataset'], ['datasets'], ['itemListElement:x'], ['@included'], ['@graph']])(
    'is not what stands under %s',
    async (name) => {
      const json = JSON.stringify({ '@context': context, [name]: datasets });
      const [document, ...others] = documentsOf(await extractList(json));
      expect(others).toEqual([]);
      expect(document?.json).toBe(json);
      expect(document).not.toHaveProperty('piece');
    },
  );

  it('has its items as they are written', async () => {
    const items = ['{ "a" : 1.0 ,\n"b\\u0061" : "]}\\"\\\\" }', '[{"c":[]}]', '"https://x.org/"'];
    const text = `{ "dataset" :\t[\r\n${items.join(' ,\n')} ] , "@type" : "A", "@context":"${context}", "more": "${'x'.repeat(60)}" }`;
    const pieces = await piecesOf(text);
    expect(pieces.slice(0, 3)).toEqual(
      items.map((item) => `{"@type":"A","@context":"${context}","dataset":[${item}]}`),
    );
  });

  it('may have a single item without an array, or in a JSON-LD list', async () => {
    const [first] = datasets;
    for (const value of [first, { '@list': datasets.slice(0, 1) }]) {
      const pieces = await piecesOf({
        '@context': context,
        itemListElement: value,
        dataset: datasets,
      });
      expect(pieces[0]).toBe(JSON.stringify({ '@context': context, itemListElement: value }));
      expect(pieces).toHaveLength(4);
    }
  });

  it('may have an item that is no JSON, in an array of documents', async () => {
    const documents = datasets.map((dataset) =>
      JSON.stringify({ '@context': context, ...dataset }),
    );
    const outcomes = await extractList(
      `[${documents.join(',')},{"@context":"${context}","name":bad}]`,
    );
    expect(kindsOf(outcomes)).toEqual(['document', 'document', 'document', 'json-malformed']);
  });

  it('may have its context after the items, and escapes in names', async () => {
    const text = `{"item\\u004cistElement": ${JSON.stringify(datasets)}, "\\u0040context": "${context}"}`;
    expect(await piecesOf(text)).toEqual(
      datasets.map((dataset) =>
        JSON.stringify({ '@context': context, itemListElement: [dataset] }),
      ),
    );
  });

  it('includes its description with items that reference it, and only there', async () => {
    const [first, ...others] = datasets;
    const told = { ...first, isPartOf: { '@id': '#c' } };
    const catalogue = { '@context': context, '@id': '#c', name: 'Tides' };
    const pieces = await piecesOf({ ...catalogue, dataset: [told, ...others] });
    expect(pieces.map((piece) => JSON.parse(piece) as unknown)).toEqual([
      { ...catalogue, dataset: [told] },
      ...others.map((dataset) => ({ '@context': context, '@id': '#c', dataset: [dataset] })),
    ]);
  });

  it('is not read further where its context is unavailable', async () => {
    const foreign = 'https://contexts.example/unknown.jsonld';
    expect(await piecesOf({ '@context': foreign, dataset: datasets })).toEqual([
      JSON.stringify({ '@context': foreign, '@graph': [] }),
    ]);
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
    const document = { '@context': context, itemListElement: [first], 'schema:dataset': others };
    expect(await piecesOf(document, { limits: { pieceBytes: 200 } })).toEqual([
      JSON.stringify({ '@context': context, itemListElement: [first] }),
      ...others.map((dataset) =>
        JSON.stringify({ '@context': context, 'schema:dataset': [dataset] }),
      ),
    ]);
    const alone = JSON.stringify({ '@context': context, ...first });
    expect(await piecesOf(`[${alone}${' '.repeat(100)}]`)).toEqual([`[${alone}]`]);
  });

  it('keeps keywords that describe something in its own description', async () => {
    const others = { '@reverse': { about: { '@id': '#r' } }, '@graph': { '@id': '#g' } };
    const pieces = await piecesOf({ ...itemList, ...others });
    expect(pieces).toHaveLength(4);
    expect(pieces[0]).toBe(JSON.stringify({ ...itemList, itemListElement: [datasets[0]] }));
    expect(JSON.parse(pieces[3] ?? '')).toMatchObject(others);
  });
});

describe('a large file without a list', () => {
  it.each([
    [{ '@type': 'Dataset', itemListElement: [], distribution: datasets }],
    [{ '@type': 'Dataset', dataset: datasets[0], distribution: datasets }],
    [{ dataset: datasets, '@type': 'schema:Dataset' }],
    [{ '@type': 'BreadcrumbList', itemListElement: datasets }],
  ])('is one document: %j', async (said) => {
    const document = { '@context': context, ...said };
    expect(await piecesOf(document)).toEqual([JSON.stringify(document)]);
  });

  it('is read as any JSON is', async () => {
    expect(kindsOf(await extractList(`[${' '.repeat(200)}]`))).toEqual(['json-not-metadata']);
    expect(kindsOf(await extractList(`"${' '.repeat(200)}"`))).toEqual(['json-not-metadata']);
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    expect(kindsOf(await extractList({ $schema, x: 'x'.repeat(100) }))).toEqual(['template']);
  });

  it('is refused if it is more than four times as large as an item may be', async () => {
    expect(kindsOf(await extractList(named(400)))).toEqual(['document']);
    expect(await extractList(named(401))).toEqual([
      { kind: 'failed', problem: { kind: 'document-too-large', url: pageUrl, maxBytes: 400 } },
    ]);
  });
});
