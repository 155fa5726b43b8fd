import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ZodType } from 'zod';
import { ConfigFault, type ConfigMistake, type KeyPath, keyText } from './config-fault.ts';
import type { readPems } from './pem-files.ts';
import type { Config } from './schema.ts';
import { type Environment, readYaml, type YamlSource } from './yaml-source.ts';

/**
 * Reads the YAML of a configuration, without checking it against the schema.
 * @param file the path for messages
 * @throws {ConfigFault} if the file cannot be read, is empty, or is no YAML in UTF-8
 */
export function readSource(file: string, absolute: string, env: Environment): YamlSource {
  const source = readYaml(readText(file, absolute), env);
  if (source.value === undefined && source.mistakes.length > 0) {
    throw new ConfigFault(file, source.mistakes);
  }
  if (source.value === null) {
    const remedy = 'write one with: cdif-graph init';
    throw new ConfigFault(file, [{ key: '', what: 'is empty', remedy }]);
  }
  return source;
}

function readText(file: string, absolute: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(absolute);
  } catch (error) {
    throw new ConfigFault(file, [readMistake(error)], { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const mistake = { key: '', what: 'is not UTF-8', remedy: 'save it as UTF-8' };
    throw new ConfigFault(file, [mistake], { cause: error });
  }
}

function readMistake(error: unknown): ConfigMistake {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const remedy = 'name another, or write one with: cdif-graph init';
    return { key: '', what: 'there is no such file', remedy };
  }
  if (code === 'EISDIR') return { key: '', what: 'is a directory', remedy: 'name the file in it' };
  return { key: '', what: `cannot be read (${code})`, remedy: 'check its permissions' };
}

/** The environment, base and flags with which a configuration is loaded. */
export interface LoadOptions {
  /** The values of `${NAME}`. */
  readonly env: Environment;
  /** The base of a relative `file`; default: the working directory. */
  readonly cwd?: string;
  /** Values of flags, which win over the file. */
  readonly overrides?: { readonly workers?: number | undefined };
  /** Called for keys of the file that have no effect any more. */
  readonly onWarning?: (message: string) => void;
}

/**
 * Loads only `store`, for commands that read the catalogue: other mistakes, such as a token that is
 * only set for harvests, do not matter to them.
 * @returns `store` with an absolute path
 * @throws {ConfigFault} with all mistakes of `store`
 */
export async function loadStore(file: string, options: PartOptions): Promise<Config['store']> {
  // Loaded here, since zod takes time to load.
  const { onlyStoreSchema } = await import('./schema-parts.ts');
  return (await loadParts(file, onlyStoreSchema, ['store'], options)).store;
}

/**
 * Loads only `store` and `engine`, for commands that answer queries.
 * @returns `store` with an absolute path, and `engine` with PEM texts
 * @throws {ConfigFault} with all mistakes of the two
 */
export async function loadStoreAndEngine(
  file: string,
  options: PartOptions,
): Promise<Pick<Config, 'engine' | 'store'>> {
  const [{ storeAndEngineSchema }, { readPems }] = await Promise.all([
    import('./engine-schema.ts'),
    import('./pem-files.ts'),
  ]);
  const parts = await loadParts(file, storeAndEngineSchema, ['store', 'engine'], options);
  const { store, engine, source } = parts;
  if (engine === undefined) return { store };
  const pems = readPems(engine, dirname(resolve(options.cwd ?? '', file)));
  const mistakes = pemMistakes(pems, ['engine'], source);
  if (mistakes.length > 0) throw new ConfigFault(file, mistakes);
  return { store, engine: pems.read };
}

/** How a part of a configuration is loaded. */
type PartOptions = Omit<LoadOptions, 'overrides'>;

/** Loads these keys; mistakes elsewhere do not count. */
async function loadParts<Parts extends { readonly store: Config['store'] }>(
  file: string,
  schema: ZodType<Parts>,
  keys: readonly string[],
  { env, cwd = '', onWarning }: PartOptions,
): Promise<Parts & { readonly source: YamlSource }> {
  const absolute = resolve(cwd, file);
  const source = readSource(file, absolute, env);
  const { data, error } = schema.safeParse(source.value);
  const own = source.mistakes.filter(({ key }) =>
    keys.some((each) => key === each || key.startsWith(`${each}.`)),
  );
  if (data === undefined || own.length > 0) {
    // Loads the whole schema, which takes longer.
    const { explain } = await import('./explain.ts');
    throw new ConfigFault(file, own.concat(explain(error?.issues ?? [], source)));
  }
  const { warnOfFormerKeys } = await import('./schema-parts.ts');
  warnOfFormerKeys(data.store, onWarning);
  const path = resolve(dirname(absolute), data.store.path);
  return { ...data, store: { ...data.store, path }, source };
}

/** The mistakes in the certificates and keys of a mapping, at their places in the file. */
export function pemMistakes(
  { mistakes }: Pick<ReturnType<typeof readPems>, 'mistakes'>,
  path: KeyPath,
  source: YamlSource,
): readonly ConfigMistake[] {
  return mistakesAt(path, mistakes, source);
}

/** The mistakes in the members of a mapping, at their places in the file. */
export function mistakesAt(
  path: KeyPath,
  mistakes: readonly Pick<ConfigMistake, 'key' | 'remedy' | 'what'>[],
  source: YamlSource,
): readonly ConfigMistake[] {
  return mistakes.map(({ key, what, remedy }) => {
    const place = [...path, key];
    return { position: source.positionOf(place), key: keyText(place), what, remedy };
  });
}
