import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWorkspace, type Workspace } from './workspace.ts';

const pages: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/robots.txt': ['text/plain', 'User-agent: *\nDisallow: /closed/\n'],
  '/closed/meta': [
    'text/html',
    '<head><meta name="DC.title" content="Tides"><meta name="DC.identifier" content="doi:10.1/t"></head>',
  ],
  '/export/7': [
    'application/ld+json',
    '{"@context": "https://schema.org/", "@type": "Dataset", "name": "Winds"}',
  ],
};

let workspace: Workspace;
let server: Server;
let origin: string;

beforeAll(async () => {
  workspace = await createWorkspace();
  server = createServer((request, response) => {
    const [type, text] = pages[request.url ?? ''] ?? [];
    if (type === undefined) response.writeHead(404).end();
    else response.setHeader('content-type', type).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // what it is for a server that listens on a port
  origin = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  server.close();
  await workspace.remove();
});

/** Looks at a URL now, in a folder with a configuration of these sources, each a line of YAML. */
async function urlUpdate(path: string, sources: readonly string[], args: readonly string[] = []) {
  const text = [
    'store: { path: ./catalogue }',
    'workers: 0',
    'http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } }',
    'sources:',
    ...sources.map((source) => `  - { ${source.replaceAll('ORIGIN', origin)} }`),
    '',
  ];
  await workspace.write('config.yaml', text.join('\n'));
  return workspace.run(['explain', `${origin}${path}`, '--live', ...args]);
}

const open = 'name: open, site: "ORIGIN", robots: ignore, fallbacks: [metaTags]';
const elsewhere = 'name: elsewhere, site: "https://e.org/"';

describe('explain --live', () => {
  it('visits with the settings of the only source on the host, and names it', async () => {
    const { stdout, code } = await urlUpdate('/closed/meta', [elsewhere, open]);
    const [first] = stdout.split('\n');
    expect(first).toBe(
      'Visited now, with the settings of the source open, the only configured source on its host.',
    );
    expect(stdout).toContain('is ignored, as the source is configured');
    expect(stdout).toMatch(/taken +meta tags/u);
    expect(code).toBe(0);
  });

  it('visits with the default settings if several sources or none are on the host', async () => {
    const other = 'name: other, urls: ["ORIGIN/closed/meta"]';
    const several = await urlUpdate('/closed/meta', [open, other]);
    expect(several.stdout.split('\n')[0]).toBe(
      'Visited now, with the default settings of a source, because open, other are on its host (choose with --source).',
    );
    expect(several.stdout).toContain('disallows');
    const none = await urlUpdate('/closed/meta', [elsewhere], ['--json']);
    expect(JSON.parse(none.stdout)).toMatchObject({
      settings: { source: null, candidates: [] },
      looks: [{ outcome: { state: 'disallowed', listings: [{ source: 'command-line' }] } }],
    });
  });

  it('visits with the settings of the source that --source names', async () => {
    const other = 'name: other, site: "ORIGIN"';
    const { stdout } = await urlUpdate(
      '/closed/meta',
      [open, other],
      ['--source', 'open', '--json'],
    );
    expect(JSON.parse(stdout)).toMatchObject({
      settings: { source: 'open', because: 'named' },
      looks: [{ outcome: { state: 'harvested', listings: [{ source: 'open' }] } }],
    });
    expect(await urlUpdate('/closed/meta', [open, other], ['--source', 'opne'])).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining(
        'No source is named opne; the sources of the configuration are open, other',
      ) as unknown,
      code: 3,
    });
  });

  it('visits the metadata of a URL at the URL from the template of its source', async () => {
    const templated = 'name: templated, site: "ORIGIN", template: "ORIGIN/export/{id}"';
    const { stdout } = await urlUpdate('/dataset/7', [templated]);
    expect(stdout).toContain(
      `named on the command line, as metadata of ${origin}/dataset/7; no listing was used`,
    );
    expect(stdout).toContain(`GET  ${origin}/export/7  200`);
    expect(stdout).not.toContain(`GET  ${origin}/dataset/7`);
  });

  it('takes a URL that the template of its source led to as it is', async () => {
    const templated =
      'name: templated, urls: ["ORIGIN/dataset/7"], template: "ORIGIN/export/{id}", exclude: ["/export/**"]';
    await urlUpdate('/dataset/7', [templated]);
    await workspace.run(['ingest', 'config.yaml']);
    const { stdout } = await urlUpdate('/export/7', [templated], ['--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      settings: { source: 'templated', because: 'listed' },
      looks: [{ outcome: { url: `${origin}/export/7`, state: 'harvested' } }],
    });
  });
});
