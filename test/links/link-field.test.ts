import { describe, expect, it } from 'vitest';
import { parseLinkField } from '../../src/links/link-field.ts';
import type { TypedLink } from '../../src/model/typed-link.ts';
import { base, link } from './links.ts';

const a = 'https://a.example/1';
const b = 'https://b.example/2';
const next = link('next', a);

/** Fields, each with the links that it says; none of them has a fault. */
type Reading = readonly [field: string, ...links: readonly TypedLink[]];

function itReads(readings: readonly Reading[]): void {
  const cases = readings.map(([field, ...links]) => ({ field, links }));
  it.each(cases)('is read as written: $field', ({ field, links }) => {
    expect(parseLinkField(field, base)).toEqual({ links, faults: [], isCut: false });
  });
}

describe('a list of links', () => {
  itReads([
    [''],
    [' , ,\t,'],
    [`<${a}>;rel=next`, next],
    [`<${a}>; rel="next", <${b}>; rel="prev"`, next, link('prev', b)],
    [`,, <${a}>; rel=next,, ,<${b}>;rel=prev ,`, next, link('prev', b)],
    [`<${a}>;\r\n rel="next",\r\n\t<${b}>; rel=prev`, next, link('prev', b)],
    [`<${a},x;y>; rel=next, <${b}>; rel=prev`, link('next', `${a},x;y`), link('prev', b)],
  ]);
});

describe('the parameters of a link', () => {
  const titled = link('next', a, { title: 'peat; <moss>, "bog"' });
  itReads([
    [`<${a}>; REL="NEXT"`, next],
    [`<${a}> ; rel = next ; x`, next],
    [`<${a}>; rel\t=\t"next" ;`, next],
    [`<${a}>;;rel=next;`, next],
    [`<${a}>; nopush; crossorigin=; rel=next; x=""`, next],
    [`<${a}>; rel=next; rel=prev`, next],
    [String.raw`<${a}>; title="peat; <moss>, \"bog\""; rel=next`, titled],
    [String.raw`<${a}>; title="C:\\"; rel=next`, link('next', a, { title: 'C:\\' })],
    [`<${a}>; title=one two ; rel=next`, link('next', a, { title: 'one two' })],
    [`<${a}>; title="one"; title="two"; rel=next`, link('next', a, { title: 'one' })],
    [`<${a}>; hreflang=de; hreflang="en-GB"; rel=next`, { ...next, hreflang: ['de', 'en-GB'] }],
    [`<${a}>; hreflang=""; title=" "; type=; rel=next`, next],
  ]);
});

describe('single quotes', () => {
  const labelled = link('describedby', a, { profiles: ['CDIF1.0'] });
  const both = [...labelled.profiles, 'https://w3id.org/cdif/core/1.0'];
  const type = 'application/ld+json';
  itReads([
    [`<${a}>; profile='CDIF1.0'; rel='describedby'`, labelled],
    [`<${a}>; rel=describedby; profile='CDIF1.0', <${b}>; rel=item`, labelled, link('item', b)],
    [`<${a}>; rel=describedby; profile='${both.join(' ')}'`, { ...labelled, profiles: both }],
    [`<${a}>; rel=describedby; type='${type}; profile="CDIF1.0"'`, { ...labelled, type }],
    [`<${a}>; rel=describedby; type="${type}; profile='CDIF1.0'"`, { ...labelled, type }],
    [`<${a}>; title=the bog's edge; rel=next`, { ...next, title: "the bog's edge" }],
    [`<${a}>; title='don't sink'; rel=next`, { ...next, title: "don't sink" }],
    [`<${a}>; title='Tis wet; rel=next; x='y'`, { ...next, title: "'Tis wet" }],
    [
      `<${a}>; title='Tis wet; rel=next, <${b}>; rel=prev; title=dogs'`,
      { ...next, title: "'Tis wet" },
      link('prev', b, { title: "dogs'" }),
    ],
    [`<${a}>; title="'"; rel=next`, { ...next, title: "'" }],
  ]);
});

describe('the relations of a link', () => {
  itReads([
    [`<${a}>; rel="next  PREV\tnext"`, next, link('prev', a)],
    [`<${a}>; rel=next prev`, next, link('prev', a)],
    [`<${a}>; rel="https://A.example/Rel/x"`, link('https://a.example/rel/x', a)],
    [`<${a}>; rel="http://www.iana.org/assignments/relation/next"`, next],
    [`<${a}>; rev=made`],
    [`<${a}>; rev=made; rel=next`, next],
  ]);
});

describe('the target and the context of a link', () => {
  const described = (context: string): TypedLink => link('next', a, { context });
  itReads([
    ['<>; rel=self', link('self', base)],
    ['</7.ttl>; rel=next', link('next', 'https://soil.example/7.ttl')],
    ['< 8#core >; rel=next', link('next', 'https://soil.example/dataset/8#core')],
    ['<//b.example>; rel=next', link('next', 'https://b.example/')],
    ['<a b>; rel=next', link('next', 'https://soil.example/dataset/a%20b')],
    ['<doi:10.1234/X>; rel=cite-as', link('cite-as', 'doi:10.1234/X')],
    ['<urn:uuid:0-1>; rel=cite-as', link('cite-as', 'urn:uuid:0-1')],
    ['<https://a.ex\r\n  ample/1>; rel=next', next],
    [`<${a}>; rel=next; anchor="https://c.example/#x"`, described('https://c.example/#x')],
    [`<${a}>; rel=next; anchor="#core"; anchor="/"`, described(`${base}#core`)],
    [`<${a}>; rel=next; anchor=""`, next],
  ]);

  it('leave out the fragment of the page', () => {
    expect(parseLinkField('<#a>; rel=next', `${base}#b`).links).toEqual([
      link('next', `${base}#a`),
    ]);
  });
});

describe('the attributes of the target of a link', () => {
  const turtle = link('item', a, { type: 'text/turtle', profiles: ['urn:p:1'] });
  itReads([
    [`<${a}>; rel=item; type="Text/Turtle; Profile=urn:p:1"`, turtle],
    [`<${a}>; rel=item; type=text/turtle; profile=urn:p:1`, turtle],
    [`<${a}>; rel=item; type=text/turtle;profile="urn:p:1"; type=text/html`, turtle],
    [
      `<${a}>; rel=item; type="text/turtle;profile=urn:p:1"; profile="urn:p:2 urn:p:1"; profile=urn:p:3`,
      { ...turtle, profiles: ['urn:p:1', 'urn:p:2', 'urn:p:3'] },
    ],
    [`<${a}>; rel=item; type*=utf-8''text%2Fturtle; type=a/b; profile=urn:p:1`, turtle],
    [`<${a}>; title=bog; title*=UTF-8'de'B%c3%B6den; rel=next`, { ...next, title: 'Böden' }],
    [`<${a}>; title*="iso-8859-1''B%F6den"; rel=next`, { ...next, title: 'Böden' }],
    [`<${a}>; title*=UTF-8''%F6; title=bog; rel=next`, { ...next, title: 'bog' }],
    [`<${a}>; title*=GB2312''%C6%F3; rel=next`, next],
    [`<${a}>; title*=UTF-8''100%; rel=next`, next],
  ]);
});
