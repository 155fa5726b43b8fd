import { registeredAgent } from '../../facts/text/agent-iri.ts';
import type { JsonObject } from '../../text/json.ts';
import { compactObject, objectsIn, trimmedText } from './json-ld-values.ts';
import { identifierIri, PropertyLists, toPropertyValue } from './related-works.ts';

/** The creators in their order, which counts; undefined without any. */
export function convertDataciteCreators(creators: unknown): JsonObject | undefined {
  const agents = objectsIn(creators).flatMap((creator) => convertDataciteAgent(creator) ?? []);
  return agents.length === 0 ? undefined : { '@list': agents };
}

/** schema.org's properties for contributors, by DataCite's contributor type. */
const contributorProperties: ReadonlyMap<string, string> = new Map([
  ['contactperson', 'maintainer'],
  ['distributor', 'provider'],
  ['editor', 'editor'],
  ['funder', 'funder'],
  ['hostinginstitution', 'provider'],
  ['producer', 'producer'],
  ['rightsholder', 'copyrightHolder'],
  ['sponsor', 'sponsor'],
  ['translator', 'translator'],
]);

/** The contributors by property; those without a property of their own keep their role. */
export function convertDataciteContributors(contributors: unknown): PropertyLists['all'] {
  const lists = new PropertyLists();
  for (const contributor of objectsIn(contributors)) {
    const agent = convertDataciteAgent(contributor);
    if (agent === undefined) continue;
    const roleName = trimmedText(contributor['contributorType']);
    const property = contributorProperties.get(roleName?.toLowerCase() ?? '');
    if (property !== undefined) lists.add(property, agent);
    else if (roleName === undefined || roleName === 'Other') lists.add('contributor', agent);
    else lists.add('contributor', { '@type': 'Role', roleName, contributor: agent });
  }
  return lists.all;
}

/** Contributor types of organisations, for agents whose type is not given. */
const organisationRoles: ReadonlySet<string> = new Set([
  'Distributor',
  'HostingInstitution',
  'RegistrationAgency',
  'RegistrationAuthority',
  'ResearchGroup',
  'Sponsor',
]);

function convertDataciteAgent(agent: JsonObject): JsonObject | undefined {
  const given = trimmedText(agent['givenName']);
  const family = trimmedText(agent['familyName']);
  const whole = [given, family].filter((part) => part !== undefined).join(' ');
  const name = trimmedText(agent['name']) ?? (whole === '' ? undefined : whole);
  if (name === undefined) return undefined;
  const identifiers = objectsIn(agent['nameIdentifiers']).flatMap(readNameIdentifier);
  const iri = identifiers.find((each) => typeof each === 'string');
  return compactObject({
    '@id': iri,
    '@type': agentType(agent, given ?? family),
    name,
    givenName: given,
    familyName: family,
    identifier: identifiers.filter((each) => each !== iri).map(toReference),
    affiliation: convertAffiliations(agent['affiliation']),
  });
}

/** By its type, the parts of its name, or its role; nobody else is known to be an organisation. */
function agentType(agent: JsonObject, partOfName: string | undefined): string {
  const nameType = trimmedText(agent['nameType'])?.toLowerCase();
  if (nameType === 'organizational') return 'Organization';
  const role = trimmedText(agent['contributorType']) ?? '';
  const isUnstated = nameType === undefined && partOfName === undefined;
  return isUnstated && organisationRoles.has(role) ? 'Organization' : 'Person';
}

/** An IRI where one is known, else the identifier with its scheme. */
function readNameIdentifier(identifier: JsonObject): readonly (string | JsonObject)[] {
  const text = trimmedText(identifier['nameIdentifier']);
  if (text === undefined) return [];
  const scheme = trimmedText(identifier['nameIdentifierScheme']);
  return [agentIriOf(text, scheme) ?? toPropertyValue(text, scheme)];
}

/**
 * The IRI of an agent by its identifier in a register such as ORCID or ROR, or by a web address.
 * @param scheme the name of the register: some have identifiers of the same form
 */
export function agentIriOf(text: string, scheme = ''): string | undefined {
  const registered = registeredAgent(`${scheme} ${text}`) ?? registeredAgent(text);
  return registered ?? (/^https?:\/\/\S+$/iu.test(text) ? text : undefined);
}

function toReference(identifier: string | JsonObject): JsonObject | string {
  return typeof identifier === 'string' && /^https?:/iu.test(identifier)
    ? { '@id': identifier }
    : identifier;
}

/** Affiliations are names, or objects since kernel 4.3. */
function convertAffiliations(affiliation: unknown): readonly JsonObject[] {
  const all: readonly unknown[] = Array.isArray(affiliation) ? affiliation : [affiliation];
  return all.flatMap((each): readonly JsonObject[] => {
    const [object] = objectsIn(each);
    const found = organisation(object?.['name'] ?? each, object?.['affiliationIdentifier']);
    return found === undefined ? [] : [found];
  });
}

function organisation(named: unknown, identified: unknown): JsonObject | undefined {
  const name = trimmedText(named);
  const identifier = trimmedText(identified);
  if (name === undefined) return undefined;
  const iri = identifier && (agentIriOf(identifier) ?? identifierIri(identifier));
  return compactObject({ '@id': iri, '@type': 'Organization', name });
}

/** The publisher: a name, or an object since kernel 4.5. */
export function convertDatacitePublisher(publisher: unknown): JsonObject | undefined {
  const [object] = objectsIn(publisher);
  return organisation(object?.['name'] ?? publisher, object?.['publisherIdentifier']);
}

/** Grants with their funders; a funder without a grant is the second list. */
export function convertDataciteFunding(
  references: unknown,
): Readonly<Record<'funding' | 'funder', readonly JsonObject[]>> {
  const funding: JsonObject[] = [];
  const funders: JsonObject[] = [];
  for (const reference of objectsIn(references)) {
    const funder = organisation(reference['funderName'], reference['funderIdentifier']);
    const number = trimmedText(reference['awardNumber']);
    const name = trimmedText(reference['awardTitle']);
    const uri = trimmedText(reference['awardUri']);
    if (number !== undefined || name !== undefined || uri !== undefined) {
      const url = uri === undefined ? undefined : { '@id': uri };
      const grant = { '@type': 'Grant', identifier: number, name, url, funder };
      funding.push(compactObject(grant));
    } else if (funder !== undefined) funders.push(funder);
  }
  return { funding, funder: funders };
}
