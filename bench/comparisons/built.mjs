// The compared modules of the build in dist/.

const dist = new URL('../../dist/', import.meta.url);

/** @type {(file: string) => Promise<unknown>} */
const load = (file) => import(new URL(file, dist).href);

/** @typedef {typeof import('../../src/web/robots/robots-file.ts')} AgentModule */
/** @typedef {typeof import('../../src/web/robots/parse-robots.ts')} ParseRobotsModule */
/** @typedef {typeof import('../../src/web/robots/rules.ts')} RulesModule */
/** @typedef {typeof import('../../src/text/encoding.ts')} EncodingModule */
/** @typedef {typeof import('../../src/links/link-field.ts')} LinkFieldModule */
/** @typedef {typeof import('../../src/discover/read-sitemap.ts')} SitemapDocumentModule */

export const { productToken } = /** @type {AgentModule} */ (await load('robots/agent.js'));
export const { parseRobots } = /** @type {ParseRobotsModule} */ (
  await load('robots/parse-robots.js')
);
export const { rulesFor, robotsVerdict } = /** @type {RulesModule} */ (
  await load('robots/rules.js')
);
export const { parseLinkField } = /** @type {LinkFieldModule} */ (
  await load('links/link-field.js')
);
export const { readSitemap } = /** @type {SitemapDocumentModule} */ (
  await load('discover/sitemap-document.js')
);
export const { encodingByMark } = /** @type {EncodingModule} */ (await load('text/encoding.js'));
