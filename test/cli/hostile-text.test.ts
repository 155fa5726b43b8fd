import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandResult } from '../support/run-command.ts';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

/** Clears the screen, writes the clipboard (OSC 52), rings, C1 controls that do the same, turns the direction. */
const attack =
  'Evil\u001B[2J\u001B]52;c;ZXZpbA==\u0007\u009B2J\u009D52;c;ZXZpbA==\u009C\r\u0008\u007F\u202Eback\u2066\u2028';
/** All of that which acts on a terminal; line ends and tabs are the program's own. */
const acting = /\r(?!\n)|(?![\n\r\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** What XML and HTML may hold of it. */
const inMarkup = withoutC0(attack);
/** As Latin-1 characters, as Node writes header fields; without what it refuses. */
const inHeader = Buffer.from(withoutC0(attack).replaceAll('\u007F', '')).toString('latin1');

function withoutC0(text: string): string {
  return Array.from(text)
    .filter((character) => character >= ' ')
    .join('');
}

function dataset(name: string): string {
  return JSON.stringify({
    '@context': 'https://schema.org/',
    '@type': ['Dataset', `Evil${attack}`],
    '@id': `http://evil.example/${attack}`,
    name,
    identifier: attack,
    description: attack,
    url: `http://evil.example/${attack}`,
    [attack]: attack,
    license: `http://evil.example/ ${attack}`,
    keywords: [attack, { '@value': attack, '@language': attack }],
  });
}

let workspace: Workspace;
let server: Server;
let origin: string;

function pages(at: string): Record<string, string> {
  const script = (json: string): string =>
    `<title>${inMarkup}</title><script type="application/ld+json" id="${inMarkup}">${json}</script>`;
  const link = (target: string): string =>
    `<link rel="describedby" type="application/${inMarkup}" href="${target}" title="${inMarkup}">`;
  return {
    '/robots.txt': [
      'User-agent: *',
      `Disallow: /secret${attack}`,
      'Disallow: /secret',
      `Sitemap: ${at}/sitemap.xml`,
      `Sitemap: http://${attack}/`,
    ].join('\n'),
    '/sitemap.xml': [
      '<urlset>',
      ...['good', 'broken', 'secret', 'moved', 'none', 'coded', 'xml.rdf', inMarkup].map(
        (path) => `<url><loc>${at}/${path}</loc><lastmod>${inMarkup}</lastmod></url>`,
      ),
      `<url><loc>javascript:${inMarkup}</loc></url>`,
      `<url><loc>http://${inMarkup}:x/</loc></url>`,
      '</urlset>',
    ].join(''),
    '/good': script(dataset(attack)) + link(`/other?${inMarkup}`),
    '/broken': script(`{"name": "${inMarkup}", ${attack}`),
    '/none': link('/secret'),
    '/xml.rdf': `<rdf:RDF xmlns:rdf="${inMarkup}"><${inMarkup}`,
  };
}

beforeAll(async () => {
  workspace = await createWorkspace();
  server = createServer(({ url = '' }, response) => {
    const page = pages(origin)[url];
    response.setHeader('etag', `"${inHeader}"`);
    response.setHeader('link', `<http://evil.example/${inHeader}>; rel="${inHeader} describedby"`);
    const html = { 'content-type': `text/html; charset="${inHeader}"` };
    if (url === '/moved') response.writeHead(302, { location: `htp://${inHeader}` }).end();
    else if (url === '/coded') response.writeHead(200, { 'content-encoding': inHeader }).end('x');
    else if (page === undefined) response.writeHead(404, { 'content-type': inHeader }).end(attack);
    else if (url === '/good' || url === '/broken') response.writeHead(200, html).end(page);
    else response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // what it is for a server that listens on a port
  origin = `http://127.0.0.1:${port}`;
  await workspace.write('config.yaml', localConfig(`site: "${origin}/"`));
  const derived = ['index', 'views', 'provenance', 'problems'].map(
    (name) => `<urn:cdif-graph:${name}>`,
  );
  await workspace.write(
    'everything.rq',
    `SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(ISIRI(?g) || ?g IN (${derived.join(', ')})) }`,
  );
  await workspace.write('all.rq', 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }');
  await run('ingest', 'config.yaml');
});

afterAll(async () => {
  server.close();
  await workspace.remove();
});

/** Runs a command that takes its output for a terminal. */
function run(...args: readonly string[]): Promise<CommandResult> {
  return workspace.run(args, { terminalColumns: 200 });
}

describe('what publishers wrote', () => {
  it.each([
    ['ingest', ['ingest', 'config.yaml', '--dry-run']],
    ['show', ['show', '/good']],
    ['show --json', ['show', '/good', '--json']],
    ['show --raw', ['show', '/good', '--raw']],
    ['show --graph', ['show', '/good', '--graph']],
    ['explain', ['explain', '/good']],
    ['explain --json', ['explain', '/good', '--json']],
    ['explain --live', ['explain', '--live', '/good']],
    ['query', ['query', 'everything.rq']],
    ['query --format csv', ['query', 'everything.rq', '--format', 'csv']],
    ['query --format nq', ['query', 'all.rq', '--format', 'nq']],
    ['export', ['export']],
  ])('never acts on a terminal: %s', async (_name, args) => {
    const { stdout, stderr } = await run(
      ...args.map((arg) => (arg.startsWith('/') ? origin + arg : arg)),
    );
    expect(stdout).toMatch(/Evil|evil/u);
    expect((stdout + stderr).match(acting)).toBeNull();
  });

  it('never act on a terminal if a URL fails', async () => {
    const paths = ['broken', 'secret', 'moved', 'coded', 'none', 'xml.rdf'];
    const all = await Promise.all(paths.map((path) => run('explain', `${origin}/${path}`)));
    for (const { stdout, stderr } of all) {
      expect(stdout).toContain(origin);
      expect((stdout + stderr).match(acting)).toBeNull();
    }
  });

  it('never acts on a terminal by status', async () => {
    const all = await Promise.all([run('status'), run('status', '--json'), run('rebuild')]);
    for (const { stdout, stderr } of all) {
      expect(stdout).not.toBe('');
      expect((stdout + stderr).match(acting)).toBeNull();
    }
  });

  it('is data as they are for a pipe, and escaped by JSON there, too', async () => {
    const csv = await workspace.run(['query', 'everything.rq', '--format', 'csv']);
    expect(csv.stdout).toContain(attack);
    const json = await workspace.run(['show', `${origin}/good`, '--json']);
    expect(json.stdout.match(acting)).toBeNull();
    expect(JSON.stringify(JSON.parse(json.stdout))).toContain('\u202E');
  });
});

describe('a fault', () => {
  it('never acts on a terminal, whatever it is about', async () => {
    const unknown = `no${attack}`;
    const all = await Promise.all([
      run('show', unknown),
      run('explain', '--live', unknown),
      run('remove', '--source', unknown),
      run('ingest', unknown),
    ]);
    for (const { stdout, stderr } of all) {
      expect(stdout).toBe('');
      expect(stderr).toContain('noEvil');
      expect(stderr.match(acting)).toBeNull();
    }
  });
});
