import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { LoadedConfig, LoadOptions } from '../config/load.ts';
import type { SparqlEngine } from '../engine/sparql-engine.ts';
import { UsageFault } from '../model/fault.ts';
import { dataFile, type CatalogueAccess } from '../store/catalogue-directory.ts';
import { openUnlocked, type LockWait } from '../store/lock-wait.ts';
import type { CatalogueStore } from '../store/store.ts';
import { printableLines } from '../text/printable.ts';
import type { CommandContext } from './command.ts';
import { lockWait, type QuietOption, type WaitOption } from './wait-option.ts';

/** The options that say which catalogue a command opens. */
export interface CatalogueOption {
  readonly config?: string;
  readonly store?: string;
}

/** The options of a command that writes to the catalogue. */
export interface WritableCatalogueOption extends CatalogueOption, WaitOption, QuietOption {}

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
 * @throws {UsageFault} when neither option is given and there is no `config.yaml`, or both are given
 */
export async function withCatalogue<T>(
  option: CatalogueOption,
  context: CommandContext,
  use: (store: CatalogueStore) => Promise<T>,
): Promise<T> {
  return withOpenStore({ path: await cataloguePath(option, context), access: 'read' }, use);
}

/** Opens the catalogue with its query engine, and shows on a terminal how far the engine is filled. */
export async function withEngine<T>(
  option: CatalogueOption,
  context: CommandContext,
  use: (engine: SparqlEngine) => Promise<T>,
): Promise<T> {
  return withCatalogue(option, context, async (store) => {
    const { SparqlEngine } = await import('../engine/sparql-engine.ts');
    const { FillingProgress } = await import('../render/filling-progress.ts');
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
  // Opening to read explains why a catalogue is missing; an older format can only be opened to write.
  const { size = 0 } = statSync(join(path, dataFile), { throwIfNoEntry: false }) ?? {};
  const access = size > 0 ? 'write' : 'read';
  return withOpenStore({ path, access, wait: lockWait(option, context) }, use);
}

/**
 * All of the configuration that names the catalogue; undefined where `--store` does.
 * @throws {UsageFault} as `withCatalogue`; {ConfigFault}
 */
export async function configOf(
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
export async function configIfAny(
  option: CatalogueOption,
  context: CommandContext,
): Promise<LoadedConfig | undefined> {
  const isNone = option.config === undefined && !hasDefaultConfig(context);
  return isNone ? undefined : configOf(option, context);
}

function hasDefaultConfig(context: CommandContext): boolean {
  return existsSync(resolve(context.cwd, defaultConfig));
}

interface StoreOpening {
  readonly path: string;
  readonly access: CatalogueAccess;
  readonly wait?: LockWait | undefined;
}

async function withOpenStore<T>(
  { path, access, wait }: StoreOpening,
  use: (store: CatalogueStore) => Promise<T>,
): Promise<T> {
  const { openEmbeddedStore } = await import('../store/embedded-store.ts');
  const store = await openUnlocked(() => openEmbeddedStore({ path, access }), wait);
  return explained(path, async () => {
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  });
}

/**
 * @throws what `use` throws; {CatalogueFault} where the cause is damage of the catalogue
 */
async function explained<T>(path: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    const { whyFailed } = await import('../store/damage.ts');
    throw await whyFailed(path, error);
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
  const { loadStore } = await import('../config/load-store.ts');
  const { path } = await loadStore(file, loadOptions(context));
  return path;
}

/** How a configuration is loaded for a command. */
export function loadOptions({ cwd, env, stderr }: CommandContext): LoadOptions {
  const onWarning = (message: string): void => {
    stderr.write(`cdif-graph: ${printableLines(message)}\n`);
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
      `No catalogue is named, and there is no ${defaultConfig} here. Give --config FILE or --store DIR.`,
    );
  }
  return config ?? defaultConfig;
}
