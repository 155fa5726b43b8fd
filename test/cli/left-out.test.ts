import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkspace, type Workspace } from './workspace.ts';

const config = `store: { path: ./catalogue }
workers: 0
sources: [{ name: folder, folder: '.', base: "https://folder.example/", types: [Dataset] }]
`;
const record = (type: string, name: string) =>
  JSON.stringify({ '@context': 'https://schema.org/', '@type': type, name });
const page = (json: string) => `<script type="application/ld+json">${json}</script>`;

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.write('config.yaml', config);
  await workspace.write('tides.html', page(record('DataSet', 'Tides')));
  await workspace.write('gauge.html', page(record('Product', 'Gauge')));
  await workspace.write('winds.html', page(record('Dataset', 'Winds')));
});

afterAll(async () => {
  await workspace.remove();
});

const leftOut = { 'http://schema.org/DataSet': 1, 'http://schema.org/Product': 1 };

it('names what a source leaves out by its types, every night, and why a slip is to blame', async () => {
  // In the second night nothing has changed.
  for (let night = 0; night < 2; night += 1) {
    const { stdout } = await workspace.run(['ingest', 'config.yaml', '--json']);
    const [source] = (JSON.parse(stdout) as { sources: object[] }).sources; // The report of the run.
    expect(source).toMatchObject({
      skipped: { 'type-not-wanted': 2 },
      leftOut,
      problems: { 'schema-org-term-misspelt': 1 },
    });
  }
  const summary = await workspace.run(['ingest', 'config.yaml']);
  expect(summary.stdout).toContain(
    '2 of types that the source does not want (1 DataSet, 1 Product)',
  );
  const { stdout } = await workspace.run(['explain', 'https://folder.example/tides.html']);
  expect(stdout).toContain('the response has only records of types that no source wants');
  expect(stdout).toContain('(type "DataSet", probably "Dataset")');
  expect(stdout).toMatch(
    /Left out, because no source .*\n {2}https:\/\/folder\.example\/tides\.html\n {4}Tides, DataSet\n/u,
  );
  const rebuilt = await workspace.run(['rebuild', '--config', 'config.yaml']);
  expect(rebuilt.stdout).toContain(
    '2 records of types that no source wants (1 DataSet, 1 Product)',
  );
});
