import { hash } from 'node:crypto';
import type {
  AgentFacts,
  AgeRange,
  Box,
  DrawnGeometry,
  Period,
  TermFacts,
  Text,
  VariableFacts,
} from '../../model/search-facts.ts';
import { memoize } from '../../text/memoize.ts';

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
  return hashedText(`${kind}:${JSON.stringify(content)}`);
}

/** Cached because most texts occur in many records. */
const hashedText = memoize((text: string) => {
  const kind = text.slice(0, text.indexOf(':'));
  return `${nodePrefix}${kind}:${hash('sha256', text, 'hex').slice(0, hashCharacters)}`;
}, 10_000);

/**
 * The index entry of one resource that a record describes. @param key separates the resources of
 * the record
 */
export function entryNode(graph: string, key: string): string {
  return contentNode('entry', [graph, key]);
}

const entryKey = new RegExp(`^${nodePrefix}entry:[\\da-f]{${hashCharacters}}$`, 'u');

/** Whether a text is an entry node, the key of resources without IRI. */
export function isEntryKey(text: string): boolean {
  return entryKey.test(text);
}

export function textNode({ text, language }: Text): string {
  return contentNode('text', [text, language]);
}

export function termNode(term: TermFacts): string {
  return contentNode('term', [term.iri, term.label, term.scheme, term.code]);
}

/** The node of a unit, by its name. */
export function unitNode(name: string): string {
  return contentNode('unit', name);
}

export function variableNode(variable: VariableFacts): string {
  return contentNode('variable', variable);
}

/** The node of a person or organisation, independent of the role. */
export function agentNode({ names, iris, affiliations }: Omit<AgentFacts, 'role'>): string {
  return contentNode('agent', [names, iris, affiliations]);
}

/** @param agent with a role that has a name */
export function contributionNode({ roleName, names, iris, affiliations }: AgentFacts): string {
  return contentNode('contribution', [roleName, names, iris, affiliations]);
}

export function geometryNode({ wkt, boxes }: DrawnGeometry): string {
  return contentNode('geometry', [wkt, ...boxes.map(boxNode)]);
}

export function boxNode({ west, south, east, north }: Box): string {
  return `${nodePrefix}box:${west},${south},${east},${north}`;
}

/** An open end is not written `..`, which RFC 3986 (5.2.4) removes from a path. */
export function periodNode({ start = 'open', end = 'open' }: Period): string {
  return `${nodePrefix}period:${start}/${end}`;
}

export function ageNode({ older, younger }: AgeRange): string {
  return `${nodePrefix}age:${older}/${younger}`;
}
