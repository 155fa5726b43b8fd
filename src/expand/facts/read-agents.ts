import type { AgentFacts, AgentRole, Text } from '../../model/search-facts.ts';
import { agentIri, registeredAgent } from '../../facts/text/agent-iri.ts';
import { isNil } from '../../facts/text/nil.ts';
import type { FactNode, FactValue } from './fact-node.ts';
import {
  distinct,
  distinctTexts,
  isWrittenIri,
  literalsIn,
  textsIn,
  textsOf,
} from './fact-texts.ts';
import { agentTerms, textTerms } from './text-terms.ts';

const maxAgents = 2000;
const maxNames = 50;
const maxIris = 50;
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
 * The people and organisations of a resource, with what they are to it, and the organisations they belong to. A `Role`
 * (schema.org) is opened: whom it is about is under the property it stands under, or another of its kind.
 * Of an organisation that somebody belongs to only the IRI counts: its name would be said once a person.
 * @returns each once, sorted; none that has neither name nor IRI
 */
export function readAgents(resource: FactNode): readonly AgentFacts[] {
  const named = agentTerms.namedRoles.flatMap(([property, roleName]) =>
    resource
      .values(property)
      .flatMap((value) => mentionsOf({ role: 'contributor', roleName, value })),
  );
  const mentions = [
    ...roles.flatMap((role) => ofRole(resource, role)),
    ...named,
    ...funded(resource),
  ];
  const members = mentions.flatMap(({ value }) => affiliationsOf(value));
  const agents = [...mentions.map(agentOf), ...members];
  const distinctAgents = new Map(
    agents
      .filter(({ names, iris }) => names.length + iris.length > 0)
      .map((agent) => [JSON.stringify(agent), agent]),
  );
  return [...distinctAgents]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, maxAgents)
    .map(([, agent]) => agent);
}

type DirectRole = keyof typeof agentTerms.roles;
const roles = Object.keys(agentTerms.roles) as DirectRole[]; // its own names
const whoIsInRole = [...Object.values(agentTerms.roles).flat(), ...agentTerms.affiliations];

function ofRole(resource: FactNode, role: DirectRole): readonly Mention[] {
  return resource.values(...agentTerms.roles[role]).flatMap((value) => mentionsOf({ role, value }));
}

/** Opens a `Role`: a node of that name, or one that has the name of a role and is about somebody else. */
function mentionsOf(mention: Mention): readonly Mention[] {
  const { value } = mention;
  if (value.kind === 'literal' || !isRole(value)) return [mention];
  const inside = value.values(...whoIsInRole);
  const roleNames = value.values(...agentTerms.roleNames).flatMap(roleNameOf);
  const called = roleNames.length === 0 ? [mention.roleName] : roleNames;
  const about = inside.length === 0 ? [value] : inside;
  return called.flatMap((roleName) =>
    about.map((one) => ({ role: mention.role, roleName, value: one })),
  );
}

function isRole(node: FactNode): boolean {
  return (
    node.types.some((type) => /^http:\/\/schema\.org\/[A-Za-z]*Role$/u.test(type)) ||
    node.values(...agentTerms.roleNames).length > 0
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
  return resource.values(...agentTerms.grants).flatMap((grant): readonly Mention[] => {
    if (grant.kind === 'literal') return [{ role: 'funder', value: grant }];
    const funders = ofRole(grant, 'funder');
    if (funders.length > 0) return funders;
    const texts = grant.values(...textTerms.labels, ...textTerms.descriptions);
    const short = texts.filter(
      (value) => value.kind === 'literal' && value.text.length <= maxGrantCharacters,
    );
    return short.map((value) => ({ role: 'funder', value }));
  });
}

function affiliationsOf(agent: FactValue): readonly AgentFacts[] {
  if (agent.kind === 'literal') return [];
  return agent
    .values(...agentTerms.affiliations)
    .flatMap((value) => mentionsOf({ role: 'affiliation', value }))
    .map(({ role, value }) => ({ ...agentOf({ role, value }), names: [] }));
}

function agentOf({ role, roleName, value }: Mention): AgentFacts {
  return {
    role,
    ...(roleName === undefined ? {} : { roleName }),
    names: distinctTexts(namesOf(value), maxNames),
    iris: distinct(irisOf(value), maxIris),
  };
}

function namesOf(value: FactValue): readonly Text[] {
  const own = textsOf(value).filter(({ text }) => !isAgentIri(text));
  if (value.kind === 'literal') return own;
  const [given] = distinctTexts(textsIn(value, agentTerms.givenNames), 1);
  const [family] = distinctTexts(textsIn(value, agentTerms.familyNames), 1);
  const parts = [given, family].filter((part) => part !== undefined);
  const whole = parts.map(({ text }) => text).join(' ');
  return [...own, ...textsIn(value, agentTerms.names), ...(whole === '' ? [] : [{ text: whole }])];
}

function irisOf(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return isAgentIri(value.text) ? known(value.text) : [];
  const own =
    value.writtenAs === undefined ? value.iri : (registeredAgent(value.writtenAs) ?? value.iri);
  const written = [...textTerms.identifiers, ...textTerms.sameAs];
  return [
    ...known(own),
    ...value.values(...written).flatMap((each) => irisOfIdentifier(each)),
    ...value
      .values(...textTerms.links)
      .flatMap(
        (each) => registeredAgent(each.kind === 'literal' ? each.text : (each.iri ?? '')) ?? [],
      ),
  ];
}

/** An identifier as text, IRI or `PropertyValue`, whose `propertyID` may say of which register a number is. */
function irisOfIdentifier(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return isAgentIri(value.text) ? known(value.text) : [];
  const registers = value
    .values(...textTerms.propertyIds)
    .flatMap((each) => registerIn(each.kind === 'literal' ? each.text : (each.iri ?? '')));
  const values = literalsIn(value, [...textTerms.identifierValues, ...textTerms.links]);
  const said = values.flatMap((text) => {
    const numbered = registers.flatMap((register) => registeredAgent(`${register}:${text}`) ?? []);
    return numbered.length > 0 || !isAgentIri(text) ? numbered : known(text);
  });
  const linked = value.values(...textTerms.links).flatMap((each) => {
    return each.kind === 'node' ? known(each.iri) : [];
  });
  return [...known(value.iri), ...said, ...linked];
}

function registerIn(propertyId: string): readonly string[] {
  const [, register] =
    /(orcid|ror|isni|wikidata)(?:[^a-z].*)?$/iu.exec(propertyId.slice(-100)) ?? [];
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
