import type { Listed, SourceOf } from './discoverer.ts';
import { configuredUrl } from './listed-url.ts';

/** Lists the list alone: the records and references in it come to light when it is read as a document. */
export async function* discoverList({ list }: SourceOf<'list'>): AsyncGenerator<Listed> {
  yield { kind: 'url', url: configuredUrl(list), found: { by: 'list' }, isList: true };
}
