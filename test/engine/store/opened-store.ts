import { onTestFinished } from 'vitest';
import { openTripleStore } from '../../../src/engine/store/open-triple-store.ts';
import type { StoreAddress } from '../../../src/engine/store/store-address.ts';
import type { StorePatience } from '../../../src/engine/store/store-connection.ts';
import type { TripleStore } from '../../../src/engine/store/triple-store.ts';
import { type RdfStore, type RdfStoreOptions, startRdfStore } from '../../support/rdf-store.ts';

/** Starts a store until the test ends. */
export async function startStore(options?: RdfStoreOptions): Promise<RdfStore> {
  const store = await startRdfStore(options);
  onTestFinished(async () => store.close());
  return store;
}

/** A clock that does not wait. */
export interface TestClock extends Required<Pick<StorePatience, 'clock'>> {
  /** The pauses that were asked for, in milliseconds. */
  readonly pauses: number[];
}

export function testClock(): TestClock {
  const pauses: number[] = [];
  return {
    pauses,
    clock: {
      now: () => pauses.reduce((sum, ms) => sum + ms, 0),
      pause: async (ms, signal) => {
        pauses.push(ms);
        signal?.throwIfAborted();
      },
    },
  };
}

/** Opens a store until the test ends, with the interfaces that are given. */
export async function openStore(
  address: Partial<StoreAddress>,
  patience: StorePatience = testClock(),
): Promise<TripleStore> {
  const store = await openTripleStore({ credentials: {}, ...address }, patience);
  onTestFinished(async () => store.close());
  return store;
}

/** All that a store has of a graph. */
export async function readWhole(store: TripleStore, graph: string): Promise<string> {
  let text = '';
  for await (const piece of store.read(graph)) text += piece;
  return text;
}

/** So many statements as N-Triples. */
export function numbered(count: number, subject = 'urn:s'): string {
  const lines = Array.from(
    { length: count },
    (_, nth) => `<${subject}> <urn:p> "value ${nth}" .\n`,
  );
  return lines.join('');
}
