import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace();
});
afterEach(async () => workspace.remove());

const agent = (name: string) => ({
  '@type': 'Organization',
  name,
  email: `${name.toLowerCase()}@fen.example`,
});
const resource = {
  '@id': 'https://fen.example/resource',
  '@type': 'Dataset',
  name: 'Water levels',
  temporalCoverage: '2015-02-30',
  publisher: agent('Board'),
};
const catalogueRecord = {
  '@id': 'https://fen.example/record',
  '@type': 'Dataset',
  additionalType: 'http://www.w3.org/ns/dcat#CatalogRecord',
  maintainer: agent('Desk'),
};

it.each([
  [
    'within the resource',
    { ...resource, subjectOf: { ...catalogueRecord, about: { '@id': resource['@id'] } } },
  ],
  ['around the resource', { ...catalogueRecord, about: resource }],
])('writes to who maintains the metadata, where the record stands %s', async (_, node) => {
  await mkdir(join(workspace.folder, 'pages'));
  await workspace.write(
    'pages/a.json',
    JSON.stringify({ '@context': 'https://schema.org', ...node }),
  );
  await workspace.write('config.yaml', localConfig('folder: pages, base: "https://fen.example/"'));
  await workspace.run(['ingest', 'config.yaml']);
  const { stdout } = await workspace.run(['problems', '--format', 'markdown']);
  expect(stdout).toContain('\n- Desk (maintainer of 1 record): desk@fen.example\n');
});

it('writes to who stands in another record, where those with problems name nobody', async () => {
  const { publisher: _, ...nameless } = resource;
  const named = { '@id': 'https://fen.example/b', '@type': 'Dataset', publisher: agent('Board') };
  await mkdir(join(workspace.folder, 'pages'));
  for (const [index, node] of [nameless, named].entries()) {
    const json = JSON.stringify({ '@context': 'https://schema.org', ...node });
    await workspace.write(`pages/${index}.json`, json);
  }
  await workspace.write('config.yaml', localConfig('folder: pages, base: "https://fen.example/"'));
  await workspace.run(['ingest', 'config.yaml']);
  const { stdout } = await workspace.run(['problems', '--format', 'markdown']);
  expect(stdout).toContain('\n- Board (publisher of 1 record): board@fen.example\n');
});
