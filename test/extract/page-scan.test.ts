import { DomUtils, parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { decodePage } from '../../src/extract/character-decoding.ts';
import { scanPage } from '../../src/extract/page-scan.ts';
import { script } from './extraction.ts';

const scriptsOf = (html: string, xml = false) =>
  scanPage(html, { xml }).scripts.map(({ text }) => text);

describe('JSON-LD scripts', () => {
  it.each([
    ['<script type="application/ld+json">1</script>'],
    ['<SCRIPT TYPE="Application/LD+JSON">1</SCRIPT>'],
    ['<script type=application/ld+json>1</script >'],
    ["<script id=a type=' application/ld+json ; charset=utf-8'>1</script\n>"],
    ['<script type="application/ld&#43;json">1</script>'],
    ['<script type="application/ld&#x2B;json">1</script>'],
    ['<script type="application/ld&plus;json">1</script>'],
    ['<script type="application/ld+json" type="text/plain">1</script>'],
    ['<script type="application/ld+json" data-x="</script>">1</script>'],
    ['<noscript><script type="application/ld+json">1</script></noscript>'],
    ['<body><div><p><script type="application/ld+json">1</script></p></div></body>'],
    ['<svg><title/></svg><script type="application/ld+json">1</script>'],
    ['<svg><title/><p>not closed<script type="application/ld+json">1</script>'],
    ['<svg/><style/></style><script type="application/ld+json">1</script>'],
    ['<script>var a = "<!-- application/ld+json";</script>' + script('1')],
    ['<template></template></template>' + script('1')],
    ['<script type="application/ld+json">1'],
  ])('are found in %s', (html) => {
    expect(scriptsOf(html)).toEqual(['1']);
    // What follows must not matter, whether it is read or not.
    expect(scriptsOf(`${html}</script><p>And so on`)).toEqual(['1']);
  });

  it.each([
    ['<script>1</script>'],
    ['<script type="application/json">1</script>'],
    ['<script type="text/plain" type="application/ld+json">1</script>'],
    ['<script type="application/ld+json-x">1</script>'],
    ['<!-- <script type="application/ld+json">1</script> -->'],
    ['<!-- <script type="application/ld+json">1</script>'],
    ['<textarea><script type="application/ld+json">1</script></textarea>'],
    ['<title><script type="application/ld+json">1</script></title>'],
    ['<template><p><template></template><script type="application/ld+json">1</script></template>'],
    ['<iframe><script type="application/ld+json">1</script></iframe>'],
    ['<p title=\'<script type="application/ld+json">1</script>\'>'],
    ['<script type="application/ld+json"'],
  ])('are not found in %s', (html) => {
    expect(scriptsOf(html)).toEqual([]);
  });

  it('keep their text as it is, but for U+0000', () => {
    expect(scriptsOf(script('{"a": "&amp; <b>\0 <!-- é"}'))).toEqual([
      '{"a": "&amp; <b>\uFFFD <!-- é"}',
    ]);
    expect(scriptsOf(script(''))).toEqual(['']);
  });

  it('end at the first end tag, even in the middle of a JSON string', () => {
    expect(scriptsOf(`${script('{"a": "</script>"}')}${script('2')}`)).toEqual(['{"a": "', '2']);
    expect(scriptsOf(script('{"a": "<\\/script> </scripts>"}'))).toEqual([
      '{"a": "<\\/script> </scripts>"}',
    ]);
  });

  it('that close themselves are empty in XHTML only', () => {
    const html = `<script type="application/ld+json"/>1</script>${script('2')}`;
    expect(scriptsOf(html, true)).toEqual(['', '2']);
    expect(scriptsOf(html)).toEqual(['1', '2']);
  });

  it('know their offset in the page', () => {
    const html = `<p>é</p>${script(' [1]')}<p>${script('2')}`;
    const places = scanPage(html, { xml: false }).scripts.map(({ text, offset }) =>
      html.slice(offset, offset + text.length),
    );
    expect(places).toEqual([' [1]', '2']);
  });
});

it('scripts of a misspelt type are scripts of JSON-LD', () => {
  const html = '<script type="application/json-ld">1</script>';
  expect(scriptsOf(html)).toEqual(['1']);
});

describe('links and base', () => {
  it('are found before and after the scripts', () => {
    const html = `<link rel=" item  DescribedBy" href=a?b&amp;c type="application/LD+JSON; profile=x" profile=CDIF1.0>
      <link rel="describedby-not" href="b"><link rel="describedby"><link href="c">
      ${script('1')}<link href="d" rel="describedby"><base target="x"><base href=" /e "><base href=f>`;
    expect(scanPage(html, { xml: false })).toMatchObject({
      scripts: [{ text: '1' }],
      links: [
        {
          href: 'a?b&c',
          rel: ' item  DescribedBy',
          type: 'application/LD+JSON; profile=x',
          profiles: ['CDIF1.0'],
        },
        { href: 'd', rel: 'describedby', profiles: [] },
      ],
      baseHref: ' /e ',
    });
  });

  it('are found on pages without JSON-LD, and only outside templates', () => {
    const html = '<template><base href=a><link rel=describedby href=b></template><base href=c>';
    const scanned = scanPage(`${html}<link rel=describedby href=d>`, { xml: false });
    expect(scanned).toMatchObject({ baseHref: 'c', links: [{ href: 'd' }] });
  });
});

/** What random pages are made of, one a line. */
const parts = `
<script type="application/ld+json">
<SCRIPT TYPE=application/LD+JSON>
<script>
</script>
</SCRIPT >
</script
{"a":1}
<!--
-->
<textarea>
</textarea>
<title>
</title>
<style>
</style>
<noscript>
</noscript>
<iframe>
</iframe>
<div a="x>y">
</div>
<p>
<base href="/b/">
<link rel="describedby" href="/x">
<link type="application/ld+json" rel=alternate href="/x">
<link rel='license item' href=y>
<link/rel=cite-as href=z>
<x aria-describedby=q>
text &amp; 
ld+json
"
'
<
>`
  .trim()
  .split('\n');

/** A page of random parts, the same for the same number. */
function randomPage(seed: number, from: readonly string[] = parts): string {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return (state >> 8) % below;
  };
  return Array.from({ length: 3 + next(14) }, () => from[next(from.length)]).join('');
}

