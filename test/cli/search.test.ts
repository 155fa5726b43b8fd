import { readFileSync } from 'node:fs';
import { Parser, type Quad } from 'n3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditionNames, qualifierNames, searchConditions } from '../../src/search/conditions.ts';
import { optionName } from '../../src/search/condition-values.ts';
import { facetNames } from '../../src/search/facets.ts';
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

function graphOf({ graph }: Quad): string {
  return graph.value;
}

function wordsOf(line: string): readonly string[] {
  return line.split(/\s+/u);
}

describe('search', () => {
  it('prints a line a resource, and how many more there are', async () => {
    expect(await search('--limit', '4')).toMatchSnapshot();
  });

  it('prints only the number of results with --limit 0', async () => {
    expect(await search('--limit', '0')).toBe(
      '9 resources, none shown (see --limit and --offset)\n',
    );
  });

  it('prints all results, or those after an offset', async () => {
    const all = (await search('--limit', 'all')).split('\n').slice(2, 11);
    const behind = (await search('--offset', '7')).split('\n').slice(2);
    expect(behind.map(wordsOf)).toEqual([
      ...all.slice(7).map(wordsOf),
      [''],
      [
        '9',
        'resources,',
        '8',
        'to',
        '9',
        'shown',
        '(--limit',
        'and',
        '--offset',
        'show',
        'others)',
      ],
      [''],
    ]);
  });

  it.each([
    { args: ['temp*', 'halm sound'], titles: 'Temperature' },
    { args: ['"halm sound" -salinity', '--bbox', '10,55,12,56'], titles: 'Currents Plankton' },
    { args: ['sound', '--keyword', 'salinity', '--keyword', 'ctd OR core'], titles: 'Temperature' },
    { args: ['--', '-halm -ridge -low'], titles: 'Elevation Major Soil' },
    { args: ['--place', 'Karrow', '--place', 'Sunder'], titles: '' },
    { args: ['--bbox', '30,-25,34,-23', '--bbox', '-3,54,-2,55'], titles: 'Age Major Soil' },
  ])('finds by words and by repeated conditions: $args', async ({ args, titles }) => {
    const lines = (await search('--format', 'csv', '--sort', 'title', ...args)).split('\r\n');
    const found = lines.slice(1, -1).map((line) => /\w+/u.exec(line)?.[0]);
    expect(found.join(' ')).toBe(titles);
  });

  it('prints the counts of facets, without the condition on each', async () => {
    const asked = ['--term', 'soil moisture', '--limit', '0', '--facets', 'types', 'keywords,map'];
    expect(await search(...asked)).toMatchSnapshot();
    const { facets } = JSON.parse(
      await search(...asked, '--format', 'json', '--facets', 'years'),
    ) as { readonly facets: object };
    expect(Object.keys(facets)).toEqual(['types', 'keywords', 'map', 'years']);
  });

  it('reports an empty result', async () => {
    expect(await search('--keyword', 'unicorns')).toBe('Nothing was found.\n');
    expect(await search('--keyword', 'unicorns', '--format', 'csv')).toMatch(/^title,[^\n]*\r\n$/u);
  });

  it('explains an empty result if a name is unknown', async () => {
    const { stdout, stderr, code } = await workspace.run(['search', '--source', 'lokal']);
    expect([stdout, code]).toEqual(['Nothing was found.\n', 0]);
    expect(stderr).toBe(
      'cdif-graph: no source is called "lokal"; did you mean local? (the catalogue has local)\n',
    );
  });

  it('counts the results without each condition if nothing is found', async () => {
    const asked = ['search', 'temperature', '--type', 'Dataset', '--time', '1700'];
    const { stdout, stderr } = await workspace.run(asked);
    expect(stdout).toBe('Nothing was found.\n');
    expect(stderr).toBe(
      'cdif-graph: 1 resource would be found without --keyword\ncdif-graph: 2 resources would be found without --time\n',
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
    expect(JSON.parse(await search('--format', 'json', '--limit', '1'))).toMatchObject({
      total: 9,
      results: [
        {
          iri: 'https://example.org/id/dataset/ridge-aerosol',
          key: 'http://example.org/id/dataset/ridge-aerosol',
          records: [{ sources: ['local'], matched: true }],
        },
      ],
    });
  });

  it('writes all results in formats for programs', async () => {
    const json = JSON.parse(await search('--format', 'json')) as { results: object[] };
    const geoJson = JSON.parse(await search('--format', 'geojson')) as { features: object[] };
    const graphs = new Set(new Parser().parse(await search('--format', 'nq')).map(graphOf));
    expect([json.results.length, geoJson.features.length, graphs.size]).toEqual([9, 9, 9]);
  });

  it('writes the records that were found as N-Quads', async () => {
    const asked = ['--format', 'nq', '--limit', '2', '--sort', 'title'];
    const { stdout, stderr, code } = await workspace.run(['search', ...asked]);
    const graphs = new Set(new Parser().parse(stdout).map(graphOf));
    expect([graphs.size, code]).toEqual([2, 0]);
    expect(stderr).toBe(
      'cdif-graph: only 2 of 9 resources were written; a higher --limit writes more\n',
    );
  });

  it.each([
    [['--bbox', '1,2'], '--bbox "1,2" is not four numbers'],
    [['--sort', 'size'], 'Allowed choices are relevance, title, time, modified'],
    [['--limit', 'some'], 'It must be a whole number'],
    [['--offset', '-1'], 'It must be a whole number'],
    [['--timeout', '5'], "unknown option '--timeout'"],
    [['ice', '--facets', 'colour'], 'colour is not one of types, sources, keywords'],
    [['--facets', 'types', '--format', 'csv'], '--facets needs --format table or json, not csv'],
    [['...'], '--keyword "..." has no letter or digit'],
    [['--colour', 'red'], "unknown option '--colour'"],
    [['--within'], '--within needs --bbox or --time'],
  ])('refuses %j', async (args, message) => {
    const { stderr, code } = await workspace.run(['search', ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(3);
  });
});

describe('docs/search.md', () => {
  const page = readFileSync(new URL('../../docs/search.md', import.meta.url), 'utf8');

  it('explains for each condition how several values combine', () => {
    const rows = page.matchAll(/^\| (.*`--.*) +\| .* \| (all|one) +\|$/gmu);
    const said = Array.from(rows, ([, options = '', several]) =>
      Array.from(options.matchAll(/`--([\w-]+)`/gu), ([, option]) => [option, several]),
    ).flat();
    const known = conditionNames.map((name) => {
      const { repeated } = searchConditions[name];
      return [optionName(name), repeated === 'all' ? 'all' : 'one'];
    });
    expect(Object.fromEntries(said)).toEqual(Object.fromEntries(known));
    expect(said).toHaveLength(known.length);
  });

  it('names the facets, and the qualifiers of conditions', () => {
    expect(page.replaceAll(/\s+/gu, ' ')).toContain(
      `${facetNames
        .slice(0, -1)
        .map((name) => `\`${name}\``)
        .join(', ')} and \`${facetNames.at(-1)}\``,
    );
    for (const name of qualifierNames) expect(page).toContain(`\`--${optionName(name)}\``);
  });
});
