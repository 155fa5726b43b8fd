import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'n3';
import { Store } from 'oxigraph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlUpdate, openStore } from '../catalogue/updates.ts';
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

describe('query', () => {
  it('answers a bundled query as a table', async () => {
    const { stdout, stderr, code } = await workspace.run(['query', 'datasets']);
    expect(stdout.replaceAll(origin, 'http://demo.example')).toMatchSnapshot();
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('sees only the record graphs if it names no graph', async () => {
    const ask = 'ASK { ?copy <http://www.w3.org/ns/prov#wasGeneratedBy> ?run }';
    const union = await workspace.run(['query', '-'], { stdin: ask });
    expect(union.stdout).toBe('false\n');
    const named = ask.replace('{', '{ GRAPH <urn:cdif-graph:provenance> {').replace(/$/u, '}');
    expect((await workspace.run(['query', '-'], { stdin: named })).stdout).toBe('true\n');
  });

  it('reads a query from a file and writes the standard formats', async () => {
    await workspace.write(
      'count.rq',
      'SELECT (COUNT(*) AS ?n) { ?s a <http://schema.org/GeoShape> }',
    );
    const csv = await workspace.run(['query', 'count.rq', '--format', 'csv']);
    const json = await workspace.run(['query', 'count.rq', '--format', 'json']);
    const [, count] = csv.stdout.trim().split(/\r?\n/u);
    expect(Number(count)).toBeGreaterThan(0);
    expect(JSON.parse(json.stdout)).toMatchObject({
      head: { vars: ['n'] },
      results: { bindings: [{ n: { value: count } }] },
    });
  });

  it('takes the text of a query, with the usual prefixes, and writes XML', async () => {
    const text = 'SELECT (COUNT(*) AS ?n) { ?s a schema:GeoShape }';
    const { stdout, stderr } = await workspace.run(['query', text, '--format', 'xml']);
    expect(stdout).toMatch(/<literal datatype="[^"]+#integer">[1-9]/u);
    expect(stderr).toBe('');
  });

  it('hints at the namespace of schema.org on stderr alone', async () => {
    const text = 'SELECT * { ?s a <https://schema.org/GeoShape> }';
    const { stdout, stderr, code } = await workspace.run(['query', text, '--format', 'csv']);
    expect(stdout).toBe('s\r\n');
    expect(stderr).toMatch(/^cdif-graph: nothing was found, .*<http:\/\/schema\.org\/>\n$/u);
    expect(code).toBe(0);
  });

  it('gives CONSTRUCT as Turtle, or as N-Quads', async () => {
    const stdin =
      'CONSTRUCT { ?s a ?t } WHERE { ?s a ?t FILTER(ISIRI(?s) && ?t = <http://schema.org/Person>) }';
    const turtle = await workspace.run(['query', '-'], { stdin });
    const quads = await workspace.run(['query', '-', '--format', 'nq'], { stdin });
    const fromTurtle = new Parser({ format: 'text/turtle' }).parse(turtle.stdout);
    const fromQuads = new Parser({ format: 'application/n-quads' }).parse(quads.stdout);
    expect(fromTurtle.length).toBeGreaterThan(0);
    expect(fromTurtle.length).toBe(fromQuads.length);
  });

  it('derives the views for a bundled query that reads them', async () => {
    const asked = await workspace.run(['query', 'kernel-objects', '--format', 'csv']);
    const viewed = await workspace.run(['kernel', '--source', 'local', '--format', 'handle']);
    expect(asked.stdout.trimEnd().split('\r\n')).toHaveLength(
      viewed.stdout.trimEnd().split('\n').length + 1,
    );
  });

  it('passes on the place of a syntax error', async () => {
    const wrong = await workspace.run(['query', '-'], { stdin: 'SELECT * {\n  ?s ?p\n}' });
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toMatch(
      /^cdif-graph: invalid query at line 3, column 1: \} stands where a variable/u,
    );
  });

  it('suggests the bundled query that may be meant', async () => {
    const { stderr, code } = await workspace.run(['query', 'dataset']);
    expect(stderr).toContain('did you mean datasets?');
    expect(code).toBe(3);
  });

  it('ends a query that takes too long', async () => {
    const { stderr, code } = await workspace.run(['query', '-', '--timeout', '1'], {
      stdin: 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }',
    });
    expect(stderr).toContain('stopped after 1 s');
    expect(code).toBe(1);
  });

  it('names the missing catalogue', async () => {
    const { stderr, code } = await workspace.run(['query', 'datasets', '--store', 'nowhere']);
    expect(stderr).toMatch(/nowhere: there is no catalogue yet/u);
    expect(code).toBe(1);
    const both = ['query', 'datasets', '--store', 'x', '--config', 'config.yaml'];
    expect((await workspace.run(both)).code).toBe(3);
  });
});

