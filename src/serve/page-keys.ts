import { hash } from 'node:crypto';
import type { IndexContent } from '../search/search-index.ts';
import {
  readWithoutPauses,
  type InterruptibleReading,
} from '../catalogue/interruptible-reading.ts';
import { resourceName } from '../catalogue/derived/index-statements.ts';
import type { Snapshot } from '../catalogue/snapshot.ts';
import type { Tombstone } from '../model/url-update.ts';

/** 80 bits, enough to avoid collisions among a million records. */
const keyDigits = 20;

/**
 * The page key of a record or resource, the last part of its URL path: 20 hexadecimal digits, a
 * hash of the IRI of the record graph or of the key of the resource. It is the same in every
 * catalogue.
 */
export function pageKey(name: string): string {
  return hash('sha256', name, 'hex').slice(0, keyDigits);
}

/**
 * Finds the records and resources of an index by page key. It is filled and updated together with
 * the index, because hashing all keys takes long.
 */
export class PageKeys {
  readonly #index: IndexContent;
  readonly #graphs = new Map<string, string>();
  readonly #removed = new Map<string, string>();
  readonly #resources = new Map<string, string>();
  /** The graphs of removed records by the key of the resource that they described. */
  readonly #removedFrom = new Map<string, Set<string>>();
  /** The latest change whose removed records are known. */
  #change = 0;

  constructor(index: IndexContent) {
    this.#index = index;
  }

  /** Reads all page keys of a state; the index must be filled. */
  *fill(snapshot: Snapshot): InterruptibleReading<void> {
    this.#change = snapshot.totals().change;
    yield* this.#addNames();
    for (const tombstone of snapshot.tombstones()) {
      this.#addRemoved(tombstone);
      yield;
    }
  }

  /** Adds the keys of later changes; the index must be updated first. */
  follow(snapshot: Snapshot): void {
    readWithoutPauses(this.#addNames());
    for (const graph of snapshot.touchedSince(this.#change) ?? []) {
      const tombstone = snapshot.tombstoneOf(graph);
      if (tombstone !== undefined) this.#addRemoved(tombstone);
    }
    this.#change = snapshot.totals().change;
  }

  /** The graph IRI of a current or removed record. */
  graphOf(key: string): string | undefined {
    return this.#graphs.get(key) ?? this.#removed.get(key);
  }

  /**
   * The page keys of records from one key up to another, which is not included, with the IRIs of
   * the graphs, in the order of the keys. Also has records that were removed since the server
   * began.
   */
  graphsBetween(from: string, below: string): readonly (readonly [key: string, graph: string])[] {
    const found: (readonly [string, string])[] = [];
    for (const entry of this.#graphs) if (entry[0] >= from && entry[0] < below) found.push(entry);
    return found.toSorted(([one], [other]) => (one < other ? -1 : 1));
  }

  /** The search key of a current or removed resource. */
  resourceOf(key: string): string | undefined {
    return this.#resources.get(key);
  }

  /**
   * The tombstones of the removed records of a resource, the latest first. Resources that have
   * neither an IRI nor a persistent identifier have none.
   */
  removedRecordsOf(key: string, snapshot: Snapshot): readonly Tombstone[] {
    const graphs = [...(this.#removedFrom.get(key) ?? [])];
    return graphs
      .flatMap((graph) => snapshot.tombstoneOf(graph) ?? [])
      .toSorted((one, other) => (one.at < other.at ? 1 : -1));
  }

  *#addNames(): InterruptibleReading<void> {
    const { graphs, resources } = this.#index.entries;
    yield* addNames(this.#graphs, graphs.names);
    yield* addNames(this.#resources, resources.names);
  }

  /** A record that was found again keeps its entry: current records are looked up first. */
  #addRemoved({ graph, describes }: Tombstone): void {
    this.#removed.set(pageKey(graph), graph);
    for (const iri of describes)
      addTo(this.#removedFrom, pageKey(resourceName({ iri }, []) ?? iri), graph);
  }
}

/** Adds the keys of names that are not in the map yet; new names stand at the end of the list. */
function* addNames(
  known: Map<string, string>,
  names: readonly string[],
): InterruptibleReading<void> {
  for (let at = known.size; at < names.length; at += 1) {
    const name = names[at] ?? '';
    known.set(pageKey(name), name);
    yield;
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([value]));
  else known.add(value);
}
