import type { Text } from '../../model/search-facts.ts';
import { BitSet, type Relation } from '../number-tables.ts';
import { LabelTable, TextTable, type WordClause } from '../text-tables.ts';
import { AgentColumn } from './agents.ts';
import {
  DateColumn,
  type IndexColumn,
  type IndexEntry,
  LabelColumn,
  NameColumn,
  SpanColumn,
  spanOfAge,
  spanOfPeriod,
  ValueColumn,
} from './column.ts';
import { conformanceNames, unmetRules } from './conformance.ts';
import { PlaceColumn, PlaceNameColumn } from './places.ts';
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
  identifiers: () => new NameColumn(({ facts }) => facts.texts.identifiers),
  licences: () => new NameColumn(({ facts }) => facts.texts.licences, foldUnlessIri),
  formats: () => new NameColumn(({ facts }) => facts.texts.formats),
  types: () => new NameColumn(({ described }) => described.types),
  sources: () => new NameColumn(({ sources }) => sources()),
  access: () => new NameColumn(({ facts }) => [facts.texts.access ?? unknownAccess]),
  profiles: () => new NameColumn(({ profiles }) => profiles),
  conformance: () => new NameColumn(({ conformance }) => conformanceNames(conformance)),
  unmet: () => new NameColumn(({ conformance }) => unmetRules(conformance)),
} as const satisfies Record<string, (tables: SharedTables) => IndexColumn>;

/** The name of a column. */
export type ColumnName = keyof typeof columnMakers;

/** A column that can be searched and counted by name. */
export type NameColumnName =
  | 'access'
  | 'conformance'
  | 'formats'
  | 'licences'
  | 'profiles'
  | 'sources'
  | 'types'
  | 'unmet';

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

  /** @param words see `TextTable` */
  constructor(names: ReadonlySet<ColumnName>, words?: readonly string[]) {
    this.names = names;
    this.texts = new TextTable(words);
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
export const lackablePartNames = Object.keys(lackableParts) as readonly LackablePart[];

function omittableColumn(
  column:
    | Exclude<NameColumnName, 'access' | 'conformance' | 'unmet'>
    | 'ages'
    | 'agents'
    | 'keywords'
    | 'periods'
    | 'places'
    | 'variables',
): OmittablePart {
  return {
    columns: [column],
    entriesWithout: (columns) => columns.get(column).entries.ownersWithoutValues,
  };
}

/** The columns for word search. */
export const wordColumns = [
  'titles',
  'descriptions',
  'keywords',
  'placeNames',
  'timeNames',
  'variables',
] as const satisfies readonly ColumnName[];

/** Matching entries, with ranks if the condition has them. */
export interface RankedEntries {
  readonly entries: BitSet;
  /** By entry number; greater is better. */
  readonly ranks?: Uint16Array;
}

/** Weights by place of a word, ascending. */
const weights = { description: 1, label: 2, title: 3 } as const;

/**
 * The entries that match all clauses, each perhaps in a different text. The rank sums the weights
 * of clauses: 3 for a title, 2 for a keyword or name, 1 for a description.
 * @param count number of entries
 */
export function findWords(
  columns: IndexColumns,
  count: number,
  clauses: readonly WordClause[],
): RankedEntries {
  const ranks = new Uint16Array(count);
  const entries = BitSet.full(count);
  for (const clause of clauses) {
    const { entries: found, ranks: weighed } = weighClause(columns, count, clause);
    if (clause.isExcluded) {
      entries.deleteAll(found);
      continue;
    }
    entries.keepAll(found);
    for (let entry = 0; entry < count; entry += 1) {
      ranks[entry] = (ranks[entry] ?? 0) + (weighed[entry] ?? 0);
    }
  }
  return { entries, ranks };
}

/** The entries that match a clause, with its greatest weight in each. */
function weighClause(
  columns: IndexColumns,
  count: number,
  clause: WordClause,
): Required<RankedEntries> {
  const [entries, ranks] = [new BitSet(count), new Uint16Array(count)];
  const texts = columns.texts.textsWith(clause);
  const labels = columns.labels.labelsWith(clause);
  const variables = columns.get('variables');
  const weigh = (relation: Relation, owners: BitSet, weight: number): void => {
    relation.eachOwnerOf(owners, (entry) => {
      entries.add(entry);
      ranks[entry] = weight;
    });
  };
  weigh(columns.get('descriptions').entries, texts, weights.description);
  weigh(variables.entries, variables.descriptions.ownersOfAny(texts), weights.description);
  weigh(columns.get('keywords').entries, labels, weights.label);
  weigh(columns.get('placeNames').named, labels, weights.label);
  weigh(columns.get('timeNames').entries, labels, weights.label);
  weigh(variables.entries, variables.labels.ownersOfAny(labels), weights.label);
  weigh(columns.get('titles').entries, texts, weights.title);
  return { entries, ranks };
}
