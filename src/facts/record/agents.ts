import type { AgentFacts, AgentNames, AgentRole, Text } from '../../model/search-facts.ts';
import { isWrittenIri } from '../../rdf/iri.ts';
import { agentIri, registeredAgent } from '../text/agent-iri.ts';
import { isNil } from '../text/missing-values.ts';
import {
  type FactNode,
  factText,
  type FactValue,
  memoizePerNode,
  nodesUnder,
  type StatedValue,
  valuesOf,
  valuesUnder,
} from './record-graph.ts';
import {
  distinctBy,
  distinctStrings,
  distinctTexts,
  literalLanguage,
  literalsUnder,
  publishedNames,
  publishedText,
  publishedTexts,
  readableTexts,
  textsUnder,
  textWithLanguage,
} from './fact-texts.ts';
import { agentTerms, textTerms } from './properties.ts';

const maxAgents = 2000;
/** Limit for organisations of one agent, and for the names of each. */
const maxAffiliations = 10;
const maxNames = 50;
const maxIris = 50;
/** Limit for role names of one agent. */
const maxRoleNames = 20;
/** Limit for a role name, in UTF-16 units. */
const maxRoleNameCharacters = 200;
/** Longer grant descriptions do not name a funder. */
const maxGrantCharacters = 300;

/** An agent under a property, perhaps inside a `Role`. */
export interface AgentMention extends StatedValue {
  /** The role name given by a `Role`. */
  readonly roleName?: string | undefined;
}

/**
 * The agents under properties of a resource. A schema.org `Role` is opened: its agent is under the
 * same property of the `Role`, or under another agent property.
 */
export function agentsUnder(
  resource: FactNode,
  properties: readonly string[],
): readonly AgentMention[] {
  const opened: AgentMention[] = [];
  for (const mention of distinctMentions(valuesUnder(resource, properties))) {
    for (const one of openRole(mention)) {
      if (opened.length === maxMentions) break;
      opened.push(one);
    }
  }
  return distinctMentions(opened);
}

/** An agent with its role for a resource. */
interface RoleMention extends Pick<AgentMention, 'roleName' | 'value'> {
  readonly role: AgentRole;
}

/**
 * The people and organisations of a resource, with their roles and affiliations.
 * @returns distinct agents, sorted, each with a name or an IRI
 */
export function readAgents(resource: FactNode): readonly AgentFacts[] {
  const named = agentTerms.namedRoles.flatMap(([property, usualName]) =>
    agentsUnder(resource, [property]).map(({ roleName = usualName, value }): RoleMention => {
      return { role: 'contributor', roleName, value };
    }),
  );
  const direct = roles.flatMap((role) => mentionsInRole(resource, role));
  const stated = [...direct, ...named, ...readGrantFunders(resource)]
    .map(readAgent)
    .filter(isNamed);
  return distinctBy(stated, (agent) => JSON.stringify(agent), maxAgents);
}

type DirectRole = keyof typeof agentTerms.roles;

const roles = Object.keys(agentTerms.roles) as DirectRole[]; // its own names
const agentProperties = [...Object.values(agentTerms.roles).flat(), ...agentTerms.affiliations];

function mentionsInRole(resource: FactNode, role: DirectRole): readonly RoleMention[] {
  const mentions = agentsUnder(resource, agentTerms.roles[role]);
  return mentions.map(({ roleName, value }) => ({ role, roleName, value }));
}

/** A node may have any number of references, but is read once for each property and role. */
function distinctMentions(mentions: readonly AgentMention[]): readonly AgentMention[] {
  const seen = new Map<FactNode, Set<string>>();
  return mentions.filter(({ property, roleName = '', value }) => {
    if (value.kind === 'literal' || value.standsAlone) return true;
    const ways = seen.get(value) ?? new Set();
    seen.set(value, ways);
    const before = ways.size;
    return ways.add(`${property} ${roleName}`).size > before;
  });
}

/** `Role`s are nested once in practice; deeper nesting is a mistake. */
const maxRolesAround = 1;
/** Limit for one list of properties; `Role`s that refer to each other could yield any number. */
const maxMentions = 20_000;

