import { typeIri, typeName } from '../rdf/type-name.ts';
import type { Searched } from './conditions.ts';
import type { SearchRequest } from './search-request.ts';

/** A name in the request that does not occur in the catalogue. */
export interface UnknownName {
  readonly condition: 'source' | 'type';
  readonly asked: string;
  /** The existing names, in the form for conditions, the most frequent first. */
  readonly known: readonly string[];
}

/** The names in a request that do not exist, so that nothing can be found. */
export function unknownNames(
  { columns, entries }: Searched,
  { source = [], type = [] }: Pick<SearchRequest, 'source' | 'type'>,
): readonly UnknownName[] {
  const knownOf = (column: 'sources' | 'types'): readonly string[] => {
    const { names, entries: owners } = columns.get(column);
    const counts = names.names.map((name, number) => {
      const own = owners.ownersOf(number).filter((entry) => entries.live.has(entry));
      return { name, count: own.length };
    });
    const sorted = counts.toSorted((one, other) => other.count - one.count);
    return sorted.filter(({ count }) => count > 0).map(({ name }) => name);
  };
  const sources = source.length === 0 ? [] : knownOf('sources');
  const types = type.length === 0 ? [] : knownOf('types').map(typeName);
  return [
    ...source
      .filter((asked) => !sources.includes(asked))
      .map((asked) => ({ condition: 'source', asked, known: sources }) as const),
    ...type
      .filter((asked) => !types.includes(typeName(typeIri(asked) ?? asked)))
      .map((asked) => ({ condition: 'type', asked, known: types }) as const),
  ];
}
