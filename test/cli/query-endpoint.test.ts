import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveCatalogue, type ServedPages } from '../../dist/serve/serve-catalogue.js';
import { copyDemo } from './demo-workspace.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

let local: Workspace;
/** Has neither a catalogue nor a configuration. */
let elsewhere: Workspace;
let served: ServedPages;

beforeAll(async () => {
  ({ workspace: local } = await copyDemo());
  elsewhere = await createWorkspace();
  served = await serveCatalogue({
    path: join(local.folder, 'catalogue'),
    host: '127.0.0.1',
    port: 0,
    title: 'Served',
    onTrouble: (error) => {
      throw error;
    },
  });
});

afterAll(async () => {
  await served.close();
  await elsewhere.remove();
  await local.remove();
});

const remote = async (args: readonly string[], stdin = '') =>
  elsewhere.run(['query', '--endpoint', `${served.url}sparql`, ...args], { stdin });

/** Statements, and rows without ORDER BY, have no order. */
function sortLines(text: string): readonly string[] {
  return text.split('\n').toSorted();
}

describe('query --endpoint', () => {
  it.each([
    ['datasets'],
    ['search-text', '--param', 'word=halm sound', '--format', 'csv'],
    ['facets-types', '--format', 'json'],
    [
      'SELECT * { ?z a schema:Dataset ; schema:name ?a FILTER(ISIRI(?z)) } ORDER BY ?a',
      '--format',
      'tsv',
    ],
    ['ASK { ?s a schema:Dataset }', '--format', 'xml'],
    ['CONSTRUCT { <urn:a> schema:name ?n } WHERE { ?s schema:name ?n }', '--format', 'nq'],
    ['CONSTRUCT { <urn:a> schema:name "a" } WHERE {}'],
  ])('prints what the catalogue itself gives: %s', async (...args) => {
    const here = await local.run(['query', ...args]);
    expect(here.stdout).not.toBe('');
    const there = await remote(args);
    expect({ ...there, stdout: sortLines(there.stdout) }).toEqual({
      ...here,
      stdout: sortLines(here.stdout),
    });
  });

  it('shows a mistake that only the endpoint finds at its place in the query as given', async () => {
    const text = 'ASK { ?s a schema:Dataset .\n SERVICE <http://x.example/> { ?s ?p ?o } }';
    const { stdout, stderr, code } = await remote([text]);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr).toBe(
      'cdif-graph: invalid query at line 2, column 2: SERVICE would ask another endpoint, which ' +
        'is not done from here\n   SERVICE <http://x.example/> { ?s ?p ?o } }\n   ^\n',
    );
  });

  it('answers query after query with --interactive', async () => {
    const { stdout, stderr, code } = await remote(
      ['--interactive', '--format', 'csv'],
      'SELECT (1 AS ?n) {}\n\nsearch-text word="halm sound"\nASK { ?s x:y ?o }\n\n',
    );
    expect(stdout).toMatch(/^n\r\n1\r\n[^]*Halm Sound/u);
    expect(stderr).toContain('ASK cannot be written as csv');
    expect(code).toBe(1);
  });

  it('hints at the namespace of schema.org', async () => {
    const { stderr } = await remote(['ASK { ?s a <https://schema.org/Dataset> }']);
    expect(stderr).toMatch(/^cdif-graph: nothing was found, .*<http:\/\/schema\.org\/>\n$/u);
  });

  it('says where the endpoint of a server is', async () => {
    const { stderr, code } = await elsewhere.run(['query', 'ASK {}', '--endpoint', served.url]);
    expect(stderr).toContain(`${served.url} is no SPARQL endpoint (405`);
    expect(stderr).toContain('that of cdif-graph serve is /sparql below its address\n');
    expect(code).toBe(1);
  });

  it.each([
    ['--endpoint', 'http://127.0.0.1/sparql', '--store', 'catalogue'],
    ['--endpoint', 'http://127.0.0.1/sparql', '--config', 'config.yaml', '--interactive'],
    ['--endpoint', 'http://me:secret@127.0.0.1/sparql'],
    ['--endpoint', 'localhost:8080/sparql'],
  ])('refuses wrong usage: %s %s', async (...args) => {
    const named = args.includes('--interactive') ? args : [...args, 'ASK {}'];
    expect(await elsewhere.run(['query', ...named])).toMatchObject({ stdout: '', code: 3 });
  });
});