const roleClass = /^http:\/\/schema\.org\/[A-Za-z]*Role$/u;

/**
 * Yields the agents in a `Role`, which is a node with such a type or with a role name. Role names
 * of a nested `Role` are appended to the first name of the outer one.
 * @param around the enclosing `Role`s
 */
function* openRole(
  mention: AgentMention,
  around: readonly FactNode[] = [],
): Generator<AgentMention> {
  const { value } = mention;
  if (value.kind === 'literal' || !isRole(value)) {
    yield mention;
    return;
  }
  if (around.length > maxRolesAround || around.includes(value)) return;
  const roleNames = combineRoleNames(value, mention.roleName);
  const inside = new Set(value.listed(agentProperties));
  for (const one of readAgentsInRole(value, [mention.property])) {
    const found = { ...mention, value: one, isListed: mention.isListed || inside.has(one) };
    const isInner = one !== value && one.kind === 'node' && isRole(one);
    if (isInner) yield* openRole({ ...found, roleName: roleNames[0] }, [...around, value]);
    else for (const roleName of roleNames) yield { ...found, roleName };
  }
}

function combineRoleNames(
  role: FactNode,
  outer: string | undefined,
): readonly (string | undefined)[] {
  const names = distinctStrings(
    role.values(agentTerms.roleNames).flatMap(readRoleName),
    maxRoleNames,
  );
  if (names.length === 0) return [outer];
  return outer === undefined ? names : names.map((name) => `${outer}, ${name}`);
}

/**
 * The agents in a `Role`: under its own property, else under any agent property. Other values are
 * agents themselves.
 */
function readAgentsInRole(value: FactValue, properties: readonly string[]): readonly FactValue[] {
  if (value.kind === 'literal' || !isRole(value)) return [value];
  const again = value.values(properties);
  const inside = again.length > 0 ? again : value.values(agentProperties);
  return inside.length === 0 ? [value] : inside;
}

function isRole(node: FactNode): boolean {
  return (
    node.types.some((type) => type.endsWith('Role') && roleClass.test(type)) ||
    node.values(agentTerms.roleNames).length > 0
  );
}

function readRoleName(value: FactValue): readonly string[] {
  const texts = readableTexts(value, maxRoleNameCharacters);
  if (value.kind === 'literal' || texts.length > 0) return texts.map(({ text }) => text);
  const labels = textsUnder(value, textTerms.labels).map(({ text }) => text);
  return labels.length > 0 || value.iri === undefined ? labels : [value.iri];
}

/** The funders of grants; for a grant without funder its name, which usually is the funder's. */
function readGrantFunders(resource: FactNode): readonly RoleMention[] {
  const grants = new Set(resource.values(agentTerms.grants));
  return [...grants].flatMap((grant): readonly RoleMention[] => {
    if (grant.kind === 'literal') return [{ role: 'funder', value: grant }];
    const funders = mentionsInRole(grant, 'funder');
    if (funders.length > 0) return funders;
    return grant
      .values([...textTerms.labels, ...textTerms.descriptions])
      .filter((value) => value.kind === 'literal' && value.text.length <= maxGrantCharacters)
      .map((value) => ({ role: 'funder', value }));
  });
}

function readAgent({ role, roleName, value }: RoleMention): AgentFacts {
  const affiliations = value.kind === 'literal' ? [] : readAffiliations(value);
  return {
    role,
    ...(roleName !== undefined && { roleName }),
    ...readAgentNames(value),
    ...(affiliations.length > 0 && { affiliations }),
  };
}

const readNamesOfNode = memoizePerNode((node): AgentNames => {
  return {
    names: distinctTexts(readNodeNames(node), maxNames),
    iris: distinctStrings(readAgentIris(node), maxIris),
  };
});

/** The organisations of an agent. Its role there is not its role for the resource. */
const readAffiliations = memoizePerNode((node): readonly AgentNames[] => {
  const values = new Set(
    node
      .values(agentTerms.affiliations)
      .flatMap((value) => readAgentsInRole(value, agentTerms.affiliations)),
  );
  const organisations = Array.from(values, readAgentNames).map(({ names, iris }) => ({
    names: names.slice(0, maxAffiliations),
    iris: iris.slice(0, maxAffiliations),
  }));
  return distinctBy(organisations.filter(isNamed), (each) => JSON.stringify(each), maxAffiliations);
});

