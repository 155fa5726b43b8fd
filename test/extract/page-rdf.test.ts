import { describe, expect, it } from 'vitest';
import { microdataToJsonLd, rdfaToJsonLd } from '../../src/extract/page-fallbacks.ts';
import type { RdfReading } from '../../src/extract/rdf/read-rdf.ts';
import { base, limits } from './rdf/reading.ts';

const options = { limits, jsonDepth: 200 };

/** The documents of a page. */
function documentsOf(reading: RdfReading): readonly unknown[] {
  if (reading.kind !== 'documents') throw new Error(JSON.stringify(reading));
  return Array.from(reading.documents, (json): unknown => JSON.parse(json));
}

const s = 'http://schema.org/';

function copies(to: number): string {
  return `<link property="rdfa:copy" href="#p${to}">`.repeat(10);
}

describe('microdata', () => {
  const page = `<!doctype html><body id="top"><div itemscope itemtype="https://schema.org/Dataset" itemid="#7">
    <h1 itemprop="name" id="h">Peat &amp; moss</h1><a itemprop="url" href="/7">here</a>
    <div itemprop="creator" itemscope itemtype="https://schema.org/Person"><b itemprop="name">Moss</b></div>
    <time itemprop="datePublished" datetime="2019-03-01">March</time></div>`;

  it('of a page is a document', async () => {
    expect(documentsOf(await microdataToJsonLd(page, base, options))).toEqual([
      [
        {
          '@id': `${base}#7`,
          '@type': ['https://schema.org/Dataset'],
          'https://schema.org/name': { '@value': 'Peat & moss' },
          'https://schema.org/url': { '@id': 'https://soil.example/7' },
          'https://schema.org/creator': {
            '@type': ['https://schema.org/Person'],
            'https://schema.org/name': { '@value': 'Moss' },
          },
          'https://schema.org/datePublished': {
            '@value': '2019-03-01',
            '@type': 'http://www.w3.org/2001/XMLSchema#date',
          },
        },
      ],
    ]);
  });

  it('may refer to other elements of the page', async () => {
    const referring = `<div itemscope itemtype="${s}Dataset" itemref="n"></div><p id="n" itemprop="name">Fen</p>`;
    expect(documentsOf(await microdataToJsonLd(referring, base, options))).toEqual([
      [{ '@type': [`${s}Dataset`], [`${s}name`]: { '@value': 'Fen' } }],
    ]);
  });

  it('is not on a page that has none', async () => {
    expect(documentsOf(await microdataToJsonLd('<p id="a">Peat', base, options))).toEqual([]);
  });
});

describe('RDFa', () => {
  it('of a page is a document, without statements of links', async () => {
    const page = `<html prefix="dct: http://purl.org/dc/terms/"><head><link rel="stylesheet" href="a.css"></head>
      <body vocab="${s}"><div typeof="Dataset" resource="#7" role="main"><h1 property="name" lang="de">Torf</h1>
      <p property="creator" typeof="Person"><b property="name">Moss</b></p>
      <span property="dct:issued" content="2019">in 2019</span></div></body></html>`;
    expect(documentsOf(await rdfaToJsonLd(page, base, options))).toEqual([
      [
        {
          '@id': `${base}#7`,
          '@type': [`${s}Dataset`],
          [`${s}name`]: { '@value': 'Torf', '@language': 'de' },
          [`${s}creator`]: { '@type': [`${s}Person`], [`${s}name`]: { '@value': 'Moss' } },
          'http://purl.org/dc/terms/issued': { '@value': '2019' },
        },
      ],
    ]);
  });

  it.each([
    `<!doctype html><title>Fen</title><div vocab="${s}" typeof="Dataset"><b property="name">Fen</b>`,
    `<div vocab="${s}" typeof="Dataset"><b property="name">Fen</b></div>`,
    `<body vocab="${s}"><p typeof="Dataset"><b property="name">Fen</b></body>`,
    `<!-- <html> --><head><title>Fen</title></head><p vocab="${s}" typeof="Dataset"><b property="name">Fen</b>`,
  ])('is of its own resource on the page without an <html> tag %s', async (page) => {
    expect(documentsOf(await rdfaToJsonLd(page, base, options))).toEqual([
      [{ '@type': [`${s}Dataset`], [`${s}name`]: { '@value': 'Fen' } }],
    ]);
  });

  it('does not copy patterns', async () => {
    const patterns = Array.from(
      { length: 8 },
      (_, n) => `<div resource="#p${n}" typeof="rdfa:Pattern">${copies(n + 1)}</div>`,
    );
    const page = `<div vocab="${s}" typeof="Dataset" resource="#7">${copies(0)}</div>${patterns.join('')}`;
    const reading = await rdfaToJsonLd(page, base, {
      ...options,
      limits: { ...limits, statements: 500 },
    });
    expect(reading.kind).toBe('documents');
  });
});

describe.each([
  ['microdata', microdataToJsonLd],
  ['RDFa', rdfaToJsonLd],
])('%s of a hostile page', (_, toJsonLd) => {
  it('is not read where elements nest too deeply', async () => {
    const page = `${'<div>'.repeat(40_000)}<p itemscope typeof="x">`;
    expect(await toJsonLd(page, base, options)).toMatchObject({ kind: 'malformed' });
  });

  it('is not read beyond the limits', async () => {
    const row = `<p itemprop="${s}name" property="${s}name">Peat</p>`;
    const page = `<div itemscope itemtype="${s}Dataset" typeof="${s}Dataset">${row.repeat(500)}</div>`;
    const few = { ...options, limits: { ...limits, statements: 100 } };
    expect(await toJsonLd(page, base, few)).toMatchObject({ kind: 'too-large', max: 100 });
  });

  it('ends without an exception, whatever its tags are', async () => {
    const page = `<a itemscope=1 itemtype itemid=":" about="[" typeof="::" href="http://[" property="a: b" vocab=":">
      <b itemprop=" " itemid="a b" datatype=":" rel="x" rev=":" inlist></a></b><itemscope`;
    expect(['documents', 'malformed']).toContain((await toJsonLd(page, base, options)).kind);
  });
});

describe('RDFa with a prefix that is none', () => {
  it('is read at once, however long that is', async () => {
    const page = `<p vocab="${s}" prefix="ex: http://ex.example/ ${'a'.repeat(5000)} b" typeof="ex:Fen">`;
    expect(JSON.stringify(documentsOf(await rdfaToJsonLd(page, base, options)))).toContain(
      'http://ex.example/Fen',
    );
  });
});
