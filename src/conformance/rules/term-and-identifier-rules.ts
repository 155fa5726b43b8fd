import { publishedTexts } from '../../facts/record/fact-texts.ts';
import { describeTerm } from '../../facts/record/keywords.ts';
import {
  isGlobalName,
  readPublishedIdentifiers,
} from '../../facts/record/names-and-identifiers.ts';
import { textTerms } from '../../facts/record/properties.ts';
import { type FactNode, factText } from '../../facts/record/record-graph.ts';
import { bareDoi, persistentUrl } from '../../rdf/identifiers.ts';
import type { JsonValue } from '../../text/json.ts';
import { parseUrl } from '../../text/parsed-url.ts';
import {
  type Change,
  isStated,
  missingStatement,
  propertyOf,
  type RuleSet,
  sayRule,
  valueRule,
} from '../rule.ts';

const termAddresses = [...textTerms.identifiers, ...textTerms.linksAndSame];

/** Rules about terms of vocabularies, and about identifiers. */
export const termAndIdentifierRules = {
  'term-name': sayRule('term', textTerms.allLabels, {
    title: 'Term has no name',
    asked: 'Give the term a name that people understand.',
    why: 'An IRI or a code alone says nothing to people, and is not found by words.',
    template: '{the name of the term}',
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/keywords/1/name' }],
    },
  }),
  'term-scheme': {
    title: 'Vocabulary of the term is missing',
    asked: 'Name the vocabulary that defines the term, as inDefinedTermSet.',
    why: 'One word has different meanings in two vocabularies.',
    remedy: 'author',
    of: 'term',
    constraint: { path: textTerms.schemes, minCount: 1 },
    check: (term) =>
      describeTerm(term).schemes.length > 0
        ? []
        : [missingStatement(term, textTerms.schemes, { kind: 'author', value: missingTermSet })],
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/keywords/1/inDefinedTermSet' }],
    },
  },
  'term-iri': {
    title: 'Term has no IRI',
    asked: 'Give the IRI of the term in its vocabulary, as @id or identifier.',
    why: 'Datasets with the same term, in any language, are found together by its IRI.',
    remedy: 'author',
    of: 'term',
    check: (term) =>
      describeTerm(term).iris.length > 0
        ? []
        : [
            missingStatement(term, termAddresses, {
              kind: 'author',
              value: '{the IRI of the term}',
            }),
          ],
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/keywords/1/identifier' }],
    },
  },
  'term-scheme-iri': {
    title: 'Vocabulary of the term has no IRI',
    asked: 'Give the IRI of the vocabulary, as @id or url of inDefinedTermSet.',
    why: 'A vocabulary is named in many ways; its IRI is one, and leads to the definitions.',
    remedy: 'author',
    of: 'term',
    // A missing vocabulary is another rule's matter.
    check: (term) => {
      const { schemes } = describeTerm(term);
      if (schemes.length === 0 || schemes.some(({ iri }) => iri !== undefined)) return [];
      const stated = term.values(textTerms.schemes);
      const value = stated.find((each) => isStated(each, { acceptsNil: false }));
      const [{ name = '{the name of the vocabulary}' } = {}] = schemes;
      const named: JsonValue = {
        '@type': 'schema:DefinedTermSet',
        'schema:name': name,
        'schema:url': '{the IRI of the vocabulary}',
      };
      const change: Change = { kind: 'author', act: 'replace', value: named };
      if (value === undefined) return [];
      const property = propertyOf(term, textTerms.schemes, value);
      return [{ property, value, found: name, change }];
    },
    example: {
      record: 'cdif-draft',
      patch: [
        {
          op: 'replace',
          path: '/about/keywords/1/inDefinedTermSet',
          value: { '@type': 'DefinedTermSet', name: 'Example terms of the sea' },
        },
      ],
    },
  },
  'resource-identifier': {
    title: 'Resource has no identifier',
    asked: 'Give the resource a globally unique identifier that resolves, as @id or identifier.',
    why:
      'Without an identifier nobody can cite the resource, or recognise it in two catalogues. ' +
      'The draft of CDIF asks for it in its content section; the table of its Appendix 1 has no ' +
      'line for it, but its examples have an @id under about. The content section wins.',
    remedy: 'author',
    of: 'resource',
    check: (resource) =>
      resource.iri !== undefined || readPublishedIdentifiers(resource).length > 0
        ? []
        : [
            {
              property: '@id',
              change: {
                kind: 'author',
                act: 'add',
                value: '{the IRI of the resource, such as that of its DOI}',
              },
            },
          ],
    example: {
      record: 'cdif-draft',
      patch: [
        { op: 'remove', path: '/about/@id' },
        { op: 'remove', path: '/about/identifier' },
      ],
    },
  },
  'identifier-form': valueRule('resource', textTerms.identifiers, {
    title: 'Identifier is not globally unique',
    asked:
      'Write the identifier as a URL that resolves, such as https://doi.org/10.1234/abcd, or ' +
      'with its scheme: doi:10.1234/abcd.',
    why: 'Text such as 10.1234/abcd or 4711 identifies nothing outside of one catalogue.',
    remedy: 'mechanical',
    violation: (value) => {
      const isText = value.kind === 'literal' || bareDoi.test(value.writtenAs ?? '');
      const text = factText(value)?.trim() ?? '';
      if (!isText || isGlobalName(text)) return undefined;
      const known = persistentUrl(text)?.url;
      return known === undefined
        ? {}
        : { change: { kind: 'mechanical', act: 'replace', value: known } };
    },
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'replace', path: '/about/identifier', value: '10.5555/gauge-7' }],
    },
  }),
  'identifier-value': sayRule('identifier', textTerms.valuesAndCodes, {
    title: 'Identifier has no value',
    asked: 'Write the identifier itself as value, such as doi:10.1234/abcd.',
    why: 'The value is what people cite, and what programs compare.',
    template: '{the identifier, such as doi:10.1234/abcd}',
    derive: identifierInUrl,
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/identifier/value' }],
    },
  }),
  'identifier-scheme': sayRule('identifier', [...textTerms.propertyIds, ...textTerms.schemes], {
    title: 'Identifier has no scheme',
    asked:
      'Name the scheme of the identifier as propertyID, such as ' +
      'https://registry.identifiers.org/registry/doi.',
    why: 'The same characters can be an identifier of two schemes.',
    template: '{the IRI or name of the scheme}',
    derive: (node) => identifierTexts(node).map(registeredScheme).find(isKnown),
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/identifier/propertyID' }],
    },
  }),
  'identifier-url': sayRule('identifier', textTerms.links, {
    title: 'Identifier has no address at which it resolves',
    asked: 'Give the URL that resolves the identifier as url: https://doi.org/10.1234/abcd.',
    why: 'People click on it, and programs need not know the resolver of each scheme.',
    template: '{the URL that resolves the identifier}',
    derive: (node) => identifierTexts(node).map(resolverUrl).find(isKnown),
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/identifier/url' }],
    },
  }),
} satisfies RuleSet;

