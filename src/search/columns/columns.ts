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

/** All that the index can know of entries, one line a column; each is filled where it is needed. */
const makers = {
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

export type ColumnName = keyof typeof makers;

/** The names of all columns. */
export const columnNames = Object.keys(makers) as readonly ColumnName[]; // its own names

/** Of a record that does not say whether the data can be had. */
export const unknownAccess = 'unknown';

type Made = { readonly [Name in ColumnName]: ReturnType<(typeof makers)[Name]> };

/** What columns share. */
export interface Tables {
  /** Titles and descriptions, each as often as it comes. */
  readonly texts: TextTable;
  readonly labels: LabelTable;
}

/** Some columns, and the tables that they share. */
export class Columns implements Tables {
  readonly texts: TextTable;
  readonly labels = new LabelTable();
  readonly names: ReadonlySet<ColumnName>;
  readonly #columns: ReadonlyMap<ColumnName, Column>;

  /** @param asked see `TextTable` */
  constructor(names: ReadonlySet<ColumnName>, asked?: readonly string[]) {
    this.names = names;
    this.texts = new TextTable(asked);
    this.#columns = new Map(Array.from(names, (name) => [name, makers[name](this)]));
  }

  /** @throws TypeError for a column that is none of them */
  get<Name extends ColumnName>(name: Name): Made[Name] {
    const column = this.#columns.get(name);
    if (column === undefined) throw new TypeError(`the column ${name} is not filled`);
    return column as Made[Name]; // `makers` made it
  }

  add(entry: Entry): void {
    for (const column of this.#columns.values()) column.add(entry);
  }
}

function addAll(table: TextTable, texts: readonly Text[]): readonly number[] {
  return texts.map(({ text }) => table.add(text));
}
