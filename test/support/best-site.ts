import { type GaugeSite, readGaugeRecord } from './gauge-sites.ts';

/** When the page of each gauge last changed. */
const lastChanges = { skarholm: '2024-03-16', nordness: '2024-04-02' };

const profile = 'https://w3id.org/cdif/discovery/1.1';
const jsonLdType = `application/ld+json; profile="${profile}"`;

interface Link {
  readonly href: string;
  readonly type?: string;
  readonly profile?: readonly string[];
}

/** The links of a resource by relation, as a linkset in JSON has them. */
type Links = Readonly<Record<string, readonly Link[]>>;

/** The links of a gauge's page, its file and its two metadata documents, by path. */
function linksOf(gauge: string): Readonly<Record<string, Links>> {
  const describes = { describes: [{ href: `{{origin}}/${gauge}.html` }] };
  return {
    [`/${gauge}.html`]: {
      'cite-as': [{ href: `{{origin}}/id/${gauge}` }],
      type: [{ href: 'https://schema.org/AboutPage' }, { href: 'https://schema.org/Dataset' }],
      license: [{ href: 'https://creativecommons.org/licenses/by/4.0/' }],
      author: [{ href: '{{origin}}/office' }],
      describedby: [
        { href: `{{origin}}/${gauge}.jsonld`, type: 'application/ld+json', profile: [profile] },
        { href: `{{origin}}/metadata/${gauge}.xml`, type: 'application/xml' },
      ],
      item: [{ href: `{{origin}}/files/${gauge}.csv`, type: 'text/csv' }],
    },
    [`/files/${gauge}.csv`]: {
      collection: [{ href: `{{origin}}/${gauge}.html`, type: 'text/html' }],
    },
    [`/${gauge}.jsonld`]: describes,
    [`/metadata/${gauge}.xml`]: describes,
  };
}

/** A linkset in JSON (RFC 9264) of all links of a gauge. */
function linksetOf(gauge: string): string {
  const linkset = Object.entries(linksOf(gauge)).map(([path, links]) =>
    Object.assign({ anchor: `{{origin}}${path}` }, links),
  );
  return JSON.stringify({ linkset });
}

/** The `Link` field (RFC 8288) of a resource: its links, and one to the linkset. */
function linkField(gauge: string, links: Links): string {
  const href = `{{origin}}/links-${gauge}.json`;
  const all: Links = { ...links, linkset: [{ href, type: 'application/linkset+json' }] };
  return Object.entries(all)
    .flatMap(([relation, targets]) => targets.map((link) => writeLink(relation, link)))
    .join(', ');
}

function writeLink(relation: string, { href, type, profile: profiles = [] }: Link): string {
  const types = type === undefined ? [] : [type];
  return [
    `<${href}>; rel="${relation}"`,
    ...types.map((each) => `type="${each}"`),
    ...profiles.map((each) => `profile="${each}"`),
  ].join('; ');
}

/** What the site sends besides the files of a gauge, by path. */
function overridesOf(gauge: string): Readonly<Record<string, object>> {
  const fields = Object.entries(linksOf(gauge)).map(([path, links]) => {
    return [path, { link: linkField(gauge, links) }] as const;
  });
  const headers = { vary: 'accept', ...new Map(fields).get(`/${gauge}.html`) };
  const record = { file: `${gauge}.jsonld`, type: jsonLdType };
  return {
    ...Object.fromEntries(fields.map(([path, each]) => [path, { headers: each }])),
    [`/${gauge}.html`]: { headers, variants: { 'application/ld+json': { headers, ...record } } },
    [`/${gauge}.jsonld`]: { headers: new Map(fields).get(`/${gauge}.jsonld`), ...record },
    [`/links-${gauge}.json`]: { type: 'application/linkset+json' },
  };
}

/** A sitemap, or an index of sitemaps, of paths and their dates. */
function sitemapOf(entry: 'url' | 'sitemap', paths: Readonly<Record<string, string>>): string {
  const root = { url: 'urlset', sitemap: 'sitemapindex' }[entry];
  const entries = Object.entries(paths).map(([path, date]) => {
    return `<${entry}><loc>{{origin}}${path}</loc><lastmod>${date}</lastmod></${entry}>\n`;
  });
  const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  return `<${root} xmlns="${namespace}">\n${entries.join('')}</${root}>\n`;
}

function filesOf([gauge, date]: readonly [string, string]): GaugeSite['files'] {
  return {
    [`${gauge}.xml`]: sitemapOf('url', { [`/${gauge}.html`]: date }),
    [`${gauge}.jsonld`]: readGaugeRecord(gauge),
    [`links-${gauge}.json`]: linksetOf(gauge),
  };
}

/**
 * What differs from the good site in one that publishes as the best of real repositories do: with
 * an index of sitemaps, FAIR Signposting of level 2, and content negotiation.
 */
export const bestFiles: GaugeSite['files'] = {
  'robots.txt': (text) => text.replace('/sitemap.xml', '/index.xml'),
  'sitemap.xml': null,
  'index.xml': sitemapOf(
    'sitemap',
    Object.fromEntries(Object.entries(lastChanges).map(([gauge, date]) => [`/${gauge}.xml`, date])),
  ),
  ...Object.fromEntries(
    Object.entries(lastChanges).flatMap((each) => Object.entries(filesOf(each))),
  ),
  'site.json': (text) => {
    const good = JSON.parse(text) as object; // Of the good site.
    const gauges = Object.keys(lastChanges);
    return JSON.stringify(Object.assign(good, ...gauges.map(overridesOf)));
  },
};
