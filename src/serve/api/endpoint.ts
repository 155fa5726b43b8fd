import { z } from 'zod';
import { UsageFault } from '../../model/fault.ts';
import { ConditionFault } from '../../search/condition-values.ts';
import { isObject, parseJson } from '../../text/json.ts';
import { nearestKey } from '../../text/nearest-key.ts';
import {
  type PageAnswer,
  type PageRequest,
  type PageRoute,
  problemAnswer,
  type TextAnswer,
} from '../page.ts';
import { parameterOf } from '../pages/search/search-address.ts';
import { urlOnSite } from '../site.ts';

/** The schemas of answers that have a name in the OpenAPI document. */
export const apiSchemas = z.registry<{ readonly id: string; readonly description?: string }>();

/** Names a schema in the OpenAPI document. */
export function namedSchema<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description?: string,
): Schema {
  apiSchemas.add(schema, { id, ...(description !== undefined && { description }) });
  return schema;
}

type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Immutable<Value[Name]> }
    : Value;

/** An answer with a schema. */
export type AnswerOf<Schema extends z.ZodType> = Immutable<z.output<Schema>>;

/**
 * The query parameters of an endpoint. A parameter whose schema is an array may be repeated; its
 * values may also be separated by commas if they are names of a fixed list.
 */
export type ParameterShape = Readonly<Record<string, z.ZodType>>;

/** An endpoint: the description for the OpenAPI document, and the route that answers. */
export interface Endpoint {
  /** As in OpenAPI, below the path of the site: `/api/records/{key}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** The meaning of each part of the path. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly parameters: ParameterShape;
  /** The answer in JSON. */
  readonly answers: z.ZodType;
  /** The other media types, with the schema of the answer, or none for text. */
  readonly otherTypes?: Readonly<Record<string, z.ZodType | undefined>>;
  /** The statuses of errors besides 400 and 503, with their meaning. */
  readonly errors?: Readonly<Record<number, string>>;
  readonly route: PageRoute;
}

interface EndpointDefinition<Shape extends ParameterShape>
  extends Omit<Endpoint, 'route'>, Pick<PageRoute, 'isSurvey'> {
  readonly parameters: Shape;
  /**
   * Answers a request whose parameters are valid. @throws {UsageFault} for values that only the
   * catalogue can judge
   */
  readonly answer: (
    request: PageRequest,
    given: z.output<z.ZodObject<Shape>>,
  ) => PageAnswer | Promise<PageAnswer>;
}

/** Defines an endpoint. Its parameters are checked by the schemas that describe them. */
export function defineEndpoint<Shape extends ParameterShape>(
  definition: EndpointDefinition<Shape>,
): Endpoint {
  const { answer, isSurvey, ...described } = definition;
  const { parameters, otherTypes = {} } = described;
  const mediaTypes = ['application/json', ...Object.keys(otherTypes)] as const;
  const route: PageRoute = {
    isInterface: true,
    mediaTypes,
    ...(isSurvey && { isSurvey }),
    answer: async (request) => {
      try {
        return await answer(request, readParameters(parameters, request.query));
      } catch (error) {
        if (!(error instanceof UsageFault)) throw error;
        return problemAnswer(400, 'The request cannot be answered', messageOf(error));
      }
    },
  };
  return { ...described, route };
}

/** The message of a fault, with parameters in place of the options of the command. */
function messageOf(fault: UsageFault): string {
  if (!(fault instanceof ConditionFault)) return fault.message;
  return `${parameterOf(fault.condition)} ${fault.reason(parameterOf)}`;
}

/** The answer in JSON, indented to be read by people as well. */
export function jsonAnswer(
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): TextAnswer {
  return {
    contentType: 'application/json',
    headers,
    body: `${JSON.stringify(value, null, 2)}\n`,
  };
}

/**
 * Reads query parameters.
 * @throws {UsageFault} for unknown, repeated and invalid ones, all at once
 */
export function readParameters<Shape extends ParameterShape>(
  shape: Shape,
  query: URLSearchParams,
): z.output<z.ZodObject<Shape>> {
  const faults: string[] = [];
  const given: Record<string, unknown> = {};
  for (const name of new Set(query.keys())) {
    const value = readValue(name, query.getAll(name), shape);
    if ('fault' in value) faults.push(value.fault);
    else given[name] = value.given;
  }
  const read = z.object(shape).safeParse(given);
  for (const issue of read.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '');
    if (!query.has(name)) faults.push(`${name} is missing`);
    else if (name in given) faults.push(`${name} ${predicateOf(issue)}`);
  }
  if (read.data === undefined || faults.length > 0) throw new UsageFault(`${faults.join('; ')}.`);
  return read.data;
}

/** What is wrong with a value, as the predicate of a sentence. */
function predicateOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  return `is invalid (${issue.message})`;
}

type ReadValue = { readonly fault: string } | { readonly given: unknown };

