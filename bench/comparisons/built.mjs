// The compared modules of the build in dist/.

const dist = new URL('../../dist/', import.meta.url);

/** @type {(file: string) => Promise<unknown>} */
const load = (file) => import(new URL(file, dist).href);

/** @typedef {typeof import('../../src/web/robots/robots-file.ts')} RobotsFileModule */
/** @typedef {typeof import('../../src/web/robots/rules.ts')} RulesModule */
/** @typedef {typeof import('../../src/text/encoding.ts')} EncodingModule */
/** @typedef {typeof import('../../src/links/link-field.ts')} LinkFieldModule */
/** @typedef {typeof import('../../src/discover/read-sitemap.ts')} SitemapDocumentModule */

export const { parseRobots, productToken } = /** @type {RobotsFileModule} */ (
  await load('web/robots/robots-file.js')
);
export const { rulesFor, robotsVerdict } = /** @type {RulesModule} */ (
  await load('web/robots/rules.js')
);
export const { parseLinkField } = /** @type {LinkFieldModule} */ (
  await load('links/link-field.js')
);
export const { readSitemap } = /** @type {SitemapDocumentModule} */ (
  await load('discover/read-sitemap.js')
);
export const { encodingByMark } = /** @type {EncodingModule} */ (await load('text/encoding.js'));
