import type { Text } from '../../model/search-facts.ts';
import type { FactNode, FactValue } from './fact-node.ts';
import {
  literalLanguage,
  publishedNames,
  publishedText,
  publishedTexts,
  textIn,
} from './fact-texts.ts';
import { agentsUnder } from './read-agents.ts';
import { agentTerms, textTerms } from './text-terms.ts';

/** A grant, or a funder without one. */
export interface Funding {
  /** The names of the grant; empty if unknown. */
  readonly names: readonly Text[];
  readonly number?: string | undefined;
  readonly funder?: FactValue | undefined;
}

/** The funders and grants of a resource. */
export function readFunding(resource: FactNode): readonly Funding[] {
  const funders = readFunders(resource).map((funder): Funding => ({ names: [], funder }));
  return [...funders, ...resource.values(agentTerms.grants).flatMap(readGrant)];
}

function readFunders(node: FactNode): readonly FactValue[] {
  return agentsUnder(node, agentTerms.roles.funder).map(({ value }) => value);
}

function readGrant(grant: FactValue): readonly Funding[] {
  const own = publishedText(grant);
  const said = [
    publishedNames(grant, textTerms.labels),
    own === undefined ? [] : [textIn(own, literalLanguage(grant))],
    publishedNames(grant, textTerms.explanations),
  ];
  const names = said.find((texts) => texts.length > 0) ?? [];
  const [number] =
    grant.kind === 'literal' ? [] : grant.values(identifiers).flatMap(readGrantNumbers);
  const funders = grant.kind === 'literal' ? [] : readFunders(grant);
  if (funders.length > 0) return funders.map((funder) => ({ names, number, funder }));
  return names.length === 0 && number === undefined ? [] : [{ names, number }];
}

const identifiers = textTerms.identifiersAndSame;

/** An identifier as text or IRI, or in a `PropertyValue`. */
function readGrantNumbers(value: FactValue): readonly string[] {
  const own = publishedText(value);
  return [...publishedTexts(value, textTerms.valuesAndLinks), ...(own === undefined ? [] : [own])];
}