function readValue(name: string, texts: readonly string[], shape: ParameterShape): ReadValue {
  const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
  if (schema === undefined) return { fault: unknownParameter(name, Object.keys(shape)) };
  if (texts.some((text) => text.trim() === '')) return { fault: `${name} has no value` };
  if (isListParameter(schema)) {
    return { given: isNameList(schema) ? texts.flatMap((text) => text.split(',')) : texts };
  }
  const [text = '', ...others] = texts;
  if (others.length > 0) return { fault: `${name} must be given once` };
  // The schema would also read 0x10.
  const isUnread = innerSchema(schema) instanceof z.ZodNumber && !/^-?\d{1,15}$/u.test(text);
  return isUnread ? { fault: `${name} must be a whole number` } : { given: text };
}

function unknownParameter(name: string, known: readonly string[]): string {
  if (otherPaging.has(name) && known.includes('after')) {
    return `${name} is not a parameter; take the next page from links.next`;
  }
  const nearest = nearestKey(name, known);
  const shown = JSON.stringify(name.slice(0, maxNameLength));
  if (nearest !== undefined) return `${shown} is not a parameter (did you mean ${nearest}?)`;
  const all = known.length === 0 ? 'there are none' : `the parameters are ${known.join(', ')}`;
  return `${shown} is not a parameter; ${all}`;
}

const maxNameLength = 50;

/** How other interfaces and the search page name the parts of a list. */
const otherPaging: ReadonlySet<string> = new Set(['page', 'offset', 'start', 'cursor']);

/** The schema of the values of a parameter that may be repeated; undefined for another one. */
function itemSchema(schema: z.ZodType): z.ZodType | undefined {
  const inner = innerSchema(schema);
  return inner instanceof z.ZodArray ? (inner.element as z.ZodType) : undefined; // no v3 schemas
}

/** The schema of a parameter that is given. */
function innerSchema(schema: z.ZodType): unknown {
  const isOptional = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return isOptional ? schema.unwrap() : schema;
}

/** Whether a parameter may be repeated. */
function isListParameter(schema: z.ZodType): boolean {
  return itemSchema(schema) !== undefined;
}

/** Whether a parameter takes several names of a fixed list, which commas may separate. */
export function isNameList(schema: z.ZodType): boolean {
  return itemSchema(schema) instanceof z.ZodEnum;
}

/** Parameters of all lists that are read page by page. */
export function pageParameters(limits: { readonly least: number; readonly most: number }) {
  return {
    limit: z.coerce
      .number()
      .int()
      .min(limits.least)
      .max(limits.most)
      .default(20)
      .describe('the number of items on a page'),
    after: z
      .string()
      .optional()
      .describe('the cursor of a page, from `next` of the page before; opaque'),
  };
}

/** The member of an answer with names in the request that the catalogue does not have. */
export const unknownNames = z
  .array(
    z.strictObject({
      condition: z.enum(['source', 'type']),
      asked: z.string(),
      known: z.array(z.string()),
    }),
  )
  .exactOptional();

/** The member of an answer with the cursor of its next page. */
export const nextCursor = z
  .string()
  .exactOptional()
  .describe('the cursor of the next page, for `after`; absent at the end');

/** The links of an answer that is a page of a list. */
export const pageLinks = z
  .strictObject({
    self: z.string(),
    next: z.string().exactOptional(),
  })
  .describe('absolute URLs; `next` is absent on the last page');

/** The absolute URL of a request, with other parameters. */
export function selfUrl(
  { site, query }: PageRequest,
  path: string,
  changes: Readonly<Record<string, string>> = {},
): string {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) parameters.set(name, value);
  const text = parameters.toString();
  return urlOnSite(site, path) + (text === '' ? '' : `?${text}`);
}

/** The links of a page of a list. */
export function linksOfPage(
  request: PageRequest,
  path: string,
  next: string | undefined,
): z.output<typeof pageLinks> {
  const self = selfUrl(request, path);
  return next === undefined ? { self } : { self, next: selfUrl(request, path, { after: next }) };
}

/** The `Link` field of a page with a next page (RFC 8288). */
export function nextLinkHeaders({
  next,
}: z.output<typeof pageLinks>): Readonly<Record<string, string>> {
  return next === undefined ? {} : { Link: `<${next}>; rel="next"` };
}

/** Writes a position in a list as a cursor: base64url of compact JSON. */
export function writeListCursor(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * Reads a cursor of `writeListCursor`.
 * @throws {UsageFault} when it is none
 */
export function readListCursor<Position>(
  cursor: string | undefined,
  schema: z.ZodType<Position>,
): Position | undefined {
  if (cursor === undefined) return undefined;
  const value = parseJson(Buffer.from(cursor, 'base64url').toString());
  const read = schema.safeParse(isObject(value) ? value : undefined);
  if (read.data !== undefined) return read.data;
  throw new UsageFault('after must be the cursor of a next page of the same list');
}
