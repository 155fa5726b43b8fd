import type { PublicationWay } from '../../src/model/site-check.ts';
import { type GaugeSite, readGaugeRecord } from './gauge-sites.ts';

interface PublishedGauge extends GaugeSite {
  readonly way: PublicationWay;
  readonly isLabelled: boolean;
}

const page = '/nordness.html';
const record = '/nordness.jsonld';
const jsonLd = 'application/ld+json';
const labelledType = `${jsonLd}; profile="CDIF1.0"`;
const link = `<${record}>; rel="describedby"; type="${jsonLd}"`;

/** The page without its script, and the record by itself. */
const separate: GaugeSite['files'] = {
  'nordness.html': (text) => text.replace(/<script[^>]*>[^<]*<\/script>\n/u, ''),
  'nordness.jsonld': readGaugeRecord('nordness'),
};

/** Adds what the site sends for paths. */
function sending(overrides: Readonly<Record<string, object>>): GaugeSite['files'] {
  return {
    'site.json': (text) => JSON.stringify({ ...(JSON.parse(text) as object), ...overrides }),
  };
}

function sitemapOf(entry: string): string {
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
    xmlns:rs="http://www.openarchives.org/rs/terms/"><url>${entry}</url></urlset>`;
}

/** The records of both gauges, as one document. */
export const gaugeList = JSON.stringify({
  '@context': { schema: 'http://schema.org/' },
  '@type': 'schema:ItemList',
  'schema:itemListElement': ['nordness', 'skarholm'].map((gauge) => {
    return JSON.parse(readGaugeRecord(gauge)) as object;
  }),
});

/**
 * Sites that publish the record of a gauge in each of the ways. Unlike those of `fixtures/ways`
 * they have no identifiers whose resolvers are on the Web, where a check would look for them.
 */
export const gaugeWays: readonly PublishedGauge[] = [
  { way: 'script', isLabelled: true, start: page, files: {} },
  {
    way: 'script',
    isLabelled: false,
    start: page,
    files: { 'nordness.html': (text) => text.replace(' profile="CDIF1.0"', '') },
  },
  {
    way: 'document',
    isLabelled: true,
    start: record,
    files: { ...separate, ...sending({ [record]: { type: labelledType } }) },
  },
  { way: 'document', isLabelled: false, start: record, files: separate },
  {
    way: 'list',
    isLabelled: true,
    start: '/list.jsonld',
    files: {
      'list.jsonld': gaugeList,
      ...sending({ '/list.jsonld': { type: `${jsonLd}; profile="CDIF-list-1.0"` } }),
    },
  },
  {
    way: 'header-link',
    isLabelled: true,
    start: page,
    files: {
      ...separate,
      ...sending({ [page]: { headers: { link: `${link}; profile="CDIF1.0"` } } }),
    },
  },
  {
    way: 'header-link',
    isLabelled: false,
    start: page,
    files: { ...separate, ...sending({ [page]: { headers: { link } } }) },
  },
  {
    way: 'html-link',
    isLabelled: false,
    start: page,
    files: {
      ...separate,
      'nordness.html': (text) =>
        text.replace(
          /<script[^>]*>[^<]*<\/script>\n/u,
          `<link rel="describedby" type="${jsonLd}" href="${record}">`,
        ),
    },
  },
  {
    way: 'linkset',
    isLabelled: false,
    start: page,
    files: {
      ...separate,
      'links.json': JSON.stringify({
        linkset: [{ anchor: `{{origin}}${page}`, describedby: [{ href: record, type: jsonLd }] }],
      }),
      ...sending({
        [page]: {
          headers: { link: '</links.json>; rel="linkset"; type="application/linkset+json"' },
        },
        '/links.json': { type: 'application/linkset+json' },
      }),
    },
  },
  {
    way: 'sitemap-link',
    isLabelled: true,
    start: '/sitemap.xml',
    files: {
      ...separate,
      'sitemap.xml': sitemapOf(
        `<loc>{{origin}}${page}</loc>
        <rs:ln rel="describedby" href="{{origin}}${record}" type="${jsonLd}" profile="CDIF1.0"/>`,
      ),
    },
  },
  {
    way: 'negotiation',
    isLabelled: false,
    start: page,
    files: {
      ...separate,
      ...sending({ [page]: { variants: { [jsonLd]: { file: 'nordness.jsonld', type: jsonLd } } } }),
    },
  },
];
