import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandResult } from '../support/run-command.ts';
import { jsonLines } from './json-lines.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const fixture = new URL('../../fixtures/views/five-distributions.jsonld', import.meta.url);
const lochs = 'https://doi.org/10.5555/loch-levels';
const context = 'https://schema.org/';
const tides = {
  '@context': context,
  '@type': 'Dataset',
  name: 'Tides--> of\u202e old',
  distribution: Array.from({ length: 200 }, (_, index) => ({
    '@type': 'DataDownload',
    contentUrl: `https://data.example/tides/of-the-year/${1800 + index}.csv`,
  })),
};

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  const config = [
    'store: { path: ./catalogue }',
    'workers: 0',
    'sources:',
    '  - { name: lochs, folder: ., include: ["/five*"], base: "https://records.example/" }',
    '  - { name: tides, folder: ., include: ["/tides*"], base: "https://tides.example/" }',
    '',
  ];
  await workspace.write('config.yaml', config.join('\n'));
  await workspace.write('five-distributions.jsonld', await readFile(fixture, 'utf8'));
  await workspace.write('tides.jsonld', JSON.stringify(tides));
  await workspace.run(['ingest', 'config.yaml']);
});

afterAll(async () => {
  await workspace.remove();
});

async function signposting(args: readonly string[], stdin?: string): Promise<CommandResult> {
  return workspace.run(['signposting', ...args], stdin === undefined ? {} : { stdin });
}

describe('signposting', () => {
  it.each(['link', 'html', 'linkset', 'linkset+json', 'json'])(
    'shows the links of what a name is of as %s',
    async (format) => {
      const { stdout, stderr, code } = await signposting([
        'doi:10.5555/LOCH-LEVELS',
        '--format',
        format,
      ]);
      expect(format.includes('json') ? JSON.parse(stdout) : stdout).toMatchSnapshot();
      expect(stderr).toBe('');
      expect(code).toBe(0);
    },
  );

  it('shows fields of HTTP where nothing else is wanted', async () => {
    const [wanted, usual] = await Promise.all([
      signposting([lochs, '--format', 'link']),
      signposting([lochs]),
    ]);
    expect(usual.stdout).toBe(wanted.stdout);
  });

  it('reports missing links, and those too long for a field', async () => {
    const { stdout, stderr, code } = await signposting(['https://tides.example/tides.jsonld']);
    expect(stdout).toMatch(/^# Landing page of \S+, whose address is not known\n/u);
    expect(stderr).toBe(
      'cdif-graph: the record gives no cite-as, which level 1 of FAIR Signposting requires of a landing page\n' +
        'cdif-graph: no address of the landing page is known, so a linkset cannot contain its links\n' +
        'cdif-graph: 1 Link field of more than 8192 bytes, which many servers refuse: send a linkset (--format linkset+json) and a link to it\n',
    );
    expect(code).toBe(0);
  });

  it('writes a line a resource for a source, and for many names', async () => {
    const [source, names] = await Promise.all([
      signposting(['--source', 'lochs']),
      signposting(['-'], `https://tides.example/tides.jsonld\nisbn:7\n${lochs}\n${lochs}\n`),
    ]);
    expect(jsonLines(source.stdout)).toMatchObject([{ iri: lochs }]);
    expect(source.code).toBe(0);
    expect(jsonLines(names.stdout).map(({ graph }) => graph)).toEqual([
      'https://tides.example/tides.jsonld',
      'https://records.example/five-distributions.jsonld',
      'https://records.example/five-distributions.jsonld',
    ]);
    expect(names.stderr).toContain('No record is named isbn:7');
    expect(names.code).toBe(1);
  });

  it('writes one linkset of all', async () => {
    const { stdout } = await signposting(['-', '--format', 'linkset'], `${lochs}\n${lochs}\n`);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.slice(0, -1).filter((line) => !line.endsWith(','))).toEqual([]);
    expect(lines.at(-1)).toMatch(/"$/u);
    expect(lines).toHaveLength(32);
  });

  it.each([
    [['x', '--source', 'tides'], 'Give either a name or --source'],
    [[], 'Give an IRI or identifier'],
    [['--source', 'nobody'], 'nobody'],
    [['x', '--format', 'pdf'], 'pdf'],
  ])('is refused with %j', async (args, reason) => {
    const { stdout, stderr, code } = await signposting(args);
    expect(stderr).toContain(reason);
    expect(stdout).toBe('');
    expect(code).toBe(3);
  });
});
