import type { DescribedResource } from '../../model/record.ts';
import type { OmittedValues } from '../../rdf/graph-excerpt.ts';
import type { SearchFacts } from '../../model/search-facts.ts';
import { noDetails, type OmittedDetails, type ResourceDetails } from './resource-details.ts';

/** A record, and what is known of the resources that it describes. */
export interface KnownResources {
  readonly graph: string;
  readonly describes: readonly DescribedResource[];
  /** Those of the record as the query gives them, perhaps of more resources, and of fewer. */
  readonly details: readonly ResourceDetails[];
  /** Of each of `describes`, in their order; nothing where that is not known. */
  readonly facts: readonly SearchFacts[];
  /** What was left out of the graph before the query was asked. */
  readonly omitted?: readonly OmittedValues[];
}

/**
 * The details of each resource that a record describes, in the order of `describes`. A resource with an IRI has those of that
 * IRI. One without has those of a node without IRI that has its name and types and that none before it has: of several such
 * nodes the first in the document, since resources are described in that order.
 */
export function detailsOfEach(record: KnownResources): readonly ResourceDetails[] {
  const { graph, describes, details, facts, omitted = [] } = record;
  const byIri = new Map(details.flatMap((each) => (each.iri ? [[each.iri, each]] : [])));
  const unnamed = new Set(details.filter(({ iri }) => iri === undefined));
  return describes.map((resource, at) => {
    const { iri } = resource;
    const own = iri === undefined ? likest(resource, unnamed) : byIri.get(iri);
    if (own !== undefined) unnamed.delete(own);
    const shown = own ?? nothingOf(graph, iri);
    const left = omitted.filter(({ subject }) => subject === (iri ?? own?.node));
    return known(
      left.length === 0 ? shown : { ...shown, omitted: left.map(ofProperty) },
      facts[at],
    );
  });
}

function ofProperty({ property, values }: OmittedValues): OmittedDetails {
  return { property, values };
}

function known(details: ResourceDetails, facts: SearchFacts | undefined): ResourceDetails {
  if (facts === undefined) return details;
  const { places, times } = facts;
  return { ...details, places, times };
}

function nothingOf(graph: string, iri: string | undefined): ResourceDetails {
  return { graph, ...(iri === undefined ? {} : { iri }), ...noDetails };
}

/** The first of those that differ in nothing that is known of the resource. */
function likest(
  { name, types }: DescribedResource,
  candidates: ReadonlySet<ResourceDetails>,
): ResourceDetails | undefined {
  // As many characters are kept of a name.
  const isNamed = ({ names }: ResourceDetails): boolean =>
    name === undefined
      ? names.length === 0
      : names.some((each) => each.slice(0, name.length) === name);
  const hasTypes = (each: ResourceDetails): boolean =>
    each.types.length === types.length && types.every((type) => each.types.includes(type));
  const named = [...candidates].filter(isNamed);
  return named.find(hasTypes) ?? named[0];
}
