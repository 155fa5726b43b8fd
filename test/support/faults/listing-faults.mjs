import { pour } from './fault.mjs';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const xml = { 'content-type': 'application/xml' };
const text = { 'content-type': 'text/plain; charset=utf-8' };
const html = { 'content-type': 'text/html; charset=utf-8' };

/**
 * @param {import('./fault.mjs').Fault['answer']} answer
 * @returns {import('./fault.mjs').Fault}
 */
const inRobots = (answer) => ({ place: 'robots', answer });

/**
 * @param {import('./fault.mjs').Fault['answer']} answer
 * @returns {import('./fault.mjs').Fault}
 */
const inSitemap = (answer) => ({ place: 'sitemap', answer });

/** @param {string} url */
const indexOf = (url) =>
  `<sitemapindex xmlns="${namespace}"><sitemap><loc>${url}</loc></sitemap></sitemapindex>`;

/** Faults of listings: robots.txt, sitemaps, catalogues. */
export const listingFaults = /** @satisfies {Record<string, import('./fault.mjs').Fault>} */ ({
  'robots-unavailable': inRobots(({ response }) => void response.writeHead(503).end()),
  'robots-partial': inRobots(({ response }) => {
    response.writeHead(206, { ...text, 'content-range': 'bytes 0-9/99' }).end('User-agent');
  }),
  'robots-silent': inRobots(() => undefined),
  'robots-forbids': inRobots(({ response }) => {
    response.writeHead(200, text).end('User-agent: *\nDisallow: /\n');
  }),
  'robots-crawl-delay': inRobots(({ response, options: { seconds = 1 } }) => {
    response.writeHead(200, text).end(`User-agent: *\nCrawl-delay: ${seconds}\n`);
  }),
  'robots-html': inRobots(({ response }) => {
    response.writeHead(200, html).end('<!doctype html><title>Fen</title><p>Disallow: /</p>\n');
  }),
  'robots-endless': inRobots(({ response }) => {
    response.writeHead(200, text);
    pour(response, (at) => `User-agent: fen-${at}\nDisallow: /\n`.repeat(100));
  }),
  'sitemap-missing': inSitemap(({ response }) => void response.writeHead(404).end()),
  'sitemap-unavailable': inSitemap(({ response }) => void response.writeHead(503).end()),
  /** The complete entries of the first half. */
  'sitemap-partial': inSitemap(({ response, url }) => {
    const loc = `<url><loc>${new URL('/listed', url).href}</loc></url>`;
    const part = `<urlset xmlns="${namespace}">${loc}`;
    const range = `bytes 0-${part.length - 1}/${2 * part.length}`;
    response.writeHead(206, { ...xml, 'content-range': range }).end(part);
  }),
  'sitemap-empty': inSitemap(({ response }) => {
    response.writeHead(200, xml).end(`<urlset xmlns="${namespace}"></urlset>`);
  }),
  'sitemap-html': inSitemap(({ response }) => {
    response.writeHead(200, html).end('<!doctype html><title>Fen</title><p>Sign in<br>\n');
  }),
  'sitemap-cut-off': inSitemap(({ response, url }) => {
    const loc = `<url><loc>${new URL('/listed', url).href}</loc></url>`;
    response.writeHead(200, xml).end(`<urlset xmlns="${namespace}">${loc}<url><loc>http:`);
  }),
  /** Endless entries. */
  'sitemap-endless': inSitemap(({ response, url }) => {
    response.writeHead(200, xml).write(`<urlset xmlns="${namespace}">`);
    pour(response, (at) => `<url><loc>${new URL(`/endless/${at}`, url).href}</loc></url>\n`);
  }),
  'sitemap-index-of-itself': inSitemap(({ response, url }) => {
    response.writeHead(200, xml).end(indexOf(url));
  }),
  /** Each index links to another one. */
  'sitemap-index-endless': inSitemap(({ response, url, query }) => {
    const next = new URL(`?n=${Number(query.get('n') ?? 0) + 1}`, url);
    response.writeHead(200, xml).end(indexOf(next.href));
  }),
  /** Nested entities, which multiply. */
  'sitemap-entities': inSitemap(({ response }) => {
    const entities = Array.from({ length: 9 }, (_, at) => {
      return `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`;
    });
    const type = `<!DOCTYPE urlset [<!ENTITY e0 "fen">${entities.join('')}]>`;
    const loc = '<url><loc>http://fen.invalid/&e9;</loc></url>';
    response.writeHead(200, xml).end(`${type}<urlset xmlns="${namespace}">${loc}</urlset>`);
  }),
  /** Each page of the catalogue links to a further one. */
  'pages-endless': {
    place: 'catalogue',
    answer: ({ response, query }) => {
      const at = Number(query.get('page') ?? 0);
      const headers = {
        'content-type': 'application/ld+json',
        link: `<?page=${at + 1}>; rel="next"`,
      };
      const dataset = { '@type': 'Dataset', '@id': `urn:fen:${at}`, name: `Fen ${at}` };
      const catalogue = { '@type': 'DataCatalog', dataset: [dataset] };
      const json = { '@context': 'https://schema.org/', ...catalogue };
      response.writeHead(200, headers).end(JSON.stringify(json));
    },
  },
  /** The link to the next page leads to the first one. */
  'pages-in-a-ring': {
    place: 'catalogue',
    answer: ({ response, query, url }) => {
      const at = Number(query.get('page') ?? 0);
      const next = at === 0 ? '?page=1' : new URL(url).pathname;
      const headers = { 'content-type': 'application/ld+json', link: `<${next}>; rel="next"` };
      const dataset = { '@type': 'Dataset', '@id': `urn:fen:${at}`, name: `Fen ${at}` };
      const json = {
        '@context': 'https://schema.org/',
        '@type': 'DataCatalog',
        dataset: [dataset],
      };
      response.writeHead(200, headers).end(JSON.stringify(json));
    },
  },
});
