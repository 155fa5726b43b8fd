import {
  fileTerms,
  termIri,
  termIris,
  textTerms,
  variableTerms,
} from '../../facts/record/properties.ts';
import {
  type FactLiteral,
  type FactNode,
  factText,
  type FactValue,
  valuesOf,
} from '../../facts/record/record-graph.ts';
import { publishedText } from '../../facts/record/fact-texts.ts';
import { readDate } from '../../facts/time/read-period.ts';
import { persistentUrl } from '../../rdf/identifiers.ts';
import { isBlankNode } from '../../rdf/n-quads.ts';
import { asArray, isObject, type JsonValue } from '../../text/json.ts';
import type { CheckedRecord } from '../checked-record.ts';
import { isStated, type RuleSet, sayRule, valueRule, type Violation } from '../rule.ts';
import { describeIdentifier } from './discovery-rules.ts';

const maxTitleCharacters = 249;
const leastTitleCharacters = 3;
/** A year, month, day or time in the extended form of ISO 8601 (CDIF, schema.org, DCAT). */
const isoDate =
  '^-?[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])' +
  '(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?$';
const isoDateTest = new RegExp(isoDate, 'u');
const statesZone = /(?:z|utc|gmt|[+-]\d\d:?\d\d)$/iu;
const offsetWithoutColon = /([+-]\d\d)(\d\d)$/u;
const dateTemplate = '{the date, such as 2024-03-15}';
const isYear = /^\d{4}$/u;
const noNil = { acceptsNil: false };

const dataset = termIri('schema:Dataset');
/** Classes that CDIF allows beside `schema:Dataset` (CDIF core, Resource type). */
const typesBesideDataset = termIris(
  'schema:Collection schema:CreativeWork schema:DataCatalog schema:DefinedTermSet',
  'schema:DigitalDocument schema:ImageObject schema:MediaObject schema:Product',
  'schema:SoftwareApplication schema:SoftwareSourceCode schema:WebAPI dcat:Dataset',
);

