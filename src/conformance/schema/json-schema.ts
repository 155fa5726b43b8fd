import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { Fault } from '../../model/fault.ts';
import { isObject, type JsonValue, parseJson } from '../../text/json.ts';
import { groupBy } from '../../text/collections.ts';

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
  /** The violations of a document, in document order; empty where it is valid. */
  readonly check: (document: JsonValue) => readonly SchemaViolation[];
}

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Reads JSON Schemas (2020-12). Each may refer to others of them by their `$id`; nothing is fetched.
 * @throws {SchemaFault} for a file that is no JSON, no schema, of another dialect, or that refers to
 * a schema that is not among them
 */
export function openSchemas(
  files: readonly { readonly name: string; readonly text: string }[],
): readonly OpenedSchema[] {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: true });
  // The package is CommonJS, whose default export has the function as a member for ES modules.
  addFormats.default(ajv);
  const schemas = files.map(({ name, text }) => ({ name, schema: parseSchema(name, text) }));
  for (const { name, schema } of schemas) {
    try {
      if (typeof schema['$id'] === 'string') ajv.addSchema(schema);
    } catch (error) {
      throw unusable(name, error);
    }
  }
  return schemas.map(({ name, schema }) => {
    const validate = compile(ajv, name, schema);
    return { name, check: (document) => check(validate, document) };
  });
}

function parseSchema(name: string, text: string): Record<string, JsonValue> {
  const schema = parseJson(text);
  if (schema === undefined) throw new SchemaFault(`${name} is not JSON.`);
  if (!isObject(schema)) throw new SchemaFault(`${name} is not a JSON Schema: not an object.`);
  const { $schema: declared = dialect } = schema;
  if (typeof declared !== 'string' || declared.replace(/#$/u, '') !== dialect) {
    throw new SchemaFault(
      `${name} is in ${JSON.stringify(declared)}; only ${dialect} is supported.`,
    );
  }
  return schema;
}

function compile(ajv: Ajv2020, name: string, schema: Record<string, JsonValue>): ValidateFunction {
  try {
    const { $id: id } = schema;
    const known = typeof id === 'string' ? ajv.getSchema(id) : undefined;
    return known ?? ajv.compile(schema);
  } catch (error) {
    throw unusable(name, error);
  }
}

function unusable(name: string, cause: unknown): SchemaFault {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SchemaFault(`${name} cannot be used as a JSON Schema: ${reason}.`, { cause });
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
