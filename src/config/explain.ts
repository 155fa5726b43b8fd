import { z } from 'zod';
import { nearestKey } from '../text/nearest-key.ts';
import { type ConfigMistake, type KeyPath, keyText } from './config-fault.ts';
import { configSchema, sourceKinds } from './schema.ts';
import type { YamlSource } from './yaml-source.ts';

type Issue = z.core.$ZodIssue;

/** Values below these keys are not shown, since they may be secret. */
const secretKeys: ReadonlySet<string | number> = new Set([
  'headers',
  'clientKey',
  'user',
  'password',
  'token',
]);

/** Maximum length of a wrong value in a message, in characters. */
const shownLength = 60;

/**
 * Turns schema issues into mistakes with position and remedy, one for each place: places with a
 * YAML mistake or an unset variable are skipped, and a misspelt key is not missing as well.
 */
export function explain(issues: readonly Issue[], source: YamlSource): readonly ConfigMistake[] {
  const unknown = issues.flatMap((issue) => unknownKeys(issue, source));
  const settled = new Set([
    ...source.mistakes.map(({ key }) => key),
    ...unknown.map(({ meant }) => meant),
  ]);
  const others = issues
    .filter((issue) => issue.code !== 'unrecognized_keys' && !isMisspelt(issue, settled))
    .map((issue) => explainIssue(issue, source))
    .filter(({ key }) => {
      const isNew = !settled.has(key);
      settled.add(key);
      return isNew;
    });
  return [...unknown.map(({ mistake }) => mistake), ...others];
}

/** An unknown key, and the known key that it resembles, else itself. */
interface UnknownKey {
  readonly mistake: ConfigMistake;
  readonly meant: string;
}

/** Whether one of the keys that an issue misses is present with another spelling. */
function isMisspelt(issue: Issue, settled: ReadonlySet<string>): boolean {
  const wanted: unknown = issue.code === 'custom' ? issue.params?.['wanted'] : undefined;
  const keys: readonly unknown[] = Array.isArray(wanted) ? wanted : [];
  return keys.some((key) => settled.has(keyText([...pathOf(issue), String(key)])));
}

function explainIssue(issue: Issue, source: YamlSource): ConfigMistake {
  const path = pathOf(issue);
  const position = source.positionOf(path);
  const key = keyText(path);
  if (issue.code === 'custom' && typeof issue.params?.['remedy'] === 'string') {
    return { position, key, what: issue.message, remedy: issue.params['remedy'] };
  }
  const value = valueAt(source.value, path);
  if (value === undefined) {
    return { position, key, what: 'is missing', remedy: `add ${issue.message}` };
  }
  const what = path.some((step) => secretKeys.has(step))
    ? 'has a value that does not fit'
    : describe(value, source.variablesOf(path));
  return { position, key, what, remedy: `give ${issue.message}` };
}

function unknownKeys(issue: Issue, source: YamlSource): readonly UnknownKey[] {
  if (issue.code !== 'unrecognized_keys') return [];
  const parent = pathOf(issue);
  const known = knownKeys(parent);
  return issue.keys.map((key) => {
    const nearest = nearestKey(key, known);
    const path = [...parent, key];
    const mistake = {
      position: source.positionOfKey(path),
      key: keyText(path),
      what: 'is not known',
      remedy: nearest === undefined ? remedyForKey(key, known) : `did you mean ${nearest}?`,
    };
    return { mistake, meant: keyText([...parent, nearest ?? key]) };
  });
}

function remedyForKey(key: string, known: readonly string[]): string {
  const places = placesOfKey(key).map((place) => place || 'the top level');
  return places.length > 0
    ? `it belongs to ${places.join(' or ')}`
    : `remove it; known here: ${known.join(', ')}`;
}

/** Zod allows symbols as keys, which YAML does not have. */
function pathOf(issue: Issue): KeyPath {
  return issue.path.filter((step) => typeof step !== 'symbol');
}

function valueAt(root: unknown, path: KeyPath): unknown {
  let value: unknown = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, step)?.value;
  }
  return value;
}

/** Describes a wrong value; values of environment variables are not shown. */
function describe(value: unknown, variables: readonly string[]): string {
  if (variables.length > 0) return `has a value from ${variables.join(' and ')} that does not fit`;
  if (value === null || value === '') return 'is empty';
  if (Array.isArray(value)) return value.length === 0 ? 'is an empty list' : 'is a list';
  if (typeof value === 'object') return 'is a mapping';
  if (typeof value === 'number') return `is ${value}`;
  if (typeof value !== 'string') return `is ${JSON.stringify(value)}`;
  const text = withoutCredentials(value);
  const shown = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
  return `is ${JSON.stringify(shown)}`;
}

