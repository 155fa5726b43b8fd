import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadStorePath } from '../config/load.ts';
import { UsageFault } from '../model/fault.ts';
import { openEmbeddedStore } from '../store/embedded-store.ts';
import type { GraphSource } from '../store/store.ts';
import type { CommandContext } from './command.ts';

/** How a command that reads is told which catalogue to open. */
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
  use: (store: GraphSource) => Promise<T>,
): Promise<T> {
  const store = openEmbeddedStore({ path: cataloguePath(option, context), access: 'read' });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

function cataloguePath({ config, store }: CatalogueOption, context: CommandContext): string {
  if (config !== undefined && store !== undefined) {
    throw new UsageFault('Give either --config or --store, since each names a catalogue.');
  }
  if (store !== undefined) return resolve(context.cwd, store);
  if (config === undefined && !existsSync(resolve(context.cwd, defaultConfig))) {
    throw new UsageFault(
      `Which catalogue? There is no ${defaultConfig} here: give --config FILE or --store DIR.`,
    );
  }
  return loadStorePath(config ?? defaultConfig, context);
}
