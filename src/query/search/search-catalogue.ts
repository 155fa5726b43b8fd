import { UsageFault } from '../../model/fault.ts';
import type { DescribedResource } from '../../model/record.ts';
import type { SearchFacts } from '../../model/search-facts.ts';
import { cdifGraph, prov } from '../../rdf/vocabularies.ts';
import { entryOf } from '../../store/index-statements.ts';
import { ownGraphIri } from '../../store/own-terms.ts';
import type { OwnGraph, QueryControl, QueryDataset } from '../../store/queries.ts';
import type { CatalogueStore, FoundRecord } from '../../store/store.ts';
import { bindQuery } from '../bind-query.ts';
import { bundledQuery, type BundledQuery } from '../bundled.ts';
import { ParameterFault } from '../parameter-fault.ts';
import { iriTermOf } from '../sparql-term.ts';
import { composeSearch, type ComposedCondition } from './compose-search.ts';
import {
  conditionNames,
  searchConditions,
  type Condition,
  type ConditionName,
} from './conditions.ts';
import { optionName } from './option-name.ts';
import { assertQualified } from './qualifiers.ts';
import type { SearchAnswer, SearchedRecord, SearchResult } from './search-answer.ts';
import type { SearchRequest } from './search-request.ts';
import { rankedEntries, type FoundEntry } from './search-rows.ts';

type Searched = Pick<CatalogueStore, 'query' | 'find' | 'searchFactsOf'>;

/**
 * Finds resources that meet all conditions of a request, each within one record, and says which records are behind them.
 * @throws {UsageFault} where a condition cannot be read, and as `CatalogueStore.query`
 */
export async function searchCatalogue(
  store: Searched,
  request: SearchRequest,
  control: QueryControl = {},
): Promise<SearchAnswer> {
  const { sort = 'relevance', limit } = request;
  const conditions = conditionsOf(request);
  const text = composeSearch(conditions, sort);
  const own = conditions.flatMap(({ query }) => query.dataset.own);
  const dataset = ownDataset(['index', ...own]);
  const answer = await store.query({ text, dataset, format: 'json' }, control);
  const found = rankedEntries(answer, sort);
  const shown = found.slice(0, limit);
  const behind = await recordsBehind(shown, { store, dataset, control });
  const results: SearchResult[] = [];
  for (const entry of shown) {
    results.push(await resultOf(entry, behind.get(entry.resource) ?? noRecords, store));
  }
  return { total: found.length, results };
}

interface AskedCondition extends ComposedCondition {
  readonly query: BundledQuery;
}

function conditionsOf(request: SearchRequest): readonly AskedCondition[] {
  assertQualified(request);
  return conditionNames.flatMap((name) => {
    const said = request[name];
    if (said === undefined) return [];
    const { isCommon = false, bind }: Condition = searchConditions[name];
    const { query: wanted, comparing, values } = bind(said, request);
    const query = bundledQuery(wanted);
    const text = bound(name, query, values);
    if (comparing === undefined) return { query, text, isCommon };
    return { query, text, isCommon, comparing: bound(name, bundledQuery(comparing), values) };
  });
}

function bound(
  name: ConditionName,
  query: BundledQuery,
  values: Readonly<Record<string, string>>,
): string {
  try {
    return bindQuery(query, new Map(Object.entries(values)));
  } catch (error) {
    if (!(error instanceof UsageFault)) throw error;
    const reason = error instanceof ParameterFault ? error.reason : error.message;
    throw new UsageFault(`--${optionName(name)} cannot be taken: ${reason}`, {
      cause: error,
    });
  }
}

function ownDataset(own: readonly OwnGraph[]): QueryDataset {
  return { records: false, own: [...new Set(own)], defaultGraph: 'union' };
}

interface Asking {
  readonly store: Searched;
  readonly dataset: QueryDataset;
  readonly control: QueryControl;
}

/**
 * The records that describe a resource, and those among them that speak for it where they are
 * several.
 */
interface RecordsBehind {
  /** Sorted. */
  readonly graphs: string[];
  readonly titleFrom?: string;
  readonly types?: { readonly entry: string; readonly graph: string };
}

const noRecords: RecordsBehind = { graphs: [] };

