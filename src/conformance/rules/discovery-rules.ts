import { agentTerms, termIris, textTerms, variableTerms } from '../../facts/record/properties.ts';
import { type FactNode, factText } from '../../facts/record/record-graph.ts';
import { publishedText } from '../../facts/record/fact-texts.ts';
import { readVariableValues } from '../../facts/record/variables.ts';
import { isBlankNode } from '../../rdf/n-quads.ts';
import { persistentUrl } from '../../rdf/identifiers.ts';
import { isWrittenIri } from '../../rdf/iri.ts';
import type { JsonValue } from '../../text/json.ts';
import {
  isStated,
  missingStatement,
  propertyOf,
  type Rule,
  type RuleSet,
  says,
  sayRule,
  valueRule,
  type Violation,
} from '../rule.ts';
import { registeredScheme } from './term-and-identifier-rules.ts';

const leastDescriptionCharacters = 50;
const maxDescriptionCharacters = 5000;

const descriptionTemplate =
  `{what the dataset contains, in ${leastDescriptionCharacters} to ` +
  `${maxDescriptionCharacters} characters}`;

const descriptions = termIris('schema:description dcterms:description dc:description');
const urls = termIris('schema:url');
const versions = termIris('schema:version dcat:version');
const techniques = [...textTerms.terms.technique, ...variableTerms.techniques];

/** Semantic Versioning 2.0.0, without the rules for leading zeros. */
const semanticVersion = '^[0-9]+[.][0-9]+[.][0-9]+([+-][0-9A-Za-z.+-]+)?$';
const semanticVersionTest = new RegExp(semanticVersion, 'u');

