import { Store } from 'oxigraph';

/**
 * How statements that this program wrote are loaded into Oxigraph, fastest as measured: without a
 * transaction, without checking them again, and a record a call. N-Quads, given as bytes.
 */
export const oxigraphLoad = { format: 'nq', lenient: true, no_transaction: true } as const;

/**
 * Of one record, which is loaded by one call, and that takes more memory than many calls. Measured,
 * in an empty store: six million statements go in, eight million do not.
 */
export const maxRecordQuads = 5_000_000;

/**
 * Gives back the memory of a store, which is WebAssembly's: the garbage collector knows nothing of
 * it. The types of the package leave the method out.
 */
export function freeStore(store: Store & { free?: () => void }): void {
  store.free?.();
}

/**
 * How many statements a store holds of N-Quads: fewer than lines where one value stands there in two
 * spellings.
 * @throws what Oxigraph throws where they cannot be read
 */
export function heldStatements(nquads: string): number {
  const store = new Store();
  try {
    store.load(nquads, oxigraphLoad);
    return store.size;
  } finally {
    freeStore(store);
  }
}
