import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configWarnings } from '../../src/commands/config-warnings.ts';
import { loadConfig } from '../../src/config/load.ts';
import { sourceOf } from '../../src/config/schema.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
});
afterAll(async () => {
  await workspace.remove();
});

/** What is told of a configuration with one source. */
async function warningsOf(source: string, http = '{}') {
  const text = `store: { path: ./none }\nhttp: ${http}\nsources: [{ name: one, ${source} }]\n`;
  await workspace.write('warned.yaml', text);
  const config = loadConfig('warned.yaml', { cwd: workspace.folder, env: {} });
  return configWarnings(config, config.sources.map(sourceOf));
}

describe('the contact of the operator', () => {
  it.each([
    'site: repository.example.org',
    'sitemap: "http://10.0.0.7/sitemap.xml"',
    'urls: ["http://localhost:8000/a", "https://data.example/b"]',
  ])('is missed where others are requested: %s', async (source) => {
    const { hints } = await warningsOf(source);
    expect(hints).toEqual([expect.stringMatching(/^no http\.contact .*"contact: mailto:you@/u)]);
    expect(hints[0]).toContain(join(workspace.folder, 'warned.yaml'));
  });

  it.each([
    ['site: repository.example.org', '{ contact: "mailto:me@example.org" }'],
    ['site: "http://127.0.0.1:8000/"', '{}'],
    ['list: "http://[::1]/list.json"', '{}'],
    ['site: "http://data.localhost/"', '{}'],
    ['folder: "."', '{}'],
  ])('is not missed with %s and http %s', async (source, http) => {
    expect(await warningsOf(source, http)).toEqual({ failures: [], hints: [] });
  });
});

it.each([
  ['./cores/2019', 'cores/2019 does not exist'],
  ['warned.yaml/x', 'warned.yaml/x is not a folder'],
  ['warned.yaml', 'warned.yaml is not a folder'],
])('names the path of a folder that cannot be listed: %s', async (folder, text) => {
  const { failures } = await warningsOf(`folder: "${folder}"`);
  const file = join(workspace.folder, 'warned.yaml');
  expect(failures).toEqual([
    `one: the folder ${workspace.folder}/${text} ("folder" is relative to ${file})`,
  ]);
});

it.each([
  ['./dois.txt', 'dois.txt does not exist'],
  ['warned.yaml/x', 'warned.yaml/x cannot be read (ENOTDIR)'],
  ['.', ' is a folder'],
])('names the path of a file of DOIs that cannot be read: %s', async (path, text) => {
  const { failures } = await warningsOf(`dois: "${path}"`, '{ contact: "mailto:a@b.example" }');
  const file = join(workspace.folder, 'warned.yaml');
  const separator = text.startsWith(' ') ? '' : '/';
  expect(failures).toEqual([
    `one: the file ${workspace.folder}${separator}${text} ("dois" is relative to ${file})`,
  ]);
});

it('is told by ingest on stderr, hints not with --quiet', async () => {
  const text = `store: { path: ./none }
workers: 0
http: { retries: 0, perHost: { delayMs: 0 } }
sources:
  - { name: gone, folder: ./gone }
  - { name: far, urls: ["http://10.0.0.7/"] }
`;
  await writeFile(join(workspace.folder, 'config.yaml'), text);
  const folder = `gone: the folder ${workspace.folder}/gone does not exist`;
  const contact = 'no http.contact is configured';
  const loud = await workspace.run(['ingest', 'config.yaml', '--json']);
  expect(loud.stderr).toContain(folder);
  expect(loud.stderr.split(contact)).toHaveLength(2);
  expect(loud.stdout).not.toContain(workspace.folder);
  const quiet = await workspace.run(['ingest', 'config.yaml', '--quiet']);
  expect(quiet.stderr).toContain(folder);
  expect(quiet.stderr).not.toContain(contact);
});
