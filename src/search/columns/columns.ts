import type { Text } from '../../model/search-facts.ts';
import type { Column, Entry } from '../entry.ts';
import { LabelTable } from '../label-table.ts';
import { TextTable } from '../text-table.ts';
import { Agents } from './agents.ts';
import { PlaceNames } from './place-names.ts';
import { Places } from './places.ts';
import { Terms } from './terms.ts';
import { Dates, spanOfAge, spanOfPeriod, Spans } from './times.ts';
import { LabelColumn, NameColumn, ValueColumn } from './value-column.ts';
import { nameKey, Variables } from './variables.ts';

/** The columns of the index, one line each; a column is filled only if needed. */
const columnMakers = {
  titles: ({ texts }) => new ValueColumn(({ facts }) => addAll(texts, facts.texts.titles)),
  descriptions: ({ texts }) =>
    new ValueColumn(({ facts }) => addAll(texts, facts.texts.descriptions)),
  keywords: ({ labels }) => new LabelColumn(labels, ({ facts }) => facts.texts.keywords),
  timeNames: ({ labels }) => new LabelColumn(labels, ({ facts }) => facts.times.names),
  placeNames: ({ labels }) => new PlaceNames(labels),
  variables: (tables) => new Variables(tables),
  agents: ({ labels }) => new Agents(labels),
  terms: () => new Terms(),
  places: () => new Places(),
  periods: () => new Spans(({ facts }) => facts.times.periods.map(spanOfPeriod)),
  ages: () => new Spans(({ facts }) => facts.times.ages.map(spanOfAge)),
  dates: () => new Dates(),
  identifiers: () => new NameColumn({ read: ({ facts }) => facts.texts.identifiers }),
  licences: () => new NameColumn({ read: ({ facts }) => facts.texts.licences, keyOf: nameKey }),
  formats: () => new NameColumn({ read: ({ facts }) => facts.texts.formats }),
  types: () => new NameColumn({ read: ({ described }) => described.types }),
  sources: () => new NameColumn({ read: ({ sources }) => sources() }),
  access: () => new NameColumn({ read: ({ facts }) => [facts.texts.access ?? unknownAccess] }),
  profiles: () => new NameColumn({ read: ({ profiles }) => profiles }),
} as const satisfies Record<string, (tables: Tables) => Column>;

export type ColumnName = keyof typeof columnMakers;

/** The names of all columns. */
export const columnNames = Object.keys(columnMakers) as readonly ColumnName[]; // its own names

/** Access value of records that do not state it. */
export const unknownAccess = 'unknown';

type Made = { readonly [Name in ColumnName]: ReturnType<(typeof columnMakers)[Name]> };

/** Tables shared by columns. */
export interface Tables {
  /** Titles and descriptions, without deduplication. */
  readonly texts: TextTable;
  readonly labels: LabelTable;
}

/** A set of columns with their shared tables. */
export class Columns implements Tables {
  readonly texts: TextTable;
  readonly labels = new LabelTable();
  readonly names: ReadonlySet<ColumnName>;
  readonly #columns: ReadonlyMap<ColumnName, Column>;

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

  add(entry: Entry): void {
    for (const column of this.#columns.values()) column.add(entry);
  }
}

function addAll(table: TextTable, texts: readonly Text[]): readonly number[] {
  return texts.map(({ text }) => table.add(text));
}
