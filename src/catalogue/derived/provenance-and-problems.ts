import { hash } from 'node:crypto';
import { describeProblem, severityOf } from '../../model/problem-catalogue.ts';
import { kindAndCount } from '../../model/problem-tally.ts';
import { isUnmetRule, type Problem, type ProblemKind, type Severity } from '../../model/problem.ts';
import type { RecordOrigin } from '../../model/record.ts';
import type { Listing } from '../../model/target.ts';
import type { Tombstone } from '../../model/url-update.ts';
import type { ProfileVerdict } from '../../model/validation.ts';
import { repairIri } from '../../rdf/iri.ts';
import { iriTerm, typedLiteral } from '../../rdf/n-quads.ts';
import { cdifGraph, dcat, dcterms, foaf, prov, rdf, sh, xsd } from '../../rdf/vocabularies.ts';
import { canonicalJson } from '../../text/json.ts';
import type { FoundProblem } from '../found-problems.ts';
import type { DocumentFacts, GraphFacts, RunHead } from '../rows.ts';
import {
  dateTimeTerm,
  iriOrTextTerm,
  resource,
  runIri,
  sourceIri,
  type StatementPair,
  statementsAbout,
  textTerm,
} from './derived-terms.ts';

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
    ...conformancePairs(facts.conformance ?? []),
    ...facts.memberOf.map((list) => [cdifGraph.memberOf, resource(list)] as const),
  ]);
}

function conformancePairs(verdicts: readonly ProfileVerdict[]): readonly StatementPair[] {
  const unmet = new Set(verdicts.flatMap((verdict) => verdict.unmet.map(({ rule }) => rule)));
  return [
    ...verdicts.flatMap(({ profile, conforms }): StatementPair[] => {
      const term = profileTerm(profile);
      const checked: StatementPair = [cdifGraph.checkedAgainst, term];
      return conforms ? [checked, [dcterms.conformsTo, term]] : [checked];
    }),
    ...Array.from(unmet, (rule): StatementPair => [cdifGraph.unmetRule, ruleTerm(rule)]),
  ];
}

function profileTerm(id: string): string {
  return iriTerm(`urn:cdif-graph:profile:${id}`);
}

function ruleTerm(id: string): string {
  return iriTerm(`urn:cdif-graph:rule:${id}`);
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

/**
 * Writes the statements of problems: see `docs/vocabulary.md`. N-Quads in the problems graph,
 * without blank nodes. Problems with equal statements are numbered if they come in the order of
 * `problemsWithPauses`.
 */
export class ProblemWriter {
  #scope: string | undefined;
  readonly #repeated = new Map<string, number>();

  /** The IRI of a problem, and its statements. */
  write(found: FoundProblem): { readonly iri: string; readonly text: string } {
    const { scope, problem } = found;
    if (scope !== this.#scope) this.#repeated.clear();
    this.#scope = scope;
    const facts = canonicalJson(problem);
    const times = (this.#repeated.get(facts) ?? 0) + 1;
    // Shared names occur once per record, and could be too many to remember.
    if (found.first !== undefined) this.#repeated.set(facts, times);
    const iri = problemIri(facts, times === 1 ? scope : `${scope} ${times}`);
    return { iri, text: aboutProblem(iri, found) };
  }
}

const severities = {
  error: sh.Violation,
  warning: sh.Warning,
  info: sh.Info,
} as const satisfies Record<Severity, string>;

function aboutProblem(iri: string, { problem, sources, first }: FoundProblem): string {
  const cut = problem.kind === 'problems-omitted' ? kindAndCount(problem) : undefined;
  return statementsAbout('problems', iri, [
    [rdf.type, iriTerm(sh.ValidationResult)],
    [sh.focusNode, resource(problem.record ?? problem.url)],
    [sh.resultSeverity, iriTerm(severities[severityOf(problem)])],
    [sh.resultMessage, textTerm(describeProblem(problem))],
    [sh.value, iriOrTextTerm(valueOf(problem))],
    [sh.sourceConstraintComponent, kindTerm(problem.kind)],
    [sh.sourceShape, isUnmetRule(problem) ? ruleTerm(problem.rule) : undefined],
    [cdifGraph.omittedKind, cut && kindTerm(cut.kind)],
    [cdifGraph.omittedCount, cut && typedLiteral(String(cut.count), iriTerm(xsd.integer))],
    ...sources.map((source) => [dcterms.isPartOf, iriTerm(sourceIri(source))] as const),
    [prov.wasGeneratedBy, first && iriTerm(runIri(first.run))],
    [prov.generatedAtTime, first && dateTimeTerm(first.at)],
  ]);
}

function kindTerm(kind: ProblemKind): string {
  return iriTerm(`urn:cdif-graph:problem-kind:${kind}`);
}

/** The same problem at the same URL has the same IRI in every run. */
function problemIri(facts: string, scope: string): string {
  const digest = hash('sha256', `${scope}\n${facts}`, 'hex');
  return `urn:cdif-graph:problem:${digest.slice(0, 32)}`;
}

/** The names of the fact that holds the observed wrong value, by kind. */
const valueNames =
  'value iri predicate term context name location link charset encoding contentType found firstValue'.split(
    ' ',
  );

function valueOf(problem: Problem): string | undefined {
  const facts = new Map<string, unknown>(Object.entries(problem));
  return valueNames.map((name) => facts.get(name)).find((value) => typeof value === 'string');
}
