import { fileTerms, termIris } from '../../facts/record/properties.ts';
import { isOwnNode } from '../../facts/record/record-graph.ts';
import type { JsonValue } from '../../text/json.ts';
import { missingStatement, type RuleSet, sayRule, valueRule } from '../rule.ts';

/** The service of the good record. */
const service = '/schema:distribution/1';
const actionTypes = termIris(
  'schema:Action schema:AssessAction schema:ConsumeAction schema:ControlAction',
  'schema:CreateAction schema:DeleteAction schema:FindAction schema:InteractAction',
  'schema:MoveAction schema:PlayAction schema:SearchAction schema:TransferAction',
  'schema:UpdateAction',
);
const endpointTemplate: JsonValue = {
  '@type': ['schema:EntryPoint'],
  'schema:urlTemplate': '{the address of the request, with its parameters in braces}',
};

/** Rules about web services by which a resource is distributed. */
export const serviceRules = {
  'service-type': sayRule('service', 'schema:serviceType', {
    title: 'Type of a service is missing',
    asked: 'Say what kind of service it is, by an IRI or a name that programs know.',
    why: 'A program can use a service only if it knows the protocol.',
    template: '{the kind of service, such as OGC API Features}',
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: `${service}/schema:serviceType` }],
    },
  }),
  'service-terms': sayRule('service', 'schema:termsOfService', {
    title: 'Terms of a service are missing',
    asked: 'Say who may use the service: registration, keys, limits, payment.',
    why: 'A program that runs against unknown limits is shut out.',
    template: '{the conditions of use, or their address}',
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: `${service}/schema:termsOfService` }],
    },
  }),
  'service-documentation': sayRule('service', 'schema:documentation', {
    title: 'Documentation of a service is missing',
    asked:
      'Link to the description of the service that programs read, such as its OpenAPI document ' +
      'or its capabilities.',
    why: 'A program builds its requests by this description.',
    template: { '@id': '{the address of the description of the service}' },
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: `${service}/schema:documentation` }],
    },
  }),
  'service-action': {
    title: 'Service does not say which requests it answers',
    asked: 'Describe at least one request as an action with its target, under potentialAction.',
    why: 'Without an example of a request nobody can call the service.',
    remedy: 'author',
    of: 'service',
    constraint: { path: fileTerms.actions, minCount: 1, classes: actionTypes },
    check: (node) => {
      const actions = node.values(fileTerms.actions).filter(isOwnNode);
      if (actions.some(({ types }) => types.some((type) => actionTypes.includes(type)))) return [];
      const value = { '@type': ['schema:Action'], 'schema:target': endpointTemplate };
      return [missingStatement(node, fileTerms.actions, { kind: 'author', value })];
    },
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: `${service}/schema:potentialAction` }],
    },
  },
  'service-target': sayRule('action', fileTerms.targets, {
    title: 'Request of a service has no target',
    asked: 'State the target of the action: an EntryPoint with a urlTemplate.',
    why: 'Without an address the request cannot be sent.',
    template: endpointTemplate,
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: `${service}/schema:potentialAction/0/schema:target` }],
    },
  }),
  'service-url-template': sayRule('endpoint', fileTerms.templates, {
    title: 'Target of a request has no URL template',
    asked:
      'Write the address as urlTemplate, with the parameters in braces; without parameters the ' +
      'plain address.',
    why: 'A program fills in the template to make a request.',
    template: '{the address of the request, with its parameters in braces}',
    derive: (endpoint) => {
      const [address] = endpoint.values(fileTerms.places);
      return address?.kind === 'literal' ? address.text : address?.iri;
    },
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'replace',
          path: `${service}/schema:potentialAction/0/schema:target`,
          value: {
            '@type': ['schema:EntryPoint'],
            'schema:url': 'https://data.mire.example/api/rows',
          },
        },
      ],
    },
  }),
  'service-parameter-name': sayRule('parameter', 'schema:valueName', {
    title: 'Parameter of a request has no name',
    asked: 'Give the parameter the name that it has in the URL template, as valueName.',
    why: 'The name leads from the description to the place in the template.',
    template: '{the name of the parameter in the template}',
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'remove',
          path: `${service}/schema:potentialAction/0/schema:query-input/0/schema:valueName`,
        },
      ],
    },
  }),
  'service-parameter-description': sayRule('parameter', 'schema:description', {
    title: 'Parameter of a request is not described',
    asked: 'Say what the parameter means, and which values it takes.',
    why: 'Nobody can guess the values of a parameter by its name.',
    template: '{what the parameter means, and which values it takes}',
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'remove',
          path: `${service}/schema:potentialAction/0/schema:query-input/0/schema:description`,
        },
      ],
    },
  }),
  'service-parameter-required': valueRule('parameter', 'schema:valueRequired', {
    title: 'Whether a parameter is required is not true or false',
    asked: 'Write valueRequired as true or false, without quotes.',
    why: 'Programs read any text as true, even "false".',
    remedy: 'mechanical',
    violation: (value) => {
      if (value.kind === 'node') return {};
      if (value.datatype?.endsWith('#boolean') === true) return undefined;
      const word = value.text.trim().toLowerCase();
      return word === 'true' || word === 'false'
        ? { change: { kind: 'mechanical', act: 'replace', value: word === 'true' } }
        : {};
    },
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'replace',
          path: `${service}/schema:potentialAction/0/schema:query-input/0/schema:valueRequired`,
          value: 'false',
        },
      ],
    },
  }),
} satisfies RuleSet;
