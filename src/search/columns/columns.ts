import type { Text } from '../../model/search-facts.ts';
import type { BitSet } from '../bit-set.ts';
import { LabelTable, TextTable } from '../text-tables.ts';
import { AgentColumn } from './agents.ts';
import {
  type IndexColumn,
  type IndexEntry,
  LabelColumn,
  NameColumn,
  ValueColumn,
} from './column.ts';
import { PlaceColumn, PlaceNameColumn } from './places.ts';
import { DateColumn, SpanColumn, spanOfAge, spanOfPeriod } from './times.ts';
import { foldUnlessIri, TermColumn, VariableColumn } from './variables-and-terms.ts';

/** The columns of the index, one line each; a column is filled only if needed. */
const columnMakers = {
  titles: ({ texts }) => new ValueColumn(({ facts }) => addAll(texts, facts.texts.titles)),
  descriptions: ({ texts }) =>
    new ValueColumn(({ facts }) => addAll(texts, facts.texts.descriptions)),
  keywords: ({ labels }) => new LabelColumn(labels, ({ facts }) => facts.texts.keywords),
  timeNames: ({ labels }) => new LabelColumn(labels, ({ facts }) => facts.times.names),
  placeNames: ({ labels }) => new PlaceNameColumn(labels),
  variables: (tables) => new VariableColumn(tables),
  agents: ({ labels }) => new AgentColumn(labels),
  terms: () => new TermColumn(),
  places: () => new PlaceColumn(),
  periods: () => new SpanColumn(({ facts }) => facts.times.periods.map(spanOfPeriod)),
  ages: () => new SpanColumn(({ facts }) => facts.times.ages.map(spanOfAge)),
  dates: () => new DateColumn(),
  identifiers: () => new NameColumn({ read: ({ facts }) => facts.texts.identifiers }),
  licences: () =>
    new NameColumn({ read: ({ facts }) => facts.texts.licences, keyOf: foldUnlessIri }),
  formats: () => new NameColumn({ read: ({ facts }) => facts.texts.formats }),
  types: () => new NameColumn({ read: ({ described }) => described.types }),
  sources: () => new NameColumn({ read: ({ sources }) => sources() }),
  access: () => new NameColumn({ read: ({ facts }) => [facts.texts.access ?? unknownAccess] }),
  profiles: () => new NameColumn({ read: ({ profiles }) => profiles }),
} as const satisfies Record<string, (tables: SharedTables) => IndexColumn>;

/** The name of a column. */
export type ColumnName = keyof typeof columnMakers;

/** A column that can be searched and counted by name. */
export type NameColumnName = 'access' | 'formats' | 'licences' | 'profiles' | 'sources' | 'types';

/** Access value of records that do not state it. */
export const unknownAccess = 'unknown';

/** The names of all columns. */
export const columnNames = Object.keys(columnMakers) as readonly ColumnName[]; // its own names

type Made = { readonly [Name in ColumnName]: ReturnType<(typeof columnMakers)[Name]> };

/** Tables shared by columns. */
interface SharedTables {
  /** Titles and descriptions, without deduplication. */
  readonly texts: TextTable;
  readonly labels: LabelTable;
}

/** A set of columns with their shared tables. */
export class IndexColumns implements SharedTables {
  readonly texts: TextTable;
  readonly labels = new LabelTable();
  readonly names: ReadonlySet<ColumnName>;
  readonly #columns: ReadonlyMap<ColumnName, IndexColumn>;

  /** @param asked see `TextTable` */
  constructor(names: ReadonlySet<ColumnName>, asked?: readonly string[]) {
    this.names = names;
    this.texts = new TextTable(asked);
    this.#columns = new Map(Array.from(names, (name) => [name, columnMakers[name](this)]));
  }

  /** @throws TypeError for a column that is not filled */
  get<Name extends ColumnName>(name: Name): Made[Name] {
    const column = this.#columns.get(name);
    if (column === undefined) throw new TypeError(`the column ${name} is not filled`);
    return column as Made[Name]; // `columnMakers` made it
  }

  add(entry: IndexEntry): void {
    for (const column of this.#columns.values()) column.add(entry);
  }
}

function addAll(table: TextTable, texts: readonly Text[]): readonly number[] {
  return texts.map(({ text }) => table.add(text));
}

/** Something that a record may lack. */
interface OmittablePart {
  readonly columns: readonly ColumnName[];
  readonly entriesWithout: (columns: IndexColumns) => BitSet;
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

/** A value of the condition `lacking`. */
export type LackablePart = keyof typeof lackableParts;

/** The names of all of them, in the order of help. */
export const lackablePartNames = Object.keys(lackableParts) as readonly LackablePart[]; // its own names

function omittableColumn(
  column:
    | Exclude<NameColumnName, 'access'>
    | 'ages'
    | 'agents'
    | 'keywords'
    | 'periods'
    | 'places'
    | 'variables',
): OmittablePart {
  return {
    columns: [column],
    entriesWithout: (columns) => columns.get(column).entries.ownersWithout,
  };
}
