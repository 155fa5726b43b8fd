import { text } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import type { RecordGraph } from '../../src/model/record.ts';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import {
  type ChangesOptions,
  compareStatements,
  exportUpdate,
  type UpdateOptions,
} from '../../src/export/export-changes.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import type { Selection } from '../../src/catalogue/snapshot.ts';
import type { UrlJob } from '../../src/catalogue/url-writer.ts';
import { exported } from './pieces.ts';
import { random, randomJobs } from '../catalogue/random-visits.ts';
import { endRun } from '../catalogue/runs.ts';

/** Objects of which some are written otherwise in SPARQL than in N-Quads. */
const objects = [
  '"one"',
  '"two"@en',
  '"3"^^<http://www.w3.org/2001/XMLSchema#integer>',
  String.raw`"a \\u0041 and \\\\U00000041, \"quoted\",\nof lines \u0001\\"`,
  '<https://id.example/#it>',
  '"Ä 🌍 _:x <urn:y> ;"',
];

/**
 * Replaces the statements of a graph by a random choice, some with blank nodes, whose labels are
 * unique to the graph, as those of a harvest.
 */
function withStatements(graph: RecordGraph, next: () => number): RecordGraph {
  const label = Buffer.from(graph.graph).toString('hex').slice(-24);
  const blank = next() < 0.4;
  const lines = objects.flatMap((object, index) =>
    next() < 0.6 ? [`<${graph.documentUrl}#it> <urn:p${index % 2}> ${object}`] : [],
  );
  const joined = [0, 1, 2].flatMap((node) => [
    `<${graph.documentUrl}#it> <urn:q> _:g${label}n${node}`,
    `_:g${label}n${node} <urn:q> ${next() < 0.5 ? '"x"' : `_:g${label}n${(node + 1) % 3}`}`,
  ]);
  const all = [`<${graph.documentUrl}#it> <urn:always> "here"`, ...lines, ...(blank ? joined : [])];
  const nquads = all.map((line) => `${line} <${graph.graph}> .\n`).join('');
  return { ...graph, nquads, quads: all.length };
}

/** Harvests in which records come, change and go, one after the other. */
export function randomNights(seed: number, count: number): UrlJob[][] {
  const next = random(seed + 1000);
  const restated = (update: UrlUpdate): UrlUpdate => ({
    ...update,
    graphs: update.graphs.map((graph) => withStatements(graph, next)),
  });
  const jobs = randomJobs(seed, count * 12).map((job): UrlJob =>
    job.kind === 'update' ? { kind: 'update', update: restated(job.update) } : job,
  );
  const nights: UrlJob[][] = Array.from({ length: count }, () => []);
  for (const job of jobs) nights[Math.floor(next() * count)]?.push(job);
  return nights;
}

/** Harvests as a run does. @returns its id */
export function harvestNight(catalogue: Catalogue, jobs: readonly UrlJob[]): string {
  for (const job of jobs) catalogue.commit([job]);
  return endRun(catalogue);
}

/** Only the record graphs. */
export const records = {
  without: ['index', 'views', 'provenance', 'problems'],
} as const satisfies Selection;

export async function linesOf(
  store: CatalogueStore,
  { selection = records, skolemize = false }: { selection?: Selection; skolemize?: boolean } = {},
): Promise<Set<string>> {
  const all = await exported(store, { selection, skolemize });
  return new Set(all.split('\n').filter((line) => line !== ''));
}

/** What was added and what was removed since a run. */
export async function changedLines(
  store: CatalogueStore,
  { since, selection = records, skolemize = false }: ChangesOptions,
): Promise<{ readonly added: string; readonly removed: string }> {
  let [added, removed] = ['', ''];
  for await (const change of store.changesSince(since, selection)) {
    if (change.kind === 'own') continue;
    const statements = compareStatements(change, skolemize);
    added += statements.added;
    removed += statements.removed;
  }
  return { added, removed };
}

export async function updateText(store: CatalogueStore, options: UpdateOptions): Promise<string> {
  const out = new PassThrough();
  const reading = text(out);
  await exportUpdate(store, out, options);
  out.end();
  return reading;
}
