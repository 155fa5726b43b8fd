import { maxReportedFindings, type FoundDamage, type Verification } from '../model/verification.ts';
import { heldStatements } from '../rdf/oxigraph.ts';
import { DamageFound } from '../catalogue/catalogue-fault.ts';
import type { CatalogueGraphs } from '../catalogue/store.ts';
import { EngineFault } from './engine-task.ts';
import { SparqlEngine, type SparqlEngineOptions } from './sparql-engine.ts';

const countGraphs = 'SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g';
/** Attempts if the catalogue is written to while the engine is filled. */
const attempts = 3;

interface Comparison {
  readonly findings: readonly FoundDamage[];
  readonly engine: Verification['engine'];
}

/**
 * Fills an engine from the catalogue, compares the number of statements of each record graph in
 * both, and adds the differences to the findings of `CatalogueStore.verify`.
 * @throws {CatalogueFault}; the signal's reason when it is aborted
 */
export async function verifyEngine(
  store: CatalogueGraphs,
  found: Verification,
  options: SparqlEngineOptions & { readonly signal?: AbortSignal | undefined } = {},
): Promise<Verification> {
  const { counts } = found;
  // The engine loads a catalogue only as a whole.
  const isReadable =
    counts['entry-unreadable'] === undefined && counts['totals-wrong'] === undefined;
  if (!isReadable) {
    return { ...found, engine: { skipped: 'part of the catalogue cannot be read' } };
  }
  const { findings, engine } = await compare(store, options);
  if (findings.length === 0) return { ...found, engine };
  return {
    ...found,
    engine,
    whole: false,
    counts: { ...counts, 'engine-differs': findings.length },
    findings: [...found.findings, ...findings.slice(0, maxReportedFindings)],
  };
}

async function compare(
  store: CatalogueGraphs,
  { signal, ...options }: SparqlEngineOptions & { readonly signal?: AbortSignal | undefined },
): Promise<Comparison> {
  const engine = new SparqlEngine(store, options);
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const before = await store.ofOneState(async (snapshot) => snapshot.totals().change);
      const reads = { union: false, records: true, own: [] };
      const answer = await engine.query({ text: countGraphs, reads, format: 'tsv' }, { signal });
      const findings = await differences(store, readCounts(answer), before);
      if (findings !== undefined) return { findings, engine: 'compared' };
    }
  } catch (error) {
    if (error instanceof EngineFault) return { findings: [], engine: { skipped: error.message } };
    if (!(error instanceof DamageFound)) throw error;
    const finding = { damage: 'engine-differs', where: 'engine', found: error.message } as const;
    return { findings: [finding], engine: 'compared' };
  } finally {
    await engine.close();
  }
  const skipped = 'the catalogue is being written to; try again when it is not';
  return { findings: [], engine: { skipped } };
}

/** @returns undefined if the catalogue has changed */
async function differences(
  store: CatalogueGraphs,
  held: Map<string, number>,
  change: number,
): Promise<readonly FoundDamage[] | undefined> {
  return store.ofOneState(async (snapshot) => {
    if (snapshot.totals().change !== change) return undefined;
    const findings: FoundDamage[] = [];
    const report = (where: string, found: string): void => {
      findings.push({ damage: 'engine-differs', where, found });
    };
    for (const { graph, quads } of snapshot.facts()) {
      const count = held.get(graph) ?? 0;
      const isSame = count === quads || count === heldStatements(snapshot.nquadsOf(graph) ?? '');
      if (!isSame) report(graph, `it has ${count} of ${quads} statements`);
      held.delete(graph);
    }
    for (const [graph, count] of held) report(graph, `it has ${count} statements of no record`);
    return findings;
  });
}

/** Reads lines of TSV after the header: an IRI in angle brackets, and a number. */
function readCounts(tsv: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of tsv.split('\n').slice(1)) {
    const [graph, count] = line.split('\t');
    if (graph !== undefined && count !== undefined) counts.set(graph.slice(1, -1), Number(count));
  }
  return counts;
}
