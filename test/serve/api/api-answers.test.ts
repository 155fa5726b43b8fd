import { cp } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiEndpoints } from '../../../src/serve/api/api-routes.ts';
import { createApp } from '../../../src/serve/app.ts';
import { ServedCatalogue } from '../../../src/serve/served-catalogue.ts';
import { copyDemo } from '../../cli/demo-workspace.ts';
import { createWorkspace, type Workspace } from '../../cli/workspace.ts';
import { harvestPages, type HarvestedPages } from '../pages/harvested-site.ts';

type Json = Record<string, unknown>;

const base = 'https://catalogue.example/data/';

let demo: Workspace;
/** Commands use a copy: this process must not open one file twice. */
let demoCopy: Workspace;
let served: ServedCatalogue;
let app: ReturnType<typeof createApp>;
let harvested: HarvestedPages;
let harvestedCopy: Workspace;

beforeAll(async () => {
  ({ workspace: demo } = await copyDemo());
  ({ workspace: demoCopy } = await copyDemo());
  const path = `${demo.folder}/catalogue`;
  served = await ServedCatalogue.open({ path, onTrouble: fail });
  app = createApp({ catalogue: served, site: { title: 'Demo', base }, onError: fail });
  harvested = await harvestPages();
  harvestedCopy = await createWorkspace();
  const name = 'catalogue';
  await cp(`${harvested.workspace.folder}/${name}`, `${harvestedCopy.folder}/${name}`, {
    recursive: true,
  });
});

afterAll(async () => {
  await served.close();
  await harvested.close();
  await Promise.all([demo.remove(), demoCopy.remove(), harvestedCopy.remove()]);
});

function fail(error: unknown): never {
  throw error;
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return app.request(`http://localhost/data${path}`, { headers });
}

/** An answer that has the schema of its endpoint. */
async function answer(path: string): Promise<Json> {
  const got = await get(path);
  expect({ path, status: got.status }).toEqual({ path, status: 200 });
  expect(got.headers.get('Content-Type')).toBe('application/json');
  return checked(path, await got.text());
}

async function harvestedAnswer(path: string): Promise<Json> {
  return checked(path, await harvested.text(path));
}

/** Checks the schema: unknown members are errors, too, where the schema names all. */
function checked(path: string, text: string): Json {
  const json = JSON.parse(text) as Json;
  const [bare = ''] = path.split('?');
  const endpoint = apiEndpoints.find((each) =>
    new RegExp(`^${each.path.replaceAll(/\{[a-z]+\}/giu, '[^/]+')}$`, 'u').test(bare),
  );
  expect(endpoint?.answers.safeParse(json).error?.issues ?? []).toEqual([]);
  expect(endpoint).toBeDefined();
  return json;
}

async function command(workspace: Workspace, ...args: string[]): Promise<Json> {
  const { stdout } = await workspace.run([...args, '--store', 'catalogue']);
  return JSON.parse(stdout) as Json;
}

/** A value without the members that only the interface has. */
function without(value: unknown, ...names: readonly string[]): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) => (names.includes(name) ? undefined : member)),
  );
}

