import { Parser } from 'n3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyDemo } from './demo-workspace.ts';
import type { Workspace } from './workspace.ts';

let workspace: Workspace;
let origin: string;

beforeAll(async () => {
  ({ workspace, origin } = await copyDemo());
});

afterAll(async () => {
  await workspace.remove();
});

/** What a search prints, with the origin of the site by a name. */
async function search(...args: string[]): Promise<string> {
  const { stdout, stderr, code } = await workspace.run(['search', ...args]);
  expect([stderr, code]).toEqual(['', 0]);
  return stdout.replaceAll(origin, 'http://demo.example');
}

describe('search', () => {
  it('prints a line a resource, and how many more there are', async () => {
    expect(await search('--limit', '4')).toMatchSnapshot();
  });

  it('prints how many there are, and no table, where none is to be shown', async () => {
    expect(await search('--limit', '0')).toBe('9 resources, 9 more than shown: --limit\n');
  });

  it('says that there is nothing', async () => {
    expect(await search('--keyword', 'unicorns')).toBe('Nothing was found.\n');
    expect(await search('--keyword', 'unicorns', '--format', 'csv')).toMatch(/^title,[^\n]*\r\n$/u);
  });

  it('says why there is nothing where a name is unknown', async () => {
    const { stdout, stderr, code } = await workspace.run(['search', '--source', 'lokal']);
    expect([stdout, code]).toEqual(['Nothing was found.\n', 0]);
    expect(stderr).toBe(
      'cdif-graph: no source "lokal" is in the catalogue; do you mean local? (there are local)\n',
    );
  });

  it('writes CSV, a line a resource', async () => {
    expect(await search('--format', 'csv', '--sort', 'title')).toMatchSnapshot();
  });

  it('writes GeoJSON of the places that were found', async () => {
    const text = await search('--format', 'geojson', '--bbox=-180,-90,180,90', '--limit', '2');
    expect(text).toMatchSnapshot();
  });

  it('writes JSON with all that is known of a result', async () => {
    const answer = JSON.parse(await search('--format', 'json', '--limit', '1')) as object;
    expect(answer).toMatchObject({ results: [{ records: [{ sources: ['local'] }] }] });
  });

  it('writes the records that were found as N-Quads', async () => {
    const asked = ['--format', 'nq', '--limit', '2', '--sort', 'title'];
    const { stdout, stderr, code } = await workspace.run(['search', ...asked]);
    const graphs = new Set(new Parser().parse(stdout).map(({ graph }) => graph.value));
    expect([graphs.size, code]).toEqual([2, 0]);
    expect(stderr).toBe(
      'cdif-graph: 2 of 9 resources are written; --limit says how many are to be\n',
    );
  });

  it.each([
    [['--bbox', '1,2'], '--bbox "1,2" is not four numbers'],
    [['--sort', 'size'], 'Allowed choices are relevance, title, time, modified'],
    [['--limit', 'all'], 'It must be a whole number'],
    [['--colour', 'red'], "unknown option '--colour'"],
    [['--within'], '--within says more of --bbox or --time, which is not given'],
  ])('refuses %j', async (args, message) => {
    const { stderr, code } = await workspace.run(['search', ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(3);
  });
});
