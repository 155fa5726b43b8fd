import { afterAll, beforeAll, expect, it } from 'vitest';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Parser } from 'n3';
import { createWorkspace, type Workspace } from './workspace.ts';

const iri = 'https://middle.example/5.json';
const attackers = ['https://a.test/5.json', 'https://z.test/5.json'];

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace();
  const sources: string[] = [];
  for (const [name, about] of [
    ['a.test', { name: 'Attack', '@type': 'Event', description: 'Attack' }],
    ['middle.example', { name: 'Own', '@type': 'Dataset' }],
    ['z.test', { name: 'Attack', '@type': 'Event' }],
  ] as const) {
    await mkdir(join(workspace.folder, name));
    const record = { '@context': 'https://schema.org/', '@id': iri, ...about };
    await workspace.write(`${name}/5.json`, JSON.stringify(record));
    sources.push(`{ name: ${name}, folder: ${name}, base: "https://${name}/" }`);
  }
  const config = `store: { path: ./catalogue }\nworkers: 0\nsources: [${sources.join(', ')}]\n`;
  await workspace.write('config.yaml', config);
  await workspace.run(['ingest', 'config.yaml']);
});

afterAll(async () => {
  await workspace.remove();
});

async function search(format: string): Promise<string> {
  return printed('search', '--keyword', 'attack', '--format', format);
}

async function printed(...args: string[]): Promise<string> {
  const { stdout } = await workspace.run(args);
  return stdout;
}

it('show lists the records of a resource after its summary, which names its records', async () => {
  expect(await printed('show', iri)).toMatchInlineSnapshot(`
    "3 records are named https://middle.example/5.json:

    The resource, from all its records
      title         Own
                    from https://middle.example/5.json
      type          Dataset
                    from https://middle.example/5.json
      description   Attack
                    from https://a.test/5.json

    The records
    https://middle.example/5.json
      Own (Dataset), from middle.example
    https://a.test/5.json
      Attack (Event), from a.test
    https://z.test/5.json
      Attack (Event), from z.test

    Show one of them by the name of its graph: cdif-graph show 'https://middle.example/5.json'
    "
  `);
  expect(JSON.parse(await printed('show', iri, '--json'))).toMatchObject({
    shown: {
      resource: 'http://middle.example/5.json',
      title: { text: 'Own', from: iri },
      types: { iris: ['http://schema.org/Dataset'], from: iri },
      description: { text: 'Attack', from: attackers[0] },
    },
    records: [{ graph: iri }, { graph: attackers[0] }, { graph: attackers[1] }],
  });
});

it.each(['kernel', 'signposting'])(
  '%s begins with the record that speaks for the resource',
  async (view) => {
    const lines = (await printed(view, iri, '--format', 'json')).trim().split('\n');
    const graphs = lines.map((line) => (JSON.parse(line) as { graph: string }).graph);
    expect(graphs).toEqual([iri, ...attackers]);
  },
);

it('search shows the title and type of the record that speaks for the resource, in all formats', async () => {
  const [line = ''] = (await search('table')).split('\n').slice(2);
  expect(line).toMatch(/^Own +Dataset .* 3 +https:/u);
  const from = { title: iri, types: iri };
  expect(JSON.parse(await search('json'))).toMatchObject({ results: [{ title: 'Own', from }] });
  expect(JSON.parse(await search('geojson'))).toMatchObject({
    features: [{ properties: { title: 'Own', types: ['Dataset'], from } }],
  });
  expect(JSON.parse(await search('json'))).toMatchObject({
    results: [
      {
        iri,
        key: 'http://middle.example/5.json',
        records: [
          { graph: attackers[0], matched: true },
          { graph: iri, matched: false },
          { graph: attackers[1], matched: true },
        ],
      },
    ],
  });
  expect((await search('csv')).split('\r\n')[1]).toMatch(
    /^Own,Dataset,.*5.json,https:\/\/middle.example\/5.json$/u,
  );
});

it('search writes those records of a resource as N-Quads that meet the conditions', async () => {
  const graphs = new Set(new Parser().parse(await search('nq')).map(({ graph }) => graph.value));
  expect([...graphs]).toEqual(attackers);
});
