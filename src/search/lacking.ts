import type { BitSet } from './bit-set.ts';
import type { ColumnName, Columns } from './columns/columns.ts';

/** Something that a record may leave out. */
interface Lackable {
  readonly columns: readonly ColumnName[];
  /** The entries that say nothing of it. */
  readonly entriesWithout: (columns: Columns) => BitSet;
}

/** What can be asked for by `lacking`, one line each. */
export const lackableParts = {
  licence: without('licences'),
  format: without('formats'),
  publisher: {
    columns: ['agents'],
    entriesWithout: (columns) => columns.get('agents').withoutPublisher,
  },
  person: without('agents'),
  keyword: without('keywords'),
  variable: without('variables'),
  /** A place on the map: a name alone is none. */
  place: without('places'),
  /** A time of the calendar. */
  time: without('periods'),
  age: without('ages'),
  profile: without('profiles'),
  type: without('types'),
  /** Of what a source listed once that lists it no more. */
  source: without('sources'),
} as const satisfies Record<string, Lackable>;

export type LackablePart = keyof typeof lackableParts;

/** The names of all of them, in the order in which help tells them. */
export const lackablePartNames = Object.keys(lackableParts) as readonly LackablePart[]; // its own names

function without(
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
): Lackable {
  return {
    columns: [column],
    entriesWithout: (columns) => columns.get(column).entries.ownersWithout,
  };
}
