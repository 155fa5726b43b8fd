import { hash } from 'node:crypto';
import { remembered } from '../text/remembered.ts';
import type {
  AgeRange,
  AgentFacts,
  Box,
  DrawnGeometry,
  Period,
  TermFacts,
  Text,
  VariableFacts,
} from '../model/search-facts.ts';

/**
 * Nodes of the index that records share: each is named by its content alone, so that it has the same statements whichever
 * records it comes from, and may go with the last of them. All their names begin so, and no IRI of a publisher's does.
 */
export const nodePrefix = 'urn:cdif-graph:';

/** 128 bits, so that no two contents are taken for one even by intent. */
const hashCharacters = 32;

/** The node of this kind that is named by its content, which is taken as JSON. */
export function hashed(kind: string, content: unknown): string {
  return hashedText(`${kind}:${JSON.stringify(content)}`);
}

/** Most texts stand in many records. */
const hashedText = remembered((text: string) => {
  const kind = text.slice(0, text.indexOf(':'));
  return `${nodePrefix}${kind}:${hash('sha256', text, 'hex').slice(0, hashCharacters)}`;
}, 10_000);

/** What a graph is searched by of one of the resources that it describes. @param key what tells it from the others */
export function entryNode(graph: string, key: string): string {
  return hashed('entry', [graph, key]);
}

const entryKey = new RegExp(`^${nodePrefix}entry:[\\da-f]{${hashCharacters}}$`, 'u');

/** Whether a text is the node of an entry, by which resources are known that have no IRI. */
export function isEntryKey(text: string): boolean {
  return entryKey.test(text);
}

export function textNode({ text, language }: Text): string {
  return hashed('text', [text, language]);
}

export function termNode(term: TermFacts): string {
  return hashed('term', [term.iri, term.label, term.scheme, term.code]);
}

/** A unit by what it is called. */
export function unitNode(name: string): string {
  return hashed('unit', name);
}

export function variableNode(variable: VariableFacts): string {
  return hashed('variable', variable);
}

/** Who somebody is, whatever the role. */
export function agentNode({ names, iris, affiliations }: Omit<AgentFacts, 'role'>): string {
  return hashed('agent', [names, iris, affiliations]);
}

/** @param agent with a role that has a name */
export function contributionNode({ roleName, names, iris, affiliations }: AgentFacts): string {
  return hashed('contribution', [roleName, names, iris, affiliations]);
}

export function geometryNode({ wkt, boxes }: DrawnGeometry): string {
  return hashed('geometry', [wkt, ...boxes.map(boxNode)]);
}

export function boxNode({ west, south, east, north }: Box): string {
  return `${nodePrefix}box:${west},${south},${east},${north}`;
}

/** An open end is no `..`, which RFC 3986 (5.2.4) has parsers remove from a path. */
export function periodNode({ start = 'open', end = 'open' }: Period): string {
  return `${nodePrefix}period:${start}/${end}`;
}

export function ageNode({ older, younger }: AgeRange): string {
  return `${nodePrefix}age:${older}/${younger}`;
}
