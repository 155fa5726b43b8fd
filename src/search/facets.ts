import { typeName } from '../rdf/vocabularies.ts';
import type { BitSet } from './bit-set.ts';
import {
  type ColumnName,
  type IndexColumns,
  type LackablePart,
  lackableParts,
  type NameColumnName,
} from './columns/columns.ts';
import type { ConditionName } from './conditions.ts';
import {
  countAgeHistogram,
  countDensityMap,
  countYearHistogram,
  type DensityMap,
  type Histogram,
} from './facet-histograms.ts';
import { countDistinctResources, type CountedEntries } from './entry-table.ts';
import type { Relation } from './number-tables.ts';
import type { Spellings } from './text-tables.ts';

/** The values of results, the most frequent first. */
export interface FacetValues {
  readonly kind: 'values';
  /** Number of distinct values. */
  readonly total: number;
  /** The first values, up to the limit. */
  readonly values: readonly FacetValue[];
  /** Number of resources without value in one of their records. */
  readonly without: number;
}

/** One value of a facet. */
export interface FacetValue {
  /** The text of the condition that finds the results with this value. */
  readonly asked: string;
  readonly label: string;
  /** Number of resources with this value. */
  readonly count: number;
}

/** The counts of one facet. */
export type FacetCounts = DensityMap | FacetValues | Histogram;

/** Something to count in the results, and the conditions that do not apply to the counts. */
export interface Facet {
  readonly meaning: string;
  readonly of: readonly ConditionName[];
  /** The value of `lacking` that finds the results without value; absent if all have one. */
  readonly lacking?: LackablePart;
  readonly columns: readonly ColumnName[];
  readonly count: (
    columns: IndexColumns,
    counted: CountedEntries,
    options: CountOptions,
  ) => FacetCounts;
}

interface CountOptions {
  /** Maximum number of values. */
  readonly limit: number;
  /** The folded role of the request, for counting people. */
  readonly role: string | undefined;
}

/** All facets, one line each. Facets count resources. */
export const searchFacets = {
  types: createNameFacet('types', 'types', 'type', { labelOf: typeName, lacking: 'type' }),
  sources: createNameFacet('sources that list the records', 'sources', 'source', {
    lacking: 'source',
  }),
  keywords: createLabelFacet('keywords', 'term', 'keyword', (columns) => ({
    entries: columns.get('keywords').entries,
    spellings: columns.get('keywords').spellings,
    isName: false,
  })),
  variables: createLabelFacet('names of variables', 'variable', 'variable', (columns) => ({
    entries: columns.get('variables').entryNames,
    spellings: columns.get('variables').nameSpellings,
    isName: true,
  })),
  publishers: createLabelFacet('publishers', 'publisher', 'publisher', (columns) => ({
    entries: columns.get('agents').entries,
    through: columns.get('agents').publishers,
    spellings: columns.get('agents').spellings,
    isName: true,
  })),
  people: createLabelFacet(
    'people and other agents, in the role given by --role or in any',
    'person',
    'person',
    (columns, role) => ({
      entries: columns.get('agents').entries,
      ...(role !== undefined && { among: columns.get('agents').contributionsAs(role) }),
      through: columns.get('agents').people,
      spellings: columns.get('agents').spellings,
      isName: true,
    }),
  ),
  licences: createNameFacet('licences', 'licences', 'licence', { lacking: 'licence' }),
  formats: createNameFacet('media types and formats', 'formats', 'mediaType', {
    lacking: 'format',
  }),
  access: createNameFacet('access to the data', 'access', 'access'),
  profiles: createNameFacet('profiles that the records claim', 'profiles', 'profile', {
    lacking: 'profile',
  }),
  years: {
    meaning: 'years that the data are about',
    of: ['time'],
    lacking: 'time',
    columns: ['periods'],
    count: (columns, counted) => countYearHistogram(columns.get('periods'), counted),
  },
  ages: {
    meaning: 'geologic ages that the data are about',
    of: ['age'],
    lacking: 'age',
    columns: ['ages'],
    count: (columns, counted) => countAgeHistogram(columns.get('ages'), counted),
  },
  map: {
    meaning: 'places of the data, by cells of 5 degrees',
    of: ['bbox', 'geometry'],
    lacking: 'place',
    columns: ['places'],
    count: (columns, counted) => countDensityMap(columns.get('places'), counted),
  },
} as const satisfies Record<string, Facet>;

/** The name of a facet. */
export type FacetName = keyof typeof searchFacets;

/** The names of all facets, in the order of help. */
export const facetNames = Object.keys(searchFacets) as readonly FacetName[]; // its own names

/** The requested facets, and the maximum number of values. */
export interface FacetRequest extends Pick<CountOptions, 'role'> {
  readonly facets: readonly FacetName[];
  readonly facetLimit: number;
}

/** The counts of the requested facets. */
export type SearchFacetCounts = { readonly [Name in FacetName]?: FacetCounts };

