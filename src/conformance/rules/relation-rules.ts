import { termIri, termIris, relationTerms, textTerms } from '../../facts/record/properties.ts';
import { type FactNode, factText, isOwnNode, nodesUnder } from '../../facts/record/record-graph.ts';
import { publishedText, publishedTexts } from '../../facts/record/fact-texts.ts';
import { readIdentifiers } from '../../facts/record/names-and-identifiers.ts';
import { identifierName } from '../../rdf/identifiers.ts';
import type { JsonValue } from '../../text/json.ts';
import { isDescribed } from '../checked-record.ts';
import {
  missingStatement,
  type RuleSet,
  type RuleContext,
  says,
  sayRule,
  valueRule,
} from '../rule.ts';

const linkRole = termIri('schema:LinkRole');
const linkTypes = new Set([linkRole, termIri('schema:Role')]);
const bibliographicCitation = termIri('dcterms:bibliographicCitation');
const addresses = termIris('schema:url schema:urlTemplate');
const funders = termIris('schema:funder schema:sponsor');

/** Rules about other resources, policies and grants. */
export const relationRules = {
  'related-links': sayRule(
    'resource',
    [...relationTerms.links, termIri('dcat:qualifiedRelation')],
    {
      title: 'Related resources are missing',
      asked:
        'Link to articles, software or other data that help to understand and use the resource.',
      why: 'Data are used with the handbook, the article and the program that belong to them.',
      template: linkTemplate('{the address of the related resource}'),
      example: { record: 'cdif-draft', patch: [{ op: 'remove', path: '/about/relatedLink' }] },
    },
  ),
  'related-link-form': valueRule('resource', relationTerms.links, {
    title: 'Link to a related resource is an address alone',
    asked: 'Write the link as a schema:LinkRole that says how the resources are related.',
    why: 'An address without its relation does not tell a reader why to follow it.',
    remedy: 'author',
    constraint: { nodeKind: 'BlankNodeOrIRI', classes: [linkRole] },
    violation: (value) => {
      if (isDescribed(value)) return undefined;
      const address = publishedText(value) ?? '{the address of the related resource}';
      return { change: { kind: 'author', act: 'replace', value: linkTemplate(address) } };
    },
    example: {
      record: 'cdif',
      patch: [
        { op: 'replace', path: '/schema:relatedLink/0', value: 'https://data.mire.example/a' },
      ],
    },
  }),
  'related-link-type': {
    title: 'Link to a related resource has no type',
    asked: 'Type the link as schema:LinkRole.',
    why: 'Programs tell by the type whether to read a link, or the related resource itself.',
    remedy: 'mechanical',
    of: 'link',
    check: (link) =>
      link.types.some((type) => linkTypes.has(type))
        ? []
        : [
            {
              property: '@type',
              change: { kind: 'mechanical', act: 'add', value: 'schema:LinkRole' },
            },
          ],
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:relatedLink/0/@type' }],
    },
  },
  'related-link-relation': sayRule('link', relationTerms.linkNames, {
    title: 'Link does not say how the resource is related',
    asked: 'Say how the resources are related under linkRelationship, in words or by an IRI.',
    why: 'A reader needs to know whether a link leads to the source or to the latest version.',
    template: '{how the related resource is related, such as is documented by}',
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:relatedLink/0/schema:linkRelationship' }],
    },
  }),
  'related-link-name': {
    title: 'Link has no name',
    asked: 'Give the target of the link a name that people can read.',
    why: 'A list of related resources shows names; an address alone tells a reader little.',
    remedy: 'author',
    of: 'link',
    check: (link, context) => {
      const path = textTerms.allLabels;
      const targets = nodesUnder(link, relationTerms.linkTargets).filter(isOwnNode);
      const nodes = [link, ...targets];
      if (nodes.some((node) => says(node, path, context))) return [];
      const node = nodes.find((each) => each.values(path).length > 0) ?? link;
      const value = '{the name of the related resource}';
      return [{ node, ...missingStatement(node, path, { kind: 'author', value }) }];
    },
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/relatedLink/0/target/name' }],
    },
  },
  'related-link-target': {
    title: 'Link has no address of the related resource',
    asked: 'Give the address as url of the target of the link.',
    why: 'A relation to a resource that cannot be reached is of no use.',
    remedy: 'author',
    of: 'link',
    check: (link, context) => {
      if (hasLinkAddress(link, context)) return [];
      const address = '{the address of the related resource}';
      const node = nodesUnder(link, relationTerms.linkTargets).find(isOwnNode);
      if (node !== undefined) {
        return [{ node, ...missingStatement(node, addresses, { kind: 'author', value: address }) }];
      }
      const value = { '@type': ['schema:EntryPoint'], 'schema:url': address };
      return [missingStatement(link, relationTerms.linkTargets, { kind: 'author', value })];
    },
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:relatedLink/0/schema:target/schema:url' }],
    },
  },
  'citation-form': {
    title: 'Property citation is ambiguous',
    asked:
      'State how to cite the resource as dcterms:bibliographicCitation, and what the resource ' +
      'refers to by a relatedLink.',
    why:
      'Some publishers state under citation how to cite the resource, others what it cites, and ' +
      'no program can tell.',
    remedy: 'mechanical',
    of: 'resource',
    constraint: { path: termIris('schema:citation'), maxCount: 0 },
    check: (resource) =>
      resource.values([citation]).flatMap((value) => {
        const text = publishedText(value);
        if (text === undefined && !isOwnNode(value)) return [];
        if (value.kind === 'node' || !citesItself(resource, text ?? '')) {
          return [{ property: citation, value }];
        }
        const change = { kind: 'mechanical', act: 'rename', to: bibliographicCitation } as const;
        return [{ property: citation, value, change }];
      }),
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'add',
          path: '/schema:citation',
          value: 'Carberry, J. (2024): Mires. https://doi.org/10.5555/mire-2024',
        },
      ],
    },
  },
  'licence-address': sayRule('licence', [...textTerms.links, ...textTerms.identifiers], {
    title: 'Licence has no address',
    asked: 'Give the address of the text of the licence as its url.',
    why: 'Programs recognise licences by their addresses.',
    template: '{the address of the text of the licence}',
    derive: ({ iri }) => (iri?.startsWith('http') === true ? iri : undefined),
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'replace',
          path: '/schema:license/0',
          value: {
            '@id': 'https://creativecommons.org/licenses/by/4.0/',
            '@type': ['schema:CreativeWork'],
            'schema:name': 'CC BY 4.0',
          },
        },
      ],
    },
  }),
  policies: sayRule('resource', relationTerms.policies, {
    title: 'Policies are missing',
    asked:
      'Link to the policies by which the resource is kept, changed and published, under ' +
      'publishingPrinciples.',
    why: 'A reader who relies on data wants to know for how long and how they are kept.',
    template: {
      '@type': ['schema:CreativeWork'],
      'schema:name': '{the name of the policy}',
      'schema:url': '{the address of the policy}',
    },
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/publishingPrinciples' }],
    },
  }),
  'policy-name': sayRule('policy', textTerms.labels, {
    title: 'Policy has no name',
    asked: 'Give the policy a name.',
    why: 'A page shows the name of the policy, and not its address.',
    template: '{the name of the policy}',
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:publishingPrinciples/0/schema:name' }],
    },
  }),
  'policy-text': {
    title: 'Policy is neither linked nor described',
    asked: 'Give the address of the policy as url, or its content as description.',
    why: 'A name alone does not tell what is promised.',
    remedy: 'author',
    of: 'policy',
    constraint: { path: [...textTerms.links, ...textTerms.explanations], minCount: 1 },
    check: (policy, context) =>
      policy.iri !== undefined || says(policy, policyTexts, context)
        ? []
        : [
            missingStatement(policy, textTerms.links, {
              kind: 'author',
              value: '{the address of the policy}',
            }),
          ],
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:publishingPrinciples/0/schema:url' }],
    },
  },
  funding: sayRule('resource', ['http://schema.org/funding', ...funders], {
    title: 'Funding is missing',
    asked: 'Name the grant that paid for the resource, with its number and its funder.',
    why: 'Funders ask what their grants led to, and readers who paid for it.',
    template: {
      '@type': ['schema:MonetaryGrant'],
      'schema:name': '{the title of the grant}',
      'schema:identifier': '{the number or address of the grant}',
      'schema:funder': {
        '@type': ['schema:Organization'],
        'schema:name': '{the name of the funder}',
      },
    },
    example: { record: 'cdif-draft', patch: [{ op: 'remove', path: '/about/funding' }] },
  }),
  grant: {
    title: 'Grant says nothing',
    asked: 'State the funder of the grant, its identifier, its name or a description.',
    why: 'A grant without any of these acknowledges nobody.',
    remedy: 'author',
    of: 'grant',
    constraint: { path: grantStatements(), minCount: 1 },
    check: (grant, context) =>
      says(grant, grantStatements(), context)
        ? []
        : [
            missingStatement(grant, textTerms.labels, {
              kind: 'author',
              value: '{the title of the grant}',
            }),
          ],
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'replace',
          path: '/schema:funding/0',
          value: {
            '@type': ['schema:MonetaryGrant'],
            'schema:url': 'https://funder.example/grants/4711',
          },
        },
      ],
    },
  },
  'grant-name': sayRule('grant', textTerms.labels, {
    title: 'Grant has no name',
    asked: 'Give the title of the grant.',
    why: 'People recognise a project by its title rather than by the number of its grant.',
    template: '{the title of the grant}',
    example: { record: 'cdif-draft', patch: [{ op: 'remove', path: '/about/funding/0/name' }] },
  }),
  'grant-identifier': sayRule('grant', [...textTerms.identifiers, ...textTerms.links], {
    title: 'Grant has no identifier',
    asked: 'Give the number or the address of the grant.',
    why: 'Funders count results by the numbers of their grants.',
    template: '{the number or address of the grant}',
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/funding/0/identifier' }],
    },
  }),
  'grant-funder': sayRule('grant', funders, {
    title: 'Grant has no funder',
    asked: 'Name the organisation that gave the grant, as its funder.',
    why:
      'Funders look for the results of their grants by their own names; a grant number is unique ' +
      'only within one funder.',
    template: {
      '@type': ['schema:Organization'],
      'schema:name': '{the name of the funder}',
    },
    example: { record: 'cdif-draft', patch: [{ op: 'remove', path: '/about/funding/0/funder' }] },
  }),
} satisfies RuleSet;

