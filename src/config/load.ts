import { dirname, resolve } from 'node:path';
import { type Environment, plainValue, type YamlSource } from './yaml-source.ts';
import { explain } from './explain.ts';
import { ConfigFault, type ConfigMistake, type KeyPath, keyText } from './config-fault.ts';
import { readPems } from './credentials.ts';
import { readSource, readText } from './config-file.ts';
import { configSchema, type Config, type SourceConfig } from './schema.ts';
import { warnOfFormerKeys } from './store-schema.ts';

export interface LoadOptions {
  /** Where `${NAME}` gets its values. */
  readonly env: Environment;
  /** What paths on the command line are relative to; by default the working directory. */
  readonly cwd?: string;
  /** What flags say; it wins over the file. */
  readonly overrides?: ConfigOverrides;
  /** Told of what is in the file and means nothing any more. */
  readonly onWarning?: (message: string) => void;
}

interface ConfigOverrides {
  readonly workers?: number | undefined;
}

/** A configuration that was checked; its paths are absolute. */
export interface LoadedConfig extends Config {
  /** The absolute path of the file it was loaded from. */
  readonly file: string;
}

/**
 * Loads a configuration: defaults, over them the file, over that the flags.
 * @param file relative to `options.cwd`
 * @throws {ConfigFault} with all mistakes of the file at once
 */
export function loadConfig(file: string, options: LoadOptions): LoadedConfig {
  const { env, cwd = '', overrides = {}, onWarning } = options;
  const absolute = resolve(cwd, file);
  const directory = dirname(absolute);
  const config = parseConfig(file, { text: readText(file, absolute), directory }, env);
  const { workers = config.workers } = overrides;
  warnOfFormerKeys(config.store, onWarning);
  return {
    ...config,
    ...(workers === undefined ? {} : { workers }),
    store: { ...config.store, path: resolve(directory, config.store.path) },
    file: absolute,
  };
}

/** The source with the absolute path of its folder, where it has one. */
function fromFile(source: SourceConfig, directory: string): SourceConfig {
  const { folder } = source;
  return folder === undefined ? source : { ...source, folder: resolve(directory, folder) };
}

/** @throws {ConfigFault} with all that is wrong in the text; else with all that is wrong in the files it names */
function parseConfig(
  file: string,
  { text, directory }: { readonly text: string; readonly directory: string },
  env: Environment,
): Config {
  const source = readSource(file, text, env);
  const { success, data, error } = check(source);
  const mistakes = source.mistakes.concat(explain(error?.issues ?? [], source));
  if (!success || mistakes.length > 0) throw new ConfigFault(file, mistakes);
  const read = data.sources.map((each) => readPems(fromFile(each, directory), directory));
  const inFiles = read.flatMap((each, index) => {
    return each.mistakes.map(({ key, ...mistake }): ConfigMistake => {
      const path = ['sources', index, key];
      return { position: source.positionOf(path), key: keyText(path), ...mistake };
    });
  });
  if (inFiles.length > 0) throw new ConfigFault(file, inFiles);
  return { ...data, sources: read.map((each) => each.source) };
}

/** Checks a configuration; what came from variables as text may also be a number or a boolean. */
function check(source: YamlSource): ReturnType<typeof configSchema.safeParse> {
  const first = configSchema.safeParse(source.value);
  const texts = (first.error?.issues ?? [])
    .filter(({ code }) => code === 'invalid_type')
    .map(({ path }) => path.filter((step) => typeof step !== 'symbol'))
    .filter((path) => source.variablesOf(path).length > 0);
  for (const path of texts) makePlain(source.value, path);
  return texts.length === 0 ? first : configSchema.safeParse(source.value);
}

/** Replaces a text by the number or boolean it spells, in place: the values were made for this. */
function makePlain(root: unknown, path: KeyPath): void {
  let parent: unknown = root;
  for (const step of path.slice(0, -1)) {
    if (typeof parent === 'object' && parent !== null) parent = Reflect.get(parent, step);
  }
  const last = path.at(-1);
  if (typeof parent !== 'object' || parent === null || last === undefined) return;
  const value: unknown = Reflect.get(parent, last);
  if (typeof value === 'string') Reflect.set(parent, last, plainValue(value));
}
