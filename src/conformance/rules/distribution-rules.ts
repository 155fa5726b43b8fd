import { readServices } from '../../facts/record/files.ts';
import { publishedText, publishedTexts } from '../../facts/record/fact-texts.ts';
import {
  agentTerms,
  fileTerms,
  termIri,
  termIris,
  textTerms,
} from '../../facts/record/properties.ts';
import {
  type FactNode,
  factText,
  type FactValue,
  nodesUnder,
} from '../../facts/record/record-graph.ts';
import { isMediaType, normalizeFormat } from '../../facts/text/formats-and-checksums.ts';
import { looksLikePlainText } from '../../facts/text/missing-values.ts';
import { persistentUrl } from '../../rdf/identifiers.ts';
import { parseUrl } from '../../text/parsed-url.ts';
import type { JsonValue } from '../../text/json.ts';
import { isDescribed } from '../checked-record.ts';
import {
  type Change,
  missingStatement,
  type Rule,
  type RuleSet,
  says,
  sayRule,
  valueRule,
  type Violation,
} from '../rule.ts';

const accessUrls = [...new Set([...fileTerms.contents, ...fileTerms.places])];
const contentUrl = termIri('schema:contentUrl');
const misspeltContentUrl = termIri('schema:contentURL');
const downloads = termIris('schema:DataDownload dcat:Distribution');
const services = termIris('schema:WebAPI dcat:DataService');
const catalogType = 'http://www.w3.org/ns/dcat#DataCatalog';
const describedDistribution: JsonValue = {
  '@type': 'schema:DataDownload',
  'schema:contentUrl': '{the address of the file}',
  'schema:encodingFormat': '{the media type, such as text/csv}',
};

