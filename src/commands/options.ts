import { type Command, InvalidArgumentError } from 'commander';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CatalogueAccess, dataFile } from '../catalogue/catalogue-directory.ts';
import type { CatalogueStore } from '../catalogue/store.ts';
import { type LockWait, openUnlocked } from '../catalogue/writer-lock.ts';
import type { EngineConfig } from '../config/engine-schema.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { LoadOptions } from '../config/config-file.ts';
import type { Config, Source } from '../config/schema.ts';
import type { SparqlEngine } from '../engine/sparql-engine.ts';
import { derivedGraphs } from '../model/derived-graph.ts';
import { UsageFault } from '../model/fault.ts';
import { nameList } from '../render/layout.ts';
import { escapeControlsInLines } from '../text/printable.ts';
import type { CommandContext } from './command.ts';

/** The options that name the catalogue of a command, and `--json` where a command has it. */
export interface CatalogueOption {
  readonly config?: string;
  readonly store?: string;
  readonly json?: true;
}

/** The options of a command that writes to a catalogue. */
export interface WriterOptions {
  /** How long to wait for another writer, in milliseconds; true to wait without limit. */
  readonly wait?: number | true;
  /** Whether only errors and failures are written to stderr. */
  readonly quiet?: true;
}

/** The options of a command that opens a catalogue to write to it. */
export interface WritableCatalogueOption extends CatalogueOption, WriterOptions {}

const defaultConfig = 'config.yaml';

/** Adds the options of `CatalogueOption` to a command. */
export function addCatalogueOption(command: Command): Command {
  return command
    .option(
      '--config <file>',
      `the configuration that names the catalogue (default: ${defaultConfig})`,
    )
    .option('--store <dir>', 'the directory of the catalogue');
}

/**
 * Opens the catalogue for reading, hands it to `use` and closes it.
 * @throws {UsageFault} when neither option is given and there is no `config.yaml`, or both are
 * given
 */
export async function withCatalogue<T>(
  option: CatalogueOption,
  context: CommandContext,
  use: (store: CatalogueStore) => Promise<T>,
): Promise<T> {
  return withOpenStore(await cataloguePath(option, context), { access: 'read' }, use);
}

/**
 * Opens the catalogue with its query engine, and shows on a terminal how far the engine is filled.
 */
export async function withEngine<T>(
  option: CatalogueOption,
  context: CommandContext,
  use: (engine: SparqlEngine) => Promise<T>,
): Promise<T> {
  return withCatalogue(option, context, async (store) => {
    const { SparqlEngine } = await import('../engine/sparql-engine.ts');
    const { FillingProgress } = await import('../render/progress.ts');
    const progress = new FillingProgress(context.stderr);
    const engine = new SparqlEngine(store, { onFilling: (filling) => progress.show(filling) });
    try {
      return await use(engine);
    } finally {
      await engine.close();
    }
  });
}

/**
 * Opens an existing catalogue for writing; only a harvest creates one.
 * @throws as `withCatalogue`; {CatalogueLockedFault} when another process writes to it
 */
export async function withWritableCatalogue<T>(
  option: WritableCatalogueOption,
  context: CommandContext,
  use: (store: CatalogueStore) => Promise<T>,
): Promise<T> {
  const path = await cataloguePath(option, context);
  // Opening to read explains why a catalogue is missing; an older format can only be opened to
  // write.
  const { size = 0 } = statSync(join(path, dataFile), { throwIfNoEntry: false }) ?? {};
  const access = size > 0 ? 'write' : 'read';
  return withOpenStore(path, { access, wait: lockWait(option, context) }, use);
}

/**
 * All of the configuration that names the catalogue; undefined where `--store` does.
 * @throws {UsageFault} as `withCatalogue`; {ConfigFault}
 */
export async function configFromOption(
  option: CatalogueOption,
  context: CommandContext,
): Promise<LoadedConfig | undefined> {
  const file = configFile(option, context);
  if (file === undefined) return undefined;
  const { loadConfig } = await import('../config/load.ts');
  return loadConfig(file, context);
}

/**
 * The configuration for a command that also works without: undefined, too, where none is given and
 * there is no `config.yaml`.
 */
export async function optionalConfig(
  option: CatalogueOption,
  context: CommandContext,
): Promise<LoadedConfig | undefined> {
  const isNone = option.config === undefined && !hasDefaultConfig(context);
  return isNone ? undefined : configFromOption(option, context);
}

function hasDefaultConfig(context: CommandContext): boolean {
  return existsSync(resolve(context.cwd, defaultConfig));
}

