import type { ProblemKind, ProblemOf } from '../../src/model/problem.ts';
import { findingSamples } from './finding-samples.ts';

const list = 'https://soil.example/all.jsonld';
const url = 'https://soil.example/dataset/7';

/** One problem of each kind, as it would be met: the pages in `docs/problems/` show how these are printed. */
export const problemSamples = {
  ...findingSamples,

  'charset-unknown': { kind: 'charset-unknown', url, charset: 'utf8mb4' },
  'charset-wrong': {
    kind: 'charset-wrong',
    url,
    charset: 'utf-8',
    readAs: 'windows-1252',
    line: 14,
    column: 22,
  },
  'cite-as-differs': {
    kind: 'cite-as-differs',
    url: 'https://soil.example/7',
    citeAs: 'https://doi.org/10.5072/1',
    identifier: 'doi:10.5072/2',
  },
  'content-type-unsupported': {
    kind: 'content-type-unsupported',
    url: 'https://soil.example/files/7.csv',
    contentType: 'text/csv',
  },
  'json-duplicate-key': {
    kind: 'json-duplicate-key',
    url,
    name: 'schema:dateModified',
    line: 31,
    column: 3,
  },
  'json-malformed': {
    kind: 'json-malformed',
    url: 'https://soil.example/7',
    detail: 'expected a value, found ","',
    excerpt: '"depth": ,',
    line: 9,
    column: 12,
  },
  'json-mended': { kind: 'json-mended', url, what: 'trailing-comma', line: 9, column: 24 },
  'json-not-metadata': { kind: 'json-not-metadata', url, found: 'an empty array' },
  'link-field-malformed': {
    kind: 'link-field-malformed',
    url,
    detail: 'a quote that is not closed',
    excerpt: '</7>; rel="item',
  },
  'link-too-deep': {
    kind: 'link-too-deep',
    url,
    link: 'https://soil.example/dataset/7.jsonld',
    maxDepth: 2,
  },
  'linkset-malformed': {
    kind: 'linkset-malformed',
    url: 'https://soil.example/7/linkset',
    detail: 'expected ":", found ","',
    line: 6,
    column: 5,
    linksRead: 0,
  },
  'list-empty': { kind: 'list-empty', url: list },
  'list-item-invalid': { kind: 'list-item-invalid', url: list, found: 'the number 7' },
  'list-item-too-large': {
    kind: 'list-item-too-large',
    url: list,
    maxBytes: 4_194_304,
    item: 318,
  },
  'list-malformed': {
    kind: 'list-malformed',
    url: list,
    detail: 'expected a value',
    line: 821,
    column: 7,
    itemsRead: 39,
  },
  'metadata-format-unread': {
    kind: 'metadata-format-unread',
    url: 'https://soil.example/dataset/7.xml',
    format: 'ISO 19139',
    contentType: 'application/xml',
  },
  'no-metadata': { kind: 'no-metadata', url: 'https://soil.example/about' },
  'rdf-line-malformed': {
    kind: 'rdf-line-malformed',
    url: 'https://soil.example/all.nq',
    detail: 'Unexpected "<https://soil.example/peat"',
    line: 4821,
  },
  'rdf-malformed': {
    kind: 'rdf-malformed',
    url: 'https://soil.example/dataset/7.ttl',
    syntax: 'turtle',
    detail: 'Undefined prefix "schema:"',
    line: 3,
  },
  'script-missing': {
    kind: 'script-missing',
    url: 'https://soil.example/7.html',
    id: 'metadata',
  },
  'too-many-links': {
    kind: 'too-many-links',
    url: 'https://soil.example/collection/3',
    maxLinks: 20,
  },

  'blank-node-predicate': { kind: 'blank-node-predicate', url, predicate: '_:depth' },
  'context-unavailable': {
    kind: 'context-unavailable',
    url,
    context: 'https://w3id.org/ro/crate/1.1/context',
  },
  'graph-too-large': { kind: 'graph-too-large', url, maxCharacters: 268_435_456 },
  'identifier-unusable': { kind: 'identifier-unusable', url, value: 'nan' },
  'iri-dropped': {
    kind: 'iri-dropped',
    url,
    role: 'object',
    value: 'https://soil.example:port/terms',
  },
  'iri-repaired': {
    kind: 'iri-repaired',
    url,
    value: 'https://soil.example/soil map',
    repaired: 'https://soil.example/soil%20map',
  },
  'json-ld-invalid': { kind: 'json-ld-invalid', url, code: 'invalid type value', detail: '[5]' },
  'json-too-complex': { kind: 'json-too-complex', url, limit: 'values', max: 2_000_000 },
  'language-tag-repaired': {
    kind: 'language-tag-repaired',
    url,
    value: 'en_us',
    repaired: 'en-us',
  },
  'literal-repaired': { kind: 'literal-repaired', url, value: 'Sediment cores of the No\u{FFFD}' },
  'named-graph-folded': {
    kind: 'named-graph-folded',
    url,
    name: 'https://soil.example/dataset/7#metadata',
  },
  'no-triples': { kind: 'no-triples', url },
  'prefix-undeclared': {
    kind: 'prefix-undeclared',
    url,
    prefix: 'dct',
    value: 'dct:title',
    namespace: 'http://purl.org/dc/terms/',
  },
  'problems-omitted': { kind: 'problems-omitted', url, of: 'iri-repaired', count: 14 },
  'record-timed-out': { kind: 'record-timed-out', url, timeoutMs: 60_000 },
  'schema-org-slash-missing': {
    kind: 'schema-org-slash-missing',
    url,
    value: 'https://schema.org',
  },
  'term-undefined': { kind: 'term-undefined', url, term: 'measurementDepth' },
  'text-as-iri': {
    kind: 'text-as-iri',
    url,
    value: 'CC0',
    iri: 'https://soil.example/dataset/CC0',
  },
  'value-dropped': { kind: 'value-dropped', url, value: '@citation', reason: 'reserved-name' },

  'record-iri-shared': {
    kind: 'record-iri-shared',
    url: 'https://soil.example/7',
    iri: 'https://soil.example/md',
    records: 12,
    other: 'https://soil.example/8',
  },
  'resource-shared': {
    kind: 'resource-shared',
    url: 'https://soil.example/7',
    iri: 'https://doi.org/10.5/7',
    records: 2,
    other: 'https://peat.example/',
  },
  'source-not-configured': {
    kind: 'source-not-configured',
    url: 'urn:cdif-graph:source:soil',
    source: 'soil',
    urls: 120,
    records: 114,
    lastRun: '20260411T020000Z',
  },

  'internal-error': {
    kind: 'internal-error',
    url,
    stage: 'expand',
    detail: 'TypeError: value is not iterable',
    stack: 'TypeError: value is not iterable\n    at writeList (write-graph.js:1:1)',
  },
} satisfies { readonly [Kind in ProblemKind]: ProblemOf<Kind> };
