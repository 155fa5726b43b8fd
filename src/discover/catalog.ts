import type { Listed, SourceOf } from './discoverer.ts';
import { configuredUrl } from './listed-url.ts';

/** Lists the first page of the catalogue alone: the records in it and its further pages come to light when it is read. */
export async function* discoverCatalog({ catalog }: SourceOf<'catalog'>): AsyncGenerator<Listed> {
  yield { kind: 'url', url: configuredUrl(catalog), found: { by: 'list' }, isList: true };
}
