import { randomUUID } from 'node:crypto';
import { derivedGraphIri, markerGraph } from '../../catalogue/derived/derived-terms.ts';
import type { TripleStore } from '../../engine/store/triple-store.ts';
import { iriTerm, plainLiteral, typedLiteral, unescapeLiteral } from '../../rdf/n-quads.ts';
import { cdifGraph, dcterms, prov, xsd } from '../../rdf/vocabularies.ts';

/** The state of the catalogue that a push brought a store to. */
interface MarkedState {
  readonly change: number;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A token for the marker that no other push has. */
export function newMarkerToken(): string {
  return randomUUID();
}

/**
 * The statements of the marker, as N-Triples.
 * @param state absent while the push goes on
 */
export function markerStatements(token: string, state?: MarkedState): string {
  const lines = [`${iriTerm(dcterms.identifier)} ${plainLiteral(token)}`];
  if (state !== undefined) {
    const change = typedLiteral(String(state.change), iriTerm(xsd.integer));
    const at = typedLiteral(state.at, iriTerm(xsd.dateTime));
    lines.push(`${iriTerm(cdifGraph.change)} ${change}`, `${iriTerm(prov.generatedAtTime)} ${at}`);
  }
  return lines.map((line) => `${iriTerm(markerGraph)} ${line} .\n`).join('');
}

/** Reads the token of the marker; undefined where there is none. @throws as `TripleStore.read` */
export async function readMarkerToken(
  store: TripleStore,
  graph: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  let token: string | undefined;
  for await (const text of store.read(graph, signal)) {
    token ??= tokenStatement.exec(text)?.[1];
  }
  return token;
}

const tokenStatement = /<http:\/\/purl\.org\/dc\/terms\/identifier>\s+"([\da-f-]{36})"/u;

/**
 * The record graphs that the provenance graph in a store names as copies, in pieces: those of an
 * earlier push.
 * @throws as `TripleStore.read`
 */
export async function* readPushedGraphs(
  store: TripleStore,
  graphPrefix: string,
  signal?: AbortSignal,
): AsyncGenerator<readonly string[]> {
  for await (const text of store.read(graphPrefix + derivedGraphIri('provenance'), signal)) {
    const graphs = Array.from(text.matchAll(copyStatement), ([, graph = '']) => graph);
    yield [...new Set(graphs.map(unescapeLiteral))];
  }
}

/** Of harvested copies only: removed records have another property. */
const copyStatement = /^<([^<>\s]+)>\s+<http:\/\/www\.w3\.org\/ns\/prov#generatedAtTime>\s/gmu;
