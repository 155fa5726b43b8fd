import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchAnswer, SearchResult } from '../../src/search/search-answer.ts';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

const dataset = (said: object): object => ({
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  ...said,
});

const records = {
  iri: dataset({ '@id': 'https://WWW.data.example/A/', name: 'With an IRI' }),
  doi: dataset({ '@id': 'https://doi.org/10.5072/(B)1<7>2', name: 'With a DOI as IRI' }),
  handle: dataset({ identifier: 'hdl:20.500.12345/ABC d', name: 'With a Handle' }),
  ark: dataset({ identifier: 'ark:/12345/a b<c>', name: 'With an ARK' }),
  upper: dataset({ name: 'Core of the lake', description: 'Upper part' }),
  lower: dataset({ name: 'Core of the lake', description: 'Lower part' }),
  unnamed: dataset({ variableMeasured: 'wind speed' }),
  several: {
    '@context': 'https://schema.org/',
    '@id': 'https://local.example/several',
    '@type': 'Dataset',
    additionalType: 'dcat:CatalogRecord',
    about: ['carbon', 'nitrogen', 'oxygen'].map((name) =>
      dataset({ name: 'Profiles', variableMeasured: name, description: `Of ${name}` }),
    ),
  },
};

let workspace: Workspace;
let results: readonly SearchResult[];

beforeAll(async () => {
  workspace = await createWorkspace();
  await mkdir(join(workspace.folder, 'files'));
  for (const [name, record] of Object.entries(records)) {
    await workspace.write(`files/${name}.json`, JSON.stringify(record));
  }
  await workspace.write(
    'config.yaml',
    localConfig('folder: files, base: "https://local.example/"'),
  );
  await workspace.run(['ingest', 'config.yaml']);
  const { stdout } = await workspace.run(['search', '--format', 'json']);
  ({ results } = JSON.parse(stdout) as SearchAnswer);
});

afterAll(async () => {
  await workspace.remove();
});

function keyOf(part: Partial<SearchResult>): string {
  const found = results.find((result) =>
    Object.entries(part).every(([name, value]) => {
      return JSON.stringify(result[name as keyof SearchResult]) === JSON.stringify(value);
    }),
  );
  return found?.key ?? '';
}

describe('the key of a result', () => {
  it('names a record that describes it, as its IRI does', async () => {
    expect(results).toHaveLength(10);
    const named = results.flatMap(({ key, iri = key, records: [first] }) => [
      [key, first?.graph],
      [iri, first?.graph],
    ]);
    for (const [name = '', graph] of named) {
      const { stdout, code } = await workspace.run(['show', name, '--graph']);
      expect([name, code]).toEqual([name, 0]);
      expect(stdout).toContain(` <${graph}> .\n`);
    }
  });

  it('is all that there is of a resource without IRI and without persistent identifier', () => {
    const keys = results.filter(({ iri }) => iri === undefined).map(({ key }) => key);
    expect(keys.filter((key) => /^urn:cdif-graph:entry:[\da-f]{32}$/u.test(key))).toHaveLength(6);
    expect(keys).toContain('hdl:20.500.12345/abc%20d');
    expect(keys).toContain('ark:12345/a%20b%3Cc%3E');
    expect(new Set(keys).size).toBe(8);
  });

  it.each(['Upper part', 'Lower part'])(
    'shows the one of two of a name that is the %s',
    async (description) => {
      const { stdout } = await workspace.run(['show', keyOf({ description })]);
      expect(stdout).toMatch(
        new RegExp(`^Core of the lake \\(Dataset\\)\\n  description   ${description}\\n`, 'u'),
      );
    },
  );

  it('shows one of several resources of a record, and counts the others', async () => {
    const key = keyOf({ description: 'Of nitrogen' });
    const { stdout } = await workspace.run(['show', `<${key}>`]);
    expect(stdout.split('\n').slice(0, 5)).toEqual([
      'Profiles (Dataset)',
      '  description   Of nitrogen',
      '  variables     nitrogen',
      "and 2 more resources in the record: cdif-graph show 'https://local.example/several.json'",
      '',
    ]);
    const json = await workspace.run(['show', key, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ records: [{ resourceIndex: 1 }] });
  });

  it.each(['kernel', 'signposting'])('has a view in %s', async (command) => {
    const keys = [keyOf({ description: 'Upper part' }), keyOf({ title: 'With an ARK' })];
    const stdin = keys.map((key) => `${key}\n`).join('');
    const { stdout, code } = await workspace.run([command, '-'], { stdin });
    const graphs = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { graph: string }).graph);
    expect([graphs, code]).toEqual([
      ['https://local.example/upper.json', 'https://local.example/ark.json'],
      0,
    ]);
  });

  it('that is of no resource any more names nothing', async () => {
    const { stderr, code } = await workspace.run([
      'show',
      `urn:cdif-graph:entry:${'0'.repeat(32)}`,
    ]);
    expect([stderr, code]).toEqual([
      expect.stringMatching(/^cdif-graph: No record is named urn:.* search again\.\n$/u),
      1,
    ]);
  });
});