function isNamed({ names, iris }: AgentNames): boolean {
  return names.length + iris.length > 0;
}

function readAgentNames(value: FactValue): AgentNames {
  if (value.kind === 'node') return readNamesOfNode(value);
  return isAgentIri(value.text)
    ? { names: [], iris: agentIriAsList(value.text) }
    : { names: readableTexts(value), iris: [] };
}

function readNodeNames(node: FactNode): readonly Text[] {
  const own = readableTexts(node).filter(({ text }) => !isAgentIri(text));
  const [given] = textsUnder(node, agentTerms.givenNames);
  const [family] = textsUnder(node, agentTerms.familyNames);
  const parts = [given, family].flatMap((part) => part?.text ?? []);
  const whole = parts.length === 0 ? [] : [{ text: parts.join(' ') }];
  return [...own, ...textsUnder(node, agentTerms.names), ...whole];
}

function readAgentIris(node: FactNode): readonly string[] {
  const written = node.writtenAs === undefined ? undefined : registeredAgent(node.writtenAs);
  const identifiers = new Set(node.values(textTerms.identifiersAndSame));
  const pages = node.values(textTerms.links).map((page) => factText(page) ?? '');
  return [
    ...agentIriAsList(written ?? node.iri),
    ...[...identifiers].flatMap(readIdentifierIris),
    ...pages.flatMap((page) => registeredAgent(page) ?? []),
  ];
}

/**
 * An identifier as text, IRI or `PropertyValue`, whose `propertyID` may name the register of a
 * number.
 */
function readIdentifierIris(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return isAgentIri(value.text) ? agentIriAsList(value.text) : [];
  const registers = value
    .values(textTerms.propertyIds)
    .flatMap((each) => findRegister(factText(each) ?? ''))
    .toSorted();
  const values = literalsUnder(value, textTerms.valuesAndLinks);
  const stated = values.flatMap((text) => {
    const numbered = registers.flatMap((register) => registeredAgent(`${register}:${text}`) ?? []);
    return numbered.length > 0 || !isAgentIri(text) ? numbered : agentIriAsList(text);
  });
  const linked = nodesUnder(value, textTerms.links).flatMap(({ iri }) => agentIriAsList(iri));
  return [...agentIriAsList(value.iri), ...stated, ...linked];
}

function findRegister(propertyId: string): readonly string[] {
  const [register] = /(?:orcid|ror|isni|wikidata)(?![a-z])/iu.exec(propertyId.slice(-100)) ?? [];
  return register === undefined ? [] : [register.toLowerCase()];
}

function isAgentIri(text: string): boolean {
  return registeredAgent(text) !== undefined || isWrittenIri(text.trim());
}

/** Email addresses and telephone numbers do not identify an agent. */
function agentIriAsList(text: string | undefined): readonly string[] {
  if (text === undefined || isNil(text) || /^(?:mailto|tel):/iu.test(text)) return [];
  const iri = agentIri(text);
  return iri === undefined ? [] : [iri];
}

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
  const stated = [
    publishedNames(grant, textTerms.labels),
    own === undefined ? [] : [textWithLanguage(own, literalLanguage(grant))],
    publishedNames(grant, textTerms.explanations),
  ];
  const names = stated.find((texts) => texts.length > 0) ?? [];
  const [number] = valuesOf(grant, textTerms.identifiersAndSame).flatMap(readGrantNumbers);
  const funders = grant.kind === 'literal' ? [] : readFunders(grant);
  if (funders.length > 0) return funders.map((funder) => ({ names, number, funder }));
  return names.length === 0 && number === undefined ? [] : [{ names, number }];
}

/** An identifier as text or IRI, or in a `PropertyValue`. */
function readGrantNumbers(value: FactValue): readonly string[] {
  return [publishedTexts(value, textTerms.valuesAndLinks), publishedText(value) ?? []].flat();
}