/** @throws what `use` throws; {CatalogueFault} where the cause is damage of the catalogue */
async function withOpenStore<T>(
  path: string,
  { access, wait }: { readonly access: CatalogueAccess; readonly wait?: LockWait | undefined },
  use: (store: CatalogueStore) => Promise<T>,
): Promise<T> {
  const { openEmbeddedStore } = await import('../catalogue/store.ts');
  const store = await openUnlocked(() => openEmbeddedStore({ path, access }), wait);
  try {
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    const { explainFailure } = await import('../catalogue/integrity-check.ts');
    throw await explainFailure(path, error);
  }
}

/** The directory of the catalogue that the options name, as an absolute path. */
export async function cataloguePath(
  option: CatalogueOption,
  context: CommandContext,
): Promise<string> {
  const file = configFile(option, context);
  if (file === undefined) return resolve(context.cwd, option.store ?? '');
  // Loaded only here, so that `--store` starts faster.
  const { loadStore } = await import('../config/config-file.ts');
  const { path } = await loadStore(file, loadOptions(context));
  return path;
}

/** What answers queries about a catalogue. */
export interface QueriedCatalogueParts {
  /** The directory of the catalogue, as an absolute path. */
  readonly path: string;
  /** The store of the configuration; undefined where the engine in memory answers. */
  readonly engine?: EngineConfig | undefined;
}

/**
 * The catalogue that the options name, and the store that the configuration names for its queries.
 * @throws {UsageFault} as `withCatalogue`; {ConfigFault}
 */
export async function queriedCatalogue(
  option: CatalogueOption,
  context: CommandContext,
): Promise<QueriedCatalogueParts> {
  const file = configFile(option, context);
  if (file === undefined) return { path: await cataloguePath(option, context) };
  const { loadStoreAndEngine } = await import('../config/config-file.ts');
  const { store, engine } = await loadStoreAndEngine(file, loadOptions(context));
  return { path: store.path, engine };
}

/** How a configuration is loaded for a command. */
export function loadOptions({ cwd, env, stderr }: CommandContext): LoadOptions {
  const onWarning = (message: string): void => {
    stderr.write(`cdif-graph: ${escapeControlsInLines(message)}\n`);
  };
  return { cwd, env, onWarning };
}

/** The configuration to use; undefined where the directory is given instead. */
function configFile(
  { config, store }: CatalogueOption,
  context: CommandContext,
): string | undefined {
  if (config !== undefined && store !== undefined) {
    throw new UsageFault('Give either --config or --store, not both: each names a catalogue.');
  }
  if (store !== undefined) return undefined;
  if (config === undefined && !hasDefaultConfig(context)) {
    throw new UsageFault(
      `No catalogue is named, and there is no ${defaultConfig} here. Give --config FILE or ` +
        '--store DIR.',
    );
  }
  return config ?? defaultConfig;
}

/** Adds `--wait`. */
export function addWaitOption(command: Command, does = 'writes to the catalogue'): Command {
  return command.option(
    '--wait [duration]',
    `if another process ${does}, wait for it: at most this long (90s, 10m, 2h), or without limit`,
    durationParser(' To wait without limit, put --wait after all other arguments.'),
  );
}

/** Adds `--workers`, `--wait` and `--quiet`: the options of a command that converts metadata. */
export function addWorkerOptions(command: Command): Command {
  command.option(
    '--workers <n>',
    'number of threads that convert metadata to RDF; with 0 the main thread does, and a ' +
      'document that hangs or takes too much memory cannot be given up',
    parseWholeNumber(0),
  );
  return addWaitOption(command).option(
    '--quiet',
    'write no progress to stderr, only errors and failures',
  );
}

/** How the command waits for a locked catalogue; undefined where it does not wait. */
export function lockWait(
  { wait, quiet }: WriterOptions,
  { signal, stderr }: CommandContext,
): LockWait | undefined {
  if (wait === undefined) return undefined;
  return {
    longestMs: wait === true ? Number.POSITIVE_INFINITY : wait,
    signal,
    onWait: ({ pid, host, since }) => {
      if (quiet === true) return;
      stderr.write(
        `cdif-graph: waiting for process ${pid} on ${host}, ` +
          `which has been writing to the catalogue since ${since}\n`,
      );
    },
  };
}

/** The options of a visit now (`--live`). */
export interface LiveOptions extends CatalogueOption {
  readonly live?: true;
  readonly source?: string;
  readonly allowPrivateAddresses?: true;
  /** The time limit in seconds, including all links that are followed. */
  readonly timeout?: number;
}

/** The settings of a live visit: one URL needs no threads. */
export function liveConfig(
  config: Config,
  options: Pick<LiveOptions, 'allowPrivateAddresses'>,
): Config {
  const { http } = config;
  const allowPrivateAddresses =
    http.allowPrivateAddresses || options.allowPrivateAddresses === true;
  return { ...config, workers: 0, http: { ...http, allowPrivateAddresses } };
}

