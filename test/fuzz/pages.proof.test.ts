import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fallbacks } from '../../src/model/typed-link.ts';
import { targetUrl } from '../../src/model/target.ts';
import { problemsOfOutcome } from '../../src/model/outcome.ts';
import { documentsOf, extract, linksOf, signpostsOf } from '../extract/extraction.ts';
import { counterexample, mutated, mutatedBytes, placesOutside, wrongIf } from './fuzzing.ts';

const dataset = JSON.stringify({
  '@context': 'https://schema.org/',
  '@id': 'https://fen.example/1',
  '@type': 'Dataset',
  name: 'Peat depths "north" of the dyke',
  description: 'Cores, <em>each</em> of a metre.',
});
const samples = [
  `<!doctype html>
<html><head><meta charset="utf-8"><title>Peat</title>
<base href="/records/">
<link rel="describedby" type="application/ld+json" href="1.jsonld">
<link rel=cite-as href='https://doi.example/10.1/fen'>
<script id="a" type="application/ld+json">
${dataset}
</script>
</head><body><p>Peat</p><!-- <script type="application/ld+json">{}</script> -->
<script type="application/ld+json">[${dataset}, {"@type": "BreadcrumbList"},]</script>
<textarea><script></textarea></body></html>
`,
  `<html><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">
<script type='application/ld+json'><![CDATA[ /* fen */ {"@context":{"@vocab":"http://schema.org/"},"@graph":[${dataset}]} ]]></script>
<link rel="linkset" type="application/linkset+json" href="#set"><script id=set type="application/linkset+json">
{"linkset":[{"anchor":"","describedby":[{"href":"x.ttl","type":"text/turtle"}]}]}</script>`,
  `<div itemscope itemtype="https://schema.org/Dataset"><span itemprop="name">Peat</span></div>
<script type="application/ld+json">&quot;{}&quot;</script><noscript><link rel=item href=//fen.example></noscript>`,
];
const tokens = [
  '<script type="application/ld+json">',
  '</script>',
  '</SCRIPT',
  '<script',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<base href="',
  '<base href="data:,">',
  '<link rel="describedby" href="',
  '<link rel=',
  'href="javascript:alert(1)"',
  'href="//[::"',
  '&quot;',
  '&#x0;',
  '<meta charset="utf-16">',
  '<meta charset=x',
  '<template>',
  '<svg><title>',
  '<plaintext>',
  '</',
  '<a b=c ',
  '{"a":'.repeat(300),
  '['.repeat(2000),
  '"@context":',
];
const types = ['text/html', 'application/xhtml+xml', '', 'application/ld+json', 'text/plain'];

const markup = [
  `<div itemscope itemtype="https://schema.org/Dataset" itemid="#7"><h1 itemprop="name" id="h">Peat</h1>
<div itemprop="creator" itemscope itemref="h b"><a itemprop="url" href="/7">x</a></div></div><p id="b" itemprop=name>y</p>`,
  `<body vocab="http://schema.org/" prefix="dct: http://purl.org/dc/terms/"><div typeof="Dataset" resource="#d">
<span property="name dct:title" lang="en">Peat</span><a rel="license" href="/l">l</a>
<p property="keywords" inlist content="a">a</p></div></body>`,
  `<meta name="DC.title" content="Peat"><meta name="DC.type" content="Dataset"><meta name="citation_title" content="P">
<meta property="og:title" content="Peat"><meta name="citation_author" content="A. Moss">`,
];
const markupTokens = [
  ' itemscope ',
  ' itemprop="name" ',
  ' itemref="h h b" ',
  ' itemtype="http://[" ',
  ' property="name" ',
  ' typeof="a:b _:c" ',
  ' vocab="" ',
  ' prefix="a: b c" ',
  ' rel="_:a" ',
  ' resource="[a:b]" ',
  ' about="http://[" ',
  ' datatype="" ',
  ' inlist ',
  ' content="',
  '<base href="//[">',
  '<meta name="DC.',
  '<div itemscope>',
  '<p property="rdfa:copy" href="#d">',
  '</div>',
  '<time datetime="x">',
];

describe('extraction', () => {
  it('gives documents that are JSON, links that can be asked for and places that are in the page', async () => {
    const found = counterexample(mutated(samples, tokens), 200, async (page) => {
      const outcomes = await extract(page, { contentType: 'text/html; charset=utf-8' });
      const documents = documentsOf(outcomes);
      const problems = outcomes.flatMap((each) => problemsOfOutcome(each));
      return [
        ...documents.filter(({ json }) => typeof JSON.parse(json) !== 'object'),
        ...documents.filter(({ baseIri }) => !URL.canParse(baseIri)),
        ...linksOf(outcomes).filter(({ url }) => targetUrl(url) !== url),
        ...placesOutside(problems, page),
        ...wrongIf(outcomes.length === 0, 'silence'),
      ];
    });
    expect(await found).toBeUndefined();
  });

  it('reads any bytes under any type, the signposts among them', async () => {
    const inputs = fc.tuple(mutatedBytes(samples, tokens), fc.constantFrom(...types));
    const found = counterexample(inputs, 150, async ([body, contentType]) => {
      const outcomes = await extract(body, { contentType });
      const { offers } = await signpostsOf(body, { contentType });
      return [
        ...offers.filter(({ url }) => !URL.canParse(url)),
        ...wrongIf(outcomes.length === 0, 'silence'),
      ];
    });
    expect(await found).toBeUndefined();
  });

  it('reads microdata, RDFa and meta tags of any page as JSON', async () => {
    let read = 0;
    const target = { fallbacks };
    const found = counterexample(mutated(markup, markupTokens), 150, async (page) => {
      const outcomes = await extract(page, { target });
      const documents = documentsOf(outcomes);
      read += documents.length;
      return [
        ...documents.filter(({ json }) => typeof JSON.parse(json) !== 'object'),
        ...wrongIf(outcomes.length === 0, 'silence'),
      ];
    });
    expect(await found).toBeUndefined();
    expect(read).toBeGreaterThan(50);
  });
});