/**
 * Removes user name and password of a URL, even an invalid one: everything up to the last `@`,
 * since a password may contain any character. Mail addresses stay.
 */
function withoutCredentials(text: string): string {
  const at = text.lastIndexOf('@');
  const isSecret = at !== -1 && /[:/]/u.test(text.slice(0, at));
  if (!isSecret || /^mailto:/iu.test(text)) return text;
  const [scheme = ''] = /^[a-z][a-z\d+.-]*:\/*/iu.exec(text) ?? [];
  return `${scheme}…${text.slice(at)}`;
}

/** The part of JSON Schema (2020-12) that the configuration uses. */
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly items?: JsonSchema | undefined;
  readonly anyOf?: readonly JsonSchema[] | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly default?: unknown;
  readonly deprecated?: boolean | undefined;
  readonly [keyword: string]: unknown;
}

/** A text with an environment variable, whose value an editor cannot check. */
const variable: JsonSchema = { type: 'string', pattern: String.raw`\$\{` };

/**
 * The JSON Schema of a configuration file before defaults, for editors: the text of
 * `config/config.schema.json`. Beyond the zod schema it says that a source has exactly one
 * location, an optional mapping may be empty, and any value may be a variable.
 */
export function configJsonSchemaText(): string {
  const { $schema, ...schema } = fromZod();
  const title = 'Configuration of cdif-graph';
  const sources = schema.properties?.['sources'];
  const oneOf = sourceKinds.map((kind) => ({
    type: 'object',
    properties: { [kind]: {} },
    required: [kind],
  }));
  const items = { ...sources?.items, oneOf };
  const properties = { ...schema.properties, sources: { ...sources, items } };
  const complete = { $schema, title, ...asWritten({ ...schema, properties }) };
  return `${JSON.stringify(complete, undefined, 2)}\n`;
}

/** The known keys of the mapping at a place; empty if there is no mapping. */
export function knownKeys(path: readonly (string | number)[]): readonly string[] {
  let schema: JsonSchema | undefined = fromZod();
  for (const step of path) {
    schema = typeof step === 'number' ? schema?.items : schema && membersOf(schema)[step];
  }
  return Object.keys(schema ? membersOf(schema) : {});
}

/** The members of a mapping, also where a list or a text may stand instead of it. */
function membersOf({ properties, anyOf = [] }: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return properties ?? anyOf.find((each) => each.properties !== undefined)?.properties ?? {};
}

/** The mappings that have a key, as dotted paths; the empty string for the top level. */
export function placesOfKey(key: string): readonly string[] {
  const places: string[] = [];
  const search = (schema: JsonSchema, place: string): void => {
    for (const [name, member] of Object.entries(membersOf(schema))) {
      if (name === key) places.push(place);
      search(member.items ?? member, place === '' ? name : `${place}.${name}`);
    }
  };
  search(fromZod(), '');
  return places;
}

function fromZod(): JsonSchema {
  const { '~standard': _, ...schema } = z.toJSONSchema(configSchema, { io: 'input' });
  return schema as JsonSchema; // zod returns JSON Schema
}

/** Allows variables for values, and nothing for optional mappings. */
function asWritten(schema: JsonSchema): JsonSchema {
  const { properties, items, type, description, default: byDefault, ...limits } = schema;
  if (properties !== undefined) {
    const members = Object.entries(properties).map(
      ([key, member]) => [key, asWritten(member)] as const,
    );
    const written = { ...schema, properties: Object.fromEntries(members) };
    if (byDefault === undefined) return written;
    const { default: _, ...withoutDefault } = written;
    return { ...withoutDefault, type: ['object', 'null'] };
  }
  if (items !== undefined) return { ...schema, items: asWritten(items) };
  // A mapping with arbitrary keys.
  if (type === 'object') return { ...schema, type: ['object', 'null'] };
  const hasForm = type !== 'string' || 'format' in limits || 'pattern' in limits;
  // Deprecated keys may have any value.
  if (!hasForm || schema.deprecated === true) return schema;
  return {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    anyOf: [{ type, ...limits }, variable],
  };
}
