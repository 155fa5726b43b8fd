import type { KeptPlace, SiteMemory } from '../model/site-memory.ts';
import type { Catalogue } from './catalogue.ts';
import { storageKey } from './storage-key.ts';

/**
 * Stores where the listing of each site was found. Not part of the readable catalogue: writes do
 * not count as changes, and equal values are not written.
 */
export class KeptPlaces implements SiteMemory {
  readonly #catalogue: Pick<Catalogue, 'change' | 'placeOf'>;

  constructor(catalogue: Pick<Catalogue, 'change' | 'placeOf'>) {
    this.#catalogue = catalogue;
  }

  async get(source: string): Promise<KeptPlace | undefined> {
    return this.#catalogue.placeOf(source);
  }

  async put(source: string, kept: KeptPlace): Promise<void> {
    const before = this.#catalogue.placeOf(source);
    if (before?.site === kept.site && before.taken === kept.taken) return;
    this.#catalogue.change(({ places }) => places.putSync(storageKey(source), kept));
  }
}
