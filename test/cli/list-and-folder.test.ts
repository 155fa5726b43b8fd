import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonical } from '../support/canonical.ts';
import { serveSite } from '../support/fixture-site.mjs';
import { createWorkspace, type Workspace } from './workspace.ts';

const context = { '@context': { '@vocab': 'http://schema.org/' } };

function dataset(number: number) {
  return {
    '@id': `https://moss.example/dataset/${number}`,
    '@type': 'Dataset',
    name: `Moss plot ${number}`,
    creator: { '@type': 'Person', name: `Surveyor ${number}` },
  };
}

const [first, second, third] = [dataset(1), dataset(2), dataset(3)];
const page = `<script type="application/ld+json">${JSON.stringify({ ...context, ...third })}</script>`;

/** A list of what stands in it and what it only names. */
function list(...items: object[]): string {
  const itemListElement = [...items, { '@type': 'ListItem', url: '/page.html' }];
  return JSON.stringify({ ...context, '@id': '#list', '@type': 'ItemList', itemListElement });
}

let workspace: Workspace;
let web: string;
let site: Awaited<ReturnType<typeof serveSite>>;

beforeAll(async () => {
  workspace = await createWorkspace();
  web = await mkdtemp(join(tmpdir(), 'moss-'));
  await writeFile(join(web, 'page.html'), page);
  await writeFile(join(web, 'list.jsonld'), list(first, second));
  await mkdir(join(workspace.folder, 'records', 'deep er'), { recursive: true });
  await workspace.write('records/1.jsonld', JSON.stringify({ ...context, ...first }));
  await workspace.write('records/deep er/2.json', JSON.stringify({ ...context, ...second }));
  await workspace.write('records/page.html', page);
  await workspace.write(
    'records/shape.json',
    '{"$schema":"https://json-schema.org/draft-07/schema#"}',
  );
  await workspace.write('records/notes.txt', 'no metadata');
  site = await serveSite(web);
  const config = [
    'store: { path: ./catalogue }',
    'workers: 0',
    'http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } }',
    'sources:',
    `  - { name: listed, list: "${site.origin}/list.jsonld", maxRemovedShare: 1 }`,
    '  - { name: lying-here, folder: ./records }',
  ];
  await workspace.write('config.yaml', config.join('\n'));
});

afterAll(async () => {
  await site.close();
  await workspace.remove();
  await rm(web, { recursive: true });
});

interface Report {
  readonly sources: readonly {
    readonly source: string;
    readonly urls: Readonly<Record<string, number>>;
    readonly records: Readonly<Record<string, number>>;
    readonly skipped: Readonly<Record<string, number>>;
  }[];
}

async function ingest(): Promise<Report['sources']> {
  const { stdout, code } = await workspace.run(['ingest', 'config.yaml', '--json']);
  expect(code).toBe(0);
  return (JSON.parse(stdout) as Report).sources;
}

/** The statements of each graph in canonical form, by the name of the graph. */
async function graphs(): Promise<Map<string, string>> {
  const out = join(workspace.folder, 'all.nq');
  await rm(out, { force: true });
  await workspace.run(['export', '--out', out, '--without', 'index,views,provenance,problems']);
  const lines = new Map<string, string[]>();
  for (const line of (await readFile(out, 'utf8')).split('\n').filter(Boolean)) {
    const [, statement = '', graph = ''] = /^(.*) <([^>]*)> \.$/u.exec(line) ?? [];
    lines.set(graph, [...(lines.get(graph) ?? []), `${statement} .\n`]);
  }
  const texts = Array.from(lines, async ([graph, statements]) => {
    return [
      graph.replace(site.origin, ''),
      (await canonical(statements.join(''))).join('\n'),
    ] as const;
  });
  return new Map(await Promise.all(texts));
}

const key = (name: string): string => `/list.jsonld#${encodeURIComponent(name)}`;

describe('the sources list and folder', () => {
  it('give one graph a record, and the same one whichever way it comes', async () => {
    const [listed, lyingHere] = await ingest();
    expect(listed).toMatchObject({ urls: { loaded: 2 }, records: { added: 3 } });
    expect(lyingHere).toMatchObject({
      urls: { loaded: 3, 'no-metadata': 1 },
      records: { added: 3 },
      skipped: { template: 1 },
    });
    const all = await graphs();
    expect([...all.keys()]).toEqual(
      [
        key(first['@id']),
        key(second['@id']),
        '/page.html',
        'http://lying-here.invalid/1.jsonld',
        'http://lying-here.invalid/deep%20er/2.json',
        'http://lying-here.invalid/page.html',
      ].toSorted((one, other) =>
        (one[0] === '/') === (other[0] === '/') ? 0 : one[0] === '/' ? -1 : 1,
      ),
    );
    expect(all.get(key(first['@id']))).toBe(all.get('http://lying-here.invalid/1.jsonld'));
    expect(all.get(key(second['@id']))).toBe(all.get('http://lying-here.invalid/deep%20er/2.json'));
    expect(all.get('/page.html')).toBe(all.get('http://lying-here.invalid/page.html'));
  });

  it('write nothing where nothing changed, in whatever order the list has it', async () => {
    await writeFile(join(web, 'list.jsonld'), list(second, first));
    for (const { records } of await ingest()) {
      expect(records).toMatchObject({ added: 0, replaced: 0, unchanged: 3, removed: 0 });
    }
  });

  it('let go what the list has no more, and only where all of it could be read', async () => {
    const broken = { '@type': 'Dataset', '@id': 'https://moss.example/4', name: { '@value': {} } };
    await writeFile(join(web, 'list.jsonld'), list(second, broken));
    const [failing] = await ingest();
    expect(failing?.records).toMatchObject({ removed: 0 });
    expect((await graphs()).has(key(first['@id']))).toBe(true);
    await writeFile(join(web, 'list.jsonld'), list(second));
    const [listed] = await ingest();
    expect(listed?.records).toMatchObject({ unchanged: 2, removed: 1 });
    expect((await graphs()).has(key(first['@id']))).toBe(false);
  });
});
