import type { AgentFacts, AgentNames, AgentRole, Text } from '../../model/search-facts.ts';
import { agentIri, registeredAgent } from '../text/agent-iri.ts';
import { isNil } from '../text/nil.ts';
import {
  factText,
  valuesUnder,
  type FactLiteral,
  type FactNode,
  type FactValue,
  type StatedValue,
} from './fact-node.ts';
import { readOnce } from './read-once.ts';
import {
  distinct,
  distinctBy,
  distinctTexts,
  isWrittenIri,
  literalsIn,
  textsIn,
  textsOf,
} from './fact-texts.ts';
import { agentTerms, textTerms } from './text-terms.ts';

const maxAgents = 2000;
/** Of the organisations of one agent, and of what each is called. */
const maxAffiliations = 10;
const maxNames = 50;
const maxIris = 50;
/** Of what one is called in one role. */
const maxRoleNames = 20;
/** Of what somebody is called in a role, in UTF-16 units. */
const maxRoleNameCharacters = 200;
/** A grant says whose it is in a few words, or tells a story. */
const maxGrantCharacters = 300;

/** An agent as it stands under a property, perhaps in a `Role`. */
export interface AgentMention extends StatedValue {
  /** What a `Role` calls it. */
  readonly roleName?: string | undefined;
}

/**
 * Who stands under some properties of a resource. A `Role` (schema.org) is opened: whom it is about
 * stands under the same property of it, or another of its kind.
 */
export function agentsUnder(
  resource: FactNode,
  properties: readonly string[],
): readonly AgentMention[] {
  const opened: AgentMention[] = [];
  for (const mention of distinctMentions(valuesUnder(resource, properties))) {
    for (const one of insideRole(mention)) {
      if (opened.length === maxMentions) break;
      opened.push(one);
    }
  }
  return distinctMentions(opened);
}

/** What somebody is to a resource. */
interface RoleMention extends Pick<AgentMention, 'roleName' | 'value'> {
  readonly role: AgentRole;
}

/**
 * The people and organisations of a resource, with what they are to it and the organisations they
 * belong to.
 * @returns each once, sorted; none that has neither name nor IRI
 */
export function readAgents(resource: FactNode): readonly AgentFacts[] {
  const named = agentTerms.namedRoles.flatMap(([property, roleName]) =>
    agentsUnder(resource, [property]).map(({ roleName: called = roleName, value }): RoleMention => {
      return { role: 'contributor', roleName: called, value };
    }),
  );
  const direct = roles.flatMap((role) => ofRole(resource, role));
  const said = [...direct, ...named, ...funded(resource)].map(agentOf).filter(isNamed);
  return distinctBy(said, (agent) => JSON.stringify(agent), maxAgents);
}

type DirectRole = keyof typeof agentTerms.roles;
const roles = Object.keys(agentTerms.roles) as DirectRole[]; // its own names
const agentProperties = [...Object.values(agentTerms.roles).flat(), ...agentTerms.affiliations];

function ofRole(resource: FactNode, role: DirectRole): readonly RoleMention[] {
  const mentions = agentsUnder(resource, agentTerms.roles[role]);
  return mentions.map(({ roleName, value }) => ({ role, roleName, value }));
}

/** A node may be referred to any number of times, and is read once for each property and role. */
function distinctMentions(mentions: readonly AgentMention[]): readonly AgentMention[] {
  const metOf = new Map<FactNode, Set<string>>();
  return mentions.filter(({ property, roleName = '', value }) => {
    if (value.kind === 'literal' || value.standsAlone) return true;
    const met = metOf.get(value) ?? new Set();
    metOf.set(value, met);
    const before = met.size;
    return met.add(`${property} ${roleName}`).size > before;
  });
}

/** One in another is met; more is a mistake. */
const maxRolesAround = 1;
/** Under one list of properties; `Role`s that refer to each other could make any number of them. */
const maxMentions = 20_000;

const roleClass = /^http:\/\/schema\.org\/[A-Za-z]*Role$/u;

/**
 * Whom a `Role` is about, which is a node of that name, or one that has the name of a role. A
 * `Role` in a `Role` gives its own names to whom it is about, each behind the first name of the
 * outer one.
 * @param around the ones that it stands in
 */
function* insideRole(
  mention: AgentMention,
  around: readonly FactNode[] = [],
): Generator<AgentMention> {
  const { value } = mention;
  if (value.kind === 'literal' || !isRole(value)) {
    yield mention;
    return;
  }
  if (around.length > maxRolesAround || around.includes(value)) return;
  const roleNames = namesInRole(value, mention.roleName);
  const inside = new Set(value.listed(agentProperties));
  for (const one of agentsInRole(value, [mention.property])) {
    const found = { ...mention, value: one, isListed: mention.isListed || inside.has(one) };
    const isInner = one !== value && one.kind === 'node' && isRole(one);
    if (isInner) yield* insideRole({ ...found, roleName: roleNames[0] }, [...around, value]);
    else for (const roleName of roleNames) yield { ...found, roleName };
  }
}

function namesInRole(role: FactNode, outer: string | undefined): readonly (string | undefined)[] {
  const names = distinct(role.values(agentTerms.roleNames).flatMap(roleNameOf), maxRoleNames);
  if (names.length === 0) return [outer];
  return outer === undefined ? names : names.map((name) => `${outer}, ${name}`);
}