/** Rules about the ways to get the resource: distributions and their files. */
export const distributionRules = {
  'access-route': sayRule(
    'resource',
    [
      ...new Set([...textTerms.pages, ...fileTerms.distributions, ...accessUrls]),
      ...termIris('schema:conditionsOfAccess dcterms:accessRights'),
    ],
    {
      title: 'Nothing says how to get the resource',
      asked:
        'Give the address of the data or of a page that leads to it, describe the ' +
        'distributions, or say in words how to get access, as conditionsOfAccess.',
      why:
        'A description that leads nowhere is of no use. The draft of CDIF accepts instructions ' +
        'in words (its content section), for which its Appendix 1 names no property; ' +
        'conditionsOfAccess is the one of schema.org.',
      template: '{the address of the landing page or of the file}',
      example: {
        record: 'cdif-draft',
        patch: [
          { op: 'remove', path: '/about/url' },
          { op: 'remove', path: '/about/distribution' },
          { op: 'remove', path: '/about/conditionsOfAccess' },
        ],
      },
    },
  ),
  distribution: sayRule('resource', fileTerms.distributions, {
    title: 'Distributions are missing',
    asked: 'Describe each file or service by which people get the data, as distribution.',
    why: 'A page is for people; programs need the address and the format of the data themselves.',
    template: describedDistribution,
    example: { record: 'dataone', patch: [{ op: 'remove', path: '/distribution' }] },
  }),
  'distribution-object': valueRule('resource', fileTerms.distributions, {
    title: 'Distribution is not described by an object',
    asked: 'Describe each distribution by an object with a type, an address and a format.',
    why: 'An address alone does not say what is behind it.',
    remedy: 'author',
    constraint: { nodeKind: 'BlankNodeOrIRI' },
    violation: (value) => {
      if (isDescribed(value)) return undefined;
      const address = publishedText(value) ?? '';
      const described = {
        '@type': 'schema:DataDownload',
        'schema:contentUrl': address,
        'schema:encodingFormat': formatByName(address) ?? '{the media type, such as text/csv}',
      };
      return { change: { kind: 'author', act: 'replace', value: described } };
    },
    example: {
      record: 'dataone',
      patch: [
        {
          op: 'replace',
          path: '/distribution/1',
          value: 'https://lakes.example/data/traps/counts.csv',
        },
      ],
    },
  }),
  'distribution-type': typeRule([...downloads, ...services], {
    title: 'Distribution is neither a download nor a service',
    asked: 'Give the distribution the @type DataDownload for a file, or WebAPI for a service.',
    why: 'Programs download the one and call the other.',
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'replace', path: '/about/distribution/0/@type', value: 'CreativeWork' }],
    },
  }),
  'distribution-download-type': typeRule(downloads, {
    title: 'Distribution is no download',
    asked: 'Give each distribution the @type DataDownload.',
    why: 'DataONE reads the components of a dataset from its entries of this type only.',
    example: {
      record: 'dataone',
      patch: [
        { op: 'replace', path: '/distribution/1/@type', value: 'MediaObject' },
        {
          op: 'add',
          path: '/distribution/1/contentUrl',
          value: 'https://lakes.example/data/traps/counts.csv',
        },
      ],
    },
  }),
  'distribution-url': sayRule(
    'distribution',
    [
      ...accessUrls,
      ...termIris('dcat:endpointURL schema:documentation'),
      ...fileTerms.templates,
      ...fileTerms.actions,
    ],
    {
      title: 'Distribution has no address',
      asked:
        'Give the address of the file as contentUrl, or that of a page or service as url. A ' +
        'service may describe its requests in a potentialAction instead.',
      why: 'Nobody can get a file without its address.',
      template: '{the address of the file}',
      example: {
        record: 'cdif-draft',
        patch: [{ op: 'remove', path: '/about/distribution/1/contentUrl' }],
      },
    },
  ),
  'distribution-url-form': valueRule('file', accessUrls, {
    title: 'Address is not a complete URL',
    asked: 'Write the whole address, from https:// on; a DOI as https://doi.org/10.1234/abcd.',
    why: 'Copies of the record elsewhere cannot complete an address.',
    remedy: 'mechanical',
    constraint: { pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[^ ]+$' },
    violation: (value) => {
      if (value.kind === 'node' && !isWrittenAsText(value)) return undefined;
      const text = factText(value)?.trim() ?? '';
      if (isCompleteUrl(text)) return undefined;
      const known = persistentUrl(text)?.url ?? encodedUrl(text);
      const template = '{the complete address, such as https://data.example/file.csv}';
      return {
        change:
          known === undefined
            ? { kind: 'author', act: 'replace', value: template }
            : { kind: 'mechanical', act: 'replace', value: known },
      };
    },
    example: {
      record: 'cdif-draft',
      patch: [
        {
          op: 'replace',
          path: '/about/distribution/0/contentUrl',
          value: { '@value': '10.5555/hourly-gauges' },
        },
      ],
    },
  }),
  'distribution-url-property': {
    title: 'contentURL is not a property of schema.org',
    asked: 'Call the address of the file contentUrl.',
    why: 'Programs that know schema.org do not see the address.',
    remedy: 'mechanical',
    of: 'file',
    constraint: { path: [misspeltContentUrl], maxCount: 0 },
    check: (file) => {
      const right = publishedTexts(file, [contentUrl]);
      return file.values([misspeltContentUrl]).map((value): Violation => {
        const found: Violation = { property: misspeltContentUrl, value };
        if (right.length === 0) return addChange(found, 'rename');
        return right.includes(factText(value)?.trim() ?? '') ? addChange(found, 'remove') : found;
      });
    },
    example: {
      record: 'cdif-draft',
      patch: [
        {
          op: 'move',
          from: '/about/distribution/0/contentUrl',
          path: '/about/distribution/0/contentURL',
        },
      ],
    },
  },
  'distribution-format': sayRule(
    'distribution',
    [...textTerms.formats, ...termIris('schema:serviceType')],
    {
      title: 'Distribution has no format',
      asked: 'State the media type of the file, such as text/csv, as encodingFormat.',
      why: 'People and programs choose the file that they can read before they download it.',
      template: '{the media type, such as text/csv}',
      derive: (file) =>
        publishedTexts(file, accessUrls)
          .map(formatByName)
          .find((format) => format !== undefined),
      example: {
        record: 'cdif-draft',
        patch: [{ op: 'remove', path: '/about/distribution/0/encodingFormat' }],
      },
    },
  ),
  'distribution-format-form': valueRule('file', textTerms.formats, {
    title: 'Format is not a media type',
    asked: 'Write the media type, such as text/csv, or the URL of a format that has none.',
    why: 'Programs compare media types; `CSV`, `csv file` and `.csv` are three texts to them.',
    remedy: 'mechanical',
    constraint: { nodeKind: 'IRIOrLiteral' },
    violation: (value) => {
      const text = factText(value)?.trim() ?? '';
      if (isFormatName(value, text)) return undefined;
      const known = normalizeFormat(text);
      return {
        change: isMediaType(known)
          ? { kind: 'mechanical', act: 'replace', value: known }
          : { kind: 'author', act: 'replace', value: '{the media type, such as text/csv}' },
      };
    },
    example: {
      record: 'dataone',
      patch: [{ op: 'replace', path: '/distribution/1/encodingFormat', value: 'CSV' }],
    },
  }),
  'distribution-conforms-to': sayRule('distribution', fileTerms.profiles, {
    title: 'Specification of the distribution is missing',
    asked:
      'Name the specifications that the content follows, by IRI, as dcterms:conformsTo: those of ' +
      'the format, of the structure, and of the vocabularies.',
    why: 'A media type does not tell how to read the content: what a column means, for instance.',
    template: { '@id': '{the IRI of the specification}' },
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/distribution/0/dcterms:conformsTo' }],
    },
  }),
  'distribution-name': sayRule('distribution', textTerms.allLabels, {
    title: 'Distribution has no name',
    asked: 'Give each distribution a name that tells it from the others.',
    why: 'People choose among distributions by their names.',
    template: '{a name that tells this distribution from the others}',
    example: { record: 'dataone', patch: [{ op: 'remove', path: '/distribution/0/name' }] },
  }),
  'distribution-identifier': sayRule('distribution', textTerms.identifiers, {
    title: 'Distribution has no identifier',
    asked: 'Give each distribution an identifier of its own.',
    why: 'A file needs an identifier to be recognised when its address changes.',
    template: '{the identifier of the distribution}',
    derive: ({ iri = '' }) => (/^https?:/u.test(iri) ? iri : undefined),
    example: {
      record: 'dataone',
      patch: [
        { op: 'remove', path: '/distribution/0/identifier' },
        { op: 'add', path: '/distribution/0/@id', value: 'https://data.example/table.csv' },
      ],
    },
  }),
  'distribution-catalog-type': {
    title: 'Distribution lacks the additional type that DataONE asks for',
    asked: `Give each distribution the additionalType ${catalogType}.`,
    why:
      'DataONE asks for it in each entry. DCAT does not define the class, so this change is left ' +
      'to the author.',
    remedy: 'author',
    of: 'distribution',
    check: (file) => {
      const types = file.values(textTerms.terms.type).map(factText);
      if (types.includes(catalogType)) return [];
      const value = { '@id': catalogType };
      return [missingStatement(file, textTerms.terms.type, { kind: 'author', value })];
    },
    example: {
      record: 'dataone',
      patch: [{ op: 'remove', path: '/distribution/0/additionalType' }],
    },
  },
  'distribution-agent': {
    title: 'Nobody is named for questions about access',
    asked:
      'Name the person or organisation that provides the resource, as provider of the resource ' +
      'or of each distribution.',
    why: 'When a download fails, people need somebody to ask.',
    remedy: 'author',
    of: 'resource',
    check: (resource, context) => {
      const path = agentTerms.roles.provider;
      const files = nodesUnder(resource, fileTerms.distributions);
      const isNamed =
        says(resource, path, context) ||
        (files.length > 0 && files.every((file) => says(file, path, context)));
      return isNamed ? [] : [missingStatement(resource, path, missingProvider)];
    },
    example: { record: 'cdif-draft', patch: [{ op: 'remove', path: '/about/provider' }] },
  },
} satisfies RuleSet;

