import { createHash } from 'node:crypto';
import type { IndexContent } from '../search/index-content.ts';
import { resourceName } from '../store/resource-name.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { Tombstone } from '../model/tombstone.ts';

/** 80 bits: among a million records two with the same key are not to be expected. */
const keyBytes = 10;

/**
 * The last part of the address of a record or resource: 20 hexadecimal digits, made of the IRI of
 * the graph of the record, or of the key of the resource, alone. It is the same in every catalogue.
 */
export function pageKey(name: string): string {
  return createHash('sha256').update(name).digest().subarray(0, keyBytes).toString('hex');
}

/** Finds the records and resources of one index by the keys of their pages. */
export class PageKeys {
  readonly #index: IndexContent;
  readonly #graphs = new Map<string, string>();
  readonly #removed = new Map<string, string>();
  readonly #resources = new Map<string, string>();
  /** By the key of a resource: the graphs of removed records that described it. */
  readonly #removedFrom = new Map<string, Set<string>>();
  /** The change up to which removed records are known. */
  #change: number | undefined;

  constructor(index: IndexContent) {
    this.#index = index;
  }

  /** The IRI of the graph of a record that is in the catalogue, or was. */
  graphOf(key: string, snapshot: Snapshot): string | undefined {
    addNames(this.#graphs, this.#index.entries.graphs.names);
    const graph = this.#graphs.get(key);
    if (graph !== undefined) return graph;
    this.#addRemoved(snapshot);
    return this.#removed.get(key);
  }

  /** The key of a resource, as results of a search have it, that is in the catalogue, or was. */
  resourceOf(key: string): string | undefined {
    addNames(this.#resources, this.#index.entries.resources.names);
    return this.#resources.get(key);
  }

  /**
   * What is known of the removed records of a resource, the latest first; of resources that have
   * neither an IRI nor a persistent identifier nothing.
   */
  removedRecordsOf(key: string, snapshot: Snapshot): readonly Tombstone[] {
    this.#addRemoved(snapshot);
    const graphs = [...(this.#removedFrom.get(key) ?? [])];
    return graphs
      .flatMap((graph) => snapshot.tombstoneOf(graph) ?? [])
      .toSorted((one, other) => (one.at < other.at ? 1 : -1));
  }

  #addRemoved(snapshot: Snapshot): void {
    const { change } = snapshot.totals();
    if (change === this.#change) return;
    this.#change = change;
    for (const { graph, describes } of snapshot.tombstones()) {
      const key = pageKey(graph);
      // One that came back stays here: it is looked for among the records of now first.
      if (this.#removed.has(key)) continue;
      this.#removed.set(key, graph);
      for (const iri of describes)
        addTo(this.#removedFrom, pageKey(resourceName({ iri }, []) ?? iri), graph);
    }
  }
}

/** Adds those of some names, of which new ones stand at the end, that are not there yet. */
function addNames(known: Map<string, string>, names: readonly string[]): void {
  for (let at = known.size; at < names.length; at += 1) {
    const name = names[at] ?? '';
    known.set(pageKey(name), name);
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([value]));
  else known.add(value);
}
