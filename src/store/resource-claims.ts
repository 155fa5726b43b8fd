import { folded } from '../facts/text/fold.ts';
import { shownText } from '../facts/text/shown-text.ts';
import type { DescribedResource } from '../model/record.ts';
import type { SearchFacts, Text } from '../model/search-facts.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { repairIri } from '../rdf/iri.ts';
import { iriTerm } from '../rdf/n-quads.ts';
import { cdifGraph } from '../rdf/vocabularies.ts';
import { sourcesOf } from './former-sources.ts';
import { entryOf, resourceOf } from './index-statements.ts';
import { urlsBehind } from './kept-document.ts';
import { about } from './own-terms.ts';
import type { GraphFacts } from './rows.ts';
import type { Snapshot } from './snapshot.ts';
import {
  shownAspects,
  speakingRecords,
  type ResourceClaim,
  type ShownAspect,
} from './speaking-records.ts';

/** The values that a record gives for one of its resources. */
interface EntryClaim extends ResourceClaim {
  readonly entry: string;
  readonly title: Text | undefined;
  readonly types: readonly string[];
  readonly description: Text | undefined;
}

/** The values shown for a resource, each with the graph of the record that gives it. */
export interface ShownResource {
  /** Its IRI, or its identifier in that spelling: see `cdif:resource` in docs/vocabulary.md. */
  readonly resource: string;
  readonly title?: Text & From;
  readonly types?: { readonly iris: readonly string[] } & From;
  readonly description?: Text & From;
}

interface From {
  readonly from: string;
}

const predicates = {
  title: cdifGraph.titleFrom,
  types: cdifGraph.typeFrom,
  description: cdifGraph.descriptionFrom,
} as const satisfies Record<ShownAspect, string>;

/**
 * Which entries provide the values shown for a resource that several records describe, as defined
 * in `docs/vocabulary.md`; empty if only one does. N-Quads in the index graph.
 * @param graphs of all its records
 */
export function speakingStatements(
  snapshot: Snapshot,
  resource: string,
  graphs: Iterable<string>,
): string {
  const claims = claimsIn(snapshot, graphs, (each) => each.resource === resource);
  if (claims.length < 2) return '';
  const speaking = speakingRecords(resource, claims);
  return about(
    'index',
    resource,
    shownAspects.map((aspect) => {
      const entry = speaking[aspect]?.entry;
      return [predicates[aspect], entry === undefined ? undefined : iriTerm(entry)] as const;
    }),
  );
}

/**
 * The values shown for a resource, from the records that describe it.
 * @param resource its IRI: see `cdif:resource` in docs/vocabulary.md
 * @param graphs of all its records
 */
export function shownOf(
  snapshot: Snapshot,
  resource: string,
  graphs: Iterable<string>,
): ShownResource {
  return shownBy(
    resource,
    claimsIn(snapshot, graphs, (each) => each.resource === resource),
  );
}

/**
 * Decides which of several titles is shown for a resource.
 * @param titles by the graph IRIs of the records
 * @returns the graph of the record with that title
 */
export function speakerOfTitle(
  snapshot: Snapshot,
  resource: string,
  titles: Iterable<readonly [graph: string, title: string | undefined]>,
): string | undefined {
  const claims = Array.from(titles).flatMap(([graph, title]) => {
    const facts = snapshot.factsOf(graph);
    if (facts === undefined) return [];
    const says = title === undefined ? {} : { title: folded(title) };
    return [{ graph, says, ...howItWasHad(snapshot, facts) }];
  });
  return speakingRecords(resource, claims).title?.graph;
}

/** See `CatalogueStore.shownResource`. */
export function shownResource(snapshot: Snapshot, name: string): ShownResource | undefined {
  const identifier = identifierName(name);
  const resource = repairIri(identifier) ?? identifier;
  const claims = claimsIn(
    snapshot,
    new Set(snapshot.graphsNamed(identifier)),
    (each) => each.resource === resource || each.identifiers.includes(identifier),
  );
  return claims.length === 0 ? undefined : shownBy(resource, claims);
}

function shownBy(resource: string, claims: readonly EntryClaim[]): ShownResource {
  const { title, types, description } = speakingRecords(resource, claims);
  return {
    resource,
    ...(title?.title && { title: { ...title.title, from: title.graph } }),
    ...(types && { types: { iris: types.types, from: types.graph } }),
    ...(description?.description && {
      description: { ...description.description, from: description.graph },
    }),
  };
}

/** The names of an entry. */
interface EntryNames {
  readonly resource: string;
  /** Spelled as `identifierName` does. */
  readonly identifiers: readonly string[];
}

function claimsIn(
  snapshot: Snapshot,
  graphs: Iterable<string>,
  isWanted: (names: EntryNames) => boolean,
): readonly EntryClaim[] {
  const found = Array.from(graphs).flatMap((graph) => {
    const facts = snapshot.factsOf(graph);
    const claims = snapshot.searchFactsOf(graph).flatMap((search, at) => {
      const described = facts?.describes[at];
      if (described === undefined) return [];
      const { identifiers } = search.texts;
      const names = { resource: resourceOf(graph, described, search), identifiers };
      return isWanted(names) ? [claimOf(graph, described, search)] : [];
    });
    return facts === undefined || claims.length === 0 ? [] : [{ facts, claims }];
  });
  // The only record is shown, however it was retrieved.
  const isAlone = found.length === 1;
  return found.flatMap(({ facts, claims }) => {
    const had = isAlone ? { urls: [], sources: [] } : howItWasHad(snapshot, facts);
    return claims.map((claim) => Object.assign(claim, had));
  });
}

function claimOf(
  graph: string,
  described: DescribedResource,
  search: SearchFacts,
): Omit<EntryClaim, 'sources' | 'urls'> {
  const { titles, descriptions } = search.texts;
  const { types } = described;
  const [title, description] = [shownText(titles), shownText(descriptions)];
  return {
    graph,
    entry: entryOf(graph, described, search),
    title,
    types,
    description,
    says: {
      ...(title && { title: folded(title.text) }),
      ...(types.length > 0 && { types: types.toSorted().join(' ') }),
      ...(description && { description: folded(description.text) }),
    },
  };
}

function howItWasHad(
  snapshot: Snapshot,
  { documentUrl, document }: GraphFacts,
): Pick<EntryClaim, 'sources' | 'urls'> {
  const retrieval = snapshot.documentFacts(documentUrl, document)?.retrieval;
  return {
    urls: [documentUrl, ...(retrieval === undefined ? [] : urlsBehind(retrieval))],
    sources: sourcesOf(snapshot.listingsOf(documentUrl)),
  };
}
