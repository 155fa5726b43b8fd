import { derivedGraphIri } from '../../../catalogue/derived/derived-terms.ts';
import type { InterruptibleReading } from '../../../catalogue/interruptible-reading.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { iterateStatements } from '../../../rdf/n-quads.ts';
import { cdifGraph, rdf } from '../../../rdf/vocabularies.ts';
import { searchIndexContent } from '../../../search/search-index.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import type { PageAnswer, PageRequest } from '../../page.ts';
import { queriedGraphs } from '../../site.ts';

/** An IRI with the number of its uses in the catalogue. */
type CountedIri = readonly [iri: string, count: number];

/** The names of the catalogue that the editor completes, the most frequent first. */
interface QueryTerms {
  /** Classes, with the number of nodes of each. */
  readonly classes: readonly CountedIri[];
  /** Properties, with the number of statements. */
  readonly properties: readonly CountedIri[];
  /** Controlled terms, concepts of variables, licences and profiles, with the number of records. */
  readonly terms: readonly (readonly [iri: string, count: number, label: string])[];
  /** The program's own terms in the derived graphs; uncounted. */
  readonly own: readonly string[];
  /** The derived graphs that queries can read. */
  readonly graphs: readonly string[];
  /** Whether the first two counts are estimates from a sample of the records. */
  readonly isEstimate: boolean;
}

/** The most names of each kind; a list of completions shows fewer. */
const maxNames = 1000;

/** The names that the editor completes, as JSON. */
export async function queryTerms({ site, state }: PageRequest): Promise<PageAnswer> {
  // Before the first pause, since the index follows the catalogue.
  const terms = countedTerms(state);
  const { classes, properties, isEstimate } = await state.surveys.read(surveyNames);
  const answer: QueryTerms = {
    classes,
    properties,
    terms,
    own: Object.values(cdifGraph),
    graphs: queriedGraphs(site).map(derivedGraphIri),
    isEstimate,
  };
  return { contentType: 'application/json', body: `${JSON.stringify(answer)}\n` };
}

function countedTerms({ index, snapshot }: CatalogueState): QueryTerms['terms'] {
  const { columns, entries } = index;
  const found = new Map<string, readonly [iri: string, count: number, label: string]>();
  const counted = [
    ...columns.get('terms').countedIris(entries.live),
    ...columns.get('variables').countedConcepts(entries.live),
  ];
  for (const { iri, count, label = '' } of counted) {
    const [, known = 0, name = ''] = found.get(iri) ?? [];
    found.set(iri, [iri, Math.max(known, count), name === '' ? label : name]);
  }
  for (const [iri, count] of countedNames(index, snapshot)) found.set(iri, [iri, count, '']);
  const iris = [...found.values()].filter(([iri]) => absoluteIri.test(iri));
  return iris.toSorted(byCount).slice(0, maxNames);
}

/** Licences and profiles, which are IRIs where they are known. */
function countedNames(
  index: CatalogueState['index'],
  snapshot: Snapshot,
): readonly (readonly [name: string, count: number])[] {
  const { facets } = searchIndexContent(index, snapshot, {
    limit: 0,
    facets: ['licences', 'profiles'],
    facetLimit: maxNames,
  });
  return [facets?.licences, facets?.profiles].flatMap((counts) =>
    counts?.kind === 'values'
      ? counts.values.map(({ label, count }) => [label, count] as const)
      : [],
  );
}

/** What can stand in angle brackets in a query (SPARQL 1.1 §19.8, IRIREF), and is absolute. */
const absoluteIri = /^[a-z][a-z\d+.-]*:[^\s<>"{}|^`\\]+$/iu;

type AnyCounted = readonly [iri: string, count: number, ...rest: unknown[]];

function byCount([one, oneCount]: AnyCounted, [other, otherCount]: AnyCounted): number {
  return otherCount - oneCount || (one < other ? -1 : 1);
}

/** About two million statements, which take some seconds of short turns. */
const maxCharacters = 2 ** 28;

/**
 * Counts classes and properties in all records; of a catalogue beyond 256 MB in every second, third
 * or further record, and the counts are estimates.
 */
export function* surveyNames(
  snapshot: Snapshot,
  most = maxCharacters,
): InterruptibleReading<Pick<QueryTerms, 'classes' | 'isEstimate' | 'properties'>> {
  const stride = Math.max(1, Math.ceil(snapshot.totals().characters / most));
  const counts = { classes: new Map<string, number>(), properties: new Map<string, number>() };
  let at = 0;
  for (const { graph } of snapshot.facts()) {
    at += 1;
    if (at % stride !== 0) continue;
    for (const { predicate, object } of iterateStatements({
      graph,
      nquads: snapshot.nquadsOf(graph) ?? '',
    })) {
      countIri(counts.properties, predicate);
      if (predicate === typePredicate) countIri(counts.classes, object);
      yield;
    }
  }
  return {
    classes: mostFrequent(counts.classes, stride),
    properties: mostFrequent(counts.properties, stride),
    isEstimate: stride > 1,
  };
}

const typePredicate = `<${rdf.type}>`;
/** Hostile records may have a property of their own in each statement. */
const maxDistinct = 100_000;

function countIri(counts: Map<string, number>, term: string): void {
  const known = counts.get(term);
  if (known === undefined && counts.size >= maxDistinct) return;
  counts.set(term, (known ?? 0) + 1);
}

function mostFrequent(counts: ReadonlyMap<string, number>, stride: number): readonly CountedIri[] {
  const named: readonly CountedIri[] = Array.from(counts, ([term, count]) => [
    term.slice(1, -1),
    count * stride,
  ]);
  return named
    .filter(([iri]) => absoluteIri.test(iri))
    .toSorted(byCount)
    .slice(0, maxNames);
}
