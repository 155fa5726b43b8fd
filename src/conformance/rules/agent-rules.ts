import { agentsUnder } from '../../facts/record/agents.ts';
import { publishedTexts } from '../../facts/record/fact-texts.ts';
import { agentTerms, termIris, textTerms } from '../../facts/record/properties.ts';
import { type FactNode, factText } from '../../facts/record/record-graph.ts';
import { registeredAgent } from '../../facts/text/agent-iri.ts';
import { isTemplatePlaceholder } from '../../facts/text/missing-values.ts';
import { isWrittenIri } from '../../rdf/iri.ts';
import { rdf } from '../../rdf/vocabularies.ts';
import { isDescribed, roleProperties } from '../checked-record.ts';
import {
  type Change,
  isStated,
  missingStatement,
  type RuleSet,
  says,
  sayRule,
  type Violation,
} from '../rule.ts';

const { creator, contributor, copyrightHolder, editor, maintainer, publisher } = agentTerms.roles;
const otherRoles = [
  ...[contributor, copyrightHolder, editor, maintainer, publisher].flat(),
  ...agentTerms.namedRoles.map(([property]) => property),
];
const names = [...agentTerms.names, ...agentTerms.givenNames, ...agentTerms.familyNames];
const contactPoints = termIris(
  'schema:contactPoint schema:email schema:telephone',
  'dcat:contactPoint vcard:hasEmail foaf:mbox',
);

/** Rules about the people and organisations of a record. */
export const agentRules = {
  creators: sayRule('resource', creator, {
    title: 'Creators are missing',
    asked: 'Name who made the resource: people or organisations, each with a name and an IRI.',
    why: 'Creators are cited, and asked when the data raise questions.',
    template: {
      '@type': 'schema:Person',
      'schema:name': '{the name of the creator}',
      'schema:identifier': '{the IRI of the creator, such as that of the ORCID iD}',
    },
    example: { record: 'cdif-draft', patch: [{ op: 'remove', path: '/about/creator' }] },
  }),
  contributors: sayRule('resource', otherRoles, {
    title: 'Nobody is named besides the creators',
    asked:
      'Name who else took part: contributors and editors, who maintains or publishes the ' +
      'resource, and who holds the rights.',
    why: 'Work on data other than their creation deserves credit, and search finds it by name.',
    template: {
      '@type': 'schema:Role',
      'schema:roleName': '{the role, such as data curator}',
      'schema:contributor': { '@type': 'schema:Person', 'schema:name': '{the name}' },
    },
    example: {
      record: 'cdif-draft',
      patch: [
        { op: 'remove', path: '/about/contributor' },
        { op: 'remove', path: '/about/publisher' },
      ],
    },
  }),
  'agent-form': {
    title: 'Person or organisation is not described by an object',
    asked: 'Describe each person and organisation by an object with a type, a name and an IRI.',
    why: 'A text tells neither people from organisations, nor two people with the same name.',
    remedy: 'author',
    of: 'resource',
    constraint: { path: roleProperties, nodeKind: 'BlankNodeOrIRI' },
    check: (resource) => roleProperties.flatMap((property) => textAgents(resource, property)),
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'replace', path: '/about/publisher', value: 'Sundholm Tide Office' }],
    },
  },
  'agent-name': sayRule('agent', names, {
    title: 'Person or organisation has no name',
    asked: 'State the name of each person and organisation.',
    why: 'People recognise an author by the name, not by an IRI.',
    template: '{the name of the person or organisation}',
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/creator/0/name' }],
    },
  }),
  'agent-type': {
    title: 'Neither a person nor an organisation',
    asked: 'Give each agent the @type Person or Organization.',
    why: 'Programs write the names of people and organisations differently, as in citations.',
    remedy: 'derivable',
    of: 'agent',
    constraint: { path: [rdf.type], minCount: 1 },
    check: (agent) => (agent.types.some(isUsableType) ? [] : [missingType(agent)]),
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/creator/0/@type' }],
    },
  },
  'agent-identifier': {
    title: 'Person or organisation has no identifier',
    asked: 'Identify people by their ORCID iD, organisations by their ROR ID, or else by a page.',
    why: 'Only an identifier joins the work of one author under several spellings of a name.',
    remedy: 'derivable',
    of: 'agent',
    check: (agent, context) => {
      const path = textTerms.identifiersAndSame;
      if (agent.iri !== undefined || says(agent, path, context)) return [];
      return [missingStatement(agent, path, identifierFromPage(agent))];
    },
    example: {
      record: 'cdif-draft',
      patch: [
        { op: 'remove', path: '/about/creator/0/@id' },
        { op: 'add', path: '/about/creator/0/url', value: 'https://orcid.org/0000-0002-1825-0097' },
      ],
    },
  },
  'agent-contact': sayRule('agent', contactPoints, {
    title: 'Person or organisation has no contact',
    asked: 'Give a contactPoint with an email address, preferably that of an institution.',
    why: 'Questions about the data and their metadata need an address.',
    template: { '@type': 'schema:ContactPoint', 'schema:email': '{an email address}' },
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/creator/0/contactPoint' }],
    },
  }),
  'agent-affiliation': sayRule('person', agentTerms.affiliations, {
    title: 'Person has no affiliation',
    asked: 'Name the organisation that the person works for, as affiliation.',
    why: 'The affiliation tells people with the same name apart, and credits the organisation.',
    template: {
      '@type': 'schema:Organization',
      'schema:name': '{the name of the organisation}',
    },
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/creator/0/affiliation' }],
    },
  }),
} satisfies RuleSet;