/** Rules about what portals and search engines show of a dataset, and by what they find it. */
export const discoveryRules = {
  'description-length': valueRule('resource', descriptions, {
    title: 'Description is too short or too long',
    asked:
      `Write ${leastDescriptionCharacters} to ${maxDescriptionCharacters} characters that say ` +
      'what the dataset contains. Move what is longer into a document, and link to it.',
    why:
      'Search engines do not list a dataset with a description of a few words, and cut ' +
      'descriptions that are longer.',
    remedy: 'author',
    constraint: { minLength: leastDescriptionCharacters, maxLength: maxDescriptionCharacters },
    violation: (value) => {
      const { length } = publishedText(value) ?? '';
      // A node in place of a text has no length.
      if (length === 0 || isWithin(length)) return undefined;
      const found = `${length} characters: ${factText(value) ?? ''}`;
      return { found, change: { kind: 'author', act: 'replace', value: descriptionTemplate } };
    },
    example: {
      record: 'google',
      patch: [{ op: 'replace', path: '/description', value: 'Water table and methane.' }],
    },
  }),
  url: sayRule('resource', textTerms.pages, {
    title: 'Landing page is missing',
    asked: 'Give the address of the web page that describes the resource, as url.',
    why: 'A list of results links to the page, where the reader finds the data explained.',
    template: '{the address of the page about the resource}',
    derive: landingPage,
    example: { record: 'soso', patch: [{ op: 'remove', path: '/url' }] },
  }),
  'single-url': singleRule(urls, {
    title: 'Several landing pages',
    asked: 'Leave one url: the page that describes the resource. Others belong under sameAs.',
    why: 'A portal links to one page; which of several it takes would be chance.',
    example: {
      record: 'soso',
      patch: [
        {
          op: 'replace',
          path: '/url',
          value: ['https://data.fjord.example/ctd-2023', 'https://fjord.example/data/ctd'],
        },
      ],
    },
  }),
  'alternate-name': sayRule('resource', alternativeNames(), {
    title: 'Alternative name is missing',
    asked: 'Name an abbreviation or another name by which the dataset is known, if it has one.',
    why: 'People search by the short name that their field uses.',
    template: '{an abbreviation or another name of the dataset}',
    example: { record: 'google', patch: [{ op: 'remove', path: '/alternateName' }] },
  }),
  'same-as': sayRule('resource', textTerms.sameAs, {
    title: 'Other addresses of the resource are missing',
    asked: 'Link with sameAs to pages about the same resource in other repositories.',
    why: 'By sameAs, a portal shows a dataset once, although several repositories describe it.',
    template: '{the address of another page about the same resource}',
    example: { record: 'google', patch: [{ op: 'remove', path: '/sameAs' }] },
  }),
  catalog: sayRule('resource', 'schema:includedInDataCatalog', {
    title: 'Data catalogue is missing',
    asked: 'Say with includedInDataCatalog which catalogue or collection the dataset belongs to.',
    why: 'Portals group datasets by catalogue, and name the catalogue as their source.',
    template: { '@type': 'schema:DataCatalog', 'schema:name': '{the name of the catalogue}' },
    example: { record: 'google', patch: [{ op: 'remove', path: '/includedInDataCatalog' }] },
  }),
  publisher: sayRule('resource', agentTerms.roles.publisher, {
    title: 'Publisher is missing',
    asked: 'Name the organisation that publishes the resource.',
    why: 'The publisher is part of a citation, and answers for the resource in later years.',
    template: { '@type': 'schema:Organization', 'schema:name': '{the name of the publisher}' },
    example: { record: 'soso', patch: [{ op: 'remove', path: '/publisher' }] },
  }),
  citation: sayRule('resource', termIris('schema:citation dcterms:bibliographicCitation'), {
    title: 'Citation is missing',
    asked: 'Name the article to cite along with the dataset, by its DOI or as a citation.',
    why: 'Readers find the article that explains the data, and its authors get their credit.',
    template: '{the article to cite along with the dataset}',
    example: { record: 'google', patch: [{ op: 'remove', path: '/citation' }] },
  }),
  'measurement-technique': {
    title: 'Measurement technique is missing',
    asked: 'Name the method or the instrument by which the data came to be.',
    why: 'Whether data can be compared depends on how they were measured.',
    remedy: 'author',
    of: 'resource',
    check: (resource, context) => {
      const nodes = [resource, ...readVariableValues(resource)];
      if (nodes.some((node) => node.kind === 'node' && says(node, techniques, context))) return [];
      const value = '{the method or instrument}';
      return [missingStatement(resource, techniques, { kind: 'author', value })];
    },
    example: { record: 'google', patch: [{ op: 'remove', path: '/measurementTechnique' }] },
  },
  'date-created': sayRule('resource', 'schema:dateCreated dcterms:created', {
    title: 'Date of creation is missing',
    asked: 'State when the data were made, as in 2023-11-30.',
    why: 'Data can be much older than their publication.',
    template: '{the date of creation, such as 2023-11-30}',
    example: { record: 'croissant', patch: [{ op: 'remove', path: '/dateCreated' }] },
  }),
  'single-version': singleRule(versions, {
    title: 'Several versions',
    asked: 'State the version that the record describes, and no other.',
    why: 'A reader must know which data the description is about.',
    example: {
      record: 'soso',
      patch: [{ op: 'replace', path: '/version', value: ['1.0.0', '1.1.0'] }],
    },
  }),
  'semantic-version': valueRule('resource', versions, {
    title: 'Version is not of the form MAJOR.MINOR.PATCH',
    asked: 'Write the version as three numbers, such as 1.2.0 (Semantic Versioning).',
    why: 'The three numbers tell a program whether it may go on with a new version of the data.',
    remedy: 'mechanical',
    constraint: { pattern: semanticVersion },
    violation: (value) => {
      const text = (factText(value) ?? '').trim();
      if (semanticVersionTest.test(text)) return undefined;
      const [, numbers] = /^v?(\d+(?:\.\d+){0,2})$/iu.exec(text) ?? [];
      if (numbers === undefined) return {};
      const three = [...numbers.split('.'), '0', '0'].slice(0, 3).join('.');
      return { change: { kind: 'mechanical', act: 'replace', value: three } };
    },
    example: { record: 'croissant', patch: [{ op: 'replace', path: '/version', value: 'v1.1' }] },
  }),
  'identifier-description': {
    title: 'Identifier is only a text or address',
    asked:
      'Describe the identifier as PropertyValue: its scheme as propertyID, the identifier with ' +
      'its prefix as value, the address to which it leads as url.',
    why:
      'A program can compare an identifier with others only if it knows the scheme. A web ' +
      'address that is no DOI, ARK or Handle needs no scheme.',
    remedy: 'mechanical',
    of: 'resource',
    check: (resource) => {
      const values = resource.values(textTerms.identifiers);
      const stated = values.filter((value) => isStated(value, { acceptsNil: false }));
      if (stated.some((value) => value.kind === 'node' && value.isDescribed)) return [];
      return stated.slice(0, 1).flatMap((value): readonly Violation[] => {
        const text = publishedText(value) ?? '';
        const described = describeIdentifier(text);
        if (described === undefined && persistentUrl(text) === undefined && isWrittenIri(text))
          return [];
        const kind = described === undefined ? 'author' : 'mechanical';
        const change = { kind, act: 'replace', value: described ?? schemeTemplate(text) } as const;
        return [{ property: propertyOf(resource, textTerms.identifiers, value), value, change }];
      });
    },
    example: {
      record: 'soso',
      patch: [{ op: 'replace', path: '/identifier', value: 'https://doi.org/10.5555/fjord-ctd' }],
    },
  },
} satisfies RuleSet;

