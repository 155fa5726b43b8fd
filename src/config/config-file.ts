import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigFault, type ConfigMistake } from './config-fault.ts';
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
export async function loadStore(
  file: string,
  { env, cwd = '', onWarning }: Omit<LoadOptions, 'overrides'>,
): Promise<Config['store']> {
  const absolute = resolve(cwd, file);
  const source = readSource(file, absolute, env);
  // Loaded here, since zod takes time to load.
  const { onlyStoreSchema, warnOfFormerKeys } = await import('./schema-parts.ts');
  const { data, error } = onlyStoreSchema.safeParse(source.value);
  const ofStore = source.mistakes.filter(({ key }) => key === 'store' || key.startsWith('store.'));
  if (data === undefined || ofStore.length > 0) {
    // Loads the whole schema, which takes longer.
    const { explain } = await import('./explain.ts');
    throw new ConfigFault(file, ofStore.concat(explain(error?.issues ?? [], source)));
  }
  warnOfFormerKeys(data.store, onWarning);
  return { ...data.store, path: resolve(dirname(absolute), data.store.path) };
}