async function pathOf(link: unknown): Promise<string> {
  expect(String(link)).toMatch(/^https:\/\/catalogue\.example\/data\/api\//u);
  return `/${String(link).slice(base.length)}`;
}

describe('the search of the API', () => {
  it('answers as the command, with links', async () => {
    const args = ['--limit', '500', '--facets', 'types', 'years', 'map'];
    const told = await command(demoCopy, 'search', ...args, '--format', 'json');
    const got = await answer('/api/search?limit=500&facets=types,years&facets=map&facetLimit=1000');
    expect(without(got, 'links', 'pageKey')).toEqual(told);
    expect((got['results'] as unknown[]).length).toBeGreaterThan(3);
  });

  it('has the conditions of the search page', async () => {
    const told = await command(
      demoCopy,
      'search',
      'water',
      '--type',
      'Dataset',
      '--format',
      'json',
    );
    const got = await answer('/api/search?q=water&type=Dataset&limit=1000');
    expect(without(got, 'links', 'pageKey')).toEqual(told);
    const nothing = await answer('/api/search?q=water&type=Cruise');
    expect(nothing).toMatchObject({ total: 0, withoutCondition: { type: told['total'] } });
    expect(nothing['unknown']).toMatchObject([{ condition: 'type', asked: 'Cruise' }]);
    const words = await answer('/api/search?q=water&q=nowhere&type=Cruise');
    expect(Object.keys(words['withoutCondition'] ?? {})).toEqual(['q', 'type']);
    const within = await answer('/api/search?bbox=-180,-90,180,90&within=true');
    expect(within['total']).toBeGreaterThan(0);
  });

  it('links pages that together have every result once', async () => {
    const { total } = await answer('/api/search?limit=0');
    const keys: string[] = [];
    let path: string | undefined = '/api/search?limit=2&sort=title';
    while (path !== undefined && keys.length <= Number(total)) {
      const page = await answer(path);
      expect(page['total']).toBe(total);
      for (const { key } of page['results'] as { key: string }[]) keys.push(key);
      const { next } = page['links'] as { next?: string };
      expect(next === undefined).toBe(page['next'] === undefined);
      path = next === undefined ? undefined : await pathOf(next);
    }
    expect(keys).toHaveLength(Number(total));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each([
    ['geojson', 'application/geo+json'],
    ['csv', 'text/csv'],
  ])('answers as %s by parameter and by Accept, as the command does', async (format, type) => {
    const byName = await get(`/api/search?q=water&limit=3&format=${format}`);
    const byType = await get('/api/search?q=water&limit=3', { Accept: type });
    const { stdout } = await demoCopy.run([
      'search',
      'water',
      '--limit',
      '3',
      '--format',
      format,
      '--store',
      'catalogue',
    ]);
    const text = await byName.text();
    expect(byName.headers.get('Content-Type')).toContain(type);
    expect(await byType.text()).toBe(text);
    // The answer has the links besides, in CSV as the last two columns.
    const read = (written: string): unknown =>
      format === 'csv' ? written : (JSON.parse(written) as unknown);
    const bare = text.replaceAll(
      /,(?:page,dataset|https:\/\/catalogue[^,]+,https:\/\/catalogue[^,]+)\r\n/gu,
      '\r\n',
    );
    expect(format === 'csv' ? bare : without(read(text), 'links')).toEqual(read(stdout));
    const links = text.match(/https:\/\/catalogue\.example\/data\/[^",\r]+/gu) ?? [];
    expect(links).toHaveLength(6);
    for (const link of links) {
      expect([link, (await get(`/${link.slice(base.length)}`)).status]).toEqual([link, 200]);
    }
    const one = await get(`/api/search?limit=1&format=${format}`);
    expect(one.headers.get('Link')).toMatch(/^<https:[^>]+&after=[^>]+>; rel="next"$/u);
  });
});

describe('a dataset and a record of the API', () => {
  it('are what show tells of them, without e-mail addresses', async () => {
    const { results } = (await answer('/api/search?limit=1000')) as {
      results: {
        iri?: string;
        key: string;
        pageKey: string;
        links: { dataset: string; page: string };
      }[];
    };
    let compared = 0;
    for (const { iri, key, pageKey, links } of results) {
      const got = await answer(await pathOf(links.dataset));
      expect(got).toMatchObject({ key, pageKey, links: { self: links.dataset } });
      expect(links.page).toBe(`${base}dataset/${pageKey}`);
      const records = got['records'] as { hrefs: { self: string }; details: unknown }[];
      for (const each of records) {
        expect(await answer(await pathOf(each.hrefs.self))).toEqual(each);
        expect(JSON.stringify(each.details)).not.toMatch(/[a-z]@[a-z]/u);
      }
      if (iri === undefined) continue;
      const told = await command(demoCopy, 'show', key, '--json');
      const mail = ['contacts'];
      expect(without(got['records'], 'hrefs', ...mail)).toEqual(without(told['records'], ...mail));
      expect(got['shown']).toEqual(told['shown']);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(3);
  });

  it('are not found under another key', async () => {
    for (const path of ['/api/datasets/00', '/api/records/0123456789abcdef0123', '/api/none/a']) {
      const got = await get(path);
      expect(got.status).toBe(404);
      expect(got.headers.get('Content-Type')).toBe('application/problem+json');
    }
  });
});

describe('sources, runs, problems and explanations of the API', () => {
  it('are those of status', async () => {
    const told = await command(harvestedCopy, 'status', '--json');
    const { sources } = await harvestedAnswer('/api/sources');
    expect(without(sources, 'links')).toEqual(told['sources']);
    for (const { source } of sources as { source: string }[]) {
      const one = await harvestedAnswer(`/api/sources/${source}`);
      expect(sources).toContainEqual(one);
    }
    const runs = await harvestedAnswer('/api/runs');
    expect(runs).toMatchObject({ total: 2, runs: [{ number: 2 }, { number: 1 }] });
    const { run } = (runs['runs'] as { run: string }[])[1] ?? { run: '' };
    const first = await command(harvestedCopy, 'status', '--run', run, '--json');
    const { links: _, ...got } = await harvestedAnswer(`/api/runs/${run}`);
    expect(got).toEqual(first);
    const latest = await harvestedAnswer('/api/runs?limit=1');
    const next = await harvestedAnswer(`/api/runs?limit=1&after=${String(latest['next'])}`);
    expect(next).toMatchObject({ total: 2, runs: [{ number: 1 }] });
    expect(next).not.toHaveProperty('next');
  });

  it('lists the problems of the command, page by page', async () => {
    const { stdout } = await harvestedCopy.run([
      'problems',
      '--format',
      'jsonl',
      '--store',
      'catalogue',
    ]);
    const lines = stdout.trim().split('\n');
    const found: string[] = [];
    let query = '?limit=3';
    while (query !== '' && found.length <= lines.length) {
      const page = await harvestedAnswer(`/api/problems${query}`);
      expect(page['total']).toBe(lines.length);
      for (const each of page['problems'] as unknown[]) found.push(JSON.stringify(each));
      const { next } = page as { next?: string };
      query = next === undefined ? '' : `?limit=3&after=${next}`;
    }
    expect(found.toSorted()).toEqual(lines.toSorted());
    const errors = await harvestedAnswer('/api/problems?severity=error&limit=1000');
    const kept = lines.filter((line) => line.includes('"severity":"error"'));
    expect(errors['total']).toBe(kept.length);
    const both = await harvestedAnswer('/api/problems?severity=error,warning&limit=0');
    expect(Number(both['total'])).toBeGreaterThan(kept.length);
  });

  it('names unknown sources, whatever else is asked', async () => {
    const { total } = await answer('/api/problems?source=local');
    const { resources } = await answer('/api');
    for (const [path, found] of [
      ['/api/problems?source=local&source=nix', total],
      ['/api/problems?source=nix', 0],
      ['/api/search?source=local&source=nix', resources],
      ['/api/search?source=nix', 0],
    ] as const) {
      const got = await answer(path);
      expect([path, got['total']]).toEqual([path, found]);
      expect(got['unknown']).toEqual([{ condition: 'source', asked: 'nix', known: ['local'] }]);
    }
    expect(await answer('/api/problems?source=local')).not.toHaveProperty('unknown');
    expect(await answer('/api/search?source=local')).not.toHaveProperty('unknown');
  });

  it('explains a URL as the command does', async () => {
    const { results } = (await answer('/api/search?limit=1')) as {
      results: { records: { documentUrl: string }[] }[];
    };
    const document = results[0]?.records[0]?.documentUrl ?? '';
    const told = await command(demoCopy, 'explain', document, '--json');
    const { links: _, ...got } = await answer(`/api/explain?url=${encodeURIComponent(document)}`);
    expect(without(got, 'notDue')).toEqual(without(told, 'notDue'));
    expect((await get('/api/explain?url=https://nobody.example/')).status).toBe(404);
  });
});

describe('the description of the API', () => {
  it('is a valid OpenAPI 3.1 document with every endpoint', async () => {
    const text = await (await get('/api/openapi.json')).text();
    const document = JSON.parse(text) as {
      openapi: string;
      servers: unknown;
      paths: Record<string, { get: { parameters: { name: string }[] } }>;
    };
    const validator = new Validator();
    expect(await validator.validate(text)).toEqual({ valid: true });
    expect(document.openapi).toMatch(/^3\.1\./u);
    expect(document.servers).toEqual([{ url: 'https://catalogue.example/data' }]);
    expect(Object.keys(document.paths)).toEqual(apiEndpoints.map(({ path }) => path));
    const names = document.paths['/api/search']?.get.parameters.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['q', 'bbox', 'media-type', 'within', 'after']));
    // Every reference leads to a schema.
    for (const [, id] of text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]*)"/gu)) {
      expect(document).toHaveProperty(['components', 'schemas', id ?? '']);
    }
  });

  it('begins at /api, whose links are answered', async () => {
    const { links } = (await answer('/api')) as { links: Record<string, string> };
    for (const link of Object.values(links)) {
      const got = await get(`/${link.slice(base.length)}`);
      expect({ link, status: got.status }).toEqual({ link, status: 200 });
    }
  });
});

describe('every answer of the API', () => {
  it.each([
    ['/api/search?qq=1', 'q?'],
    ['/api/search?limt=1', 'limit'],
    ['/api/search?limit=1001', 'limit must be at most 1000.'],
    ['/api/search?limit=-1', 'limit must be at least 0.'],
    ['/api/search?page=2', 'page is not a parameter; take the next page from links.next'],
    ['/api/search?facetLimit=5', 'facetLimit needs facets.'],
    ['/api/search?limit=x', 'limit must be a whole number'],
    ['/api/search?limit=0x10', 'limit must be a whole number'],
    ['/api/search?__proto__=1&constructor=2', '"constructor" is not a parameter'],
    ['/api/search?limit=1&limit=2', 'limit must be given once'],
    ['/api/search?limit=', 'limit has no value'],
    ['/api/search?sort=size', 'sort must be one of relevance, title'],
    ['/api/search?facets=types,size', 'facets must be one of types, '],
    ['/api/search?facets=types&format=csv', 'facets needs the format json'],
    ['/api/search?bbox=1,2', 'bbox "1,2" is not four numbers'],
    ['/api/search?within=true', 'within needs bbox or time'],
    ['/api/search?bbox=1,2,3,4&within=yes', 'within must be one of true, false.'],
    ['/api/search?access=closed', 'access "closed" is none of'],
    ['/api/search?after=x', 'after of a search must be the cursor'],
    ['/api/problems?kind=none', 'kind must be one of '],
    ['/api/problems?source=a&since=soon', 'since must be a run or a date such as 2026-11-20. '],
    ['/api/problems?after=e30', 'after must be the cursor'],
    ['/api/runs?after=e30', 'after must be the cursor'],
    ['/api/explain', 'url is missing'],
    ['/api/sources?x=1', 'there are none'],
  ])('refuses %s with problem details that say %s', async (path, detail) => {
    const got = await get(path);
    expect(got.status).toBe(400);
    expect(got.headers.get('Content-Type')).toBe('application/problem+json');
    const problem = (await got.json()) as Json;
    expect(problem).toMatchObject({ title: 'The request cannot be answered', status: 400 });
    expect(problem['detail']).toContain(detail);
    expect(String(problem['detail'])).not.toContain('--');
  });

  it('repeats what was asked as it was written', async () => {
    const got = await get('/api/search?time=--keyword');
    expect(await got.json()).toMatchObject({
      detail: expect.stringContaining('time "--keyword" is not one time or two') as string,
    });
    const age = await get('/api/search?time=300Ma');
    expect(await age.json()).toMatchObject({
      detail: 'time "300Ma" is no calendar time; use age for geologic times',
    });
  });

  it.each(['/api', '/api/search?q=water', '/api/sources', '/api/problems', '/api/openapi.json'])(
    'has an entity tag, and may be read by scripts of other sites: %s',
    async (path) => {
      const got = await get(path);
      expect(got.headers.get('Access-Control-Allow-Origin')).toBe('*');
      const tag = got.headers.get('ETag') ?? '';
      expect((await get(path, { 'If-None-Match': tag })).status).toBe(304);
      const csv = await get(path, { 'If-None-Match': tag, Accept: 'text/csv' });
      expect(csv.status).toBe(path.startsWith('/api/search') ? 200 : 304);
      const head = await app.request(`http://localhost/data${path}`, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const asked = { Origin: 'https://a.example', 'Access-Control-Request-Method': 'GET' };
      const options = { method: 'OPTIONS', headers: asked };
      const preflight = await app.request(`http://localhost/data${path}`, options);
      expect(preflight.status).toBe(204);
      const post = await app.request(`http://localhost/data${path}`, { method: 'POST' });
      expect(post.status).toBe(405);
    },
  );
});