function isWithin(length: number): boolean {
  return length >= leastDescriptionCharacters && length <= maxDescriptionCharacters;
}

function alternativeNames(): readonly string[] {
  return [...textTerms.alternativeTitles, ...termIris('dcterms:alternative skos:altLabel')];
}

/** The page to which the identifier of a resource leads: that of its DOI, ARK or Handle. */
function landingPage(resource: FactNode): JsonValue | undefined {
  const names = isBlankNode(resource.name) ? [] : [resource.name];
  const identifiers = resource.values(textTerms.identifiers).flatMap((value) => {
    const described = value.kind === 'node' ? value.values(textTerms.valuesAndLinks) : [];
    return [value, ...described].flatMap((each) => publishedText(each) ?? []);
  });
  for (const name of [...names, ...identifiers]) {
    const url = persistentUrl(name)?.url;
    if (url !== undefined) return url;
  }
  return undefined;
}

function schemeTemplate(identifier: string): JsonValue {
  return {
    '@type': 'schema:PropertyValue',
    'schema:propertyID': {
      '@id': '{the scheme, such as https://registry.identifiers.org/registry/doi}',
    },
    'schema:value': identifier,
    'schema:url': isWrittenIri(identifier) ? identifier : '{the address to which it leads}',
  };
}

/**
 * A DOI or ARK as a PropertyValue, as SOSO writes it (Dataset guide: Identifier); undefined for
 * other identifiers, whose schemes are not registered at identifiers.org.
 */
export function describeIdentifier(text: string): JsonValue | undefined {
  const known = persistentUrl(text);
  const propertyId = registeredScheme(text);
  if (known === undefined || propertyId === undefined || known.url.includes('%')) return undefined;
  const { scheme, url } = known;
  const name = url.replace(/^https?:\/\/[^/]+\/(?:ark:)?/iu, '');
  return {
    '@type': 'schema:PropertyValue',
    'schema:propertyID': propertyId,
    'schema:value': `${scheme}:${name}`,
    'schema:url': url,
  };
}

/** A rule that a resource says one thing at most; every further value is a violation. */
function singleRule(
  path: readonly string[],
  texts: Pick<Rule, 'title' | 'asked' | 'why' | 'example'>,
): Rule {
  return {
    ...texts,
    remedy: 'author',
    of: 'resource',
    constraint: { path, maxCount: 1 },
    check: (resource) => {
      const seen = new Set<string>();
      const further = resource.values(path).filter((value) => {
        const text = publishedText(value);
        if (text === undefined || seen.has(text)) return false;
        seen.add(text);
        return seen.size > 1;
      });
      return further.map((value): Violation => {
        const property = propertyOf(resource, path, value);
        return { property, value, change: { kind: 'author', act: 'remove' } };
      });
    },
  };
}
