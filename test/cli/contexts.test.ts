import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { serve } from '../web/loopback.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

let workspace: Workspace;

beforeEach(async () => {
  workspace = await createWorkspace();
  onTestFinished(async () => workspace.remove());
});

const context = '{ "@context": ["https://schema.org/", { "soil": "https://soil.example/" }] }';

const dataset = (id: string, name: string) => ({
  '@context': `/${name}.jsonld`,
  '@type': 'Dataset',
  '@id': `https://id.example/${id}`,
  name: `Dataset ${id}`,
  'soil:texture': 'loam',
});

/** A site whose pages name contexts on their own host; what was requested, and answered by 304. */
async function serveSite() {
  const requested: string[] = [];
  const pages = ['/1', '/2', '/list'];
  const bodies: Readonly<Record<string, object>> = {
    '/1': dataset('1', 'soil'),
    '/2': dataset('2', 'soil'),
    '/two': [{ ...dataset('5', 'soil'), '@context': 'https://schema.org/' }, dataset('6', 'soil')],
    '/list': {
      '@context': 'https://schema.org/',
      '@type': 'ItemList',
      itemListElement: [dataset('3', 'soil'), dataset('4', 'none')],
    },
  };
  const origin = await serve((request, response) => {
    const path = request.url ?? '';
    const body = bodies[path];
    const isUnchanged = body !== undefined && request.headers['if-none-match'] === '"1"';
    requested.push(`${path}${isUnchanged ? ' unchanged' : ''}`);
    if (isUnchanged) response.writeHead(304).end();
    else if (path === '/soil.jsonld') response.end(context);
    else if (body === undefined) response.writeHead(404).end();
    else {
      const headers = { 'content-type': 'application/ld+json', etag: '"1"' };
      response.writeHead(200, headers).end(JSON.stringify(body));
    }
  });
  /** The requests since the last call, in order, without robots.txt. */
  const take = (): readonly string[] =>
    requested
      .splice(0)
      .filter((path) => path !== '/robots.txt')
      .toSorted();
  return { origin, urls: pages.map((path) => origin + path), take };
}

async function configure(
  urls: readonly string[],
  http: string,
  more = '',
  recheck = 'always',
): Promise<void> {
  const lines = [
    'store: { path: ./catalogue }',
    'workers: 0',
    `http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 }${http} }`,
    `sources: [{ name: local, recheck: ${recheck}, urls: [${urls.join(', ')}] }]`,
    more,
  ];
  await workspace.write('config.yaml', lines.join('\n'));
}

/** Runs a command that reports in JSON. */
async function reportOf(...args: readonly string[]): Promise<unknown> {
  const { stdout } = await workspace.run([...args, '--json']);
  return JSON.parse(stdout);
}

it('fetches contexts from allowed hosts once, and reads what it lost without them', async () => {
  const { origin, urls, take } = await serveSite();
  const ingest = ['ingest', 'config.yaml'] as const;

  await configure(urls, '');
  expect(await reportOf(...ingest)).toMatchObject({
    sources: [{ problems: { 'context-unavailable': 4 }, records: { 'failed-new': 4 } }],
  });
  expect(take()).toEqual(['/1', '/2', '/list']);

  await configure(urls, ', contextHosts: [127.0.0.1]');
  expect(await reportOf(...ingest, '--workers', '1')).toMatchObject({
    sources: [{ problems: { 'context-unavailable': 1 }, records: { added: 3, 'failed-new': 1 } }],
  });
  expect(take()).toEqual(['/1', '/2', '/list', '/none.jsonld', '/soil.jsonld']);
  const { stdout: problems } = await workspace.run(['problems']);
  expect(problems).toContain(
    `("${origin}/none.jsonld", HTTP status 404, in item "https://id.example/4")`,
  );

  // The catalogue has the context; the missing one is requested once more.
  expect(await reportOf(...ingest)).toMatchObject({
    sources: [{ records: { unchanged: 3, 'failed-new': 1 } }],
  });
  expect(take()).toEqual(['/1 unchanged', '/2 unchanged', '/list unchanged', '/none.jsonld']);

  await workspace.run(['explain', urls[0] ?? '', '--live']);
  await workspace.write('copy.jsonld', JSON.stringify({ ...dataset('1', 'soil'), name: 'Copy' }));
  const file = await workspace.run(['validate', 'copy.jsonld', '--base', `${origin}/copy`]);
  expect(file.stdout).toContain('1 record');
  expect(take()).toEqual(['/1']);

  const validated = await workspace.run(['validate', '--all']);
  expect(validated.stdout).toContain('3 records');
  expect(validated.stdout).toContain('none.jsonld", not in the catalogue, in item');

  await workspace.write('none.jsonld', context);
  await configure(urls, '', `contexts: { ${origin}/none.jsonld: none.jsonld }`);
  expect(await reportOf('rebuild')).toMatchObject({
    records: { added: 1, unchanged: 3, failed: 0 },
    problems: {},
  });
  expect(take()).toEqual([]);
  expect(await reportOf(...ingest)).toMatchObject({
    sources: [{ records: { unchanged: 4, 'failed-new': 0 } }],
  });
});

it('explains that a URL is due again where a context has become available', async () => {
  const { origin } = await serveSite();
  const url = `${origin}/two`;
  await configure([url], '', '', '24');
  await workspace.run(['ingest', 'config.yaml']);
  const explain = async () => (await workspace.run(['explain', url])).stdout;
  expect(await explain()).toContain('not due');
  await workspace.write('soil.jsonld', context);
  await configure([url], '', `contexts: { '${origin}/*': soil.jsonld }`, '24');
  expect(await explain()).not.toContain('not due');
});

it('checks and validates with the contexts of the configuration, and warns of useless ones', async () => {
  const { origin, urls, take } = await serveSite();
  const [url = ''] = urls;
  await configure(urls, ', contextHosts: [127.0.0.1]');
  const validated = await workspace.run(['validate', url]);
  expect(validated.stdout).toContain('1 record');
  expect(take().filter((path) => path === '/soil.jsonld')).toHaveLength(1);
  const checked = await workspace.run(['check', url, '--json']);
  expect(checked.stdout).not.toContain('context-unavailable');
  expect(take().filter((path) => path === '/soil.jsonld')).toHaveLength(1);

  await workspace.write('soil.jsonld', context);
  const files = `contexts: { '${origin}/*': soil.jsonld, 'https://schema.org/': soil.jsonld }`;
  await configure([url], '', files);
  const { stdout, stderr } = await workspace.run(['ingest', 'config.yaml', '--dry-run']);
  expect(stdout).toContain('1 would be stored');
  expect(stderr).toContain(
    'contexts maps https://schema.org/, which is bundled with cdif-graph: the file is not used',
  );
  expect(take()).toEqual(['/1']);
});
