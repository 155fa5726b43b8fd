import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import type { Selection } from '../../../src/catalogue/snapshot.ts';
import { pushCatalogue, type PushOptions } from '../../../src/export/push/push-catalogue.ts';
import { newPath, openCatalogue, openStore } from '../../catalogue/updates.ts';
import { exported } from '../pieces.ts';
import type { MemoryStore } from './memory-store.ts';

const now = (): Date => new Date('2026-11-20T12:00:00.000Z');

/** A catalogue that can be written to, and pushed. */
export function openPushed(): {
  readonly path: string;
  readonly catalogue: Catalogue;
  readonly push: (
    store: MemoryStore,
    options?: Partial<PushOptions>,
  ) => ReturnType<typeof pushCatalogue>;
  readonly expected: (selection?: Selection, skolemize?: boolean) => Promise<string[]>;
} {
  const path = newPath();
  const catalogue = openCatalogue(path);
  const reader = openStore(path, 'read');
  return {
    path,
    catalogue,
    push: async (store, options = {}) => pushCatalogue(reader, store, { path, now, ...options }),
    expected: async (selection = {}, skolemize = false) => {
      const text = await exported(reader, { selection, skolemize });
      return [...new Set(text.split('\n').filter((line) => line !== ''))].toSorted();
    },
  };
}
