import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './workspace.ts';

const config = `store: { path: ./catalogue }
workers: 0
sources: [{ name: folder, folder: ".", base: "https://folder.example/" }]
`;
const record = (name: string) => ({
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  '@id': `https://id.example/${name}`,
  name,
});

let workspace: Workspace;
/** What commands print while the removal of a record is held. */
let held: Readonly<Record<'explain' | 'show', string>>;

beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.write('config.yaml', config);
  await workspace.write('all.jsonld', JSON.stringify([record('a'), record('b')]));
  await workspace.run(['ingest', 'config.yaml']);
  await workspace.write('all.jsonld', JSON.stringify([record('b')]));
  await workspace.run(['ingest', 'config.yaml']);
  held = {
    show: (await workspace.run(['show', 'https://id.example/a'])).stdout,
    explain: (await workspace.run(['explain', 'https://folder.example/all.jsonld'])).stdout,
  };
  await workspace.run(['ingest', 'config.yaml', '--allow-removals']);
});

afterAll(async () => {
  await workspace.remove();
});

const withoutChance = (text: string): string =>
  text.replaceAll(/\d{8}T\d{6}Z(?:-\d)?/gu, 'RUN').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'TIME');

it('show and explain say that a record is only kept while its removal is held', () => {
  const reason = /is only kept: since TIME, no visit of its URL gave it \(removal held, with/u;
  const texts = Object.values(held).map((text) => withoutChance(text).replaceAll(/\s+/gu, ' '));
  expect(texts).toEqual([expect.stringMatching(reason), expect.stringMatching(reason)]);
});

describe('show, of a record that was removed,', () => {
  it('gives the time, run and reason', async () => {
    const { stdout, stderr, code } = await workspace.run(['show', 'https://id.example/a']);
    expect({ stderr, code }).toEqual({ stderr: '', code: 1 });
    expect(withoutChance(stdout)).toMatch(
      /^https:\/\/folder\.example\/all\.jsonld#\S+\n {2}removed {5}TIME, run RUN: a visit of its URL no longer found it\n {2}titled {6}a\n {2}copied {6}TIME\n {2}from {8}https:\/\/folder\.example\/all\.jsonld\n {2}described {3}https:\/\/id\.example\/a\n {2}sources {5}folder\n$/u,
    );
  });

  it('gives what is known of it as JSON', async () => {
    const { stdout, code } = await workspace.run(['show', 'https://id.example/a', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      records: [],
      removed: [{ reason: 'dropped', describes: ['https://id.example/a'], sources: ['folder'] }],
    });
  });

  it('reports that there is no graph to print', async () => {
    const { stdout, stderr, code } = await workspace.run([
      'show',
      'https://id.example/a',
      '--graph',
    ]);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr).toContain('The record named https://id.example/a was removed.');
  });
});
