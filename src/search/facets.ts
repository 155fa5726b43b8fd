import { typeName } from '../rdf/type-name.ts';
import type { BitSet } from './bit-set.ts';
import type { Columns, ColumnName } from './columns/columns.ts';
import type { ConditionName } from './conditions.ts';
import { densityMap, type DensityMap } from './density-map.ts';
import { ageHistogram, yearHistogram, type Histogram } from './histogram.ts';
import { resourcesIn, type Counted } from './entry-table.ts';
import { lackableParts, type LackablePart } from './lacking.ts';
import type { Relation } from './relation.ts';
import type { Spellings } from './spellings.ts';

/** The values that some results have, the most frequent ones first. */
export interface FacetValues {
  readonly kind: 'values';
  /** How many different values there are. */
  readonly total: number;
  /** As many of them as were asked for. */
  readonly values: readonly FacetValue[];
  /** How many resources have none, as a record says. */
  readonly without: number;
}

export interface FacetValue {
  /** What the condition of the facet is asked for to get the results that have the value. */
  readonly asked: string;
  readonly label: string;
  /** How many resources have it. */
  readonly count: number;
}

export type FacetCounts = DensityMap | FacetValues | Histogram;

/** What can be counted of the results, and the conditions that are not applied to its counts. */
export interface Facet {
  readonly meaning: string;
  readonly of: readonly ConditionName[];
  /** What `lacking` is asked for to get the results without value; absent where all have one. */
  readonly lacking?: LackablePart;
  readonly columns: readonly ColumnName[];
  readonly count: (columns: Columns, counted: Counted, options: CountOptions) => FacetCounts;
}

interface CountOptions {
  /** How many values to tell at most. */
  readonly limit: number;
  /** The role of people that is asked for, as `folded` gives it. */
  readonly role: string | undefined;
}

