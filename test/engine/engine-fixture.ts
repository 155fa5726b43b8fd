import type {
  EngineFault,
  EngineTask,
  GraphsRead,
  QueryControl,
  QueryFault,
} from '../../src/engine/engine-task.ts';
import type { SparqlEngine } from '../../src/engine/sparql-engine.ts';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { GraphSize } from '../../src/engine/engine-memory.ts';
import { derivedGraphIri } from '../../src/catalogue/derived/derived-terms.ts';
import { derivedGraphs, type DerivedGraph } from '../../src/model/derived-graph.ts';
import { commit, newPath, openCatalogue, openEngine, openStore } from '../catalogue/updates.ts';
import type { InThisThread } from '../support/engine-in-this-thread.ts';

export const nothing: GraphsRead = { union: false, records: false, own: [] };
export const union: GraphsRead = { ...nothing, union: true };
export const records: GraphsRead = { ...nothing, records: true };
export const both: GraphsRead = { ...union, records: true };
export const index: GraphsRead = { ...nothing, own: ['index'] };
export const all: GraphsRead = { ...both, own: ['index', 'views', 'provenance', 'problems'] };

/** An engine over a catalogue that can be written to, and what its thread is asked. */
export interface Asked {
  readonly path: string;
  readonly catalogue: Catalogue;
  readonly engine: SparqlEngine;
  /** The tasks of each of its threads, but for queries, as texts. */
  readonly threads: string[][];
  /** The rows of an answer, in the order of their texts. */
  readonly rows: (text: string, reads?: GraphsRead, control?: QueryControl) => Promise<string[]>;
  readonly commit: (...updates: UrlUpdate[]) => void;
}

/** Over a catalogue with these. */
export function asked(updates: readonly UrlUpdate[], options: InThisThread = {}): Asked {
  const path = newPath();
  const catalogue = openCatalogue(path);
  commit(catalogue, ...updates);
  const threads: string[][] = [];
  const engine = openEngine(openStore(path, 'read'), {
    ...options,
    onThread: () => void threads.push([]),
    onTask: async (task) => {
      if (task.kind !== 'query') addTask(threads.at(-1) ?? [], taskText(task));
      await options.onTask?.(task);
    },
  });
  return {
    path,
    catalogue,
    engine,
    threads,
    rows: async (text, reads = union, control = {}) => {
      const csv = await engine.query({ text, reads, format: 'csv' }, control);
      return csv.trimEnd().split('\r\n').slice(1).toSorted();
    },
    commit: (...more) => void commit(catalogue, ...more),
  };
}

/** The sizes of the record graphs and derived graphs of some records, as an engine counts them. */
export async function sizesOf(
  updates: readonly UrlUpdate[],
): Promise<Record<'records' | DerivedGraph, GraphSize>> {
  const path = newPath();
  commit(openCatalogue(path), ...updates);
  const none = { quads: 0, characters: 0 };
  const sizes = { records: none, index: none, views: none, provenance: none, problems: none };
  for await (const { graph, nquads } of openStore(path, 'read').statements()) {
    const name = derivedGraphs.find((own) => derivedGraphIri(own) === graph) ?? 'records';
    const { quads, characters } = sizes[name];
    const more = nquads.split('\n').length - 1;
    sizes[name] = { quads: quads + more, characters: characters + nquads.length };
  }
  return sizes;
}

/** The fault that a promise is rejected with. */
export async function faultOf(promise: Promise<unknown>): Promise<EngineFault | QueryFault> {
  try {
    await promise;
  } catch (error) {
    // The tests say which one they expect.
    return error as EngineFault | QueryFault;
  }
  throw new Error('nothing was thrown');
}

/** Adds a task; the batches of one filling are one task, since their number depends on the time. */
function addTask(tasks: string[], task: string): void {
  const [, what, count] = /^(add \D+?)(?: (\d+))?$/u.exec(task) ?? [];
  const [, before, sum] = /^(add \D+?)(?: (\d+))?$/u.exec(tasks.at(-1) ?? '') ?? [];
  if (what === undefined || what !== before) tasks.push(task);
  else if (count !== undefined) tasks[tasks.length - 1] = `${what} ${Number(sum) + Number(count)}`;
}

/** What a task is: its kind, the layers and how many records, or the derived graph. */
function taskText(task: Exclude<EngineTask, { kind: 'query' }>): string {
  if (task.kind === 'drop') return `${task.kind} ${task.graph}`;
  const { kind, graphs } = task;
  const name = graphs[0]?.graph ?? '';
  if (derivedGraphs.some((own) => derivedGraphIri(own) === name)) return `${kind} ${name}`;
  const named = graphs.flatMap(({ graph, pieces }) => {
    const lines = Buffer.concat(pieces).toString('utf8').split('\n').filter(Boolean);
    return lines.map((line) => line.endsWith(` <${graph}> .`));
  });
  const isNamed = new Set(named);
  const layers = [
    ...(isNamed.has(false) ? ['union'] : []),
    ...(isNamed.has(true) ? ['records'] : []),
  ];
  return `${kind} ${layers.join('+')} ${graphs.length}`;
}
