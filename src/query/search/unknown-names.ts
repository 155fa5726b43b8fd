import type { CatalogueStore } from '../../store/store.ts';
import type { QueryControl } from '../../store/queries.ts';
import { bundledQuery } from '../bundled.ts';
import { typeIri, typeName } from '../type-name.ts';
import type { SearchRequest } from './search-request.ts';

/** A name that was asked for, and that nothing in the catalogue has. */
export interface UnknownName {
  readonly condition: 'source' | 'type';
  readonly asked: string;
  /** Those that there are, in the form in which they can be asked for: the most frequent ones first. */
  readonly known: readonly string[];
}

type Asked = Pick<CatalogueStore, 'query' | 'sourceSizes'>;

/** The names of a request because of which nothing can be found. @throws as `CatalogueStore.query` */
export async function unknownNames(
  store: Asked,
  { source, type }: Pick<SearchRequest, 'source' | 'type'>,
  control: QueryControl = {},
): Promise<readonly UnknownName[]> {
  const names: UnknownName[] = [];
  if (source !== undefined) {
    const known = (await store.sourceSizes())
      .toSorted((one, other) => other.records - one.records)
      .map((size) => size.source);
    if (!known.includes(source)) names.push({ condition: 'source', asked: source, known });
  }
  if (type !== undefined) {
    const known = await knownTypes(store, control);
    if (!known.includes(typeName(typeIri(type) ?? type)))
      names.push({ condition: 'type', asked: type, known });
  }
  return names;
}

async function knownTypes(store: Asked, control: QueryControl): Promise<readonly string[]> {
  const { text, dataset } = bundledQuery('facets-types');
  const answer = await store.query({ text, dataset, format: 'tsv' }, control);
  const lines = answer.trimEnd().split('\n').slice(1);
  return lines.map((line) => typeName(/^<([^>]*)>/u.exec(line)?.[1] ?? ''));
}
