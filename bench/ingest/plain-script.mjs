// The yardstick: a harvester as most people would write it, in one file and with common libraries.
// It stores nothing on disk, follows no rules, and stops at the first error. Prints `{ quads,
// records, workMs }`. Usage: plain-script.mjs <origin>...
import * as cheerio from 'cheerio';
import jsonld from 'jsonld';
import { blankNode, literal, namedNode, quad, Store } from 'oxigraph';

/** @typedef {typeof import('../../src/expand/schema-org/context.ts')} ContextModule */
/**
 * @typedef {{ termType: string, value: string, language?: string, datatype?: { value: string } }}
 * Term
 */
/** @typedef {{ subject: Term, predicate: Term, object: Term }} Statement */
/** @typedef {{ [key: string]: unknown }} Json */

const built = new URL('../../dist/expand/schema-org/context.js', import.meta.url);
const { completeSchemaOrgContext } = /** @type {ContextModule} */ (await import(built.href));

const startedAt = performance.now();
const store = new Store();
let records = 0;

/** @type {string[]} */
const urls = [];
for (const origin of process.argv.slice(2)) {
  const robots = await (await fetch(`${origin}/robots.txt`)).text();
  for (const [, sitemap = ''] of robots.matchAll(/^Sitemap: (.*)$/gmu)) {
    const $ = cheerio.load(await (await fetch(sitemap)).text(), { xml: true });
    urls.push(...$('loc').map((_, loc) => $(loc).text()));
  }
}
await Promise.all(Array.from({ length: 16 }, harvest));
const workMs = performance.now() - startedAt;
console.log(JSON.stringify({ quads: store.size, records, workMs }));

async function harvest() {
  for (let url = urls.pop(); url !== undefined; url = urls.pop()) {
    const response = await fetch(url);
    const text = await response.text();
    for (const json of scriptsOf(text, response))
      await addRecords(/** @type {Json} */ (JSON.parse(json)), url);
  }
}

/**
 * @param {string} text
 * @param {Response} response
 */
function scriptsOf(text, response) {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return [text];
  const $ = cheerio.load(text);
  return $('script[type="application/ld+json"]')
    .toArray()
    .map((script) => $(script).text());
}

/**
 * @param {Json} document
 * @param {string} url
 */
async function addRecords(document, url) {
  const { '@context': context, itemListElement: items } = document;
  if (!Array.isArray(items)) return addRecord(document, url, url);
  for (const item of items) {
    const record = /** @type {Json} */ (item);
    await addRecord({ '@context': context, ...record }, url, `${url}#${String(record['@id'])}`);
  }
}

/**
 * @param {Json} document
 * @param {string} url
 * @param {string} graph
 */
async function addRecord(document, url, graph) {
  records += 1;
  // The types of the library know neither plain objects as documents nor its statements.
  const input = /** @type {import('jsonld').NodeObject} */ (document);
  /** @type {unknown} */
  const output = await jsonld.toRDF(input, { base: url, documentLoader });
  const statements = /** @type {Statement[]} */ (output);
  for (const { subject, predicate, object } of statements) {
    store.add(quad(resource(subject), namedNode(predicate.value), term(object), namedNode(graph)));
  }
}

/** @param {string} url */
async function documentLoader(url) {
  const document = /** @type {import('jsonld').NodeObject} */ ({
    '@context': completeSchemaOrgContext,
  });
  return { documentUrl: url, document };
}

/** @param {Term} node */
function resource({ termType, value }) {
  return termType === 'BlankNode' ? blankNode(value.replace('_:', '')) : namedNode(value);
}

/** @param {Term} node */
function term(node) {
  if (node.termType !== 'Literal') return resource(node);
  const { value, language, datatype } = node;
  return literal(value, language || namedNode(datatype?.value ?? ''));
}