/** Rules about what the record says of the described resource itself. */
export const resourceRules = {
  type: {
    title: 'Type is missing',
    asked: 'State what kind of resource it is by @type, such as schema:Dataset.',
    why: 'A search for datasets, images or software finds resources by their types.',
    remedy: 'author',
    of: 'resource',
    check: ({ types }) =>
      types.length > 0
        ? []
        : [
            {
              property: '@type',
              change: { kind: 'author', act: 'add', value: '{the class, such as schema:Dataset}' },
            },
          ],
    example: { record: 'cdif-draft', patch: [{ op: 'remove', path: '/about/@type' }] },
  },
  'type-dataset': {
    title: 'Resource is not typed as a dataset',
    asked:
      'Add schema:Dataset to @type, beside the more specific classes: CDIF types every ' +
      'described resource so.',
    why: 'Programs that read CDIF look for datasets only, whatever else the resource is.',
    remedy: 'derivable',
    of: 'resource',
    check: (resource) => {
      const { types } = resource;
      if (types.includes(dataset)) return [];
      // A dataset should describe its variables.
      const isLikeDataset =
        types.every((type) => typesBesideDataset.includes(type)) &&
        resource.values(variableTerms.variables).some((value) => isStated(value, noNil));
      const kind = isLikeDataset ? 'derivable' : 'author';
      return [{ property: '@type', change: { kind, act: 'add', value: 'schema:Dataset' } }];
    },
    example: {
      record: 'cdif',
      patch: [{ op: 'replace', path: '/@type', value: ['schema:ImageObject'] }],
    },
  },
  title: sayRule('resource', textTerms.titles, {
    title: 'Title is missing',
    asked: 'Give the resource a name by which people can tell it from all others.',
    why: 'A title is what people read first, in lists of results and in citations.',
    template: '{a name that tells this resource from all others}',
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:name' }] },
  }),
  'title-length': valueRule('resource', textTerms.titles, {
    title: 'Title is too long',
    asked: `A title has at most ${maxTitleCharacters} characters. Move details to the description.`,
    why: 'Lists of results cut long titles.',
    remedy: 'author',
    constraint: { maxLength: maxTitleCharacters },
    violation: (title) => {
      const { length } = publishedText(title) ?? '';
      return length <= maxTitleCharacters
        ? undefined
        : wrongTitle(title, `{a name of at most ${maxTitleCharacters} characters}`);
    },
    example: {
      record: 'cdif-draft',
      patch: [
        { op: 'replace', path: '/about/name', value: 'Sea level at tide gauge 7. '.repeat(10) },
      ],
    },
  }),
  'title-minimum': valueRule('resource', textTerms.titles, {
    title: 'Title is too short',
    asked: `A title has at least ${leastTitleCharacters} characters.`,
    why: 'A title of one or two letters says nothing.',
    remedy: 'author',
    constraint: { minLength: leastTitleCharacters },
    violation: (title) => {
      const { length } = publishedText(title) ?? '';
      return length >= leastTitleCharacters
        ? undefined
        : wrongTitle(title, '{a name that tells this resource from all others}');
    },
    example: { record: 'cdif', patch: [{ op: 'replace', path: '/schema:name', value: 'CO' }] },
  }),
  description: sayRule('resource', textTerms.descriptions, {
    title: 'Description is missing',
    asked: 'Say what the resource contains, how it came to be, and what it can be used for.',
    why:
      'The description decides whether a reader opens the dataset, and most words of a ' +
      'search are found in it.',
    template: '{what the resource contains, how it came to be, what it can be used for}',
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:description' }] },
  }),
  keywords: sayRule('resource', textTerms.terms.keyword, {
    title: 'Keywords are missing',
    asked: 'Give the words by which people look for the resource, each as a value of its own.',
    why: 'Keywords lead readers to the resource who use other words than its title.',
    template: '{a keyword}',
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:keywords' }] },
  }),
  'keyword-form': valueRule('resource', textTerms.terms.keyword, {
    title: 'Keyword contains a comma',
    asked:
      'Write each keyword as a value of its own. A keyword that itself contains a comma is ' +
      'written as a schema:DefinedTerm with a name.',
    why: 'A filter by keywords offers the whole text as one keyword, which no other record has.',
    remedy: 'mechanical',
    violation: (value, resource) => {
      if (value.kind === 'node' || !value.text.includes(',')) return undefined;
      // Among other keywords few commas belong to a phrase: `Midwest, Flooding (July 2019)`.
      const isAlone = resource.values(textTerms.terms.keyword).length === 1;
      const isList = isAlone || value.text.split(',').length > maxPhraseParts;
      const keywords = isList ? separateKeywords(value) : keywordTerm(value.text, value);
      return keywords === undefined
        ? {}
        : {
            change: {
              // Two parts may be one name: `Los Angeles, California`.
              kind: hasTerm(keywords) || asArray(keywords).length < 3 ? 'author' : 'mechanical',
              act: 'replace',
              value: keywords,
            },
          };
    },
    example: {
      record: 'cdif',
      patch: [
        { op: 'replace', path: '/schema:keywords/0', value: 'methane, peat, bog, fen, mire' },
      ],
    },
  }),
  identifier: sayRule('resource', textTerms.identifiers, {
    title: 'Identifier is missing',
    asked: 'State a globally unique identifier that leads to the resource, such as a DOI.',
    why:
      'Without an identifier nobody can cite the resource or recognise it in two ' +
      'catalogues. The @id names the node of the graph; identifier names the thing.',
    template: '{an identifier, such as https://doi.org/10.1234/abcd}',
    derive: ({ iri }, { record: { response } }) => {
      // A fragment names a part of a page. Signposting names the identifier of a page's resource.
      const own = isHttpIri(iri) && !iri.includes('#') ? [iri] : [];
      const [known, ...others] = own.length > 0 ? own : (response?.citeAs ?? []);
      if (known === undefined || others.length > 0) return undefined;
      return describeIdentifier(known) ?? known;
    },
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:identifier' }] },
  }),
  rights: sayRule('resource', textTerms.licences, {
    title: 'Rights are missing',
    asked: 'Name the licence, or say who may use the resource and on which conditions.',
    why: 'Without stated rights nobody knows whether the data may be used, and for what.',
    template: '{the IRI of the licence, such as https://creativecommons.org/licenses/by/4.0/}',
    example: {
      record: 'cdif',
      patch: [
        { op: 'remove', path: '/schema:license' },
        { op: 'remove', path: '/schema:conditionsOfAccess' },
      ],
    },
  }),
  access: sayRule(
    'resource',
    [...textTerms.pages, ...fileTerms.distributions, ...fileTerms.contents, ...fileTerms.places],
    {
      title: 'Access is missing',
      asked:
        'Give the address of the data, or of a page that leads to it, or describe the ' +
        'distributions.',
      why: 'A description that leads nowhere is of no use.',
      template: '{the address of the landing page or of the file}',
      example: {
        record: 'cdif',
        patch: [
          { op: 'remove', path: '/schema:url' },
          { op: 'remove', path: '/schema:distribution' },
        ],
      },
    },
  ),
  'date-modified': sayRule('resource', textTerms.modified, {
    title: 'Date of the latest change is missing',
    asked: 'State when the resource was changed last, as in 2024-03-15.',
    why: 'Whoever holds a copy needs to know whether it is still current.',
    // A date of publication does not tell that nothing changed since.
    template: '{the date of the latest change, or of publication if nothing changed since}',
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:dateModified' }] },
  }),
  'date-published': sayRule('resource', textTerms.issued, {
    title: 'Date of publication is missing',
    asked: 'State when the resource was made accessible, as in 2024-02-01.',
    why: 'The date of publication is part of a citation.',
    template: '{the date of publication, such as 2024-02-01}',
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:datePublished' }] },
  }),
  'date-form': valueRule('resource', [...textTerms.modified, ...textTerms.issued], {
    title: 'Date does not exist, or is not in the extended form of ISO 8601',
    asked: 'Write dates as YYYY-MM-DD, or YYYY-MM-DDThh:mm:ss with Z or an offset.',
    why: 'Programs sort and filter by dates, and read `03/04/2017` in two ways.',
    remedy: 'mechanical',
    constraint: { pattern: isoDate },
    violation: (value) => {
      const text = (factText(value) ?? '').trim();
      if (isDate(text)) return undefined;
      const withColon = text.replace(offsetWithoutColon, '$1:$2');
      const read = isDate(withColon) ? withColon : readDate(text);
      if (read === undefined || !isDate(read)) {
        return { change: { kind: 'author', act: 'replace', value: dateTemplate } };
      }
      // A time that is read without a zone is not known to be in UTC.
      const date = statesZone.test(text) ? read : read.replace(/Z$/u, '');
      return { change: { kind: 'mechanical', act: 'replace', value: date } };
    },
    example: {
      record: 'cdif',
      patch: [{ op: 'replace', path: '/schema:dateModified', value: '15 March 2024' }],
    },
  }),
  'date-precision': valueRule('resource', [...textTerms.modified, ...textTerms.issued], {
    title: 'Date is a year alone',
    asked: 'Write dates with the month at least, as in 2024-03.',
    why: 'A copy that was made in the same year may be current or not.',
    remedy: 'author',
    constraint: { pattern: '^(.{0,3}|.*[^0-9].*|.{5,})$' },
    violation: (value) =>
      isYear.test((factText(value) ?? '').trim())
        ? {
            change: {
              kind: 'author',
              act: 'replace',
              value: '{the date with its month, such as 2024-03}',
            },
          }
        : undefined,
    example: {
      record: 'cdif',
      patch: [{ op: 'replace', path: '/schema:dateModified', value: '2024' }],
    },
  }),
  version: sayRule('resource', 'schema:version dcat:version', {
    title: 'Version is missing',
    asked: 'State the version of the resource. Later versions should sort behind earlier ones.',
    why: 'Results can be reproduced only with the version of the data that they are made from.',
    template: '{the version, such as 1.0}',
    example: { record: 'cdif-draft', patch: [{ op: 'remove', path: '/about/version' }] },
  }),
  language: sayRule('resource', 'schema:inLanguage dcterms:language dc:language', {
    title: 'Language is missing',
    asked: 'State the language of the content by its tag, such as en (BCP 47).',
    why: 'Readers look for content in languages that they understand.',
    template: '{the tag of the language, such as en}',
    example: { record: 'croissant', patch: [{ op: 'remove', path: '/inLanguage' }] },
  }),
  iri: {
    title: 'Resource has no IRI of its own',
    asked: 'Give the resource an @id: an IRI that identifies it, such as that of its DOI.',
    why:
      'Other records can refer to the resource only by an IRI; without one, each harvest ' +
      'makes a new anonymous node.',
    remedy: 'derivable',
    of: 'resource',
    constraint: { path: [], nodeKind: 'IRI' },
    check: (resource, { record }) =>
      resource.iri === undefined ? [missingIri(resource, record)] : [],
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/@id' }] },
  },
} satisfies RuleSet;

