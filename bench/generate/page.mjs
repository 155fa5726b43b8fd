// Landing pages: HTML of a given weight around the JSON-LD.
import { createRandom } from './random.mjs';
import { sentences, subjects } from './words.mjs';

/**
 * The HTML before and behind the JSON-LD of a page. Many pages share one, as those of one repository do.
 * @typedef {{ readonly before: string, readonly behind: string }} PageFrame
 */

/**
 * HTML of at least a given size without the JSON-LD: a head with links, navigation, text in nested
 * elements.
 * @param {number} seed
 * @param {number} variant frames of different numbers differ
 * @param {number} bytes at least; up to a line more
 * @returns {PageFrame}
 */
export function createFrame(seed, variant, bytes) {
  const random = createRandom(seed, `frame ${variant}`);
  const before = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${random.pick(subjects)}</title>
<link rel="stylesheet" href="/style.css">
<script>window.settings = { menu: true, "a < b": 1 };</script>
<script type="application/ld+json">
`;
  const start = `
</script>
</head>
<body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/about">About</a></li></ul></nav>
<main>
`;
  const end = '</main>\n</body>\n</html>\n';
  const lines = [];
  let size = Buffer.byteLength(before + start + end);
  while (size < bytes) {
    const line = paragraph(random);
    lines.push(line);
    size += Buffer.byteLength(line);
  }
  return { before, behind: start + lines.join('') + end };
}

/** @param {import('./random.mjs').Random} random */
function paragraph(random) {
  const number = random.whole(1, 9999);
  return `<div class="row r${number}"><p id="p${number}">${random.pick(sentences)} <a href="/note/${number}?from=page&amp;at=${number}"><span>Note ${number}</span></a></p></div>\n`;
}

/**
 * JSON that may stand in a script element, where `</` would end the element.
 * @param {unknown} document
 */
export function scriptText(document) {
  return JSON.stringify(document).replaceAll('</', String.raw`<\/`);
}
