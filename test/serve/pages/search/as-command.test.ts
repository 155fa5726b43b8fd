import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { searchCommand } from '../../../../src/serve/pages/search/as-command.ts';
import { readSearchState } from '../../../../src/serve/pages/search/search-address.ts';

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
  it('has the arguments that are meant, whatever is in them', () => {
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
