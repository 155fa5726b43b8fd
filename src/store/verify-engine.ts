import type { Finding, Verification } from '../model/verification.ts';
import type { Catalogue } from './catalogue.ts';
import type { GraphEngine } from './graph-engine.ts';
import { unionOfRecords } from './queries.ts';
import { EngineFault, type EngineTrouble } from './engine-fault.ts';

export interface EngineComparison {
  readonly findings: readonly Finding[];
  readonly engine: Verification['engine'];
}

const countGraphs = 'SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g';
/** A catalogue that is written to meanwhile is another than the one that the engine was filled from. */
const attempts = 3;
const tooLarge: ReadonlySet<EngineTrouble> = new Set([
  'catalogue-too-large',
  'record-too-large',
  'out-of-memory',
  'answer-too-long',
]);

/** Asks the engine, which is filled for it or was before, and compares how many statements each graph has there and in the catalogue. */
export async function compareEngine(
  catalogue: Catalogue,
  engine: GraphEngine,
  signal: AbortSignal | undefined,
): Promise<EngineComparison> {
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const before = changeOf(catalogue);
      const control = signal === undefined ? {} : { signal };
      const request = { text: countGraphs, dataset: unionOfRecords, format: 'tsv' } as const;
      const held = readCounts(await engine.query(request, control));
      const findings = differences(catalogue, held, before);
      if (findings !== undefined) return { findings, engine: 'compared' };
    }
  } catch (error) {
    if (!(error instanceof EngineFault)) throw error;
    if (tooLarge.has(error.trouble)) return { findings: [], engine: { skipped: error.message } };
    const finding = { damage: 'engine-differs', where: 'engine', found: error.message } as const;
    return { findings: [finding], engine: 'compared' };
  }
  const skipped = 'the catalogue is being written to; try again when it is not';
  return { findings: [], engine: { skipped } };
}

/** @returns undefined where the catalogue is no longer what it was */
function differences(
  catalogue: Catalogue,
  held: Map<string, number>,
  change: number,
): Finding[] | undefined {
  return catalogue.read((snapshot) => {
    if (snapshot.totals().change !== change) return undefined;
    const findings: Finding[] = [];
    for (const { graph, quads } of snapshot.facts()) {
      const count = held.get(graph) ?? 0;
      if (count !== quads) findings.push(differs(graph, `it has ${count} of ${quads} statements`));
      held.delete(graph);
    }
    for (const [graph, count] of held) {
      findings.push(differs(graph, `it has ${count} statements of no record`));
    }
    return findings;
  });
}

function differs(where: string, found: string): Finding {
  return { damage: 'engine-differs', where, found };
}

function changeOf(catalogue: Catalogue): number {
  return catalogue.read((snapshot) => snapshot.totals().change);
}

/** The lines of SPARQL 1.1 Query Results TSV behind the header: an IRI in angle brackets, and a number. */
function readCounts(tsv: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of tsv.split('\n').slice(1)) {
    const [graph, count] = line.split('\t');
    if (graph !== undefined && count !== undefined) counts.set(graph.slice(1, -1), Number(count));
  }
  return counts;
}
