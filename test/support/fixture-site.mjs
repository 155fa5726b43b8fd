import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * What a folder's `site.json` may say about one path (with or without query) instead of, or beside,
 * a file of that name. What it says of the path `*` holds for all others, too.
 * @typedef {object} Override
 * @property {string} [file] the file to serve, below the folder
 * @property {boolean} [gzip] whether to gzip what is served; no `Content-Encoding` is sent
 * @property {string} [type] the `Content-Type`
 * @property {number} [status]
 * @property {string} [location] the `Location`
 * @property {Record<string, string>} [headers] further fields
 * @property {boolean} [validators] whether to send an `ETag`, and 304 to who has that content
 * @property {Record<string, Override>} [variants] what is served in its place to who asks for a media type before all others
 *
 * @typedef {{ method: string, path: string, headers: import('node:http').IncomingHttpHeaders }} SeenRequest
 *
 * @typedef {object} Site
 * @property {string} origin such as `http://127.0.0.1:49152`
 * @property {readonly SeenRequest[]} requests what was asked for so far; `path` includes the query
 * @property {() => Promise<void>} close ends all connections
 */

/** Served with `{{origin}}` and `{{port}}` replaced; everything else goes out byte by byte. */
const textTypes = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.json', 'application/json'],
  ['.jsonld', 'application/ld+json'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.xml', 'application/xml'],
]);

/**
 * Serves a folder on this machine. A path that ends in `/` means its `index.html`; `site.json`
 * itself is never served.
 * @param {string} folder
 * @param {{ port?: number, host?: string }} [options] by default a free port of 127.0.0.1
 * @returns {Promise<Site>}
 */
export async function serveSite(folder, { port = 0, host = '127.0.0.1' } = {}) {
  const root = path.resolve(folder);
  /** @type {SeenRequest[]} */
  const requests = [];
  const server = createServer((request, response) => {
    requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
    });
    answer(root, origin, request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error) => response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error)),
    );
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(undefined));
  });
  const address = server.address();
  const origin = `http://${host}:${typeof address === 'object' && address ? address.port : port}`;

  return {
    origin,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {string} root
 * @param {string} origin
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<{ status: number, headers: Record<string, string>, body: Buffer }>}
 */
async function answer(root, origin, request) {
  const target = request.url ?? '/';
  const pathname = target.replace(/\?.*$/su, '');
  const overrides = await readOverrides(root, origin);
  const own = variantFor(request, overrides[target] ?? overrides[pathname]);
  const override = { ...overrides['*'], ...own };
  const file = fileToServe(root, pathname, override);
  const content = file === undefined ? undefined : await readIfThere(file);
  if (file === undefined || content === undefined) {
    const headers = headersOf(override, undefined);
    return { status: override.status ?? 404, headers, body: Buffer.alloc(0) };
  }
  const textType = textTypes.get(path.extname(file));
  const filled = textType === undefined ? content : withOrigin(content, origin);
  const full = {
    status: override.status ?? 200,
    headers: headersOf(override, textType ?? 'application/octet-stream'),
    body: override.gzip ? gzipSync(filled) : filled,
  };
  return override.validators ? withEntityTag(full, request) : full;
}

/**
 * @param {{ status: number, headers: Record<string, string>, body: Buffer }} full
 * @param {import('node:http').IncomingMessage} request
 */
function withEntityTag({ status, headers, body }, request) {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  return request.headers['if-none-match'] === etag
    ? { status: 304, headers: { etag }, body: Buffer.alloc(0) }
    : { status, headers: { ...headers, etag }, body };
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {Override | undefined} override
 */
function variantFor({ headers }, override) {
  const [wanted = ''] = headers.accept?.split(/[,;]/u) ?? [];
  return override?.variants?.[wanted.trim()] ?? override;
}

/**
 * @param {Override} override
 * @param {string | undefined} usualType
 * @returns {Record<string, string>}
 */
function headersOf(override, usualType) {
  const type = override.type ?? usualType;
  return {
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(override.location === undefined ? {} : { location: override.location }),
    ...override.headers,
  };
}

/**
 * @param {string} root
 * @param {string} origin
 * @returns {Promise<Record<string, Override>>}
 */
async function readOverrides(root, origin) {
  const content = await readIfThere(path.join(root, 'site.json'));
  if (content === undefined) return {};
  /** @type {unknown} */
  const overrides = JSON.parse(withOrigin(content, origin).toString('utf8'));
  return /** @type {Record<string, Override>} */ (overrides); // The author of a fixture sees a mistake in the test.
}

/**
 * @param {string} root
 * @param {string} pathname
 * @param {Override} override
 */
function fileToServe(root, pathname, override) {
  if (override.file !== undefined) return inside(root, override.file);
  // A status without a file gives an empty response.
  if (override.status !== undefined) return undefined;
  return inside(root, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
}

/**
 * The file of a path, if it is inside the folder and may be served.
 * @param {string} root
 * @param {string} pathname
 */
function inside(root, pathname) {
  let decoded;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined; // Broken percent-encoding names no file.
  }
  const file = path.join(root, decoded);
  const allowed = file.startsWith(root + path.sep) && file !== path.join(root, 'site.json');
  return allowed && !decoded.includes('\0') ? file : undefined;
}

/** @param {string} file */
async function readIfThere(file) {
  try {
    return await readFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * Replaces byte by byte (Latin-1 maps each byte to one character), so that files in any encoding stay as they are.
 * @param {Buffer} content
 * @param {string} origin
 */
function withOrigin(content, origin) {
  const text = content.toString('latin1').replaceAll('{{origin}}', origin);
  return Buffer.from(text.replaceAll('{{port}}', new URL(origin).port), 'latin1');
}
