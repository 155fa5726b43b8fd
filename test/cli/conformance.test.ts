import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveCatalogue, type ServedPages } from '../../dist/serve/serve-catalogue.js';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

const path = new URL('../../docs/rules/records/cdif.json', import.meta.url);
const good = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

let workspace: Workspace;
let pages: ServedPages;
let report: string;

async function servePages({ folder }: Workspace): Promise<ServedPages> {
  return serveCatalogue({
    path: `${folder}/catalogue`,
    host: '127.0.0.1',
    port: 0,
    title: 'Mires',
    onTrouble: (error) => {
      throw error;
    },
  });
}

beforeAll(async () => {
  workspace = await createWorkspace();
  const { 'schema:license': _, 'schema:conditionsOfAccess': __, ...unlicensed } = good;
  const other = { ...unlicensed, '@id': 'https://records.example/b', 'schema:name': 'Bog' };
  await workspace.write('a.jsonld', JSON.stringify(good));
  await workspace.write('b.jsonld', JSON.stringify(other));
  const source =
    'folder: ., base: https://records.example/, validate: report, profiles: [cdif-core]';
  await workspace.write('config.yaml', localConfig(source));
  report = (await workspace.run(['ingest', 'config.yaml'])).stdout;
  pages = await servePages(workspace);
});

afterAll(async () => {
  await pages.close();
  await workspace.remove();
});

async function output(...args: string[]): Promise<string> {
  return (await workspace.run([...args, '--config', 'config.yaml'])).stdout;
}

async function read(address: string): Promise<string> {
  return (await fetch(new URL(address, pages.url))).text();
}

interface SourceJson {
  readonly conformance: { readonly records: number; readonly first: readonly object[] };
}

const summary = { records: 2, conforming: 1 };
const first = { rule: 'rights', severity: 'error', records: 1, title: 'Rights are missing' };

describe('the conformance of a validated source', () => {
  it('is in the report of the run, rule by rule', () => {
    expect(report).toMatch(/ 1 {2}Rights are missing \(rights\)\. Name the licence/u);
  });

  it('is in status, for people and as JSON', async () => {
    const text = await output('status');
    expect(text).toContain('  2 validated records: 1 conforms, 1 does not\n');
    expect(text).toMatch(
      /what to do first\n +error {3}in 1 record: Rights are missing \(rights\)/u,
    );
    const json = JSON.parse(await output('status', '--json')) as { sources: SourceJson[] };
    expect(json.sources[0]?.conformance).toMatchObject(summary);
    expect(json.sources[0]?.conformance.first[0]).toMatchObject(first);
  });

  it('is in the JSON API, as in status', async () => {
    const json = JSON.parse(await output('status', '--json')) as { sources: SourceJson[] };
    const source = JSON.parse(await read('/api/sources/local')) as SourceJson;
    expect(source.conformance).toEqual(json.sources[0]?.conformance);
  });

  it('is on its page, with searches for the records to be mended', async () => {
    const page = await read('/sources/local');
    expect(page).toContain('2 validated records: 1 conforms, 1 does not. Content: ');
    expect(page).toContain('/?source=local&amp;unmet=%3Drights');
    const found = await read('/?source=local&unmet=%3Drights');
    expect(found).toContain('Bog');
    expect(found).not.toContain('methane flux of three mires');
  });
});

