// A second reader of the JSON-LD in a page, with cheerio and JSON.parse as simple scripts use them.
import * as cheerio from 'cheerio';

/**
 * @typedef {object} PlainPage
 * @property {number} scripts of JSON-LD; a JSON document is one
 * @property {number} broken those that JSON.parse refuses
 * @property {ReadonlySet<string>} types of all nodes, without namespace
 */

/**
 * @param {string} file its name says what it is
 * @param {string} text
 * @returns {PlainPage}
 */
export function readPlainPage(file, text) {
  const scripts = file.endsWith('.html') ? scriptsIn(text) : file.endsWith('.json') ? [text] : [];
  let broken = 0;
  /** @type {Set<string>} */
  const types = new Set();
  for (const script of scripts) {
    try {
      addTypes(types, JSON.parse(script));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      broken += 1;
    }
  }
  return { scripts: scripts.length, broken, types };
}

/** @param {string} html */
function scriptsIn(html) {
  const $ = cheerio.load(html);
  return $('script[type="application/ld+json"]')
    .toArray()
    .map((script) => $(script).text());
}

/**
 * @param {Set<string>} types
 * @param {unknown} node
 */
function addTypes(types, node) {
  if (typeof node !== 'object' || node === null) return;
  const { '@type': named = [] } = /** @type {{ '@type'?: unknown }} */ (node);
  for (const type of [named].flat()) types.add(String(type).replace(/^.*[:/#]/u, ''));
  for (const value of Object.values(node)) addTypes(types, value);
}
