import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './workspace.ts';

const config = `store: { path: ./catalogue, keepRuns: 2 }
workers: 0
sources: [{ name: folder, folder: ".", base: "https://folder.example/" }]
`;
const record = (name: string, label = name) =>
  JSON.stringify({
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': `https://id.example/${name}`,
    name: label,
  });

let workspace: Workspace;
const runs: string[] = [];

async function night(): Promise<void> {
  const { stdout } = await workspace.run(['ingest', 'config.yaml', '--json']);
  const report = JSON.parse(stdout) as { readonly run: string }; // The report of the run.
  runs.push(report.run);
}

beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.write('config.yaml', config);
  await workspace.write('a.jsonld', record('a'));
  await night();
  await workspace.write('b.jsonld', record('b'));
  await night();
  await workspace.write('a.jsonld', record('a', 'A'));
  await workspace.write('c.jsonld', record('c'));
  await night();
});

afterAll(async () => {
  await workspace.remove();
});

const read = async (name: string): Promise<string> =>
  readFile(`${workspace.folder}/${name}`, 'utf8');

const names = (text: string): string[] =>
  Array.from(text.matchAll(/schema\.org\/name> "([^"]*)"/gu), ([, name]) => name ?? '');

describe('export --since', () => {
  it('writes added and removed statements to two files', async () => {
    const result = await workspace.run(['export', '--since', 'last', '--out', 'night.nq']);
    expect(result).toEqual({ stdout: '', stderr: '', code: 0 });
    expect(names(await read('night.added.nq'))).toEqual(['A', 'c']);
    expect(names(await read('night.removed.nq'))).toEqual(['a']);
  });

  it('writes them gzipped, into a folder', async () => {
    const folder = workspace.folder;
    const { code } = await workspace.run(['export', '--since', 'last', '--out', folder, '--gzip']);
    expect(code).toBe(0);
    const added = gunzipSync(await readFile(`${folder}/added.nq.gz`)).toString();
    expect(names(added)).toEqual(['A', 'c']);
    const removed = gunzipSync(await readFile(`${folder}/removed.nq.gz`)).toString();
    expect(names(removed)).toEqual(['a']);
  });

  it('writes two empty files without changes', async () => {
    await workspace.run(['export', '--since', runs[2] ?? '', '--out', 'none']);
    expect([await read('none.added.nq'), await read('none.removed.nq')]).toEqual(['', '']);
  });

  it('writes SPARQL Update, with our own graphs unless they are left out', async () => {
    const command = ['export', '--since', runs[1] ?? '', '--format', 'sparql-update'];
    const all = await workspace.run(command);
    expect(all.stdout).toContain('DELETE DATA { GRAPH <https://folder.example/a.jsonld> {');
    expect(all.stdout).toContain('DROP SILENT GRAPH <urn:cdif-graph:provenance>');
    const [, views = ''] = all.stdout.split('DROP SILENT GRAPH <urn:cdif-graph:views>');
    expect(views).toMatch(/label> "A" .*label> "c" /su);
    await workspace.run(['export', '--since', 'last', '--out', 'all.ru']);
    expect(await read('all.ru')).toBe(all.stdout);
    const part = await workspace.run([...command, '--without', 'index,views,provenance,problems']);
    expect(part.stdout).not.toContain('urn:cdif-graph');
    expect(all.stdout.startsWith(part.stdout)).toBe(true);
  });

  it('writes SPARQL Update of everything without a run', async () => {
    const { stdout } = await workspace.run(['export', '--format', 'sparql-update']);
    expect(names(stdout)).toEqual(['A', 'b', 'c']);
    await workspace.run(['export', '--out', 'whole.ru.gz']);
    expect(gunzipSync(await readFile(`${workspace.folder}/whole.ru.gz`)).toString()).toBe(stdout);
  });

  it.each([
    [
      'a run that is no longer kept',
      ['--since', '0', '--out', 'x'],
      'The oldest run that can be used is',
    ],
    ['no place for two files', ['--since', 'last'], 'nq is written to two files'],
    ['another format', ['--since', 'last', '--format', 'ttl'], 'the format must be nq or'],
  ])('refuses %s', async (_, options, message) => {
    const command = options.map((option) => (option === '0' ? (runs[0] ?? '') : option));
    const { stdout, stderr, code } = await workspace.run(['export', ...command]);
    expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
    expect(stderr).toContain(message);
  });
});
