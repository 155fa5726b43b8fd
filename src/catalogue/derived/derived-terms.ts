import { hash } from 'node:crypto';
import type { DerivedGraph } from '../../model/derived-graph.ts';
import { isIri, repairIri } from '../../rdf/iri.ts';
import { iriTerm, plainLiteral, typedLiteral } from '../../rdf/n-quads.ts';
import { xsd } from '../../rdf/vocabularies.ts';
import { replaceLoneSurrogates } from '../../text/clean-text.ts';
import { memoize } from '../../text/collections.ts';

/** An N-Quads term. */
export type Term = string;

/** Predicate and object of a statement; without an object it is not written. */
export type StatementPair = readonly [predicate: string, object: Term | undefined];

/** The shared nodes that are already written. */
export interface SeenNodes {
  /** @returns whether it was not there before */
  add(node: string): boolean;
}

/**
 * Prefix of the nodes that records share. Such a node is named by a hash of its content, so it has
 * the same statements whichever record it comes from, and can be dropped with the last one. No
 * publisher's IRI starts like this.
 */
export const nodePrefix = 'urn:cdif-graph:';

/** 128 bits, so that collisions cannot be constructed. */
const hashCharacters = 32;

/** The node of a kind whose name is the hash of its content as JSON. */
export function contentNode(kind: string, content: unknown): string {
  return hashedNode(`${kind}:${JSON.stringify(content)}`);
}

/** Cached because most texts occur in many records. */
const hashedNode = memoize((text: string) => {
  const kind = text.slice(0, text.indexOf(':'));
  return `${nodePrefix}${kind}:${hash('sha256', text, 'hex').slice(0, hashCharacters)}`;
});

const entryKey = new RegExp(`^${nodePrefix}entry:[\\da-f]{${hashCharacters}}$`, 'u');

/** Whether a text is the node of an index entry, which is the key of a resource without IRI. */
export function isEntryKey(text: string): boolean {
  return entryKey.test(text);
}

/** The graph in a store by which a push recognises it: see docs/vocabulary.md. */
export const markerGraph = `${nodePrefix}push`;

/** The IRI of a derived graph: `urn:cdif-graph:` and its name. */
export function derivedGraphIri(name: DerivedGraph): string {
  return `urn:cdif-graph:${name}`;
}

/**
 * Writes the statements of one subject in a derived graph, each once; pairs without an object are
 * left out.
 * @param subject an IRI
 */
export function statementsAbout(
  graph: DerivedGraph,
  subject: string,
  pairs: readonly StatementPair[],
): string {
  const start = iriTerm(subject);
  const end = `${iriTerm(derivedGraphIri(graph))} .\n`;
  const lines = new Set<string>();
  for (const [predicate, object] of pairs) {
    if (object !== undefined) lines.add(`${start} ${iriTerm(predicate)} ${object} ${end}`);
  }
  return [...lines].join('');
}

/** The IRI of a run in the provenance and problems graphs. */
export function runIri(run: string): string {
  return `urn:cdif-graph:run:${encodeURIComponent(run)}`;
}

/** The IRI of a configured source in the provenance and problems graphs. */
export function sourceIri(name: string): string {
  return `urn:cdif-graph:source:${encodeURIComponent(replaceLoneSurrogates(name))}`;
}

/**
 * The term of a URL, percent-encoded where an IRI requires it; undefined for the few that cannot
 * be.
 */
export function resource(url: string | undefined): Term | undefined {
  const iri = url === undefined ? undefined : repairIri(url);
  return iri === undefined ? undefined : iriTerm(iri);
}

/** An IRI becomes an IRI term, any other text a literal. */
export function iriOrTextTerm(value: string | undefined): Term | undefined {
  return value !== undefined && isIri(value) ? iriTerm(value) : textTerm(value);
}

/** A literal without language; undefined for undefined. */
export function textTerm(value: string | undefined): Term | undefined {
  return value === undefined ? undefined : plainLiteral(replaceLoneSurrogates(value));
}

/** An xsd:dateTime literal. @param time ISO 8601 */
export function dateTimeTerm(time: string): Term {
  return typedLiteral(time, iriTerm(xsd.dateTime));
}