describe('the conformance of a source that keeps records out', () => {
  it('counts these, and names what to do first about them', async () => {
    const other = await createWorkspace();
    const { 'schema:license': _, 'schema:conditionsOfAccess': __, ...unlicensed } = good;
    await mkdir(`${other.folder}/records`);
    await other.write('records/good.jsonld', JSON.stringify(good));
    for (const name of ['a', 'b', 'c', 'd']) {
      const record = { ...unlicensed, '@id': `https://records.example/${name}` };
      await other.write(`records/${name}.jsonld`, JSON.stringify(record));
    }
    await other.write(
      'config.yaml',
      localConfig(
        'folder: records, base: https://records.example/, validate: require, profiles: [cdif-core]',
      ),
    );
    await other.run(['ingest', 'config.yaml']);
    const { stdout: text } = await other.run(['status', '--config', 'config.yaml']);
    const served = await servePages(other);
    const page = await (await fetch(new URL('/sources/local', served.url))).text();
    const source = await (await fetch(new URL('/api/sources/local', served.url))).json();
    await served.close();
    await other.remove();
    expect(text).toMatch(
      /1 validated record: 1 conforms, 0 do not\n {4}content: .*\n {4}4 more were kept out\n/u,
    );
    expect(text).toMatch(/error {3}in 4 records \(4 kept out\): Rights are missing \(rights\)\n/u);
    const kept = '<a href="/problems/record-nonconforming?source=local">4 more were kept out</a>.';
    expect(page).toContain('1 validated record: 1 conforms, 0 do not. Content: 100 %');
    expect(page).toContain(`recommended. ${kept}`);
    expect(page).toMatch(/Rights are missing, <a href="[^"]+">kept out: 4<\/a>/u);
    expect(source).toMatchObject({
      conformance: {
        records: 1,
        keptOut: { records: 4, copies: 0 },
        first: [{ rule: 'rights', records: 4, keptOut: 4 }],
      },
    });
  });
});

describe('the conformance of a record', () => {
  it('is in show, for people and as JSON', async () => {
    const text = await output('show', 'https://records.example/b.jsonld');
    expect(text).toMatch(/validated +cdif-core-1\.1 \(as requested\): does not conform; required/u);
    expect(text).toContain('rights (error)');
    const json = JSON.parse(await output('show', 'https://records.example/a.jsonld', '--json')) as {
      records: { conformance: object[] }[];
    };
    expect(json.records[0]?.conformance).toMatchObject([
      { profile: 'cdif-core-1.1', because: 'named', conforms: true },
    ]);
  });

  it('is found by search and by a bundled query alike', async () => {
    for (const rule of ['rights', 'licence']) {
      const json = JSON.parse(await output('search', '--unmet', rule, '--format', 'json')) as {
        results: { title: string }[];
      };
      expect(json.results.map(({ title }) => title)).toEqual(['Bog']);
    }
    const table = await output(
      'query',
      'search-unmet',
      '--param',
      'rule=rights',
      '--format',
      'csv',
    );
    expect(table.trim().split('\n').slice(1)).toEqual([expect.stringContaining('Bog')]);
    const profile = 'profile=cdif-core-1.1';
    const met = await output('query', 'search-conforms', '--param', profile, '--format', 'csv');
    expect(met).toContain('methane flux');
    expect(met).not.toContain('Bog');
  });

  it('is a tag on its page that leads to the unmet rules', async () => {
    const found = await read('/?unmet=rights');
    const [, href = ''] = /href="(\/dataset\/[^"]+)"/u.exec(found) ?? [];
    const page = await read(href);
    expect(page).toMatch(/href="#validation">Does not conform to CDIF core 1\.1/u);
    expect(page).toContain('id="validation"');
    expect(page).toContain('Rights are missing');
  });

  it('has the same words in filters, conditions and tags', async () => {
    const filters = await read('/?open=conformance&open=unmet');
    expect(filters).toContain('Rules not met');
    expect(filters).toContain('<bdi>Does not conform to CDIF core 1.1</bdi>');
    const found = await read('/?conforms=not+cdif-core');
    expect(found).toContain('conformance: <bdi>Does not conform to CDIF core</bdi>');
    expect(found).toContain('<title>Does not conform to CDIF core: 1 result · Mires</title>');
  });

  it('refuses unknown rules with those that may be meant', async () => {
    const { code, stderr } = await workspace.run([
      'search',
      '--unmet',
      'rihgts',
      '--config',
      'config.yaml',
    ]);
    expect(code).toBe(3);
    expect(stderr).toContain('--unmet "rihgts" is no rule; perhaps rights');
  });

  it('has its problems in a report for the publisher by rule', async () => {
    const text = await output('problems', '--format', 'markdown');
    expect(text).toContain('## Rights are missing (`requirement-unmet`)');
    expect(text).toContain('How to fix it: Name the licence');
  });
});