const citation = termIri('schema:citation');
const policyTexts = [...textTerms.links, ...textTerms.explanations];

function linkTemplate(address: string): JsonValue {
  return {
    '@type': ['schema:LinkRole'],
    'schema:linkRelationship': '{how the related resource is related}',
    'schema:target': { '@type': ['schema:EntryPoint'], 'schema:url': address },
  };
}

/** The target itself may be the address; or the link has it, as in draft records. */
function hasLinkAddress(link: FactNode, context: RuleContext): boolean {
  const targets = link.values(relationTerms.linkTargets);
  return [link, ...targets].some(
    (each) =>
      (each !== link && factText(each) !== undefined) ||
      (each.kind === 'node' && says(each, addresses, context)),
  );
}

/** Whether a citation has the title or an identifier of the resource, in any spelling. */
function citesItself(resource: FactNode, text: string): boolean {
  const identifiers = [resource.iri ?? [], readIdentifiers(resource)].flat().map(identifierName);
  const bare = identifiers.map((each) => each.replace(/^(?:doi|hdl):/u, ''));
  const own = [...bare, ...publishedTexts(resource, textTerms.titles)];
  return own.some((each) => text.toLowerCase().includes(each.toLowerCase()));
}

function grantStatements(): readonly string[] {
  return [
    ...textTerms.labels,
    ...textTerms.identifiersAndSame,
    ...funders,
    ...textTerms.descriptions,
  ];
}
