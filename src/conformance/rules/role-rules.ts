import { agentTerms, termIris, textTerms } from '../../facts/record/properties.ts';
import { registeredAgent } from '../../facts/text/agent-iri.ts';
import { roleProperties } from '../checked-record.ts';
import { isStated, missingStatement, type RuleSet, says, sayRule } from '../rule.ts';

const contactPoints = termIris('schema:contactPoint dcat:contactPoint');
const emails = termIris('schema:email vcard:hasEmail');

const identities = [
  ...agentTerms.names,
  ...agentTerms.givenNames,
  ...agentTerms.familyNames,
  ...textTerms.identifiersAndSame,
];

/** Rules about the roles of people and organisations. */
export const roleRules = {
  'role-name': sayRule('role', agentTerms.roleNames, {
    title: 'Role has no name',
    asked: 'Say in the Role what the person or organisation did, as roleName.',
    why: 'A Role without a name says less than the name of the person alone.',
    template: '{the role, such as data curator}',
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:contributor/0/schema:roleName' }],
    },
  }),
  'role-agent': sayRule('role', roleProperties, {
    title: 'Role has no person or organisation',
    asked:
      'Name who has the role inside the Role, under the same property as the Role itself, such ' +
      'as contributor.',
    why: 'Nobody is credited by a Role that is empty.',
    template: { '@type': ['schema:Person'], 'schema:name': '{the name}' },
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:contributor/0/schema:contributor' }],
    },
  }),
  'agent-identity': {
    title: 'Person or organisation has neither a name nor an identifier',
    asked: 'Give the person or organisation a name, and best its ORCID or ROR identifier too.',
    why: 'Nobody knows who is meant.',
    remedy: 'author',
    of: 'agent',
    constraint: { path: identities, minCount: 1 },
    check: (agent, context) => {
      const isKnown =
        registeredAgent(agent.iri ?? '') !== undefined || says(agent, identities, context);
      if (isKnown) return [];
      return [missingStatement(agent, agentTerms.names, { kind: 'author', value: '{the name}' })];
    },
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'add',
          path: '/schema:contributor/0/schema:contributor',
          value: {
            '@id': 'https://mire.example/people/lund',
            '@type': ['schema:Person'],
            'schema:jobTitle': 'field technician',
            'schema:contactPoint': {
              '@type': ['schema:ContactPoint'],
              'schema:email': 'lund@mire.example',
            },
          },
        },
      ],
    },
  },
  'provider-contact': {
    title: 'Person who maintains or provides something cannot be reached',
    asked:
      'Give the person a contactPoint with an e-mail address, preferably one of the institution ' +
      'that outlasts changes of staff.',
    why: 'Users turn to this person with questions and mistakes.',
    remedy: 'derivable',
    of: 'contact',
    constraint: { path: contactPoints, minCount: 1 },
    check: (person, context) => {
      if (says(person, contactPoints, context)) return [];
      const email = person.values(emails).find((value) => isStated(value, context));
      const kind = email?.kind === 'literal' ? 'derivable' : 'author';
      const address = email?.kind === 'literal' ? email.text : '{the e-mail address}';
      const value = { '@type': ['schema:ContactPoint'], 'schema:email': address };
      return [missingStatement(person, contactPoints, { kind, value })];
    },
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'add',
          path: '/schema:subjectOf/schema:maintainer',
          value: {
            '@id': 'https://mire.example/people/lund',
            '@type': ['schema:Person'],
            'schema:name': 'Kari Lund',
            'schema:email': 'k.lund@mire.example',
          },
        },
      ],
    },
  },
} satisfies RuleSet;
