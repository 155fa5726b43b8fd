import type { FactNode, FactValue } from './fact-node.ts';
import { publishedText, publishedTexts } from './fact-texts.ts';
import { agentsUnder } from './read-agents.ts';
import { agentTerms, textTerms } from './text-terms.ts';

/** A grant, or somebody who paid without one. */
export interface Funding {
  /** Of the grant. */
  readonly name?: string | undefined;
  readonly number?: string | undefined;
  readonly funder?: FactValue | undefined;
}

/** Who paid for a resource, and with which grants. */
export function readFunding(resource: FactNode): readonly Funding[] {
  const funders = fundersOf(resource).map((funder): Funding => ({ funder }));
  return [...funders, ...resource.values(agentTerms.grants).flatMap(grantOf)];
}

function fundersOf(node: FactNode): readonly FactValue[] {
  return agentsUnder(node, agentTerms.roles.funder).map(({ value }) => value);
}

function grantOf(grant: FactValue): readonly Funding[] {
  const own = publishedText(grant);
  const called = publishedTexts(grant, textTerms.labels);
  const told = publishedTexts(grant, textTerms.explanations);
  const [name] = [...called, ...(own === undefined ? [] : [own]), ...told];
  const [number] = grant.kind === 'literal' ? [] : grant.values(identifiers).flatMap(numbersIn);
  const funders = grant.kind === 'literal' ? [] : fundersOf(grant);
  if (funders.length > 0) return funders.map((funder) => ({ name, number, funder }));
  return name === undefined && number === undefined ? [] : [{ name, number }];
}

const identifiers = textTerms.identifiersAndSame;

/** An identifier as text or IRI, or in a `PropertyValue`. */
function numbersIn(value: FactValue): readonly string[] {
  const own = publishedText(value);
  return [...publishedTexts(value, textTerms.valuesAndLinks), ...(own === undefined ? [] : [own])];
}
