import { readFile } from 'node:fs/promises';
import jsonld from 'jsonld';
import { Parser } from 'n3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonical } from '../support/canonical.ts';
import type { CommandResult } from '../support/run-command.ts';
import { jsonLines } from './json-lines.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const fixture = new URL('../../fixtures/views/five-distributions.jsonld', import.meta.url);
const lochs = 'https://doi.org/10.5555/loch-levels';
const tides = {
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  '@id': 'https://data.example/tides',
  name: 'Tides',
  identifier: ['hdl:20.500/tides', 'ark:/99999/tides'],
  datePublished: '2020-02-03',
  license: 'https://creativecommons.org/licenses/by/4.0/',
  url: 'https://data.example/tides.csv',
};

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  const config = [
    'store: { path: ./catalogue }',
    'workers: 0',
    'sources:',
    '  - { name: lochs, folder: ., include: ["/five*"] }',
    '  - { name: tides, folder: ., include: ["/tides*"] }',
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

async function kernel(args: readonly string[], stdin?: string): Promise<CommandResult> {
  return workspace.run(['kernel', ...args], stdin === undefined ? {} : { stdin });
}

describe('kernel', () => {
  it('shows the kernel record of the resource with a name', async () => {
    const { stdout, stderr, code } = await kernel(['https://data.example/tides']);
    expect(stdout).toMatchSnapshot();
    expect(stderr).toBe(
      'cdif-graph: mandatory attributes of RDA recommended that are missing or have no valid value: digitalObjectPolicy, etag\n',
    );
    expect(code).toBe(0);
  });

  it.each([
    'HTTPS://DATA.EXAMPLE/tides/',
    'https://hdl.handle.net/20.500/TIDES',
    'https://n2t.net/ark:99999/tides',
  ])('takes any spelling of an identifier: %s', async (name) => {
    const { stdout } = await kernel([name]);
    expect(stdout).toMatch(/^Resource: Tides {2}https:\/\/data\.example\/tides$/mu);
  });

  it('writes a handle record a line, with its PID if it has one', async () => {
    const { stdout } = await kernel([
      'doi:10.5555/LOCH-LEVELS',
      '--format',
      'handle',
      '--profile',
      'helmholtz',
    ]);
    const records = jsonLines(stdout);
    expect(records).toHaveLength(10);
    expect(records[0]).toMatchObject({ pid: '10.5555/loch-levels' });
    for (const { record } of records) {
      expect(record).toContainEqual({
        key: '21.T11148/076759916209e5d62bd5',
        value: '21.T11148/b9b76f887845e32d29f7',
      });
    }
  });

  it('writes the same RDF in Turtle and JSON-LD', async () => {
    const [turtle, json] = await Promise.all(
      ['ttl', 'jsonld'].map(async (format) => kernel([lochs, '--format', format])),
    );
    const quads = new Parser({ format: 'text/turtle' }).parse(turtle?.stdout ?? '');
    expect(quads.length).toBeGreaterThan(100);
    const read = await jsonld.toRDF(JSON.parse(json?.stdout ?? '') as object, {
      format: 'application/n-quads',
    });
    const { Writer } = await import('n3');
    const written = new Writer({ format: 'application/n-quads' }).quadsToString(quads);
    expect(await canonical(read as unknown as string)).toEqual(await canonical(written));
  });

  it('reads names from the standard input, and continues after an unknown one', async () => {
    const names = `${lochs}\n\ndoi:10.5555/nothing\n  https://data.example/tides  \r\n`;
    const { stdout, stderr, code } = await kernel(['-'], names);
    const graphs = jsonLines(stdout).map(({ graph }) => graph);
    expect(graphs).toEqual([
      'http://lochs.invalid/five-distributions.jsonld',
      'http://tides.invalid/tides.jsonld',
    ]);
    expect(stderr).toContain('cdif-graph: No record is named doi:10.5555/nothing: ');
    expect(code).toBe(1);
  });

  it('cuts long names in messages', async () => {
    const { stderr, code } = await kernel(['-'], `${'a'.repeat(100_000)}\n`);
    expect(stderr).toMatch(/^cdif-graph: No record is named a{499}…: it is neither a graph/u);
    expect(code).toBe(1);
  });

  it('takes all records of a source', async () => {
    const { stdout, stderr, code } = await kernel(['--source', 'lochs']);
    expect(jsonLines(stdout).map(({ graph }) => graph)).toEqual([
      'http://lochs.invalid/five-distributions.jsonld',
    ]);
    expect(stderr).toContain(
      'that are missing or have no valid value: digitalObjectLocation (7 of 10 digital objects)',
    );
    expect(code).toBe(0);
  });

  it.each([
    [['--source', 'seas'], 'the catalogue has no source seas; its sources are lochs, tides', 3],
    [[], 'Give an IRI or identifier, - to read one per line from stdin, or --source.', 3],
    [[lochs, '--source', 'lochs'], 'Give either a name or --source, not both.', 3],
    [['doi:10.5555/none'], 'No record is named doi:10.5555/none', 1],
  ])('reports what is wrong with %j', async (args, message, exitCode) => {
    const { stdout, stderr, code } = await kernel(args);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(code).toBe(exitCode);
  });
});
