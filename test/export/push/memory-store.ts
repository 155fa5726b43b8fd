import { setImmediate } from 'node:timers/promises';
import { storeDialects } from '../../../src/engine/store/store-dialects.ts';
import type {
  GraphWrite,
  RefusedWrite,
  TripleStore,
} from '../../../src/engine/store/triple-store.ts';

/** A store that holds lines of N-Triples by graph, and can fail. */
export class MemoryStore implements TripleStore {
  readonly name = 'http://store.example/graphs';
  readonly dialect;
  readonly canDelete: boolean;
  readonly needsSkolemIris: boolean;
  readonly graphs = new Map<string, Set<string>>();
  /** All writes, as kind and graph. */
  readonly written: string[] = [];
  /** Called before each write: throws, or gives the reason for which it is refused. */
  beforeWrite: (write: GraphWrite) => string | undefined = () => undefined;

  constructor(options: { readonly canDelete?: boolean; readonly needsSkolemIris?: boolean } = {}) {
    this.dialect = storeDialects.standard;
    this.canDelete = options.canDelete ?? true;
    this.needsSkolemIris = options.needsSkolemIris ?? false;
  }

  async write(
    writes: readonly GraphWrite[],
    signal?: AbortSignal,
  ): Promise<readonly RefusedWrite[]> {
    const refused: RefusedWrite[] = [];
    for (const write of writes) {
      // Writes of several calls mix, as those of a store do.
      await setImmediate();
      signal?.throwIfAborted();
      const reason = this.beforeWrite(write);
      if (reason === undefined) this.apply(write);
      else refused.push({ write, reason });
    }
    return refused;
  }

  apply(write: GraphWrite): void {
    this.written.push(`${write.kind} ${write.graph}`);
    const held = this.graphs.get(write.graph) ?? new Set();
    switch (write.kind) {
      case 'replace':
        this.graphs.set(write.graph, new Set(linesOf(write.triples)));
        return;
      case 'add':
        this.graphs.set(write.graph, new Set([...held, ...linesOf(write.triples)]));
        return;
      case 'delete': {
        const subjects = new Set(write.subjects);
        const gone = new Set(linesOf(write.triples));
        const left = [...held].filter(
          (line) => !gone.has(line) && !subjects.has(line.slice(0, line.indexOf(' '))),
        );
        this.graphs.set(write.graph, new Set(left));
        return;
      }
      case 'drop':
        this.graphs.delete(write.graph);
        return;
    }
  }

  async *read(graph: string): AsyncGenerator<string> {
    for (const line of this.graphs.get(graph) ?? []) yield `${line}\n`;
  }

  async close(): Promise<void> {
    // Nothing is open.
  }

  /** All statements as N-Quads without the marker, sorted. */
  content(): string[] {
    return [...this.graphs]
      .flatMap(([graph, lines]) =>
        graph.endsWith('urn:cdif-graph:push')
          ? []
          : Array.from(lines, (line) => `${line.slice(0, -1)}<${graph}> .`),
      )
      .toSorted();
  }
}

function linesOf(triples: string): string[] {
  return triples.split('\n').filter((line) => line !== '');
}
