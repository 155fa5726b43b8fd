import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

const variables = 1500;

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  const record = {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': 'https://example.org/large',
    name: 'Large',
    variableMeasured: Array.from({ length: variables }, (_, at) => ({
      '@type': 'PropertyValue',
      name: `variable ${at}`,
      description: 'x'.repeat(700),
    })),
  };
  await workspace.write('large.json', JSON.stringify(record));
  await workspace.write('config.yaml', localConfig('folder: ".", include: ["**/large.json"]'));
  await workspace.run(['ingest', 'config.yaml']);
});

afterAll(async () => {
  await workspace.remove();
});

it('show summarises the beginning of a large record, and counts the rest', async () => {
  const { stdout, stderr, code } = await workspace.run(['show', 'https://example.org/large']);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const lines = stdout.split('\n');
  expect(lines.filter((line) => /variable \d/u.test(line))).toHaveLength(10);
  expect(lines).toContainEqual(expect.stringMatching(/^ +and 1,490 more$/u));
  expect(lines).toContain('  in part       long lists were read in part; --graph prints all');
});

it('show --json has the first thousand of each property, and counts the others', async () => {
  const { stdout } = await workspace.run(['show', 'https://example.org/large', '--json']);
  const { records } = JSON.parse(stdout) as {
    records: { details: { variables: { name: string }[]; omitted: unknown }[] }[];
  };
  const details = records[0]?.details[0];
  expect(details?.variables).toHaveLength(1000);
  expect(details?.omitted).toEqual([{ part: 'variables', values: variables - 1000 }]);
});

it('show --graph prints all of it', async () => {
  const { stdout } = await workspace.run(['show', 'https://example.org/large', '--graph']);
  expect(stdout.match(/schema.org\/variableMeasured>/gu)).toHaveLength(variables);
});
