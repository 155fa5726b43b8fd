import { fileURLToPath } from 'node:url';
import { Parser } from 'n3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from '../support/fixture-site.mjs';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

const demoSite = fileURLToPath(new URL('../../fixtures/sites/demo/', import.meta.url));
/** Two records of one dataset, a name with a character beyond ASCII, and blanks that nobody needs. */
const twice = `[
  { "@context": "https://schema.org/", "@type": "Dataset", "@id": "https://id.example/a",
    "identifier": "doi:10.1234/SNOW",   "name": "Schnee auf der Höhe" },
  { "@context": "https://schema.org/", "@type": "Dataset", "@id": "https://id.example/b",
    "identifier": "https://doi.org/10.1234/Snow", "name": "The same snow", "url": "not an iri<>" }
]
`;

let workspace: Workspace;
let origin: string;

beforeAll(async () => {
  workspace = await createWorkspace();
  const site = await serveSite(demoSite);
  origin = site.origin;
  await workspace.write('twice.jsonld', twice);
  for (const name of ['one', 'other']) {
    const shared = { '@context': 'https://schema.org/', identifier: 'SHARED', name };
    await workspace.write(`${name}.jsonld`, JSON.stringify(shared));
  }
  const folder = '{ name: folder, folder: ".", base: "https://folder.example/" }';
  const config = localConfig(`site: "${origin}"`).replace('}]', `}, ${folder}]`);
  await workspace.write('config.yaml', config);
  await workspace.run(['ingest', 'config.yaml']);
  await site.close();
});

afterAll(async () => {
  await workspace.remove();
});

function withoutChance(text: string): string {
  return text
    .replaceAll(origin, 'http://demo.example')
    .replaceAll(/\d{8}T\d{6}Z(?:-\d+)?/gu, 'RUN')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'TIME');
}

const peat = 'https://example.org/id/dataset/peat-cores';

describe('show', () => {
  it('sums up what is known of a record', async () => {
    const { stdout, stderr, code } = await workspace.run(['show', peat]);
    expect(withoutChance(stdout)).toMatchSnapshot();
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  });

  it.each([
    ['the IRI of its graph', () => `${origin}/dataset/peat-cores.html`],
    ['its own IRI', () => 'https://example.org/id/record/peat-cores'],
    ['an identifier', () => 'OS-0040'],
    ['another spelling', () => 'http://EXAMPLE.org/id/dataset/peat-cores/'],
  ])('finds a record by %s', async (_, name) => {
    const { stdout } = await workspace.run(['show', name(), '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      records: [{ quads: 69, route: 'embedded', describes: [{ iri: peat }] }],
    });
  });

  it('lists the records that share an identifier, and prints all of them as RDF', async () => {
    const { stdout } = await workspace.run(['show', 'DOI:10.1234/snow']);
    expect(stdout).toMatchSnapshot();
    const { stdout: quads } = await workspace.run(['show', '10.1234/snow', '--graph']);
    const graphs = new Parser({ format: 'n-quads' }).parse(quads).map(({ graph }) => graph.value);
    expect([...new Set(graphs)]).toEqual([
      'https://folder.example/twice.jsonld#https%3A%2F%2Fid.example%2Fa',
      'https://folder.example/twice.jsonld#https%3A%2F%2Fid.example%2Fb',
    ]);
  });

  it('prints the JSON-LD byte for byte as it was published', async () => {
    // Both records are of one document, which is kept without the blank space around it.
    const { stdout } = await workspace.run(['show', '10.1234/snow', '--raw']);
    expect(stdout).toBe(twice.trim());
  });

  it('names the graphs to choose from where several documents make no JSON together', async () => {
    const several = await workspace.run(['show', 'SHARED', '--raw']);
    expect(several.stderr).toBe(
      'cdif-graph: 2 records from 2 documents have that name. Name one of these graphs:\n' +
        '  https://folder.example/one.jsonld\n  https://folder.example/other.jsonld\n',
    );
    expect(several).toMatchObject({ stdout: '', code: 3 });
  });

  it('prints the provenance of a record, and the problems of its URL once', async () => {
    const provenance = await workspace.run(['show', peat, '--provenance']);
    const quads = new Parser({ format: 'n-quads' }).parse(provenance.stdout);
    expect(new Set(quads.map(({ graph }) => graph.value))).toEqual(
      new Set(['urn:cdif-graph:provenance']),
    );
    expect(new Set(quads.map(({ subject }) => subject.value))).toEqual(
      new Set([`${origin}/dataset/peat-cores.html`]),
    );
    const { stdout: problems } = await workspace.run(['show', '10.1234/snow', '--problems']);
    const lines = problems.trimEnd().split('\n');
    expect(problems).toContain('<urn:cdif-graph:problem-kind:');
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('writes statements in other formats too', async () => {
    const turtle = await workspace.run(['show', peat, '--graph', '--format', 'ttl']);
    expect(new Parser({ format: 'text/turtle' }).parse(turtle.stdout)).toHaveLength(69);
  });

  it('shows the last visit of a URL that gave no record', async () => {
    const { stdout, stderr, code } = await workspace.run([
      'show',
      `${origin}/dataset/tide-gauge.html`,
    ]);
    expect(withoutChance(stdout)).toMatchSnapshot();
    expect({ stderr, code }).toEqual({ stderr: '', code: 1 });
  });

  it('reports a missing record, and ends with 1', async () => {
    const none = await workspace.run(['show', '10.1234/NOTHING']);
    expect(none.stderr).toMatchSnapshot();
    expect(none).toMatchObject({ stdout: '', code: 1 });
    const asJson = await workspace.run(['show', 'nothing', '--json']);
    expect(JSON.parse(asJson.stdout)).toEqual({ name: 'nothing', records: [] });
    const url = await workspace.run(['show', `${origin}/about.html`, '--graph']);
    expect(url.stderr).toContain('gave no record');
    expect(url).toMatchObject({ stdout: '', code: 1 });
  });

  it('refuses options that exclude each other', async () => {
    for (const options of [
      ['--raw', '--graph'],
      ['--json', '--problems'],
      ['--format', 'ttl'],
    ]) {
      const { stdout, code } = await workspace.run(['show', peat, ...options]);
      expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
    }
  });
});
