import { createHash } from 'node:crypto';
import { readdirSync, truncateSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { load } from 'cheerio';
import jsonld from 'jsonld';
import { Parser, type Quad } from 'n3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../../dist/serve/app.js';
import { DumpKeeper } from '../../../dist/serve/republish/dump/dump-keeper.js';
import { readRange } from '../../../dist/serve/republish/dump/dump-routes.js';
import { listen } from '../../../dist/serve/server.js';
import { ServedCatalogue } from '../../../dist/serve/served-catalogue.js';
import { createWorkspace, localConfig, type Workspace } from '../../cli/workspace.ts';
import { oddRecords } from './odd-records.ts';

let workspace: Workspace;
let base: string;
let app: ReturnType<typeof createApp>;
let dumps: DumpKeeper;
const troubles: unknown[] = [];
const closing: (() => Promise<void>)[] = [];

interface Listing {
  readonly change: number;
  readonly records: number;
  readonly files: readonly {
    readonly part: string;
    readonly url: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly statements: number;
  }[];
}

async function harvest(): Promise<void> {
  const { code, stderr } = await workspace.runProcess(['ingest', 'config.yaml']);
  if (code !== 0) throw new Error(stderr);
}

async function readListing(): Promise<Listing> {
  for (;;) {
    const answer = await fetch(`${base}dump/files.json`);
    if (answer.status === 200) return (await answer.json()) as Listing;
    // The first dump takes longer than a request waits where the machine is busy.
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toBe('10');
  }
}

const onError = (error: unknown): void => {
  troubles.push(error);
};

beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.write('config.yaml', localConfig('folder: ., base: https://records.example/'));
  for (const [name, document] of oddRecords()) {
    await workspace.write(name, JSON.stringify(document));
  }
  await harvest();
  const path = `${workspace.folder}/catalogue`;
  const catalogue = await ServedCatalogue.open({
    path,
    onTrouble: onError,
    pollMs: 20,
    stateMs: 0,
  });
  dumps = new DumpKeeper({ path, now: () => new Date(), onTrouble: onError, restMs: 0 });
  const server = await listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${server.port}/`;
  app = createApp({ catalogue, site: { title: 'Waters', base }, dumps, onError });
  server.answerWith(app.fetch);
  closing.push(async () => {
    await server.close();
    await dumps.close();
    await catalogue.close();
    await workspace.remove();
  });
}, 60_000);

afterAll(async () => {
  for (const close of closing) await close();
});

function graphOf(line: string): string {
  return line.slice(line.lastIndexOf(' <'));
}

function linesOf(quads: readonly Quad[]): readonly string[] {
  return quads.map((quad) => JSON.stringify(quad)).toSorted();
}

describe('a range', () => {
  it.each([
    ['bytes=0-4', { start: 0, end: 4 }],
    ['bytes=5-', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=8-99', { start: 8, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-4', undefined],
    ['bytes=0-1,3-4', undefined],
    ['lines=0-4', undefined],
    ['bytes=-', undefined],
    [undefined, undefined],
  ])('%s of 10 bytes', (field, expected) => {
    expect(readRange(field, 10)).toEqual(expected);
  });
});

describe('a dump', () => {
  it(
    'has the statements of the export, with sizes and checksums of the files',
    { timeout: 60_000 },
    async () => {
      const { files, records } = await readListing();
      const exported = await workspace.runProcess(['export', '--config', 'config.yaml']);
      const wanted = exported.stdout.split('\n').filter((line) => line !== '');
      expect(files.map(({ part }) => part)).toEqual(['records', 'index', 'views']);
      expect(records).toBeGreaterThan(230);
      for (const { part, url, bytes, sha256, statements } of files) {
        const answer = await fetch(url);
        const body = Buffer.from(await answer.arrayBuffer());
        expect(answer.headers.get('Content-Encoding')).toBeNull();
        expect(answer.headers.get('Content-Length')).toBe(String(bytes));
        expect(body).toHaveLength(bytes);
        expect(createHash('sha256').update(body).digest('hex')).toBe(sha256);
        const lines = gunzipSync(body).toString().split('\n').slice(0, -1);
        expect(lines).toHaveLength(statements);
        const inPart = (line: string): boolean =>
          part === 'records'
            ? !graphOf(line).startsWith(' <urn:cdif-graph:')
            : graphOf(line) === ` <urn:cdif-graph:${part}> .`;
        expect(lines).toEqual(wanted.filter(inPart));
      }
    },
  );

  it('is described in VoID and DCAT, the same in Turtle and JSON-LD', async () => {
    const { files, change } = await readListing();
    const quads = new Parser().parse(await (await fetch(`${base}dump/void.ttl`)).text());
    const values = (subject: string, property: string): readonly string[] =>
      quads.flatMap((quad: Quad) =>
        quad.subject.value === subject && quad.predicate.value === property
          ? [quad.object.value]
          : [],
      );
    const whole = `${base}dump/#dataset`;
    const urls = files.map(({ url }) => url);
    expect(values(whole, 'http://rdfs.org/ns/void#dataDump')).toEqual(urls);
    expect(values(whole, 'http://www.w3.org/ns/dcat#distribution')).toEqual(urls);
    expect(values(whole, 'http://www.w3.org/ns/dcat#version')).toEqual([String(change)]);
    for (const { part, url, bytes, sha256, statements } of files) {
      const [checksum = ''] = values(url, 'http://spdx.org/rdf/terms#checksum');
      expect(values(checksum, 'http://spdx.org/rdf/terms#checksumValue')).toEqual([sha256]);
      expect(values(url, 'http://www.w3.org/ns/dcat#byteSize')).toEqual([String(bytes)]);
      expect(values(`${base}dump/#${part}`, 'http://rdfs.org/ns/void#triples')).toEqual([
        String(statements),
      ]);
    }
    const document = (await (await fetch(`${base}dump/dcat.jsonld`)).json()) as object;
    const text: unknown = await jsonld.toRDF(document, { format: 'application/n-quads' });
    const ofJsonLd = new Parser().parse(String(text));
    expect(linesOf(ofJsonLd)).toEqual(linesOf(quads));
  });

  it.each([
    ['text/html', '<!doctype html>'],
    ['application/json', '{'],
    ['text/turtle', '@prefix'],
    ['application/ld+json', '{"@context"'],
  ])('is described as %s where a client asks for it', async (type, start) => {
    const answer = await fetch(`${base}dump/`, { headers: { Accept: type } });
    expect(answer.headers.get('Content-Type')).toMatch(type);
    expect((await answer.text()).startsWith(start)).toBe(true);
    const headers = { Accept: type, 'If-None-Match': answer.headers.get('ETag') ?? '' };
    expect((await fetch(`${base}dump/`, { headers })).status).toBe(304);
  });

  it('has a page that names it, and leads to its description', async () => {
    const answer = await fetch(`${base}dump/`, { headers: { Accept: 'text/html' } });
    const $ = load(await answer.text());
    const targets = (rel: string) =>
      Array.from($(`link[rel=${rel}]`), (link) => $(link).attr('href'));
    expect({
      'cite-as': targets('cite-as'),
      type: targets('type'),
      describedby: targets('describedby'),
    }).toEqual({
      'cite-as': [`${base}dump/#dataset`],
      type: ['https://schema.org/Dataset', 'https://schema.org/AboutPage'],
      describedby: ['/dump/dcat.jsonld'],
    });
  });

  it('can be downloaded in parts, and is not sent again', async () => {
    const [{ url, bytes, sha256 } = { url: '', bytes: 0, sha256: '' }] = (await readListing())
      .files;
    const etag = `"${sha256}"`;
    const parts: Buffer[] = [];
    for (const range of ['bytes=0-99', 'bytes=100-']) {
      const answer = await fetch(url, { headers: { Range: range, 'If-Range': etag } });
      expect(answer.status).toBe(206);
      parts.push(Buffer.from(await answer.arrayBuffer()));
    }
    const whole = Buffer.concat(parts);
    expect(whole).toHaveLength(bytes);
    expect(createHash('sha256').update(whole).digest('hex')).toBe(sha256);
    const other = await fetch(url, { headers: { Range: 'bytes=0-9', 'If-Range': '"other"' } });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, bytes]);
    const known = await fetch(url, { headers: { 'If-None-Match': etag } });
    expect(known.status).toBe(304);
    const beyond = await fetch(url, { headers: { Range: `bytes=${bytes}-` } });
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, `bytes */${bytes}`]);
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.headers.get('Content-Length')).toBe(String(bytes));
  });

  it(
    'is made again when the catalogue has changed, and the former one stays',
    { timeout: 60_000 },
    async () => {
      const before = await readListing();
      await workspace.write(
        'new.jsonld',
        JSON.stringify({ '@context': 'https://schema.org/', '@type': 'Dataset', name: 'New' }),
      );
      await harvest();
      await expect
        .poll(async () => (await readListing()).records, { timeout: 50_000, interval: 50 })
        .toBe(before.records + 1);
      const after = await readListing();
      expect(after.change).toBeGreaterThan(before.change);
      for (const { url, sha256 } of [...before.files, ...after.files]) {
        const body = Buffer.from(await (await fetch(url)).arrayBuffer());
        expect(createHash('sha256').update(body).digest('hex')).toBe(sha256);
      }
    },
  );

  it.each(['dump/1/other.nq.gz', 'dump/999999/records.nq.gz', 'dump/1/..%2frecords.nq.gz'])(
    'does not have %s',
    async (path) => {
      expect((await fetch(base + path)).status).toBe(404);
    },
  );

  it('is no trouble where a client disconnects', async () => {
    const { change } = await readListing();
    const answer = await app.request(`/dump/${change}/records.nq.gz`);
    await answer.body?.cancel();
    // The file reports its end in a later turn.
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    expect(troubles).toEqual([]);
  });

  it('ends the connection where a file cannot be sent completely', async () => {
    const { change, files } = await readListing();
    const { path = '', file } = dumps.find(String(change), 'records.nq.gz') ?? {};
    truncateSync(path, 1000);
    const url = files.find(({ sha256 }) => sha256 === file?.sha256)?.url ?? '';
    const before = troubles.length;
    const body = fetch(url).then(async (answer) => answer.arrayBuffer());
    await expect(body).rejects.toThrow(/terminated/u);
    expect(troubles.slice(before).map(String)).toEqual(['Error: A file of a dump was truncated.']);
  });
});

function madeIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('cdif-graph-dump-'));
}

describe('the process that makes a dump', () => {
  it('ends with the server, without a trace', async () => {
    const temporary = await createWorkspace();
    onTestFinished(async () => temporary.remove());
    const { folder } = temporary;
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const found: unknown[] = [];
    const path = `${workspace.folder}/catalogue`;
    const onTrouble = (error: unknown): number => found.push(error);
    const keeper = new DumpKeeper({ path, now: () => new Date(), onTrouble });
    const latest = keeper.latest('one');
    await expect.poll(() => madeIn(folder), { timeout: 10_000 }).toHaveLength(1);
    await keeper.close();
    expect(madeIn(folder)).toEqual([]);
    expect(found).toEqual([]);
    await latest;
  });

  it('is started where there is a directory for temporary files again', async () => {
    const temporary = await createWorkspace();
    onTestFinished(async () => temporary.remove());
    vi.stubEnv('TMPDIR', `${temporary.folder}/missing`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const found: string[] = [];
    const keeper = new DumpKeeper({
      path: `${workspace.folder}/catalogue`,
      now: () => new Date(),
      onTrouble: (error) => found.push(String(error)),
      restMs: 0,
    });
    expect(await keeper.latest('one')).toBeUndefined();
    expect(found).toEqual([expect.stringContaining('ENOENT')]);
    vi.stubEnv('TMPDIR', temporary.folder);
    void keeper.latest('one');
    await expect.poll(() => madeIn(temporary.folder), { timeout: 10_000 }).toHaveLength(1);
    await keeper.close();
    expect(madeIn(temporary.folder)).toEqual([]);
  });

  it('is reported where it fails, and started again later', async () => {
    const temporary = await createWorkspace();
    onTestFinished(async () => temporary.remove());
    const { folder } = temporary;
    const found: string[] = [];
    const keeper = new DumpKeeper({
      path: folder,
      now: () => new Date(),
      onTrouble: (error) => found.push(String(error)),
      restMs: 0,
    });
    onTestFinished(async () => keeper.close());
    for (const count of [1, 2]) {
      await expect.poll(async () => keeper.latest('one'), { timeout: 10_000 }).toBeUndefined();
      await expect.poll(() => found.length, { timeout: 10_000 }).toBe(count);
    }
    expect(found[0]).toMatch(/^Error: The dump could not be made \(1\)\. .*no catalogue/su);
  });
});
