import { describe, expect, it } from 'vitest';
import {
  type EntryLink,
  type LabelledTarget,
  resolveLabelledEntry,
  type SitemapEntry,
} from '../../src/discover/sitemap-entry.ts';

const loc = 'https://e.org/dataset/1';
const base = 'https://e.org/maps/sitemap.xml';
const position = { line: 1, column: 1 };

const jsonLd: EntryLink = { rel: 'describedby', href: '/1.jsonld', type: 'application/ld+json' };
const turtle: EntryLink = { rel: 'describedby', href: '/1.ttl', type: 'text/turtle' };
const json: EntryLink = { rel: 'describedby', href: '/1.json', type: 'application/json' };
const untyped: EntryLink = { rel: 'describedby', href: '/1' };
const iso: EntryLink = { rel: 'describedby', href: '/1.xml', type: 'application/xml' };
const alternate: EntryLink = { rel: 'alternate', href: '/a.jsonld', type: 'application/ld+json' };
const german: EntryLink = { rel: 'alternate', href: '/de/1', hreflang: 'de' };
const cdif: EntryLink = { ...json, href: '/1.cdif', profile: 'CDIF1.0' };

function labelled(entry: Partial<SitemapEntry>): LabelledTarget | undefined {
  return resolveLabelledEntry({ kind: 'url', loc, position, ...entry }, loc, base)[0];
}

/** The URL to be fetched, and the URL that it describes. */
function chosen(...links: readonly EntryLink[]): unknown {
  const { target, found } = labelled({ links }) ?? {};
  return [target?.url, found?.describes];
}

describe('the target of an entry with labelled links', () => {
  it('is the best offer of metadata, in any order', () => {
    const offers = [cdif, jsonLd, turtle, json, untyped, alternate];
    const urls = ['/1.cdif', '/1.jsonld', '/1.ttl', '/1.json', '/1', '/a.jsonld'];
    for (const [index, path] of urls.entries()) {
      const rest = [iso, german, ...offers.slice(index)];
      expect(chosen(...rest)).toEqual([`https://e.org${path}`, loc]);
      expect(chosen(...rest.toReversed())).toEqual([`https://e.org${path}`, loc]);
    }
  });

  it.each([
    ['in another format', iso],
    ['a translation', german],
    ['a mirror', { rel: 'duplicate', href: 'https://mirror.example/1' }],
    ['an alternate as plain JSON', { ...alternate, type: 'application/json' }],
    ['a page without label', { ...jsonLd, type: 'text/html' }],
    ['of a scheme that is not fetched', { ...jsonLd, href: 'ftp://e.org/1.jsonld' }],
    ['no URL', { ...jsonLd, href: 'https://[e.org/1' }],
  ])('is its own URL where the link is %s', (_name, link) => {
    expect(chosen(link)).toEqual([loc, undefined]);
  });

  it('is absent where there is no label at all', () => {
    expect(labelled({})).toBeUndefined();
    expect(labelled({ links: [] })).toBeUndefined();
  });

  it('keeps all links but translations, with the entry as their context', () => {
    expect(
      labelled({ links: [iso, german, { ...cdif, rel: ' Describedby  item http://e.org/R ' }] }),
    ).toEqual({
      found: { describes: loc, place: 'sitemap', rel: 'describedby' },
      target: {
        url: 'https://e.org/1.cdif',
        labels: [{ type: 'application/json', profiles: ['CDIF1.0'] }],
        links: [
          {
            context: loc,
            rel: 'describedby',
            target: 'https://e.org/1.xml',
            type: 'application/xml',
            profiles: [],
            place: 'sitemap',
          },
          ...['describedby', 'item', 'http://e.org/r'].map((rel) => ({
            context: loc,
            rel,
            target: 'https://e.org/1.cdif',
            type: 'application/json',
            profiles: ['CDIF1.0'],
            place: 'sitemap',
          })),
        ],
      },
    });
  });

  it.each([
    ['an attribute', { profile: 'CDIF1.0' }],
    ['a parameter in single quotes', { type: "application/ld+json; profile='CDIF1.0'" }],
    ['a parameter in double quotes', { type: 'application/ld+json;profile="CDIF1.0"' }],
    ['both', { type: 'application/ld+json;profile=CDIF1.0', profile: ' CDIF1.0 ' }],
  ])('has its profile from %s', (_name, attributes) => {
    const link = { ...jsonLd, ...attributes };
    expect(labelled({ links: [link] })?.target.labels).toEqual([
      { type: 'application/ld+json', profiles: ['CDIF1.0'] },
    ]);
  });

  it.each([
    ['#md', 'md'],
    ['#a%20b', 'a b'],
    ['#100%', '100%'],
    ['#', undefined],
  ])('names the script that the fragment %s means', (fragment, scriptId) => {
    const page = { ...cdif, type: 'text/html', href: `${loc}${fragment}` };
    const { target, found } = labelled({ links: [page] }) ?? {};
    expect(target?.url).toBe(loc);
    expect(found?.describes).toBe(loc);
    expect(target?.labels?.[0]?.scriptId).toBe(scriptId);
  });

  it('has the labels of its entry where no link is taken', () => {
    expect(labelled({ type: 'Application/LD+JSON; profile="CDIF1.0"' })).toEqual({
      target: { url: loc, labels: [{ type: 'application/ld+json', profiles: ['CDIF1.0'] }] },
      found: {},
    });
    const profile = 'https://w3id.org/cdif/discovery/1.1';
    const { target } =
      labelled({ loc: `${loc}#md`, links: [{ rel: 'profile', href: profile }] }) ?? {};
    expect(target).toMatchObject({
      url: loc,
      labels: [{ profiles: [profile], scriptId: 'md' }],
    });
  });

  it('has no script where the entry only has a fragment', () => {
    const { target } = labelled({ loc: `${loc}#map`, type: 'text/html' }) ?? {};
    expect(target?.labels).toEqual([{ type: 'text/html', profiles: [] }]);
  });

  it('stays a target beside a CDIF list, which covers other resources as well', () => {
    const list: EntryLink = { ...jsonLd, href: '/list.jsonld', profile: 'CDIF-list-1.0' };
    const urlsOf = (...links: readonly EntryLink[]) =>
      resolveLabelledEntry({ kind: 'url', loc, position, links }, loc, base).map(
        (each) => each.target.url,
      );
    expect(urlsOf(list, jsonLd)).toEqual(['https://e.org/1.jsonld', 'https://e.org/list.jsonld']);
    expect(urlsOf(list)).toEqual([loc, 'https://e.org/list.jsonld']);
  });
});
