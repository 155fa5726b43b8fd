import { typeName } from '../rdf/vocabularies.ts';
import type { BitSet, Relation } from './number-tables.ts';
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
import {
  countDistinctResources,
  type CountedEntries,
  forEachCountedValue,
  ResourceCounter,
} from './entry-table.ts';
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
  conformance: createNameFacet(
    'profiles that the records were checked against, and whether they conform',
    'conformance',
    'conforms',
  ),
  unmet: createNameFacet('rules that the records do not meet', 'unmet', 'unmet', {
    // Without the sign, some names mean several rules.
    askedOf: (rule) => `=${rule}`,
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

/** Where values are counted: those of entries, or of values of entries. */
interface ValueCounting {
  /** The values of each entry. */
  readonly entries: Relation;
  /** The values to count; default: all. */
  readonly among?: BitSet;
  /** From these values to those that are counted instead. */
  readonly through?: Relation;
  /** Number of values in the table. */
  readonly size: number;
}

interface LabelCounting extends Omit<ValueCounting, 'size'> {
  readonly spellings: Spellings;
  /** Whether the condition needs a leading `=` for a complete name. */
  readonly isName: boolean;
}

function createNameFacet(
  meaning: string,
  column: NameColumnName,
  condition: ConditionName,
  {
    labelOf = (name) => name,
    askedOf = (label) => label,
    ...lacking
  }: Pick<Facet, 'lacking'> & {
    readonly labelOf?: (name: string) => string;
    readonly askedOf?: (label: string) => string;
  } = {},
): Facet {
  return {
    meaning,
    of: [condition],
    ...lacking,
    columns: [column],
    count: (columns, counted, { limit }) => {
      const { entries, names, spellings } = columns.get(column);
      const counter = countValues(counted, { entries, size: names.size });
      const values = topValues(counter, limit, (number) => {
        const label = labelOf(spellings.of(number));
        return { asked: askedOf(label), label };
      });
      return { ...values, without: countDistinctResources(counted, entries.ownersWithoutValues) };
    },
  };
}

function createLabelFacet(
  meaning: string,
  condition: ConditionName,
  lacking: LackablePart,
  countingOf: (columns: IndexColumns, role: string | undefined) => LabelCounting,
): Facet {
  const { columns: needed, entriesWithout } = lackableParts[lacking];
  return {
    meaning,
    of: [condition],
    lacking,
    columns: needed,
    count: (columns, counted, { limit, role }) => {
      const { isName, spellings, ...where } = countingOf(columns, role);
      const counter = countValues(counted, { ...where, size: columns.labels.size });
      const values = topValues(counter, limit, (number) => {
        const label = spellings.of(number);
        return { asked: isName ? `=${label}` : label, label };
      });
      return { ...values, without: countDistinctResources(counted, entriesWithout(columns)) };
    },
  };
}

/** Number of resources by value. */
function countValues(
  counted: CountedEntries,
  { entries, among, through, size }: ValueCounting,
): ResourceCounter {
  const counter = new ResourceCounter(size);
  forEachCountedValue(entries, counted, (value, resource) => {
    if (among?.has(value) === false) return;
    if (through === undefined) counter.add(value, resource);
    else through.eachValueOf(value, (each) => counter.add(each, resource));
  });
  return counter;
}

function topValues(
  { counts, found }: ResourceCounter,
  limit: number,
  describe: (number: number) => Omit<FacetValue, 'count'>,
): Omit<FacetValues, 'without'> {
  const least = leastTopCount(counts, found, limit);
  const values = found
    .filter((number) => (counts[number] ?? 0) >= least)
    .map((number) => Object.assign(describe(number), { count: counts[number] ?? 0 }))
    .toSorted((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1));
  return { kind: 'values', total: found.length, values: values.slice(0, limit) };
}

/** The least count of the first values, so that only these need labels. */
function leastTopCount(counts: Int32Array, found: readonly number[], limit: number): number {
  if (limit >= found.length) return 1;
  const greatest = found.reduce((most, number) => Math.max(most, counts[number] ?? 0), 1);
  const withCount = new Int32Array(greatest + 1);
  for (const number of found) {
    const count = counts[number] ?? 0;
    withCount[count] = (withCount[count] ?? 0) + 1;
  }
  let least = greatest + 1;
  for (let more = 0; more < limit; more += withCount[least] ?? 0) least -= 1;
  return least;
}
