import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordReport } from '../../src/model/validation.ts';
import { goodRecord } from '../conformance/checking.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const good = goodRecord('cdif');
const url = 'https://records.example/a.jsonld';
let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
});

afterAll(async () => {
  await workspace.remove();
});

async function configure(...sources: readonly string[]): Promise<void> {
  const lines = ['store: { path: ./catalogue }', 'workers: 0', 'sources:'];
  await workspace.write('config.yaml', [...lines, ...sources, ''].join('\n'));
}

async function reportsOf(...args: string[]): Promise<readonly RecordReport[]> {
  const options = ['--config', 'config.yaml', '--format', 'json'];
  const { stdout } = await workspace.run(['validate', ...args, ...options]);
  return (JSON.parse(stdout) as { readonly records: readonly RecordReport[] }).records;
}

function profilesOf(reports: readonly RecordReport[]) {
  return reports.map(({ verdicts }) => verdicts.map(({ profile, because }) => [profile, because]));
}

describe('validate of the catalogue', () => {
  it('validates what the latest visit gave, not the older copy that stayed', async () => {
    const source = 'folder: ., base: https://records.example/, profiles: [cdif-discovery]';
    await configure(`- { name: aaa, ${source}, validate: require }`);
    await workspace.write('a.jsonld', JSON.stringify(good));
    await workspace.run(['ingest', 'config.yaml']);
    const { 'schema:license': _, 'schema:conditionsOfAccess': __, ...unlicensed } = good;
    await workspace.write('a.jsonld', JSON.stringify(unlicensed));
    const { stdout } = await workspace.run(['ingest', 'config.yaml', '--json']);
    expect(stdout).toContain('"nonconforming-kept": 1');
    const reports = await reportsOf('--all');
    expect(reports.map(({ verdicts }) => verdicts.map(({ conforms }) => conforms))).toEqual([
      [false],
    ]);
    expect((await workspace.run(['show', url])).stdout).toMatch(/license +https/u);
  });

  it('chooses the profiles of a URL as a harvest does, whatever source is asked for', async () => {
    const folder = 'folder: ., base: https://records.example/';
    await workspace.write('a.jsonld', JSON.stringify({ ...good, 'schema:subjectOf': undefined }));
    const bbb = `- { name: bbb, urls: [${url}], profiles: [dataone] }`;
    await configure(`- { name: aaa, ${folder}, validate: report }`, bbb);
    await workspace.run(['ingest', 'config.yaml']);
    const { stdout } = await workspace.run(['show', url, '--json']);
    expect(stdout).toContain('cdif-discovery-1.1');
    for (const name of ['aaa', 'bbb']) {
      const [profiles] = profilesOf(await reportsOf('--source', name));
      expect(profiles).toEqual([['cdif-discovery-1.1', 'default']]);
    }
    await configure(`- { name: aaa, ${folder} }`, bbb);
    expect(profilesOf(await reportsOf('--source', 'aaa'))).toEqual([[['dataone', 'named']]]);
    const args = ['--source', 'aaa', '--profile', 'soso'];
    expect(profilesOf(await reportsOf(...args))).toEqual([[['soso', 'named']]]);
  });
});
