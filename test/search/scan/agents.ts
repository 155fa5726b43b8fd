import type { Agent } from '../entry.ts';
import { folded } from '../words.ts';
import { hasType, valuesOf, type ScannedDocument } from './document.ts';
import { identifierKey, identifiersIn } from './identifiers.ts';
import { isNode, type Raw, type RawNode } from './json.ts';
import { isNil, plainText, plainTexts, textsIn } from './texts.ts';

/** Which properties say who had which part (`docs/texts.md`, people and organisations). */
const roles: readonly (readonly [property: string, ...roles: string[]])[] = [
  ['creator', 'creator'],
  ['author', 'creator'],
  ['contributor', 'contributor'],
  ['producer', 'contributor', 'producer'],
  ['accountablePerson', 'contributor', 'accountable person'],
  ['editor', 'editor'],
  ['maintainer', 'maintainer'],
  ['publisher', 'publisher'],
  ['provider', 'provider'],
  ['sourceOrganization', 'provider'],
  ['funder', 'funder'],
  ['sponsor', 'funder'],
  ['copyrightHolder', 'copyright holder'],
  ['rightsHolder', 'copyright holder'],
];

/** Everybody who is named with a resource, and the organisations to which they belong. */
export function readAgents(document: ScannedDocument, node: RawNode): Agent[] {
  const direct = roles.flatMap(([property, ...as]) =>
    valuesOf(document, node, property).flatMap((value) => agentsIn(document, value, as)),
  );
  const grants = valuesOf(document, node, 'funding').filter(isNode);
  return [...direct, ...grants.flatMap((grant) => fundersOf(document, grant))];
}

/** A grant without a funder is known by what it says. */
function fundersOf(document: ScannedDocument, grant: RawNode): Agent[] {
  const funders = valuesOf(document, grant, 'funder', 'sponsor');
  if (funders.length > 0) return funders.flatMap((value) => agentsIn(document, value, ['funder']));
  const said = plainTexts(document, grant, 'name', 'description');
  const names = said.filter((text) => text.length <= 300);
  return names.length === 0 ? [] : [{ roles: ['funder'], ids: [], names }];
}

function agentsIn(document: ScannedDocument, value: Raw, as: readonly string[]): Agent[] {
  const texts = textsIn(value);
  if (texts.length > 0 || !isNode(value))
    return texts.filter((text) => !isNil(text)).map((text) => agentOfText(text, as));
  if (hasType(document, value, 'Role', 'OrganizationRole')) {
    const names = plainTexts(document, value, 'roleName').map(folded);
    return roles
      .flatMap(([property]) => valuesOf(document, value, property))
      .flatMap((inner) => agentsIn(document, inner, [...as, ...names]));
  }
  const ids = identifiersIn(document, value, 'identifier', 'sameAs').map(agentKey);
  const belongs = valuesOf(document, value, 'affiliation', 'worksFor', 'memberOf');
  return [
    { roles: as, ids, names: namesOf(document, value) },
    ...belongs.flatMap((each) =>
      agentsIn(document, each, ['affiliation']).filter(({ roles: [role] }) => role !== undefined),
    ),
  ];
}

function agentOfText(text: string, as: readonly string[]): Agent {
  const isIri = /^(?:https?:\/\/|orcid:)/iu.test(text.trim()) || orcid.test(text.trim());
  if (isIri) return { roles: as, ids: [agentKey(text)], names: [] };
  return { roles: as, ids: [], names: [plainText(text) ?? []].flat() };
}

/** Given and family name are one name. */
function namesOf(document: ScannedDocument, node: RawNode): string[] {
  const parts = [
    ...plainTexts(document, node, 'givenName'),
    ...plainTexts(document, node, 'familyName'),
  ].join(' ');
  const names = plainTexts(document, node, 'name', 'alternateName', 'legalName');
  return parts === '' ? names : [...names, parts];
}

const orcid = /^(?:\/\/(?:www\.)?orcid\.org\/|orcid: ?)?(\d{4}-\d{4}-\d{4}-\d{3}[\dx])$/iu;
const ror = /^\/\/(?:www\.)?ror\.org\/(\w+)$/iu;

/** One key for all spellings of an ORCID or ROR; of all else that of identifiers. */
export function agentKey(written: string): string {
  const key = identifierKey(written);
  const [, digits] = orcid.exec(key) ?? [];
  if (digits !== undefined) return `orcid:${digits.toUpperCase()}`;
  const [, name] = ror.exec(key) ?? [];
  return name === undefined ? key : `ror:${name.toLowerCase()}`;
}
