import { describe, expect, it } from 'vitest';
import { detectFallbacks } from '../../src/extract/page-fallbacks.ts';
import { dublinCoreProperty, metaTagsToJsonLd } from '../../src/extract/meta-tags.ts';
import { graphOf } from '../expand/expanding.ts';

const url = 'https://soil.example/dataset/7';
const dct = 'http://purl.org/dc/terms/';
const s = 'http://schema.org/';

/** What the tags of a page say, as a value. */
function read(html: string): unknown {
  const json = metaTagsToJsonLd(html, url);
  return json === undefined ? undefined : JSON.parse(json);
}

describe('Dublin Core tags', () => {
  it.each([
    ['DC.title', 'title'],
    ['dc.Title', 'title'],
    ['DCTERMS.issued', 'issued'],
    ['dcterms:accessRights', 'accessRights'],
    ['DC.Date.issued', 'issued'],
    ['DC.Creator.PersonalName', 'creator'],
    ['DC.Identifier.DOI', 'identifier'],
  ])('%s means %s', (name, property) => {
    expect(dublinCoreProperty(name)).toBe(dct + property);
  });

  it.each([['DC'], ['DC.'], ['DC.colour'], ['dcat.title'], ['title'], ['DC.constructor']])(
    '%s means nothing',
    (name) => {
      expect(dublinCoreProperty(name)).toBeUndefined();
    },
  );

  it('describe the page', () => {
    const page = `<html lang="en"><meta name="DC.title" content=" Peat &amp; moss "><META NAME="DC.title" lang="de" content="Torf und Moos">
      <meta name="DC.type" content="Dataset"><meta name="DC.date" content="2019"><meta name="DC.subject" content="">
      <link rel="DCTERMS.isPartOf" href="/all"><!-- <meta name="DC.format" content="x"> -->`;
    expect(read(page)).toEqual([
      {
        '@id': url,
        '@type': `${s}Dataset`,
        [`${dct}title`]: [
          { '@value': 'Peat & moss' },
          { '@value': 'Torf und Moos', '@language': 'de' },
        ],
        [`${dct}type`]: [{ '@value': 'Dataset' }],
        [`${dct}date`]: [{ '@value': '2019' }],
        [`${dct}isPartOf`]: [{ '@id': 'https://soil.example/all' }],
      },
    ]);
  });
});

describe('citation tags', () => {
  it('describe the page with the authors and files', () => {
    const page = `<meta name="citation_author_email" content="lost@soil.example">
      <meta name="citation_title" content="Peat"><meta name="citation_author" content="Moss, Ada">
      <meta name="citation_author_institution" content="Fen College"><meta name="citation_author" content="Bog, Ben">
      <meta name="citation_doi" content="10.5/7"><meta name="citation_pdf_url" content="7.pdf">
      <meta name="citation_pdf_url" content="http://["><meta name="citation_mood" content="wet">`;
    const file = (place: object): object => ({
      '@type': `${s}MediaObject`,
      [`${s}contentUrl`]: [place],
      [`${s}encodingFormat`]: [{ '@value': 'application/pdf' }],
    });
    expect(read(page)).toEqual([
      {
        '@id': url,
        '@type': `${s}CreativeWork`,
        [`${s}name`]: [{ '@value': 'Peat' }],
        [`${s}creator`]: [
          {
            '@type': `${s}Person`,
            [`${s}name`]: [{ '@value': 'Moss, Ada' }],
            [`${s}affiliation`]: [
              { '@type': `${s}Organization`, [`${s}name`]: [{ '@value': 'Fen College' }] },
            ],
          },
          { '@type': `${s}Person`, [`${s}name`]: [{ '@value': 'Bog, Ben' }] },
        ],
        [`${s}identifier`]: [{ '@value': '10.5/7' }],
        [`${s}encoding`]: [
          file({ '@id': 'https://soil.example/dataset/7.pdf' }),
          file({ '@value': 'http://[' }),
        ],
      },
    ]);
  });

  it('make a record', async () => {
    const page =
      '<meta name="citation_title" content="Peat"><meta name="DC.identifier" content="10.5/7">';
    const graph = await graphOf(metaTagsToJsonLd(page, url));
    expect(graph.describes).toEqual([
      { iri: url, types: [`${s}CreativeWork`], name: 'Peat', identifiers: ['10.5/7'] },
    ]);
  });

  it('are none without tags, and a thousand at most', () => {
    expect(read('<meta name="description" content="x"><meta name="citation_x" content="y">')).toBe(
      undefined,
    );
    const many = '<meta name="citation_keywords" content="peat">'.repeat(3000);
    expect(read(many)).toMatchObject([{ [`${s}keywords`]: { length: 1000 } }]);
  });
});

describe('meta tags of a page without JSON-LD', () => {
  it.each([
    ['<div itemscope itemtype="x">', ['microdata']],
    ['<div ITEMSCOPE>', ['microdata']],
    ['<div typeof = "Dataset">', ['rdfa']],
    ["<meta name='DC.title' content>", ['metaTags']],
    ['<meta content=x name=citation_title>', ['metaTags']],
    ['<link rel="dcterms.isPartOf">', ['metaTags']],
    ['<meta property="og:title"><meta name="description"><p>itemscope typeof the DC.title', []],
  ])('%s', (html, fallbacks) => {
    expect(detectFallbacks({ text: html })).toEqual(fallbacks);
    // Also after the last script, where the page is not decoded yet.
    expect(detectFallbacks({ text: '', whole: () => html })).toEqual(fallbacks);
  });
});