function foundIn(html: string, xml: boolean): object {
  const { scripts, links, baseHref } = scanPage(html, { xml });
  return { scripts, links, baseHref };
}

describe('scanning', () => {
  it('finds what a parser that builds a tree finds, on pages of any kind', () => {
    let found = 0;
    for (let seed = 0; seed < 5000; seed += 1) {
      const html = randomPage(seed);
      const tree = parseDocument(html);
      const elements = (name: string) => DomUtils.getElementsByTagName(name, tree);
      const scripts = elements('script')
        .filter(({ attribs }) => attribs['type']?.toLowerCase() === 'application/ld+json')
        .map((element) => DomUtils.textContent(element));
      const links = elements('link').map(({ attribs }) => attribs['href']);
      const scanned = scanPage(html, { xml: false });
      expect({
        html,
        scripts: scanned.scripts.map(({ text }) => text),
        links: scanned.links.map(({ href }) => href),
      }).toEqual({ html, scripts, links });
      found += scripts.length;
    }
    expect(found).toBeGreaterThan(1000);
  });

  it('of the beginning of a page finds all of it where that ends with a script', () => {
    // In SVG the content of scripts is tags; a byte of Latin-1 is a blank there, and none in UTF-8.
    const further = [
      '<svg>',
      '</svg>',
      '<template>',
      '</template>',
      '</b </script>',
      '</script\u00A0>',
    ];
    const bodies = Array.from({ length: 8000 }, (_, seed) =>
      Buffer.from(
        `${randomPage(seed, [...parts, ...further])}\u00E9`,
        seed % 2 ? 'latin1' : 'utf8',
      ),
    );
    const pages = bodies.map((body) => {
      const { text, whole } = decodePage(body, 'utf-8');
      const html = body.toString('utf8');
      expect(whole?.() ?? text).toBe(html);
      return { text, html, isCut: whole !== undefined };
    });
    const cut = pages.filter(({ isCut }) => isCut);
    for (const xml of [false, true]) {
      const sound = cut.filter(({ text }) => scanPage(text, { xml }).endsWithScript);
      expect(sound.map(({ text }) => foundIn(text, xml))).toEqual(
        sound.map(({ html }) => foundIn(html, xml)),
      );
      expect(sound.length).toBeGreaterThan(100);
      expect(cut.length - sound.length).toBeGreaterThan(100);
    }
    expect(pages.length - cut.length).toBeGreaterThan(100);
  });

  it.each([
    ['tags that are never closed', '<b>'],
    ['end tags of nothing', '<div></x>'],
    ['brackets', '<'],
    ['broken entities', '&am'],
    ['comments in comments', '<!--'],
    ['attributes', '<p a=b '],
    ['almost end tags', '</scrip'],
    ['empty scripts', '<script type=application/ld+json></script>'],
    ['links', '<link rel=describedby href=a>'],
    ['mentions of JSON-LD', 'application/ld+json '],
  ])('does not choke on megabytes of %s', (_, part) => {
    // Anything but linear would take minutes here.
    const html = `${part.repeat(4_000_000 / part.length)}${script('1')}`;
    expect(scanPage(html, { xml: false })).toBeDefined();
  });
});
