import type { BitSet } from './bit-set.ts';
import type { ColumnName, Columns } from './columns/columns.ts';

/** Something that a record may omit. */
interface OmittablePart {
  readonly columns: readonly ColumnName[];
  /** The entries without it. */
  readonly entriesWithout: (columns: Columns) => BitSet;
}

/** The values of the condition `lacking`, one line each. */
export const lackableParts = {
  licence: omittableColumn('licences'),
  format: omittableColumn('formats'),
  publisher: {
    columns: ['agents'],
    entriesWithout: (columns) => columns.get('agents').withoutPublisher,
  },
  person: omittableColumn('agents'),
  keyword: omittableColumn('keywords'),
  variable: omittableColumn('variables'),
  /** A place on the map; a name alone does not count. */
  place: omittableColumn('places'),
  /** A calendar time. */
  time: omittableColumn('periods'),
  age: omittableColumn('ages'),
  profile: omittableColumn('profiles'),
  type: omittableColumn('types'),
  /** Records that no source lists any more have none. */
  source: omittableColumn('sources'),
} as const satisfies Record<string, OmittablePart>;

export type LackablePart = keyof typeof lackableParts;

/** The names of all of them, in the order of help. */
export const lackablePartNames = Object.keys(lackableParts) as readonly LackablePart[]; // its own names

function omittableColumn(
  column:
    | 'ages'
    | 'agents'
    | 'formats'
    | 'keywords'
    | 'licences'
    | 'periods'
    | 'places'
    | 'profiles'
    | 'sources'
    | 'types'
    | 'variables',
): OmittablePart {
  return {
    columns: [column],
    entriesWithout: (columns) => columns.get(column).entries.ownersWithout,
  };
}