/** The records that describe some resources, also where they do not meet the conditions. */
async function recordsBehind(
  entries: readonly FoundEntry[],
  { store, dataset, control }: Asking,
): Promise<ReadonlyMap<string, RecordsBehind>> {
  const behind = new Map<string, RecordsBehind>();
  if (entries.length === 0) return behind;
  const resources = entries.map(({ resource }) => iriTermOf(resource)).join(' ');
  const derived = iriTermOf(prov.wasDerivedFrom);
  const text = `SELECT DISTINCT ?resource ?graph ?titleFrom ?typed ?typeFrom WHERE {
    VALUES ?resource { ${resources} }
    GRAPH ${iriTermOf(ownGraphIri('index'))} {
      ?entry ${iriTermOf(cdifGraph.resource)} ?resource ; ${derived} ?graph
      OPTIONAL { ?resource ${iriTermOf(cdifGraph.titleFrom)}/${derived} ?titleFrom }
      OPTIONAL { ?resource ${iriTermOf(cdifGraph.typeFrom)} ?typed . ?typed ${derived} ?typeFrom }
    }
  } ORDER BY ?resource ?graph`;
  const answer = await store.query({ text, dataset, format: 'tsv' }, control);
  for (const line of answer.split('\n').slice(1, -1)) {
    const [resource = '', graph = '', titleFrom = '', entry = '', typeFrom = ''] = line
      .split('\t')
      .map((iri) => iri.slice(1, -1));
    const known = behind.get(resource) ?? {
      graphs: [],
      ...(titleFrom === '' ? {} : { titleFrom }),
      ...(entry === '' ? {} : { types: { entry, graph: typeFrom } }),
    };
    behind.set(resource, known);
    known.graphs.push(graph);
  }
  return behind;
}

async function resultOf(
  { entry, resource, graph, title }: FoundEntry,
  { graphs, titleFrom = graph, types: typed = { entry, graph } }: RecordsBehind,
  store: Searched,
): Promise<SearchResult> {
  const ordered = [graph, ...graphs.filter((each) => each !== graph)];
  const records: SearchedRecord[] = [];
  for (const each of ordered) {
    const record = await recordOf(each, store);
    if (record === undefined) continue;
    const sources = record.outcome?.listings.map(({ source }) => source) ?? [];
    const { documentUrl } = record.record;
    records.push({ graph: each, documentUrl, sources: sources.toSorted() });
  }
  const types = (await shownOf(typed, store))?.described.types ?? [];
  return {
    ...factsShown(await shownOf({ entry, graph }, store)),
    resource,
    ...(title === undefined ? {} : { title }),
    types,
    from: {
      ...(title === undefined ? {} : { title: titleFrom }),
      ...(types.length === 0 ? {} : { types: typed.graph }),
    },
    records,
  };
}

async function recordOf(graph: string, store: Searched): Promise<FoundRecord | undefined> {
  // A record of that name may be of another document, whose IRI is the name of this graph.
  return (await store.find(graph)).find(({ record }) => record.graph === graph);
}

interface Shown {
  readonly described: DescribedResource;
  readonly facts: SearchFacts;
}

/** Which of the resources of its record an entry is about. */
async function shownOf(
  { entry, graph }: Pick<FoundEntry, 'entry' | 'graph'>,
  store: Searched,
): Promise<Shown | undefined> {
  const record = await recordOf(graph, store);
  const search = await store.searchFactsOf(graph);
  for (const [at, described] of record?.record.describes.entries() ?? []) {
    const facts = search[at];
    if (facts !== undefined && entryOf(graph, described, facts) === entry) {
      return { described, facts };
    }
  }
  return undefined;
}

/** Nothing where the record is gone since the question was answered. */
function factsShown(
  shown: Shown | undefined,
): Omit<SearchResult, 'resource' | 'title' | 'types' | 'from' | 'records'> {
  if (shown === undefined) {
    return { periods: [], ages: [], timeNames: [], boxes: [], placeNames: [] };
  }
  const { described, facts } = shown;
  return {
    ...(described.iri === undefined ? {} : { iri: described.iri }),
    periods: facts.times.periods,
    ages: facts.times.ages,
    timeNames: facts.times.names.map(({ text }) => text),
    boxes: facts.places.boxes,
    placeNames: facts.places.names.map(({ text }) => text),
  };
}
