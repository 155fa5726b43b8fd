import type { LinkSet, SignpostingLink } from '../../../views/signposting/signposting-record.ts';
import { linkFieldValue } from '../../../views/signposting/link-field-value.ts';
import { siteUrl, type Site } from '../../site.ts';
import { formMediaTypes, pathOf } from './subject-address.ts';
import type { Subject } from './subject.ts';

/** What of the publisher's links is true of our page about the same resource, too. */
const shared: ReadonlySet<string> = new Set(['author', 'cite-as', 'item', 'license', 'type']);

/**
 * The typed links of the page (FAIR Signposting, level 2): what the record says of authors, licence
 * and contents, our forms of the metadata, and the linkset with all of it.
 */
export function pageLinks(site: Site, subject: Subject): LinkSet {
  const said = (subject.publisherLinks?.links ?? []).filter(({ rel }) => shared.has(rel));
  const types = said.filter(({ rel }) => rel === 'type');
  const aboutPage = { rel: 'type', target: 'https://schema.org/AboutPage', profiles: [] } as const;
  const isPage = types.some(({ target }) => target === aboutPage.target);
  return {
    sender: 'landing page',
    anchor: siteUrl(site, pathOf(subject)),
    links: [
      ...said.filter(({ rel }) => rel !== 'item' && rel !== 'author'),
      ...(isPage ? [] : [aboutPage]),
      ...ownLinks(site, subject),
      ...said.filter(({ rel }) => rel === 'author'),
      ...said.filter(({ rel }) => rel === 'item'),
    ],
  };
}

/** The links of the page, and of the documents that describe it. */
export function pageLinkSets(site: Site, subject: Subject): readonly LinkSet[] {
  const page = pageLinks(site, subject);
  const back = siteUrl(site, pathOf(subject));
  const documents = page.links.filter(({ rel }) => rel === 'describedby');
  return [
    page,
    ...documents.map(({ target }): LinkSet => ({
      sender: 'metadata',
      anchor: target,
      links: [{ rel: 'describes', target: back, type: 'text/html', profiles: [] }],
    })),
  ];
}

/** Servers and proxies take headers of 8 KB in all. */
const maxHeaderCharacters = 4000;

/** What is left out of a `Link` field that would be too long; the linkset has it. */
const leftOut = [[], ['item'], ['item', 'author']] as const satisfies readonly string[][];

/** The value of the `Link` field of the page: with very many links those alone that say most. */
export function linkHeader(site: Site, subject: Subject): string {
  const page = pageLinks(site, subject);
  const linkset = page.links.filter(({ rel }) => rel === 'linkset');
  const fields = leftOut.map((rels: readonly string[]) =>
    linkFieldValue({ ...page, links: page.links.filter(({ rel }) => !rels.includes(rel)) }),
  );
  const short = fields.find((field) => field.length <= maxHeaderCharacters);
  return short ?? linkFieldValue({ ...page, links: linkset });
}

function ownLinks(site: Site, subject: Subject): readonly SignpostingLink[] {
  const forms = [
    ['describedby', 'jsonld'],
    ['describedby', 'ttl'],
    ['describedby', 'nq'],
    ['linkset', 'linkset.json'],
    ['linkset', 'linkset'],
  ] as const;
  return forms.map(([rel, form]) => ({
    rel,
    target: siteUrl(site, pathOf(subject, form)),
    type: formMediaTypes[form],
    profiles: [],
  }));
}
