// Serves many hosts, which are addresses of this machine, each with a sitemap and small documents.
// Prints its port; on a line of input, the requests since the line before as JSON.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const [pages = 0, answerMs = 0] = process.argv.slice(2).map(Number);

/**
 * Times in milliseconds, by the clock of this process.
 * @typedef {{ host: string, startedAt: number, endedAt: number }} Request
 */

/** @type {Request[]} */
let requests = [];

const server = createServer((request, response) => {
  const { host = '' } = request.headers;
  const seen = { host, startedAt: performance.now(), endedAt: Infinity };
  requests.push(seen);
  response.on('close', () => {
    seen.endedAt = performance.now();
  });
  setTimeout(() => answer(request.url ?? '', host, response), answerMs);
});
server.listen(0, '0.0.0.0', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
createInterface(process.stdin)
  .on('line', () => {
    console.log(JSON.stringify(requests));
    requests = [];
  })
  .on('close', () => process.exit());

/**
 * @param {string} path
 * @param {string} host
 * @param {import('node:http').ServerResponse} response
 */
function answer(path, host, response) {
  if (path === '/sitemap.xml') {
    const entries = Array.from({ length: pages }, (_, page) => {
      return `<url><loc>http://${host}/${page}.jsonld</loc></url>`;
    });
    const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(`<urlset xmlns="${namespace}">${entries.join('')}</urlset>`);
  } else if (path.endsWith('.jsonld')) {
    const id = `http://${host}${path}`;
    const record = { '@context': 'https://schema.org/', '@id': id, '@type': 'Dataset', name: id };
    response.writeHead(200, { 'content-type': 'application/ld+json' });
    response.end(JSON.stringify(record));
  } else response.writeHead(404).end();
}
