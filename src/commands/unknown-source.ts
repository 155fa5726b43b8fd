import { UsageFault } from '../model/fault.ts';
import type { CatalogueStore } from '../store/store.ts';
import { grouped } from '../text/amounts.ts';

/** The most names that a message lists. */
const maxNames = 20;

/** Names of sources for a message: of many the first, and how many more there are. */
export function namesText(names: readonly string[]): string {
  const more = names.length - maxNames;
  return `${names.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`;
}

/** @throws {UsageFault} when a source is named that the catalogue does not have; says which it has */
export async function refuseUnknownSources(
  names: readonly string[],
  store: Pick<CatalogueStore, 'status'>,
): Promise<void> {
  if (names.length === 0) return;
  const { sources } = await store.status();
  const known = new Set(sources.map(({ source }) => source));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw await unknownSource(unknown, store);
}

/** The fault of naming sources that a catalogue does not have; says which it has. */
export async function unknownSource(
  names: readonly string[],
  store: Pick<CatalogueStore, 'status'>,
): Promise<UsageFault> {
  const { sources } = await store.status();
  const known = namesText(sources.map(({ source }) => source));
  return new UsageFault(
    known === ''
      ? 'the catalogue has no sources yet'
      : `the catalogue has no source ${names.join(', ')}; its sources are ${known}`,
  );
}
