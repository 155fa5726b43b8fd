import { repairIri } from '../rdf/iri.ts';
import { iriTerm, plainLiteral, typedLiteral } from '../rdf/n-quads.ts';
import { cdifGraph, dcat, dcterms, prov, rdf, xsd } from '../rdf/vocabularies.ts';
import { wellFormed } from '../text/well-formed.ts';
import type { RecordFacts, RunFacts } from './record-facts.ts';

/** The graph that says where our copies come from. */
export const provenanceGraph = 'urn:cdif-graph:provenance';

/** No record has more statements about it; what the engine may come to hold is estimated with it. */
export const maxStatementsPerRecord = 13;

const graphTerm = iriTerm(provenanceGraph);

/** What is said of a record graph: see `docs/vocabulary.md`. N-Quads in the provenance graph, without blank nodes. */
export function recordProvenance(facts: RecordFacts): string {
  const { graph, documentUrl, route, target, retrieval, run, sha256 } = facts;
  return about(graph, [
    [rdf.type, iriTerm(prov.Entity)],
    [dcterms.source, resource(documentUrl)],
    [prov.wasDerivedFrom, resource(retrieval.finalUrl)],
    [prov.generatedAtTime, dateTime(retrieval.at)],
    [prov.wasGeneratedBy, iriTerm(runIri(run))],
    [dcterms.isPartOf, iriTerm(sourceIri(target.source))],
    [cdifGraph.foundBy, iriTerm(cdifGraph[target.found.by])],
    [dcterms.isReferencedBy, resource(target.found.in)],
    [cdifGraph.lastmod, text(target.found.lastmod)],
    [cdifGraph.route, iriTerm(cdifGraph[route])],
    [cdifGraph.sha256, typedLiteral(sha256, iriTerm(xsd.hexBinary))],
    [cdifGraph.etag, text(retrieval.etag)],
    [cdifGraph.lastModified, text(retrieval.lastModified)],
  ]);
}

/** What is said of a run. */
export function runProvenance({ run, startedAt, report }: RunFacts): string {
  return about(runIri(run), [
    [rdf.type, iriTerm(prov.Activity)],
    [prov.startedAtTime, dateTime(startedAt)],
    [prov.endedAtTime, report && dateTime(report.endedAt)],
    [
      cdifGraph.interrupted,
      report && typedLiteral(String(report.interrupted), iriTerm(xsd.boolean)),
    ],
  ]);
}

/** What is said of a source of the configuration. */
export function sourceProvenance(name: string): string {
  return about(sourceIri(name), [
    [rdf.type, iriTerm(dcat.Catalog)],
    [dcterms.title, plainLiteral(wellFormed(name))],
  ]);
}

function runIri(run: string): string {
  return `urn:cdif-graph:run:${encodeURIComponent(run)}`;
}

function sourceIri(name: string): string {
  return `urn:cdif-graph:source:${encodeURIComponent(wellFormed(name))}`;
}

/** Statements of one subject; those without an object are left out. */
function about(subject: string, pairs: readonly (readonly [string, string | undefined])[]): string {
  const start = iriTerm(subject);
  return pairs
    .filter(([, object]) => object !== undefined)
    .map(([predicate, object]) => `${start} ${iriTerm(predicate)} ${object} ${graphTerm} .\n`)
    .join('');
}

/** A URL may hold what an IRI may not; the few that cannot be mended cannot be named in RDF. */
function resource(url: string | undefined): string | undefined {
  const iri = url === undefined ? undefined : repairIri(url);
  return iri === undefined ? undefined : iriTerm(iri);
}

function text(value: string | undefined): string | undefined {
  return value === undefined ? undefined : plainLiteral(wellFormed(value));
}

function dateTime(time: string): string {
  return typedLiteral(time, iriTerm(xsd.dateTime));
}
