import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadConfig, loadStorePath, type LoadedConfig } from '../config/load.ts';
import { UsageFault } from '../model/fault.ts';
import { dataFile, type CatalogueAccess } from '../store/catalogue-directory.ts';
import { openEmbeddedStore } from '../store/embedded-store.ts';
import type { CatalogueStore } from '../store/store.ts';
import type { CommandContext } from './command.ts';

/** How a command is told which catalogue to open. */
export interface CatalogueOption {
  readonly config?: string;
  readonly store?: string;
}

const defaultConfig = 'config.yaml';

/** Adds the options of `CatalogueOption` to a command. */
export function addCatalogueOption(command: Command): Command {
  return command
    .option(
      '--config <file>',
      `the configuration that names the catalogue (default: ${defaultConfig})`,
    )
    .option('--store <dir>', 'the catalogue directory itself');
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
  return withStore(cataloguePath(option, context), 'read', use);
}

/**
 * The same for writing. Only a harvest makes a new catalogue: one that is not there is a fault here.
 * @throws as `withCatalogue`; {CatalogueLockedFault} when another process writes to it
 */
export async function withWritableCatalogue<T>(
  option: CatalogueOption,
  context: CommandContext,
  use: (store: CatalogueStore) => Promise<T>,
): Promise<T> {
  const path = cataloguePath(option, context);
  // Reading says what is the matter with what is not there; and what is of an older format can only be written to.
  return withStore(path, existsSync(join(path, dataFile)) ? 'write' : 'read', use);
}

/**
 * All of the configuration that names the catalogue; undefined where `--store` does.
 * @throws {UsageFault} as `withCatalogue`; {ConfigFault}
 */
export function configOf(
  option: CatalogueOption,
  context: CommandContext,
): LoadedConfig | undefined {
  const file = configFile(option, context);
  return file === undefined ? undefined : loadConfig(file, context);
}

/**
 * The same where a configuration is needed for nothing but what it says: undefined, too, where none is given and there is no
 * `config.yaml`.
 */
export function configIfAny(
  option: CatalogueOption,
  context: CommandContext,
): LoadedConfig | undefined {
  const isNone = option.config === undefined && !hasDefaultConfig(context);
  return isNone ? undefined : configOf(option, context);
}

function hasDefaultConfig(context: CommandContext): boolean {
  return existsSync(resolve(context.cwd, defaultConfig));
}

async function withStore<T>(
  path: string,
  access: CatalogueAccess,
  use: (store: CatalogueStore) => Promise<T>,
): Promise<T> {
  const store = openEmbeddedStore({ path, access });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

function cataloguePath(option: CatalogueOption, context: CommandContext): string {
  const file = configFile(option, context);
  return file === undefined
    ? resolve(context.cwd, option.store ?? '')
    : loadStorePath(file, context);
}

/** The configuration to use; undefined where the directory is given instead. */
function configFile(
  { config, store }: CatalogueOption,
  context: CommandContext,
): string | undefined {
  if (config !== undefined && store !== undefined) {
    throw new UsageFault('Give either --config or --store, since each names a catalogue.');
  }
  if (store !== undefined) return undefined;
  if (config === undefined && !hasDefaultConfig(context)) {
    throw new UsageFault(
      `Which catalogue? There is no ${defaultConfig} here: give --config FILE or --store DIR.`,
    );
  }
  return config ?? defaultConfig;
}