/** Adds `--live` and `--allow-private-addresses`. @param meaning of `--live` */
export function addLiveOptions(
  command: Command,
  meaning = 'follow the name on the Web now, by typed links and embedded metadata; stores nothing',
): Command {
  return command
    .option('--live', meaning)
    .option(
      '--allow-private-addresses',
      'with --live: permit requests to this machine and to private networks',
    );
}

/** @throws {UsageFault} where `--allow-private-addresses` is given without `--live` */
export function refuseWithoutLive({ live, allowPrivateAddresses }: LiveOptions): void {
  if (live !== true && allowPrivateAddresses === true) {
    throw new UsageFault('--allow-private-addresses needs --live.');
  }
}

/** Adds `--source` and `--without`, which select records and derived graphs. */
export function addSelectionOptions(command: Command): Command {
  return command
    .option('--source <name>', 'only the records of this source (repeatable)', collectValues)
    .option(
      '--without <graphs>',
      `graphs about the records to leave out: ${derivedGraphs.join(',')} (repeatable)`,
      namesParser(
        derivedGraphs,
        () => `Allowed are ${derivedGraphs.join(', ')}, separated by commas.`,
      ),
    );
}

/** The option parser of an option that may be given more than once. */
export function collectValues(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** The longest time limit in seconds, a day: longer queries are for a triple store. */
export const maxTimeoutSeconds = 86_400;

/**
 * Makes the parser of an option with names of a list, separated by commas; the option may be given
 * more than once.
 * @param refusal the message about another name
 */
export function namesParser<Name extends string>(
  names: readonly Name[],
  refusal: (name: string) => string,
): (text: string, before?: readonly Name[]) => readonly Name[] {
  return (text, before = []) => {
    const named = text.split(',').map((name) => {
      const known = names.find((each) => each === name.trim());
      if (known !== undefined) return known;
      throw new InvalidArgumentError(refusal(name));
    });
    return [...new Set([...before, ...named])];
  };
}

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Makes a parser of option values that takes whole numbers from `least` to `most`. */
export function parseWholeNumber(
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/u.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(
      most === Number.MAX_SAFE_INTEGER
        ? `It must be a whole number of at least ${least}.`
        : `It must be a whole number from ${least} to ${most}.`,
    );
  };
}

/**
 * Makes a parser of option values such as `90s`, `10m`, `36h` and `2d`, which gives milliseconds.
 * @param hint what the message about a wrong value ends with
 */
export function durationParser(hint = ''): (text: string) => number {
  return (text) => {
    const [, digits, unit] = /^(\d{1,6})([smhd])$/u.exec(text) ?? [];
    if (digits === undefined || unit === undefined) {
      throw new InvalidArgumentError(`It must be a duration such as 90s, 10m, 36h or 2d.${hint}`);
    }
    // The expression lets no other unit through.
    return Number(digits) * unitMs[unit as keyof typeof unitMs];
  };
}

/** The most names that a message lists. */
const maxNames = 20;

/**
 * The sources of a configuration that have these names, in its order; all where no names are given.
 * @throws {UsageFault} when a name is not in the configuration
 */
export function namedSources(
  sources: readonly Source[],
  names: readonly string[] | undefined,
): readonly Source[] {
  if (names === undefined) return sources;
  const known = sources.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageFault(
      `No source is named ${unknown.join(' or ')}; ` +
        `the sources of the configuration are ${nameList(known, maxNames)}`,
    );
  }
  return sources.filter(({ name }) => names.includes(name));
}

/**
 * @throws {UsageFault} for a source that the catalogue does not have; lists those that it has
 */
export async function refuseUnknownSources(
  names: readonly string[],
  store: Pick<CatalogueStore, 'status'>,
): Promise<void> {
  if (names.length === 0) return;
  const { sources } = await store.status();
  const unknown = names.filter((name) => !sources.some(({ source }) => source === name));
  if (unknown.length > 0) throw await unknownSourceFault(unknown, store);
}

/** The fault of naming sources that a catalogue does not have; lists those that it has. */
export async function unknownSourceFault(
  names: readonly string[],
  store: Pick<CatalogueStore, 'status'>,
): Promise<UsageFault> {
  const { sources } = await store.status();
  const known = nameList(
    sources.map(({ source }) => source),
    maxNames,
  );
  return new UsageFault(
    known === ''
      ? 'the catalogue has no sources yet'
      : `the catalogue has no source ${names.join(', ')}; its sources are ${known}`,
  );
}