/**
 * Those inside a `Role`: under the property that it stands under, else under another of its kind;
 * or what is none itself.
 */
function agentsInRole(value: FactValue, properties: readonly string[]): readonly FactValue[] {
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

function roleNameOf(value: FactValue): readonly string[] {
  const texts = textsOf(value, maxRoleNameCharacters);
  if (value.kind === 'literal' || texts.length > 0) return texts.map(({ text }) => text);
  const labels = textsIn(value, textTerms.labels).map(({ text }) => text);
  return labels.length > 0 || value.iri === undefined ? labels : [value.iri];
}

/** Who gave a grant; where a grant does not say it in so many words, what it is called, which mostly does. */
function funded(resource: FactNode): readonly RoleMention[] {
  const grants = new Set(resource.values(agentTerms.grants));
  return [...grants].flatMap((grant): readonly RoleMention[] => {
    if (grant.kind === 'literal') return [funderAs(grant)];
    const funders = ofRole(grant, 'funder');
    if (funders.length > 0) return funders;
    const texts = grant.values([...textTerms.labels, ...textTerms.descriptions]);
    const short = texts.filter(
      (value) => value.kind === 'literal' && value.text.length <= maxGrantCharacters,
    );
    return short.map(funderAs);
  });
}

function funderAs(value: FactValue): RoleMention {
  return { role: 'funder', value };
}

function agentOf({ role, roleName, value }: RoleMention): AgentFacts {
  const affiliations = value.kind === 'literal' ? [] : affiliationsOf(value);
  return {
    role,
    ...(roleName === undefined ? {} : { roleName }),
    ...calledBy(value),
    ...(affiliations.length === 0 ? {} : { affiliations }),
  };
}

/** The organisations that an agent belongs to. What it is there is nothing that it is to the resource. */
const affiliationsOf = readOnce((node): readonly AgentNames[] => {
  const values = new Set(
    node
      .values(agentTerms.affiliations)
      .flatMap((value) => agentsInRole(value, agentTerms.affiliations)),
  );
  const organisations = Array.from(values, calledBy).map(({ names, iris }) => ({
    names: names.slice(0, maxAffiliations),
    iris: iris.slice(0, maxAffiliations),
  }));
  return distinctBy(organisations.filter(isNamed), (each) => JSON.stringify(each), maxAffiliations);
});

function isNamed({ names, iris }: AgentNames): boolean {
  return names.length + iris.length > 0;
}

function calledBy(value: FactValue): AgentNames {
  return value.kind === 'literal' ? namedByText(value) : namedByNode(value);
}

function namedByText(value: FactLiteral): AgentNames {
  return isAgentIri(value.text)
    ? { names: [], iris: distinct(known(value.text), maxIris) }
    : { names: textsOf(value), iris: [] };
}

const namedByNode = readOnce((node): AgentNames => {
  return { names: distinctTexts(namesOf(node), maxNames), iris: distinct(irisOf(node), maxIris) };
});

function namesOf(node: FactNode): readonly Text[] {
  const own = textsOf(node).filter(({ text }) => !isAgentIri(text));
  const [given] = textsIn(node, agentTerms.givenNames);
  const [family] = textsIn(node, agentTerms.familyNames);
  const parts = [given, family].filter((part) => part !== undefined);
  const whole = parts.map(({ text }) => text).join(' ');
  return [...own, ...textsIn(node, agentTerms.names), ...(whole === '' ? [] : [{ text: whole }])];
}

function irisOf(node: FactNode): readonly string[] {
  const written = node.writtenAs === undefined ? undefined : registeredAgent(node.writtenAs);
  const identifiers = new Set(node.values(textTerms.identifiersAndSame));
  const pages = node.values(textTerms.links).map((page) => factText(page) ?? '');
  return [
    ...known(written ?? node.iri),
    ...[...identifiers].flatMap(irisOfIdentifier),
    ...pages.flatMap((page) => registeredAgent(page) ?? []),
  ];
}

/** An identifier as text, IRI or `PropertyValue`, whose `propertyID` may say of which register a number is. */
function irisOfIdentifier(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return isAgentIri(value.text) ? known(value.text) : [];
  const registers = value
    .values(textTerms.propertyIds)
    .flatMap((each) => registerIn(factText(each) ?? ''))
    .toSorted();
  const values = literalsIn(value, textTerms.valuesAndLinks);
  const said = values.flatMap((text) => {
    const numbered = registers.flatMap((register) => registeredAgent(`${register}:${text}`) ?? []);
    return numbered.length > 0 || !isAgentIri(text) ? numbered : known(text);
  });
  const linked = value.values(textTerms.links).flatMap((each) => {
    return each.kind === 'node' ? known(each.iri) : [];
  });
  return [...known(value.iri), ...said, ...linked];
}

function registerIn(propertyId: string): readonly string[] {
  const [register] = /(?:orcid|ror|isni|wikidata)(?![a-z])/iu.exec(propertyId.slice(-100)) ?? [];
  return register === undefined ? [] : [register.toLowerCase()];
}

function isAgentIri(text: string): boolean {
  return registeredAgent(text) !== undefined || isWrittenIri(text.trim());
}

/** Addresses of mail are nobody's IRI. */
function known(text: string | undefined): readonly string[] {
  if (text === undefined || isNil(text) || /^(?:mailto|tel):/iu.test(text)) return [];
  const iri = agentIri(text);
  return iri === undefined ? [] : [iri];
}