function createNameFacet(
  meaning: string,
  column: NameColumnName,
  condition: ConditionName,
  {
    labelOf = (name) => name,
    ...lacking
  }: Pick<Facet, 'lacking'> & { readonly labelOf?: (name: string) => string } = {},
): Facet {
  return {
    meaning,
    of: [condition],
    ...lacking,
    columns: [column],
    count: (columns, counted, { limit }) => {
      const { entries, names } = columns.get(column);
      const counter = countValues(counted, { entries, size: names.size });
      const values = topValues(counter, limit, (number) => {
        const label = labelOf(columns.get(column).spellingOf(number));
        return { asked: label, label };
      });
      return { ...values, without: countDistinctResources(counted, entries.ownersWithout) };
    },
  };
}

/** Where labels are counted: those of entries, or of values of entries. */
interface LabelCounting {
  /** The values of each entry. */
  readonly entries: Relation;
  /** The values to count; default: all. */
  readonly among?: BitSet;
  /** From these values to those that are counted instead. */
  readonly through?: Relation;
  readonly spellings: Spellings;
  /** Whether the condition needs a leading `=` for a complete name. */
  readonly isName: boolean;
}

function createLabelFacet(
  meaning: string,
  condition: ConditionName,
  lacking: LackablePart,
  countingOf: (columns: IndexColumns, role: string | undefined) => LabelCounting,
): Facet {
  return {
    meaning,
    of: [condition],
    lacking,
    columns: lackableParts[lacking].columns,
    count: (columns, counted, { limit, role }) => {
      const { labels } = columns;
      const { isName, spellings, ...where } = countingOf(columns, role);
      const counter = countValues(counted, { ...where, size: labels.size });
      const values = topValues(counter, limit, (number) => {
        const label = spellings.of(number);
        return { asked: isName ? `=${label}` : label, label };
      });
      const without = countDistinctResources(
        counted,
        lackableParts[lacking].entriesWithout(columns),
      );
      return { ...values, without };
    },
  };
}

interface ValueCounting extends Pick<LabelCounting, 'among' | 'entries' | 'through'> {
  /** Number of values in the table. */
  readonly size: number;
}

/** Number of resources by value. */
function countValues(
  { entries, resources }: CountedEntries,
  { entries: relation, among, through, size }: ValueCounting,
): ValueCounter {
  const counter = new ValueCounter(size);
  const { starts, allValues } = relation;
  for (const entry of entries) {
    const resource = resources[entry] ?? 0;
    const end = starts[entry + 1] ?? 0;
    for (let at = starts[entry] ?? 0; at < end; at += 1) {
      const value = allValues[at] ?? 0;
      if (among?.has(value) === false) continue;
      if (through === undefined) counter.add(value, resource);
      else counter.addThrough(through, value, resource);
    }
  }
  return counter;
}

/** Counts resources by value. Values of one resource must be added consecutively. */
class ValueCounter {
  readonly counts: Int32Array;
  /** The values with a count, unsorted. */
  readonly found: number[] = [];
  /** The resource counted last for each value, plus 1. */
  readonly #last: Int32Array;

  constructor(size: number) {
    this.counts = new Int32Array(size);
    this.#last = new Int32Array(size);
  }

  add(value: number, resource: number): void {
    if (this.#last[value] === resource + 1) return;
    this.#last[value] = resource + 1;
    const count = this.counts[value] ?? 0;
    if (count === 0) this.found.push(value);
    this.counts[value] = count + 1;
  }

  /** Adds the values that belong to another value. */
  addThrough({ starts, allValues }: Relation, owner: number, resource: number): void {
    const end = starts[owner + 1] ?? 0;
    for (let at = starts[owner] ?? 0; at < end; at += 1) this.add(allValues[at] ?? 0, resource);
  }
}

function topValues(
  { counts, found }: ValueCounter,
  limit: number,
  describe: (number: number) => Omit<FacetValue, 'count'>,
): Omit<FacetValues, 'without'> {
  const least = minimumTopCount(counts, found, limit);
  const values = found
    .filter((number) => (counts[number] ?? 0) >= least)
    .map((number) => Object.assign(describe(number), { count: counts[number] ?? 0 }))
    .toSorted((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1));
  return { kind: 'values', total: found.length, values: values.slice(0, limit) };
}

/** Least count of the top values, so that only these need labels. */
function minimumTopCount(counts: Int32Array, found: readonly number[], limit: number): number {
  if (limit >= found.length) return 1;
  if (limit === 0) return Infinity;
  let least = found.reduce((most, number) => Math.max(most, counts[number] ?? 0), 1);
  const withCount = new Int32Array(least + 1);
  for (const number of found) {
    const count = counts[number] ?? 0;
    withCount[count] = (withCount[count] ?? 0) + 1;
  }
  for (let more = withCount[least] ?? 0; more < limit; more += withCount[least] ?? 0) least -= 1;
  return least;
}
