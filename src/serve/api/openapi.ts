import { z } from 'zod';
import { version } from '../../version.ts';
import { problemMediaType } from '../page.ts';
import type { Site } from '../site.ts';
import { apiSchemas, type Endpoint, isNameList, namedSchema } from './endpoint.ts';

/** Problem details (RFC 9457), the body of every error. */
const problemDetails = namedSchema(
  'ProblemDetails',
  z.strictObject({
    title: z.string(),
    status: z.int(),
    detail: z.string().exactOptional(),
  }),
  'Problem details (RFC 9457).',
);

/** A JSON Schema, or a part of an OpenAPI document. */
type Json = Readonly<Record<string, unknown>>;

const refTo = (id: string): string => `#/components/schemas/${id}`;

/** The OpenAPI 3.1 document of an interface, from the schemas that check its parameters. */
export function openApiDocument({ title, base }: Site, endpoints: readonly Endpoint[]): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: `${title}: API`,
      version,
      description:
        'A catalogue of research metadata, read-only. Every answer has an entity tag, for ' +
        'If-None-Match. A list has `next`, the cursor of its next page, which holds while the ' +
        'catalogue changes. Unknown parameters are refused. Later versions may add members to ' +
        'answers.',
    },
    servers: [{ url: base.replace(/\/$/u, '') }],
    paths: Object.fromEntries(endpoints.map((each) => [each.path, { get: operationOf(each) }])),
    components: { schemas: componentSchemas() },
  };
}

function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(apiSchemas, {
    uri: refTo,
    override: ({ jsonSchema }) => {
      // Later versions may add members.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, plain(schema)]));
}

/** The document itself says which dialect its schemas have, and where they are. */
function plain(schema: Json): Json {
  const { $schema: _schema, $id: _id, ...others } = schema;
  return others;
}

function operationOf(endpoint: Endpoint): Json {
  const { path, summary, description, answers, otherTypes = {}, errors = {} } = endpoint;
  const content: Record<string, Json> = { 'application/json': { schema: refOf(answers) } };
  for (const [type, schema] of Object.entries(otherTypes)) {
    content[type] = { schema: schema === undefined ? { type: 'string' } : refOf(schema) };
  }
  return {
    operationId: operationId(path),
    summary,
    ...(description !== undefined && { description }),
    parameters: parametersOf(endpoint),
    responses: {
      200: {
        description: 'The answer.',
        headers: { ETag: { description: 'for If-None-Match', schema: { type: 'string' } } },
        content,
      },
      304: { description: 'Nothing has changed since the answer with this entity tag.' },
      400: problem('A parameter is unknown or invalid; `detail` says which, and what is allowed.'),
      ...Object.fromEntries(
        Object.entries(errors).map(([status, meaning]) => [status, problem(meaning)]),
      ),
      503: problem('There is no catalogue, or it cannot be read.'),
    },
  };
}

/** `/api/sources/{name}` is `getApiSourcesName`. */
function operationId(path: string): string {
  const words = path.match(/[a-z]+/giu) ?? [];
  return `get${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}

function problem(description: string): Json {
  return { description, content: { [problemMediaType]: { schema: refOf(problemDetails) } } };
}

function refOf(schema: z.ZodType): Json {
  return { $ref: refTo(apiSchemas.get(schema)?.id ?? '') };
}

function parametersOf({ parts = {}, parameters }: Endpoint): readonly Json[] {
  const inPath = Object.entries(parts).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(parameters).map(([name, schema]) => {
    const { description, ...others } = plain(z.toJSONSchema(schema));
    const isList = others['type'] === 'array';
    return {
      name,
      in: 'query',
      required: !schema.safeParse(undefined).success,
      description,
      style: 'form',
      explode: !isList || !isNameList(schema),
      schema: others,
    };
  });
  return [...inPath, ...inQuery];
}