const missingTermSet: JsonValue = {
  '@type': 'schema:DefinedTermSet',
  'schema:name': '{the name of the vocabulary}',
  'schema:url': '{the IRI of the vocabulary}',
};

function identifierTexts(node: FactNode): readonly string[] {
  const texts = publishedTexts(node, textTerms.valuesAndCodes);
  const iris = node.iri === undefined ? [] : [node.iri];
  return [...texts, ...publishedTexts(node, textTerms.links), ...iris];
}

/** The entry of a scheme at identifiers.org, as SOSO names schemes; Handles have none. */
export function registeredScheme(text: string): JsonValue | undefined {
  const scheme = persistentUrl(text)?.scheme;
  return scheme === undefined || scheme === 'hdl'
    ? undefined
    : { '@id': `https://registry.identifiers.org/registry/${scheme}` };
}

/** An identifier in a URL, which says more than a host; a node name that names nothing is none. */
function identifierInUrl(node: FactNode): string | undefined {
  const url = publishedTexts(node, textTerms.links).find((text) => {
    const path = parseUrl(text)?.pathname ?? '';
    return /[^/]/u.test(path) || persistentUrl(text) !== undefined;
  });
  return url ?? (persistentUrl(node.iri ?? '') === undefined ? undefined : node.iri);
}

function resolverUrl(text: string): string | undefined {
  return persistentUrl(text)?.url ?? (/^https?:\/\/\S+$/iu.test(text) ? text : undefined);
}

function isKnown<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}