/** Whether a text is a date in the extended form, and exists: not 30 February. */
function isDate(text: string): boolean {
  if (!isoDateTest.test(text)) return false;
  const [, day] = /^(-?\d{4}-\d\d-\d\d)/u.exec(text) ?? [];
  return day === undefined || readDate(day) !== undefined;
}

function wrongTitle(title: FactValue, value: string): Omit<Violation, 'property' | 'value'> {
  const text = publishedText(title) ?? '';
  return {
    found: `${text.length} characters: ${text}`,
    change: { kind: 'author', act: 'replace', value },
  };
}

/** More parts between commas are a list. */
const maxPhraseParts = 4;
/** More characters are prose, in which commas do not separate keywords. */
const maxKeywordCharacters = 100;

/**
 * The keywords in a text with a comma, as JSON-LD values without one: between semicolons, where
 * there are some, else between commas, but not those of `1,2-ethanediol`.
 */
function separateKeywords({ text, language }: FactLiteral): JsonValue | undefined {
  const parts = text
    .split(text.includes(';') ? ';' : /(?<!\d),|,(?!\d)/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.some(({ length }) => length > maxKeywordCharacters)) return undefined;
  return parts.map((part) =>
    part.includes(',') ? keywordTerm(part, { language }) : taggedText(part, { language }),
  );
}

