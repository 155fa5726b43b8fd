import { dirname, resolve } from 'node:path';
import { type Environment, plainValue, type YamlSource } from './yaml-source.ts';
import { explain } from './explain.ts';
import { ConfigFault, type KeyPath } from './config-fault.ts';
import { readContextFiles } from './context-files.ts';
import { readPems } from './pem-files.ts';
import { type LoadOptions, mistakesAt, pemMistakes, readSource } from './config-file.ts';
import { configSchema, type Config } from './schema.ts';
import { warnOfFormerKeys } from './schema-parts.ts';
import { type WorkerCredentials, workerCredentials } from './worker-credentials.ts';

/** A checked configuration with absolute paths. */
export interface LoadedConfig extends Config {
  /** The absolute path of the configuration file. */
  readonly file: string;
  /** For workers: the credentials of sources, without secrets. Empty without a queue. */
  readonly workerCredentials: readonly WorkerCredentials[];
}

/**
 * Loads a configuration: flags win over the file, the file over defaults.
 * @param file relative to `options.cwd`
 * @throws {ConfigFault} with all mistakes of the file
 */
export function loadConfig(file: string, options: LoadOptions): LoadedConfig {
  const { env, cwd = '', overrides = {}, onWarning } = options;
  const absolute = resolve(cwd, file);
  const directory = dirname(absolute);
  const config = parseConfig(file, absolute, env);
  const { workers = config.workers } = overrides;
  warnOfFormerKeys(config.store, onWarning);
  return {
    ...config,
    ...(workers === undefined ? {} : { workers }),
    store: { ...config.store, path: resolve(directory, config.store.path) },
    ...(config.schemas === undefined ? {} : { schemas: resolveAll(config.schemas, directory) }),
    file: absolute,
  };
}

function resolveAll(
  files: Readonly<Record<string, string>>,
  directory: string,
): Record<string, string> {
  const resolved = Object.entries(files).map(([key, file]) => [key, resolve(directory, file)]);
  return Object.fromEntries(resolved) as Record<string, string>; // of pairs of texts
}

/** @throws {ConfigFault} with all mistakes of the text; else with all mistakes of its files */
function parseConfig(
  file: string,
  absolute: string,
  env: Environment,
): Config & Pick<LoadedConfig, 'workerCredentials'> {
  const directory = dirname(absolute);
  const source = readSource(file, absolute, env);
  const { success, data, error } = check(source);
  const mistakes = source.mistakes.concat(explain(error?.issues ?? [], source));
  if (!success || mistakes.length > 0) throw new ConfigFault(file, mistakes);
  return readFiles(data, { file, directory, source });
}

/** A configuration file: its name for messages, its folder and its content. */
interface ConfigPlace {
  readonly file: string;
  readonly directory: string;
  readonly source: YamlSource;
}

/**
 * Replaces the names of certificates, keys and contexts by the texts of these files.
 * @throws {ConfigFault} with all mistakes in these files
 */
function readFiles(
  data: Config,
  { file, directory, source }: ConfigPlace,
): Config & Pick<LoadedConfig, 'workerCredentials'> {
  const sources = data.sources.map(({ folder, dois, ...rest }) => {
    const resolved = {
      ...(folder === undefined ? {} : { folder: resolve(directory, folder) }),
      ...(dois === undefined
        ? {}
        : { dois: typeof dois === 'string' ? resolve(directory, dois) : dois }),
    };
    return readPems({ ...rest, ...resolved }, directory);
  });
  const engine = data.engine && readPems(data.engine, directory);
  const contexts = data.contexts && readContextFiles(data.contexts, directory);
  const forWorkers =
    data.queue === undefined
      ? []
      : sources.map(({ read }, index) => {
          return workerCredentials(read, ['sources', index], source);
        });
  const inFiles = [
    ...forWorkers.flatMap(({ mistakes }) => mistakes),
    ...mistakesAt(['contexts'], contexts?.mistakes ?? [], source),
    ...sources.flatMap((each, index) => pemMistakes(each, ['sources', index], source)),
    ...(engine === undefined ? [] : pemMistakes(engine, ['engine'], source)),
  ];
  if (inFiles.length > 0) throw new ConfigFault(file, inFiles);
  return {
    ...data,
    sources: sources.map(({ read }) => read),
    workerCredentials: forWorkers.flatMap(({ credentials }) => credentials ?? []),
    ...(engine && { engine: engine.read }),
    ...(contexts && { contexts: contexts.read }),
  };
}

/** Checks a configuration; values of variables are texts, and may become numbers or booleans. */
function check(source: YamlSource): ReturnType<typeof configSchema.safeParse> {
  const first = configSchema.safeParse(source.value);
  const texts = (first.error?.issues ?? [])
    .filter(({ code }) => code === 'invalid_type')
    .map(({ path }) => path.filter((step) => typeof step !== 'symbol'))
    .filter((path) => source.variablesOf(path).length > 0);
  for (const path of texts) makePlain(source.value, path);
  return texts.length === 0 ? first : configSchema.safeParse(source.value);
}

/** Replaces a text by the number or boolean that it spells, in place. */
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