function addChange(found: Violation, act: 'remove' | 'rename'): Violation {
  const to = act === 'rename' ? { to: contentUrl } : {};
  return { ...found, change: { kind: 'mechanical', act, ...to } };
}

/** A rule that a distribution has one of some classes. */
function typeRule(
  classes: readonly string[],
  texts: Pick<Rule, 'title' | 'asked' | 'why' | 'example'>,
): Rule {
  return {
    ...texts,
    remedy: 'derivable',
    of: 'distribution',
    constraint: { path: [], classes },
    check: (file) => {
      if (file.types.some((type) => classes.includes(type))) return [];
      return [{ property: '@type', found: file.types.join(', '), ...addedType(file, classes) }];
    },
  };
}

/** What has the address of a content is a download; what has requests is a service. */
function addedType(
  file: FactNode,
  classes: readonly string[],
): Pick<Violation, 'change'> | undefined {
  const isCallable = readServices(file).length > 0;
  const type = isCallable ? 'schema:WebAPI' : 'schema:DataDownload';
  if (isCallable && !classes.includes(termIri(type))) return undefined;
  const isKnown = isCallable || publishedTexts(file, fileTerms.contents).length > 0;
  return { change: { kind: isKnown ? 'derivable' : 'author', act: 'add', value: type } };
}

/** A DOI or an address without scheme; a text with blanks may have been a complete URL. */
function isWrittenAsText({ writtenAs = '' }: FactNode): boolean {
  return !/\s/u.test(writtenAs) && looksLikePlainText(writtenAs);
}

function isCompleteUrl(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\S+$/iu.test(text) && !/^(?:doi|hdl|file):/iu.test(text);
}

/** A URL with blanks, which a URL parser encodes. */
function encodedUrl(text: string): string | undefined {
  return /^https?:\/\//iu.test(text) ? parseUrl(text)?.href : undefined;
}

/** The media type of a file by the end of its name, if that is known. */
function formatByName(address: string): string | undefined {
  const [, ending] = /\.([a-z\d]{1,8})$/iu.exec(address.replace(/[?#].*/su, '')) ?? [];
  const format = ending === undefined ? '' : normalizeFormat(ending);
  return isMediaType(format) ? format : undefined;
}

/** Types of fields that are in use without being registered, such as `chemical/x-pdb`. */
const unregisteredType = /^(?:chemical|x-[\w-]+)\/[\w.+-]+$/iu;

/**
 * Whether a value is a media type, the IRI of a format, or a format that is described by a node.
 */
function isFormatName(value: FactValue, text: string): boolean {
  if (value.kind === 'node' && (value.isDescribed || value.writtenAs === undefined)) return true;
  return isMediaType(text) || unregisteredType.test(text) || /^https?:\/\/\S+$/iu.test(text);
}

const missingProvider: Pick<Change, 'kind' | 'value'> = {
  kind: 'author',
  value: {
    '@type': 'schema:Organization',
    'schema:name': '{the name of who provides the data}',
    'schema:identifier': '{its IRI, such as that of its ROR ID}',
    'schema:email': '{an email address}',
  },
};
