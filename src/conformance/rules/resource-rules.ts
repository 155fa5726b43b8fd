import { fileTerms, textTerms } from '../../facts/record/properties.ts';
import { type FactNode, factText, valuesOf } from '../../facts/record/record-graph.ts';
import { publishedText } from '../../facts/record/fact-texts.ts';
import { readDate } from '../../facts/time/read-period.ts';
import { isBlankNode } from '../../rdf/n-quads.ts';
import { type Rule, sayRule, valueRule, type Violation } from '../rule.ts';
import { describeIdentifier } from './discovery-rules.ts';

const maxTitleCharacters = 250;
const leastTitleCharacters = 3;
/** A year, month, day or time of ISO 8601, as CDIF, schema.org and DCAT use them. */
const isoDate =
  '^-?[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])' +
  '(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?)?)?$';
const isoDateTest = new RegExp(isoDate, 'u');

/** Rules about what the record says of the described resource itself. */
export const resourceRules = {
  title: sayRule('resource', textTerms.titles, {
    title: 'Title is missing',
    asked: 'Give the resource a name by which people can tell it from all others.',
    why: 'A title is what people read first, in lists of results and in citations.',
    template: '{a name that tells this resource from all others}',
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:name' }] },
  }),
  'title-length': valueRule('resource', textTerms.titles, {
    title: 'Title is too short or too long',
    asked:
      `A title has ${leastTitleCharacters} to ${maxTitleCharacters} characters. ` +
      'Move details into the description.',
    why: 'Lists of results cut long titles; one of two letters says nothing.',
    remedy: 'author',
    constraint: { minLength: leastTitleCharacters, maxLength: maxTitleCharacters },
    violation: (value) => {
      const { length } = publishedText(value) ?? '';
      const fits = length >= leastTitleCharacters && length <= maxTitleCharacters;
      return fits ? undefined : { found: `${factText(value) ?? ''} (${length} characters)` };
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
  identifier: sayRule('resource', textTerms.identifiers, {
    title: 'Identifier is missing',
    asked: 'State a globally unique identifier that leads to the resource, such as a DOI.',
    why:
      'Without an identifier nobody can cite the resource or recognise it in two ' +
      'catalogues. The @id names the node of the graph; identifier names the thing.',
    template: '{an identifier, such as https://doi.org/10.1234/abcd}',
    derive: (resource) =>
      isHttpIri(resource.iri) ? (describeIdentifier(resource.iri) ?? resource.iri) : undefined,
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:identifier' }] },
  }),
  rights: sayRule('resource', textTerms.licences, {
    title: 'Rights are missing',
    asked: 'Name the licence, or say who may use the resource and on which conditions.',
    why: 'Data without stated rights cannot be used lawfully by anybody but its owner.',
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
    template: '{the date of the latest change, such as 2024-03-15}',
    derive: (resource) => earliestText(resource, textTerms.issued),
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
    title: 'Date is not in the form of ISO 8601',
    asked: 'Write dates as YYYY-MM-DD, or YYYY-MM-DDThh:mm:ss with Z or an offset.',
    why: 'Programs sort and filter by dates, and read `03/04/2017` in two ways.',
    remedy: 'mechanical',
    constraint: { pattern: isoDate },
    violation: (value) => {
      const text = (factText(value) ?? '').trim();
      if (isoDateTest.test(text)) return undefined;
      const read = readDate(text);
      return read === undefined || !isoDateTest.test(read)
        ? {}
        : { change: { kind: 'mechanical', act: 'replace', value: read } };
    },
    example: {
      record: 'cdif',
      patch: [{ op: 'replace', path: '/schema:dateModified', value: '15 March 2024' }],
    },
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
    check: (resource) => (resource.iri === undefined ? [missingIri(resource)] : []),
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/@id' }] },
  },
} satisfies Record<string, Rule>;

function missingIri(resource: FactNode): Violation {
  const identifiers = resource
    .values(textTerms.identifiers)
    .flatMap((value) => [value].concat(valuesOf(value, textTerms.valuesAndLinks)));
  const pages = resource.values(textTerms.pages);
  const known = [...identifiers, ...pages].map(publishedText).find(isHttpIri);
  const value = known ?? '{the IRI of the resource, such as that of its DOI}';
  const kind = known === undefined ? 'author' : 'derivable';
  return {
    property: '@id',
    ...(isBlankNode(resource.name) ? {} : { found: resource.name }),
    change: { kind, act: 'add', value },
  };
}

function earliestText(resource: FactNode, properties: readonly string[]): string | undefined {
  const texts = resource.values(properties).flatMap((value) => publishedText(value) ?? []);
  return texts.toSorted()[0];
}

function isHttpIri(iri: string | undefined): iri is string {
  return iri !== undefined && /^https?:\/\/[^\s{}]+$/u.test(iri);
}
