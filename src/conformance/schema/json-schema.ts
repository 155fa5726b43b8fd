import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { Fault } from '../../model/fault.ts';
import { isObject, type JsonValue, parseJson } from '../../text/json.ts';
import { groupBy } from '../../text/collections.ts';
import { escapeControls } from '../../text/printable.ts';
import type { UnevaluatedPart } from '../shacl/shape-list.ts';

/** A file with a JSON Schema cannot be used. */
export class SchemaFault extends Fault {
  override readonly name = 'SchemaFault' as const;
}

/** What a document lacks by a JSON Schema. */
export interface SchemaViolation {
  /** RFC 6901: the value that is refused. */
  readonly pointer: string;
  /** The keyword that refuses it, with its place in the schema. */
  readonly keyword: string;
  readonly asked: string;
}

/** A JSON Schema, ready to use. */
export interface OpenedSchema {
  /** The name of its file. */
  readonly name: string;
  /**
   * The violations of a document, in document order; empty where it is valid, undefined where it
   * cannot be checked, as by a schema that refers to itself without end.
   */
  readonly check: (document: JsonValue, url: string) => readonly SchemaViolation[] | undefined;
  /** What was not checked, each part once; complete after the last document. */
  readonly unevaluated: () => readonly UnevaluatedPart[];
}

type Schema = Readonly<Record<string, JsonValue>> | boolean;

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** Digits after the point within which a quotient is whole: 0.07 / 0.01 is 7.000000000000001. */
const multipleOfPrecision = 9;

/**
 * Reads JSON Schemas (2020-12). Each may refer to others of them by their `$id`; nothing is fetched.
 * @throws {SchemaFault} for a file that is no JSON, no schema, of another dialect, or that refers to
 * a schema that is not among them
 */
export function openSchemas(
  files: readonly { readonly name: string; readonly text: string }[],
): readonly OpenedSchema[] {
  // What the engine says of the schema that it reads, such as of a format that it does not know.
  let messages = new Set<string>();
  const note = (...parts: readonly unknown[]): void => void messages.add(parts.join(' '));
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateFormats: true,
    multipleOfPrecision,
    logger: { log: note, warn: note, error: note },
  });
  // The package is CommonJS, whose default export has the function as a member for ES modules.
  addFormats.default(ajv);
  const schemas = files.map(({ name, text }) => ({ name, schema: parseSchema(name, text) }));
  for (const { name, schema } of schemas) {
    try {
      if (idOf(schema) !== undefined && typeof schema === 'object') ajv.addSchema(schema);
    } catch (error) {
      throw unusable(name, error);
    }
  }
  return schemas.map(({ name, schema }) => {
    messages = new Set();
    const validate = compile(ajv, name, schema);
    return openSchema(name, validate, messages);
  });
}

function openSchema(
  name: string,
  validate: ValidateFunction,
  messages: Iterable<string>,
): OpenedSchema {
  const parts = new Map<string, UnevaluatedPart>();
  const note = (construct: string, key: string, reason = key): void => {
    if (!parts.has(key)) parts.set(key, { shape: name, construct, reason: escapeControls(reason) });
  };
  for (const message of messages) note('schema', message);
  return {
    name,
    check(document, url) {
      try {
        return check(validate, document);
      } catch (error) {
        const reason = reasonOf(error);
        note('documents', reason, `${reason}, first for ${url}`);
        return undefined;
      }
    },
    unevaluated: () => [...parts.values()],
  };
}

function parseSchema(name: string, text: string): Schema {
  const schema = parseJson(text);
  if (schema === undefined) throw new SchemaFault(`${name} is not JSON.`);
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema)) {
    throw new SchemaFault(`${name} is not a JSON Schema: not an object, true or false.`);
  }
  const { $schema: declared = dialect } = schema;
  if (typeof declared !== 'string' || declared.replace(/#$/u, '') !== dialect) {
    throw new SchemaFault(
      `${name} is in ${JSON.stringify(declared)}; only ${dialect} is supported.`,
    );
  }
  return schema;
}

function idOf(schema: Schema): string | undefined {
  const id = typeof schema === 'object' ? schema['$id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

function compile(ajv: Ajv2020, name: string, schema: Schema): ValidateFunction {
  try {
    const id = idOf(schema);
    const known = id === undefined ? undefined : ajv.getSchema(id);
    const validate = known ?? ajv.compile(schema);
    // An extension of the engine: the function would return a promise, which counts as true.
    if ('$async' in validate) throw new TypeError('$async is no keyword of JSON Schema');
    return validate;
  } catch (error) {
    throw unusable(name, error);
  }
}

function unusable(name: string, cause: unknown): SchemaFault {
  return new SchemaFault(`${name} cannot be used as a JSON Schema: ${reasonOf(cause)}.`, { cause });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function check(validate: ValidateFunction, document: JsonValue): readonly SchemaViolation[] {
  if (validate(document)) return [];
  const errors = withoutAlternatives(validate.errors ?? []);
  return errors.map(({ error, alternatives }) => ({
    pointer: error.instancePath,
    keyword: error.schemaPath,
    asked: [messageOf(error), ...alternatives.slice(0, maxAlternatives)].join('; or: '),
  }));
}

/** The most alternatives of `anyOf` and `oneOf` that a message names. */
const maxAlternatives = 3;

interface ReportedError {
  readonly error: ErrorObject;
  /** What each alternative of `anyOf` or `oneOf` asked for. */
  readonly alternatives: readonly string[];
}

/**
 * Joins the errors of alternatives with the error of `anyOf` or `oneOf` that none of them was met:
 * each alternative alone is no requirement. `if` only says that `then` or `else` was not met.
 */
function withoutAlternatives(errors: readonly ErrorObject[]): readonly ReportedError[] {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const outermost = choices.filter((one) => !choices.some((other) => isUnder(one, other)));
  const reported = errors.filter((error) => {
    return error.keyword !== 'if' && !outermost.some((choice) => isUnder(error, choice));
  });
  return reported.map((error) => {
    if (!outermost.includes(error)) return { error, alternatives: [] };
    const below = errors.filter((each) => isUnder(each, error) && each.keyword !== 'if');
    const deepest = Math.max(...below.map(({ instancePath }) => instancePath.length));
    // The alternative whose faults lie deepest was probably meant.
    const meant = below.filter(({ instancePath }) => instancePath.length === deepest);
    return { error, alternatives: [...groupBy(meant, messageOf).keys()] };
  });
}

/** Whether an error is about an alternative of a choice. */
function isUnder(error: ErrorObject, choice: ErrorObject): boolean {
  return (
    error !== choice &&
    error.schemaPath.startsWith(`${choice.schemaPath}/`) &&
    error.instancePath.startsWith(choice.instancePath)
  );
}

function messageOf({ message = 'is not valid', params, keyword }: ErrorObject): string {
  if (keyword === 'const' || keyword === 'enum') return `${message}: ${JSON.stringify(params)}`;
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const names: readonly unknown[] = Object.values(params);
    return `${message}: ${JSON.stringify(names[0])}`;
  }
  return message;
}
