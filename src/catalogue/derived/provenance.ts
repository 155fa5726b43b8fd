import type { RecordOrigin } from '../../model/record.ts';
import type { Listing } from '../../model/target.ts';
import type { Tombstone } from '../../model/url-update.ts';
import { repairIri } from '../../rdf/iri.ts';
import { iriTerm, typedLiteral } from '../../rdf/n-quads.ts';
import { cdifGraph, dcat, dcterms, foaf, prov, rdf, xsd } from '../../rdf/vocabularies.ts';
import type { DocumentFacts, GraphFacts, RunHead } from '../rows.ts';
import {
  dateTimeTerm,
  derivedGraphIri,
  iriOrTextTerm,
  resource,
  runIri,
  sourceIri,
  type StatementPair,
  statementsAbout,
  textTerm,
} from './derived-terms.ts';

/** The graph with the provenance of the records. */
export const provenanceGraphIri = derivedGraphIri('provenance');

/** The harvested copy of a record, and how it was retrieved. */
export interface HarvestedCopy {
  readonly facts: GraphFacts;
  readonly document: DocumentFacts;
  /** One for each source that lists the URL. */
  readonly listings: readonly Listing[];
}

/**
 * The provenance of a record graph: see `docs/vocabulary.md`. N-Quads in the provenance graph,
 * without blank nodes.
 */
export function recordProvenance({ facts, document, listings }: HarvestedCopy): string {
  const { retrieval, run, route } = document;
  return statementsAbout('provenance', facts.graph, [
    [rdf.type, iriTerm(prov.Entity)],
    [dcterms.source, resource(facts.documentUrl)],
    [prov.wasDerivedFrom, resource(retrieval.finalUrl)],
    [prov.generatedAtTime, dateTimeTerm(retrieval.at)],
    [prov.wasGeneratedBy, iriTerm(runIri(run))],
    ...listings.flatMap(listingPairs),
    [cdifGraph.route, iriTerm(cdifGraph[route])],
    [cdifGraph.sha256, typedLiteral(facts.document, iriTerm(xsd.hexBinary))],
    [cdifGraph.etag, textTerm(retrieval.etag)],
    [cdifGraph.lastModified, textTerm(retrieval.lastModified)],
    [prov.specializationOf, resource(facts.recordIri)],
    ...facts.describes.map(({ iri }) => [foaf.topic, resource(iri)] as const),
    ...facts.profiles.map((each) => [cdifGraph.claimsProfile, iriOrTextTerm(each)] as const),
    ...facts.memberOf.map((list) => [cdifGraph.memberOf, resource(list)] as const),
  ]);
}

/** The origin of a record, as views show it. */
export function recordOrigin({ facts, document, listings }: HarvestedCopy): RecordOrigin {
  const { documentUrl, profiles } = facts;
  const { finalUrl } = document.retrieval;
  const links = listings.filter(({ found }) => found.by === 'link');
  return {
    route: document.route,
    documentUrl: repairIri(documentUrl) ?? documentUrl,
    finalUrl: repairIri(finalUrl) ?? finalUrl,
    linkedIn: links.flatMap(({ found }) => repairIri(found.in ?? '') ?? []),
    profiles,
  };
}

/** The provenance of a removed record: see `docs/vocabulary.md`. */
export function tombstoneProvenance(tombstone: Tombstone): string {
  const { graph, documentUrl, recordIri, describes, reason, at, run, sources } = tombstone;
  return statementsAbout('provenance', graph, [
    [rdf.type, iriTerm(prov.Entity)],
    [dcterms.source, resource(documentUrl)],
    [prov.invalidatedAtTime, dateTimeTerm(at)],
    [prov.wasInvalidatedBy, run === undefined ? undefined : iriTerm(runIri(run))],
    [cdifGraph.removedBecause, iriTerm(cdifGraph[reason])],
    ...sources.map((source) => [dcterms.isPartOf, iriTerm(sourceIri(source))] as const),
    [prov.specializationOf, resource(recordIri)],
    ...describes.map((iri) => [foaf.topic, resource(iri)] as const),
  ]);
}

function listingPairs({ source, found }: Listing): StatementPair[] {
  return [
    [dcterms.isPartOf, iriTerm(sourceIri(source))],
    [cdifGraph.foundBy, iriTerm(cdifGraph[found.by])],
    [dcterms.isReferencedBy, resource(found.in)],
    [cdifGraph.lastmod, textTerm(found.lastmod)],
  ];
}

/** The statements about a run. */
export function runProvenance({ run, startedAt, endedAt, interrupted }: RunHead): string {
  return statementsAbout('provenance', runIri(run), [
    [rdf.type, iriTerm(prov.Activity)],
    [prov.startedAtTime, dateTimeTerm(startedAt)],
    [prov.endedAtTime, endedAt === undefined ? undefined : dateTimeTerm(endedAt)],
    [
      cdifGraph.interrupted,
      interrupted === undefined
        ? undefined
        : typedLiteral(String(interrupted), iriTerm(xsd.boolean)),
    ],
  ]);
}

/** The statements about a configured source. */
export function sourceProvenance(name: string): string {
  return statementsAbout('provenance', sourceIri(name), [
    [rdf.type, iriTerm(dcat.Catalog)],
    [dcterms.title, textTerm(name)],
  ]);
}