/** Agents that are a text, or an IRI about which the record says nothing. */
function textAgents(resource: FactNode, property: string): readonly Violation[] {
  const values = resource.values([property]);
  return agentsUnder(resource, [property]).flatMap(({ value }): readonly Violation[] => {
    if (!values.includes(value) || !isStated(value, { acceptsNil: false })) return [];
    if (isDescribed(value)) return [];
    const text = factText(value)?.trim() ?? '';
    const named = isWrittenIri(text)
      ? { '@id': text, 'schema:name': '{the name of the person or organisation}' }
      : { 'schema:name': text, 'schema:identifier': '{the IRI of the person or organisation}' };
    const type = typeOfRegistered(text) ?? unknownType;
    return [
      {
        property,
        value,
        change: { kind: 'author', act: 'replace', value: { '@type': type, ...named } },
      },
    ];
  });
}

/** An IRI made of a template is no type; braces are percent-encoded in IRIs. */
function isUsableType(type: string): boolean {
  const [name = ''] = type.split('/').slice(-1);
  return !isTemplatePlaceholder(name.replace(/^%7B/iu, '{').replace(/%7D$/iu, '}'));
}

/** What an author chooses from, where nothing tells people from organisations. */
const unknownType = '{schema:Person or schema:Organization}';
const personProperties = [
  ...agentTerms.affiliations,
  ...agentTerms.givenNames,
  ...agentTerms.familyNames,
];

function missingType(agent: FactNode): Violation {
  const identifiers = publishedTexts(agent, textTerms.addresses);
  const registered = [agent.iri ?? '', ...identifiers].map(typeOfRegistered);
  const isPerson = agent.values(personProperties).length > 0;
  const type = registered.find((each) => each !== undefined);
  const known = type ?? (isPerson ? 'schema:Person' : undefined);
  const change: Change =
    known === undefined
      ? { kind: 'author', act: 'add', value: unknownType }
      : { kind: 'derivable', act: 'add', value: known };
  return { property: '@type', change };
}

/** The class of an agent with an entry in ORCID, ROR or GRID. */
function typeOfRegistered(text: string): string | undefined {
  const iri = registeredAgent(text) ?? '';
  if (iri.startsWith('https://orcid.org/')) return 'schema:Person';
  return /^https:\/\/(?:ror\.org|www\.grid\.ac)\//u.test(iri) ? 'schema:Organization' : undefined;
}

function identifierFromPage(agent: FactNode): Pick<Change, 'kind' | 'value'> {
  const pages = publishedTexts(agent, textTerms.links);
  const known = pages.map(registeredAgent).find((each) => each !== undefined);
  return known === undefined
    ? { kind: 'author', value: '{the IRI of the person or organisation}' }
    : { kind: 'derivable', value: known };
}
