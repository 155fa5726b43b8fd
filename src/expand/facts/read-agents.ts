import type { AgentFacts, AgentNames, AgentRole, Text } from '../../model/search-facts.ts';
import { agentIri, registeredAgent } from '../../facts/text/agent-iri.ts';
import { isNil } from '../../facts/text/nil.ts';
import { factText, type FactLiteral, type FactNode, type FactValue } from './fact-node.ts';
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

/** An agent as it stands under a property. */
interface Mention {
  readonly role: AgentRole;
  readonly roleName?: string | undefined;
  readonly value: FactValue;
}

/**
 * The people and organisations of a resource, with what they are to it and the organisations they belong to. A `Role`
 * (schema.org) is opened: whom it is about is under the property it stands under, or another of its kind.
 * @returns each once, sorted; none that has neither name nor IRI
 */
export function readAgents(resource: FactNode): readonly AgentFacts[] {
  const named = agentTerms.namedRoles.flatMap(([property, roleName]) =>
    resource.values([property]).map((value) => ({ role: 'contributor' as const, roleName, value })),
  );
  const direct = roles.flatMap((role) => ofRole(resource, role));
  const mentions = opened([...direct, ...named, ...funded(resource)]);
  const said = mentions.map(agentOf).filter(isNamed);
  return distinctBy(said, (agent) => JSON.stringify(agent), maxAgents);
}

type DirectRole = keyof typeof agentTerms.roles;
const roles = Object.keys(agentTerms.roles) as DirectRole[]; // its own names
const whoIsInRole = [...Object.values(agentTerms.roles).flat(), ...agentTerms.affiliations];

function ofRole(resource: FactNode, role: DirectRole): readonly Mention[] {
  return resource.values(agentTerms.roles[role]).map((value) => ({ role, value }));
}

/** With those who are inside a `Role` in its place. */
function opened(mentions: readonly Mention[]): readonly Mention[] {
  return distinctMentions(distinctMentions(mentions).flatMap(insideRole));
}

/** A node may be referred to any number of times, and is read once for each role. */
function distinctMentions(mentions: readonly Mention[]): readonly Mention[] {
  const rolesOf = new Map<FactNode, Set<string>>();
  return mentions.filter(({ role, roleName = '', value }) => {
    if (value.kind === 'literal' || value.standsAlone === true) return true;
    const met = rolesOf.get(value) ?? new Set();
    rolesOf.set(value, met);
    const before = met.size;
    return met.add(`${role} ${roleName}`).size > before;
  });
}

const roleClass = /^http:\/\/schema\.org\/[A-Za-z]*Role$/u;

/** A `Role` is a node of that name, or one that has the name of a role. */
function insideRole(mention: Mention): readonly Mention[] {
  const { role, value } = mention;
  if (value.kind === 'literal' || !isRole(value)) return [mention];
  const roleNames = distinct(value.values(agentTerms.roleNames).flatMap(roleNameOf), maxRoleNames);
  const called = roleNames.length === 0 ? [mention.roleName] : roleNames;
  const about = whoIsIn(value);
  return called.flatMap((roleName) => about.map((one) => ({ role, roleName, value: one })));
}

/** Those inside a `Role`, or what is none itself. */
function whoIsIn(value: FactValue): readonly FactValue[] {
  const inside = value.kind === 'node' && isRole(value) ? value.values(whoIsInRole) : [];
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
function funded(resource: FactNode): readonly Mention[] {
  const grants = new Set(resource.values(agentTerms.grants));
  return [...grants].flatMap((grant): readonly Mention[] => {
    if (grant.kind === 'literal') return [{ role: 'funder', value: grant }];
    const funders = ofRole(grant, 'funder');
    if (funders.length > 0) return funders;
    const texts = grant.values([...textTerms.labels, ...textTerms.descriptions]);
    const short = texts.filter(
      (value) => value.kind === 'literal' && value.text.length <= maxGrantCharacters,
    );
    return short.map((value) => ({ role: 'funder', value }));
  });
}

function agentOf({ role, roleName, value }: Mention): AgentFacts {
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
  const values = new Set(node.values(agentTerms.affiliations).flatMap(whoIsIn));
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