/** All facets, one line each. The counts of a facet are of resources. */
export const searchFacets = {
  types: nameFacet('types', 'types', 'type', { labelOf: typeName, lacking: 'type' }),
  sources: nameFacet('sources that list the records', 'sources', 'source', { lacking: 'source' }),
  keywords: labelFacet('keywords', 'term', 'keyword', (columns) => ({
    entries: columns.get('keywords').entries,
    spellings: columns.get('keywords').spellings,
    isName: false,
  })),
  variables: labelFacet('names of variables', 'variable', 'variable', (columns) => ({
    entries: columns.get('variables').entryNames,
    spellings: columns.get('variables').nameSpellings,
    isName: true,
  })),
  publishers: labelFacet('publishers', 'publisher', 'publisher', (columns) => ({
    entries: columns.get('agents').entries,
    through: columns.get('agents').publishers,
    spellings: columns.get('agents').spellings,
    isName: true,
  })),
  people: labelFacet(
    'people and other agents, in the role that is asked for or in any',
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
  licences: nameFacet('licences', 'licences', 'licence', { lacking: 'licence' }),
  formats: nameFacet('media types and formats', 'formats', 'mediaType', { lacking: 'format' }),
  access: nameFacet('whether the data can be had', 'access', 'access'),
  profiles: nameFacet('profiles that the records claim', 'profiles', 'profile', {
    lacking: 'profile',
  }),
  years: {
    meaning: 'years that the data are about',
    of: ['time'],
    lacking: 'time',
    columns: ['periods'],
    count: (columns, counted) => yearHistogram(columns.get('periods'), counted),
  },
  ages: {
    meaning: 'geologic ages that the data are about',
    of: ['age'],
    lacking: 'age',
    columns: ['ages'],
    count: (columns, counted) => ageHistogram(columns.get('ages'), counted),
  },
  map: {
    meaning: 'where the data are from, by cells of 5 degrees',
    of: ['bbox', 'geometry'],
    lacking: 'place',
    columns: ['places'],
    count: (columns, counted) => densityMap(columns.get('places'), counted),
  },
} as const satisfies Record<string, Facet>;

export type FacetName = keyof typeof searchFacets;

/** The names of all facets, in the order in which help tells them. */
export const facetNames = Object.keys(searchFacets) as readonly FacetName[]; // its own names

/** The facets to count, and how many values of each are told. */
export interface FacetsAsked {
  readonly facets: readonly FacetName[];
  readonly facetLimit: number;
  /** See `CountOptions`. */
  readonly role: string | undefined;
}

/** What each facet that is asked for counts. */
export type SearchFacetCounts = { readonly [Name in FacetName]?: FacetCounts };

type NameColumnName = 'access' | 'formats' | 'licences' | 'profiles' | 'sources' | 'types';

interface NameFacetOptions extends Pick<Facet, 'lacking'> {
  readonly labelOf?: (name: string) => string;
}

function nameFacet(
  meaning: string,
  column: NameColumnName,
  condition: ConditionName,
  { labelOf = (name) => name, ...lacking }: NameFacetOptions = {},
): Facet {
  return {
    meaning,
    of: [condition],
    ...lacking,
    columns: [column],
    count: (columns, counted, { limit }) => {
      const { entries, names } = columns.get(column);
      const counter = countValues(counted, { entries, size: names.size });
      const values = valuesOf(counter, limit, (number) => {
        const label = labelOf(columns.get(column).spellingOf(number));
        return { asked: label, label };
      });
      return { ...values, without: resourcesIn(counted, entries.ownersWithout) };
    },
  };
}

/** Where labels are counted: those of entries, or of what entries have. */
interface LabelCounting {
  readonly entries: Relation;
  readonly among?: BitSet;
  readonly through?: Relation;
  readonly spellings: Spellings;
  /** Whether a condition is told that a name is meant as a whole. */
  readonly isName: boolean;
}

function labelFacet(
  meaning: string,
  condition: ConditionName,
  lacking: LackablePart,
  countingOf: (columns: Columns, role: string | undefined) => LabelCounting,
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
      const values = valuesOf(counter, limit, (number) => {
        const label = spellings.of(number);
        return { asked: isName ? `=${label}` : label, label };
      });
      const without = resourcesIn(counted, lackableParts[lacking].entriesWithout(columns));
      return { ...values, without };
    },
  };
}

interface ValueCounting {
  /** The values of each entry. */
  readonly entries: Relation;
  /** Those of these values that are counted; all by default. */
  readonly among?: BitSet;
  /** The values of those values, which are counted in their place. */
  readonly through?: Relation;
  /** How many values there are. */
  readonly size: number;
}

/** How many resources have each value. */
function countValues(
  { entries, resources }: Counted,
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

/** How many resources have each value, those of one resource being added one behind the other. */
class ValueCounter {
  readonly counts: Int32Array;
  /** The values that some resource has, in no order. */
  readonly found: number[] = [];
  /** Of each value the resource that it was counted of last, and one more. */
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

  /** Adds the values of a value. */
  addThrough({ starts, allValues }: Relation, owner: number, resource: number): void {
    const end = starts[owner + 1] ?? 0;
    for (let at = starts[owner] ?? 0; at < end; at += 1) this.add(allValues[at] ?? 0, resource);
  }
}

function valuesOf(
  { counts, found }: ValueCounter,
  limit: number,
  describe: (number: number) => Omit<FacetValue, 'count'>,
): Omit<FacetValues, 'without'> {
  const least = leastCount(counts, found, limit);
  const values = found
    .filter((number) => (counts[number] ?? 0) >= least)
    .map((number): FacetValue => {
      const { asked, label } = describe(number);
      return { asked, label, count: counts[number] ?? 0 };
    })
    .toSorted((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1));
  return { kind: 'values', total: found.length, values: values.slice(0, limit) };
}

/** Values with fewer are not among the first of them, so that they need no label. */
function leastCount(counts: Int32Array, found: readonly number[], limit: number): number {
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