/** Whether a keyword becomes a term, whose vocabulary and IRI only the author knows. */
function hasTerm(keywords: JsonValue): boolean {
  return asArray(keywords).some((each) => isObject(each) && '@type' in each);
}

interface LanguageTag {
  readonly language?: string | undefined;
}

function keywordTerm(name: string, tag: LanguageTag): JsonValue {
  return { '@type': ['schema:DefinedTerm'], 'schema:name': taggedText(name, tag) };
}

function taggedText(text: string, { language }: LanguageTag): JsonValue {
  return language === undefined ? text : { '@value': text, '@language': language };
}

function missingIri(resource: FactNode, { graph }: CheckedRecord): Violation {
  const identifiers = resource
    .values(textTerms.identifiers)
    .flatMap((value) => [value].concat(valuesOf(value, textTerms.valuesAndLinks)));
  // The IRI of another node would make one thing of both.
  const known = identifiers
    .map((value) => publishedText(value) ?? '')
    .map((text) => persistentUrl(text)?.url ?? text)
    .find((iri) => isHttpIri(iri) && !iri.includes('#') && !graph.node(iri).isDescribed);
  const value = known ?? '{the IRI of the resource, such as that of its DOI}';
  const kind = known === undefined ? 'author' : 'derivable';
  return {
    property: '@id',
    ...(isBlankNode(resource.name) ? {} : { found: resource.name }),
    change: { kind, act: 'add', value },
  };
}

function isHttpIri(iri: string | undefined): iri is string {
  return iri !== undefined && /^https?:\/\/[^\s{}]+$/u.test(iri);
}