describe('export', () => {
  it('writes what a strict parser reads and an empty store loads, each statement once', async () => {
    const { stdout } = await workspace.run(['export']);
    const lines = stdout.trimEnd().split('\n');
    expect(new Parser({ format: 'application/n-quads' }).parse(stdout)).toHaveLength(lines.length);
    const store = new Store();
    store.load(stdout, { format: 'application/n-quads' });
    expect(store.size).toBe(lines.length);
    const recordGraphs = graphsIn(stdout).filter((graph) => !graph.startsWith('<urn:cdif-graph:'));
    expect(recordGraphs).toHaveLength(9);
    expect(graphsIn(stdout)).toContain('<urn:cdif-graph:provenance>');
  });

  it('gives the same bytes each time, to stdout, to a file and gzipped', async () => {
    const { stdout } = await workspace.run(['export']);
    await workspace.run(['export', '--out', 'all.nq']);
    await workspace.run(['export', '--out', 'all', '--gzip']);
    await workspace.run(['export', '--out', 'all.nq.gz']);
    expect(await readFile(join(workspace.folder, 'all.nq'), 'utf8')).toBe(stdout);
    const zipped = await readFile(join(workspace.folder, 'all'));
    expect(gunzipSync(zipped).toString('utf8')).toBe(stdout);
    expect(await readFile(join(workspace.folder, 'all.nq.gz'))).toEqual(zipped);
  });

  it('writes the requested format, else that of the file name', async () => {
    const { stdout: quads } = await workspace.run(['export']);
    const { stdout: trig } = await workspace.run(['export', '--format', 'trig']);
    await workspace.run(['export', '--out', 'all.trig']);
    await workspace.run(['export', '--out', 'all.jsonld']);
    await workspace.run(['export', '--out', 'all.nt', '--format', 'ttl']);
    expect(await readFile(join(workspace.folder, 'all.trig'), 'utf8')).toBe(trig);
    const read = new Parser({ format: 'application/trig' }).parse(trig);
    expect(read).toHaveLength(quads.trimEnd().split('\n').length);
    const document = await readFile(join(workspace.folder, 'all.jsonld'), 'utf8');
    expect((JSON.parse(document) as { '@graph': unknown[] })['@graph']).toHaveLength(
      graphsIn(quads).length,
    );
    expect(await readFile(join(workspace.folder, 'all.nt'), 'utf8')).toMatch(/^@prefix /u);
  });

  it('leaves out the graphs of ours that are named', async () => {
    const all = ['export', '--without', 'index,views,provenance', '--without', 'problems'];
    const { stdout } = await workspace.run(all);
    expect(graphsIn(stdout)).toHaveLength(9);
    expect(stdout).not.toContain('<urn:cdif-graph:');
    const wrong = await workspace.run(['export', '--without', 'records']);
    expect(wrong.stderr).toContain('index, views, provenance, problems');
    expect(wrong).toMatchObject({ code: 3, stdout: '' });
  });

  it('names the bundled queries that the export cannot answer', async () => {
    const whole = await workspace.run(['export']);
    expect(graphsIn(whole.stdout)).toContain('<urn:cdif-graph:views>');
    expect(whole.stderr).toBe('');
    const { stdout, stderr } = await workspace.run(['export', '--without', 'views']);
    expect(graphsIn(stdout)).not.toContain('<urn:cdif-graph:views>');
    const views =
      'kernel-attributes, kernel-graph, kernel-objects, signposting-graph, signposting-links';
    expect(stderr).toBe(
      `cdif-graph: without views, the export cannot answer these queries: ${views}\n`,
    );
    const { stderr: several } = await workspace.run(['export', '--without', 'index,problems']);
    expect(several).toMatch(/^cdif-graph: without index, problems, .* datasets, .* problems, /u);
  });

  it('counts the resources of an earlier version that have no views', async () => {
    const path = join(workspace.folder, 'older');
    const store = openStore(path);
    const nameless = { types: [], identifiers: [] };
    const describes = [nameless, { ...nameless, node: '_:b1' }, nameless];
    await store.write(urlUpdate(1, { describes }));
    await store.write(urlUpdate(2, { describes: [nameless], sources: ['other'] }));
    await store.close();
    const told = async (...options: readonly string[]): Promise<string> =>
      (await workspace.run(['export', '--store', path, ...options])).stderr;
    const note = 'cdif-graph: urn:cdif-graph:views lacks the views of';
    const remedy = 'whose records an earlier version stored; cdif-graph rebuild adds them';
    expect(await told()).toBe(`${note} 3 resources, ${remedy}\n`);
    expect(await told('--source', 'other')).toBe(`${note} 1 resource, ${remedy}\n`);
    expect(await told('--without', 'views')).not.toContain('earlier version');
  });

  it('takes only the named sources, and refuses an unknown one', async () => {
    const { stdout } = await workspace.run(['export', '--source', 'local']);
    expect(graphsIn(stdout).length).toBeGreaterThan(8);
    const wrong = await workspace.run(['export', '--source', 'local', '--source', 'locl']);
    expect(wrong.stderr).toBe(
      'cdif-graph: the catalogue has no source locl; its sources are local\n',
    );
    expect(wrong).toMatchObject({ code: 3, stdout: '' });
  });

  it('writes no blank node with --skolemize', async () => {
    const { stdout } = await workspace.run(['export', '--skolemize']);
    const quads = new Parser({ format: 'application/n-quads' }).parse(stdout);
    const types = quads.flatMap(({ subject, object }) => [subject.termType, object.termType]);
    expect(types).not.toContain('BlankNode');
    expect(stdout).toContain('<urn:cdif-graph:genid:');
    expect(stdout.split('\n')).toHaveLength(
      (await workspace.run(['export'])).stdout.split('\n').length,
    );
  });

  it('writes for Virtuoso with --dialect, and for no store that it cannot write to', async () => {
    const { stdout, code } = await workspace.run(['export', '--dialect', 'virtuoso']);
    expect(code).toBe(0);
    expect(stdout).toContain('"-4800-01-01T00:00:00Z" <urn:cdif-graph:index>');
    expect((await workspace.run(['export'])).stdout).toContain('"-4800-01-01T00:00:00Z"^^<');
    const wrong = await workspace.run(['export', '--dialect', 'cdif-graph']);
    expect(wrong.stderr).toContain('Allowed choices are standard, virtuoso');
    expect(wrong.code).toBe(3);
  });

  it('reports a file that cannot be written', async () => {
    const { stderr, code } = await workspace.run(['export', '--out', 'no/such/folder.nq']);
    expect(stderr).toMatch(
      /cannot write the export to .*folder\.nq: the folder \/.*no\/such does not exist/u,
    );
    expect(code).toBe(1);
  });

  it.each([
    ['x.csv', '.csv is the extension of no export format. Use .nq (N-Quads), .trig (TriG)'],
    ['records.JSON.gz', '.json is the extension of no export format'],
    ['2026.10', 'or name the format with --format'],
    ['new-folder/', '--out new-folder/ is a folder; name a file in it'],
  ])('refuses to write %s, and says which formats there are', async (out, reason) => {
    const { stderr, code } = await workspace.run(['export', '--out', out]);
    expect(stderr).toContain(reason);
    expect(code).toBe(3);
    expect(existsSync(join(workspace.folder, out))).toBe(false);
  });

  it('takes any file name where the format is named, and N-Quads without an extension', async () => {
    await workspace.run(['export', '--out', 'x.csv', '--format', 'nq']);
    await workspace.run(['export', '--out', 'plain']);
    const read = async (name: string) => readFile(join(workspace.folder, name), 'utf8');
    expect(await read('x.csv')).toBe(await read('plain'));
    expect(await read('plain')).toContain('<');
  });
});

/** The graphs of N-Quads, as terms. */
function graphsIn(nquads: string): string[] {
  const lines = nquads.trimEnd().split('\n');
  return [...new Set(lines.map((line) => line.slice(line.lastIndexOf(' <') + 1, -2)))];
}
