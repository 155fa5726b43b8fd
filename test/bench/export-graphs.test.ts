import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportGraphs, readGraphs } from '../../bench/ingest/export-graphs.mjs';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'export-graphs-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('splits an export into a text a record graph, without our own graphs', async () => {
  const file = path.join(folder, 'export.nq');
  const lines = [
    '<urn:s> <urn:p> "ä <urn:not-a-graph> ." <http://one.invalid/a> .',
    '_:b <urn:p> <urn:o> <http://one.invalid/a> .',
    '<urn:s> <urn:p> <urn:o> <http://one.invalid/b> .',
    '<http://one.invalid/a> <urn:p> "x" <urn:cdif-graph:provenance> .',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  expect(await exportGraphs(file, folder)).toEqual({ graphs: 2, quads: 3 });
  const graphs = readGraphs(folder).map(({ graph, ntriples }) => [graph, ntriples.toString()]);
  expect(graphs).toEqual([
    ['http://one.invalid/a', '<urn:s> <urn:p> "ä <urn:not-a-graph> ." .\n_:b <urn:p> <urn:o> .\n'],
    ['http://one.invalid/b', '<urn:s> <urn:p> <urn:o> .\n'],
  ]);
});
