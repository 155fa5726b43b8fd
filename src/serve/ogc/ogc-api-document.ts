import { version } from '../../version.ts';
import { problemMediaType } from '../page.ts';
import type { Site } from '../site.ts';
import { itemBounds } from './item-parameters.ts';
import { ogcMediaTypes, ogcUrl } from './ogc-answers.ts';
import { recordSchemas } from './record-schemas.ts';

/**
 * The definition of the interface in OpenAPI 3.0 (20-004r1, /req/oas30; 17-069r4, 9). It refers to
 * nothing outside of itself.
 */
export function ogcApiDocument(site: Site) {
  return {
    openapi: '3.0.3',
    info: {
      title: `${site.title}: OGC API – Records`,
      description: 'The catalogue as OGC API – Records – Part 1: Core (OGC 20-004r1).',
      version,
    },
    servers: [{ url: ogcUrl(site, '').replace(/\/$/u, '') }],
    tags: [
      { name: 'server', description: 'The interface' },
      { name: 'data', description: 'Collections of records and records' },
    ],
    paths,
    components: {
      parameters: { ...pathParameters, ...queryParameters },
      responses: errorResponses,
      schemas: recordSchemas,
    },
  };
}

interface OperationOptions {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  /** Names of components; with those of the path the resource may be missing. */
  readonly parameters?: readonly string[];
  /** The schema of each media type. */
  readonly media: Readonly<Record<string, string>>;
}

function operation({ id, tag, summary, parameters = [], media }: OperationOptions) {
  const content = Object.entries(media).map(([type, schema]) => {
    return [type, { schema: { $ref: `#/components/schemas/${schema}` } }] as const;
  });
  return {
    get: {
      tags: [tag],
      operationId: id,
      summary,
      parameters: parameters.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      responses: {
        200: { description: summary, content: Object.fromEntries(content) },
        400: { $ref: '#/components/responses/InvalidParameter' },
        ...(parameters.length > 0 && { 404: { $ref: '#/components/responses/NotFound' } }),
        500: { $ref: '#/components/responses/ServerError' },
        503: { $ref: '#/components/responses/NoCatalogue' },
      },
    },
  };
}

function errorResponse(description: string) {
  const schema = { $ref: '#/components/schemas/exception' };
  return { description, content: { [problemMediaType]: { schema } } };
}

const errorResponses = {
  InvalidParameter: errorResponse('A parameter is unknown, or has an invalid value'),
  NotFound: errorResponse('There is no such resource'),
  NoCatalogue: errorResponse('There is no catalogue yet, or it cannot be read'),
  ServerError: errorResponse('An error of the server'),
} as const;

const pathParameters = {
  collectionId: {
    name: 'collectionId',
    in: 'path',
    required: true,
    description: 'The name of a source',
    schema: { type: 'string' },
  },
  recordId: {
    name: 'recordId',
    in: 'path',
    required: true,
    description: 'The id of a record',
    schema: { type: 'string', pattern: '^[0-9a-f]{20}$' },
  },
} as const;

/** A list in one parameter, its values separated by commas. */
function listParameter(name: string, description: string, items: object, more: object = {}) {
  return {
    name,
    in: 'query',
    required: false,
    description,
    schema: { type: 'array', items, ...more },
    style: 'form',
    explode: false,
  };
}

function textParameter(name: string, description: string) {
  return {
    name,
    in: 'query',
    required: false,
    description,
    schema: { type: 'string' },
    style: 'form',
    explode: false,
  };
}

/** As the standards define them (17-069r4, 7.15; 20-004r1, Record Core Query Parameters). */
const queryParameters = {
  bbox: listParameter(
    'bbox',
    'West, south, east and north in degrees of WGS 84, or with the least height after south and ' +
      'the greatest at the end, which are ignored. West is greater than east across the ' +
      'antimeridian. Records that touch the box match, and records without a place.',
    { type: 'number' },
    {
      minItems: 4,
      maxItems: 6,
      oneOf: [
        { minItems: 4, maxItems: 4 },
        { minItems: 6, maxItems: 6 },
      ],
    },
  ),
  datetime: textParameter(
    'datetime',
    'A time of RFC 3339, or two separated by a slash; an end that is empty or .. is open. ' +
      'Records whose time overlaps it match, and records without a time.',
  ),
  limit: {
    name: 'limit',
    in: 'query',
    required: false,
    description: 'The number of records of a page',
    schema: {
      type: 'integer',
      minimum: 1,
      maximum: itemBounds.maxLimit,
      default: itemBounds.defaultLimit,
    },
    style: 'form',
    explode: false,
  },
  q: listParameter(
    'q',
    'Words in titles, keywords, descriptions and names of variables, places and times. A comma ' +
      'is an or; words with blanks between them stand side by side.',
    { type: 'string' },
  ),
  type: listParameter('type', 'Types of resources, such as Dataset', {
    type: 'string',
    maxLength: 64,
  }),
  ids: listParameter('ids', 'The ids of records', { type: 'string' }),
  externalIds: listParameter(
    'externalIds',
    'DOIs, Handles, ARKs and other identifiers of resources, with or without their scheme, or a ' +
      'scheme alone: doi, hdl, ark, urn',
    { type: 'string' },
    { maxItems: itemBounds.maxExternalIds },
  ),
  after: textParameter('after', 'Where a page begins: from the link next of the page before'),
} as const;

const paths = {
  '/': operation({
    id: 'getLandingPage',
    tag: 'server',
    summary: 'The landing page',
    media: { [ogcMediaTypes.json]: 'landingPage' },
  }),
  '/conformance': operation({
    id: 'getConformance',
    tag: 'server',
    summary: 'The conformance classes of the interface',
    media: { [ogcMediaTypes.json]: 'confClasses' },
  }),
  '/api': operation({
    id: 'getApi',
    tag: 'server',
    summary: 'This definition',
    media: { [ogcMediaTypes.openApi]: 'anyObject' },
  }),
  '/collections': operation({
    id: 'getCollections',
    tag: 'data',
    summary: 'The collections: one for each source of the catalogue',
    media: { [ogcMediaTypes.json]: 'collections' },
  }),
  '/collections/{collectionId}': operation({
    id: 'getCollection',
    tag: 'data',
    summary: 'One collection',
    parameters: ['collectionId'],
    media: { [ogcMediaTypes.catalog]: 'catalog', [ogcMediaTypes.json]: 'catalog' },
  }),
  '/collections/{collectionId}/items': operation({
    id: 'getRecords',
    tag: 'data',
    summary: 'The records of a collection that match all parameters, in pages',
    parameters: ['collectionId', ...Object.keys(queryParameters)],
    media: { [ogcMediaTypes.geoJson]: 'recordCollectionGeoJSON' },
  }),
  '/collections/{collectionId}/items/{recordId}': operation({
    id: 'getRecord',
    tag: 'data',
    summary: 'One record',
    parameters: ['collectionId', 'recordId'],
    media: { [ogcMediaTypes.geoJson]: 'recordGeoJSON' },
  }),
} as const;
