import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { decodeQuerySource, parseQuery } from '../../../../src/query/parse-query.ts';
import { readSearchState } from '../../../../src/serve/pages/search/search-address.ts';
import { searchCommand, sparqlOfSearch } from '../../../../src/serve/pages/search/sparql-page.tsx';

/** The command lines of searches by their addresses, and the arguments that are meant. */
const commands: readonly (readonly [address: string, args: readonly string[]])[] = [
  ['', ['search']],
  ['q=sea+ice', ['search', 'sea ice']],
  ['q=-ice+snow', ['search', '--keyword=-ice snow']],
  ['q=a&q=b', ['search', 'a', '--keyword=b']],
  [
    'bbox=-10,35,5,45&within=yes&media-type=text/csv&modified-since=2020&sort=time&page=3',
    [
      'search',
      '--bbox=-10,35,5,45',
      '--media-type=text/csv',
      '--modified-since=2020',
      '--within',
      '--sort',
      'time',
    ],
  ],
  // A unit is of a variable, which is not there.
  ['unit=K&person=O%27Neil', ['search', "--person=O'Neil"]],
  [
    `q=${encodeURIComponent('$(id) `id` "x" \\ \' \n !1 *; rm | & ~ #\0')}`,
    ['search', '$(id) `id` "x" \\ \' \n !1 *; rm | & ~ #'],
  ],
];

describe('a search as a command', () => {
  it('has the intended arguments, whatever they contain', () => {
    const lines = commands.map(([address]) =>
      searchCommand(readSearchState(new URLSearchParams(address))),
    );
    const show = `show() { node -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- "$@"; }\n`;
    const script = show + lines.map((line) => line.replace(/^cdif-graph /u, 'show ')).join('\n');
    const output = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
    const found = output
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(found).toEqual(commands.map(([, args]) => args));
  });
});

function asked(address: string) {
  return sparqlOfSearch(readSearchState(new URLSearchParams(address))).map(
    ({ query, remarks }) => ({
      name: query?.name,
      values: query && Object.fromEntries(query.values),
      isAlike: remarks.length === 0,
    }),
  );
}

describe('a search as SPARQL', () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['q=sea+ice', 'search-text', { word: 'sea ice' }],
    ['bbox=-1,2,3,4', 'search-box', { west: '-1', south: '2', east: '3', north: '4' }],
    [
      'bbox=1+2+3+4&within=yes',
      'search-box-within',
      { west: '1', south: '2', east: '3', north: '4' },
    ],
    ['place=Halm+Bay', 'search-place', { place: 'Halm Bay' }],
    ['time=1990/', 'search-time', { begin: '1990', end: '..' }],
    ['time=1990&within=yes', 'search-time-within', { begin: '1990', end: '1990' }],
    ['age=Permian', 'search-age', { older: '298.9', younger: '251.902' }],
    ['term=ice&scheme=V', 'search-term', { term: 'ice', scheme: 'V' }],
    ['variable=salt&unit=K', 'search-variable', { word: 'salt', unit: 'K' }],
    ['variable=http://v.example/1', 'search-concept', { concept: 'http://v.example/1' }],
    ['type=Dataset', 'search-type', { type: 'Dataset' }],
    ['source=polar', 'search-source', { source: 'polar' }],
    ['person=Fen&role=editor', 'datasets-of-person', { person: 'Fen', role: 'editor' }],
    ['organization=Sea', 'datasets-of-organization', { organization: 'Sea' }],
    ['publisher=Sea', 'datasets-of-organization', { organization: 'Sea', role: 'publisher' }],
    ['funder=Sea', 'datasets-by-funder', { funder: 'Sea' }],
    ['identifier=10.1234/x', 'datasets-by-identifier', { identifier: '10.1234/x' }],
    ['licence=cc0', 'datasets-by-licence', { licence: 'cc0' }],
    ['media-type=csv', 'datasets-by-format', { format: 'csv' }],
    ['access=Open', 'search-access', { access: 'open' }],
    ['modified-since=2020', 'datasets-modified-since', { since: '2020' }],
    ['unmet=Rights', 'search-unmet', { rule: 'rights' }],
    ['conforms=cdif-core-1.1', 'search-conforms', { profile: 'cdif-core-1.1' }],
    ['lacking=licence', 'without-licence', {}],
  ])('is a query for %s', (address, name, values) => {
    expect(asked(address)).toEqual([{ name, values, isAlike: true }]);
  });

  it.each<[string, string | undefined, Readonly<Record<string, string>> | undefined]>([
    ['q=sea+%22sea+ice%22+-snow', 'search-text', { word: 'sea' }],
    ['q=glac*', undefined, undefined],
    ['publisher=%3DSea', 'datasets-of-organization', { organization: 'Sea', role: 'publisher' }],
    ['variable=%3DSalt', 'search-variable', { word: 'Salt' }],
    ['geometry=POINT(1+2)', 'search-geometry', { geometry: 'POINT(1 2)' }],
    ['profile=urn:p', undefined, undefined],
    ['extent=wide', undefined, undefined],
    ['conforms=unchecked', undefined, undefined],
    ['unmet=licence', 'search-unmet', { rule: 'licence' }],
    ['lacking=age', undefined, undefined],
  ])('names what a query cannot express of %s', (address, name, values) => {
    expect(asked(address)).toEqual([{ name, values, isAlike: false }]);
  });

  it('has the values in the query as terms', async () => {
    const text = encodeURIComponent('x" } DROP ALL #');
    const queries = sparqlOfSearch(
      readSearchState(new URLSearchParams(`type=Dataset&place=${text}`)),
    );
    const texts = queries.flatMap(({ query }) => query?.text ?? []);
    expect(texts).toHaveLength(2);
    for (const each of texts) {
      await expect(parseQuery(decodeQuerySource(each))).resolves.toMatchObject({ type: 'query' });
    }
    expect(texts.join('')).not.toContain('DROP ALL');
  });
});
