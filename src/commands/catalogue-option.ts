import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { LoadedConfig } from '../config/load.ts';
import { UsageFault } from '../model/fault.ts';
import { dataFile, type CatalogueAccess } from '../store/catalogue-directory.ts';
import type { EngineClient } from '../store/engine-client.ts';
import { EngineThread } from '../store/engine-thread-client.ts';
import type { GraphEngine, KeepImagesOptions } from '../store/graph-engine.ts';
import { imageNames } from '../store/image/image-files.ts';
import { openUnlocked, type LockWait } from '../store/lock-wait.ts';
import type { QueryDataset } from '../store/queries.ts';
import type { CatalogueStore } from '../store/store.ts';
import { printableLines } from '../text/printable.ts';
import type { CommandContext } from './command.ts';
import { lockWait, type QuietOption, type WaitOption } from './wait-option.ts';

/** How a command is told which catalogue to open. */
export interface CatalogueOption {
  readonly config?: string;
  readonly store?: string;
}

/** The same for a command that writes to the catalogue. */
export interface WritableCatalogueOption extends CatalogueOption, WaitOption, QuietOption {}

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
  return withOpenStore({ ...(await placeOf(option, context)), access: 'read' }, context, use);
}

/** The same, with an engine that is filled from the catalogue, be there images or not. */
export async function withFilledEngine<T>(
  option: CatalogueOption,
  context: CommandContext,
  use: (store: CatalogueStore) => Promise<T>,
): Promise<T> {
  const place = { ...(await placeOf(option, context)), image: 'off', access: 'read' } as const;
  return withOpenStore(place, context, use);
}

/** What a command asks of the engine. */
interface Asking<Question> {
  /**
   * What is asked. What is wrong with that is said before what is wrong with the catalogue.
   * @param onDataset to be called with what the first query is asked of, as soon as that is known
   */
  readonly prepare: (onDataset: (dataset: QueryDataset) => void) => Promise<Question>;
  readonly ask: (engine: GraphEngine, question: Question) => Promise<void>;
}

/**
 * For a command that asks a query: the engine begins to load at once, if it has not yet, beside all else that is needed for it.
 * @throws as `asking.prepare`, `withCatalogue` and `asking.ask`, in this order
 */
export async function withEngine<Question>(
  option: CatalogueOption,
  context: CommandContext,
  { prepare, ask }: Asking<Question>,
): Promise<void> {
  const thread = context.engineThread ?? new EngineThread();
  try {
    const [placed, prepared] = await Promise.allSettled([
      placeOf(option, context, (path) => thread.open({ path, images: imageNames })),
      prepare((dataset) => thread.expect(dataset)),
    ]);
    if (prepared.status === 'rejected') throw prepared.reason;
    if (placed.status === 'rejected') throw placed.reason;
    const { path, image } = placed.value;
    thread.open({ path, images: image === 'on' ? imageNames : [] });
    await withClient(placed.value, thread, context, async (engine) => {
      await ask(engine, prepared.value);
      await keepIn(engine, context);
    });
  } finally {
    await thread.close();
  }
}

/**
 * The same for writing. Only a harvest makes a new catalogue: one that is not there is a fault here.
 * @throws as `withCatalogue`; {CatalogueLockedFault} when another process writes to it
 */
export async function withWritableCatalogue<T>(
  option: WritableCatalogueOption,
  context: CommandContext,
  use: (store: CatalogueStore) => Promise<T>,
): Promise<T> {
  const place = await placeOf(option, context);
  // Reading says what is the matter with what is not there; and what is of an older format can only be written to.
  const { size = 0 } = statSync(join(place.path, dataFile), { throwIfNoEntry: false }) ?? {};
  const access = size > 0 ? 'write' : 'read';
  return withOpenStore({ ...place, access, wait: lockWait(option, context) }, context, use);
}

/**
 * Writes the images of a catalogue that was harvested into or derived anew, so that the next query begins at once. What goes
 * wrong is a warning: the catalogue is whole without.
 */
export async function keepImages(place: CataloguePlace, context: CommandContext): Promise<void> {
  const use = async (store: CatalogueStore) => keepIn(store, context, { fill: true });
  await withOpenStore({ ...place, access: 'read' }, context, use);
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
 * The same where a configuration is needed for nothing but what it says: undefined, too, where none is given and there is no
 * `config.yaml`.
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

/** @throws as `explained` */
async function withClient(
  place: CataloguePlace,
  thread: EngineThread,
  context: CommandContext,
  use: (engine: EngineClient) => Promise<void>,
): Promise<void> {
  const engine = await engineOf(place, context, thread);
  await explained(place, async () => {
    try {
      await use(engine);
    } finally {
      await engine.close();
    }
  });
}

/** @param thread one that has this catalogue already */
async function engineOf(
  { path, image }: CataloguePlace,
  context: CommandContext,
  thread?: EngineThread,
): Promise<EngineClient> {
  const onWarning = (message: string): void => {
    context.stderr.write(`cdif-graph: ${printableLines(message)}\n`);
  };
  const { EngineClient } = await import('../store/engine-client.ts');
  return new EngineClient({ path, thread, images: image === 'on', onWarning });
}

interface StoreOpening extends CataloguePlace {
  readonly access: CatalogueAccess;
  readonly wait?: LockWait | undefined;
}

async function withOpenStore<T>(
  { access, wait, ...place }: StoreOpening,
  context: CommandContext,
  use: (store: CatalogueStore) => Promise<T>,
): Promise<T> {
  const { openEmbeddedStore } = await import('../store/embedded-store.ts');
  const engine = await engineOf(place, context);
  const { path } = place;
  const store = await openUnlocked(() => openEmbeddedStore({ path, access, engine }), wait);
  return explained(place, async () => {
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  });
}

/**
 * @throws what `use` throws; where that comes of damage of the catalogue, a {CatalogueFault} that
 * says so
 */
async function explained<T>({ path }: CataloguePlace, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    const { whyFailed } = await import('../store/damage.ts');
    throw await whyFailed(path, error);
  }
}

/** Keeps images of what was asked. Where that is interrupted the command ends as it would, since it has done what it was to do. */
async function keepIn(
  asked: Pick<GraphEngine, 'keepImages'>,
  { signal }: CommandContext,
  options: KeepImagesOptions = {},
): Promise<void> {
  if (signal.aborted) return;
  try {
    await asked.keepImages({ ...options, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Where a catalogue is, and whether images of it are kept. */
type CataloguePlace = Pick<LoadedConfig['store'], 'path' | 'image'>;

/**
 * The catalogue that is meant; where no configuration says otherwise, images of it are kept.
 * @param onPath is called with its absolute path where images are kept, before the configuration is known to be right
 */
export async function placeOf(
  option: CatalogueOption,
  context: CommandContext,
  onPath?: (path: string) => void,
): Promise<CataloguePlace> {
  const file = configFile(option, context);
  if (file === undefined) {
    const path = resolve(context.cwd, option.store ?? '');
    onPath?.(path);
    return { path, image: 'on' };
  }
  // It takes some time to load, which who says `--store` does not wait for.
  const { loadStore } = await import('../config/load-store.ts');
  return loadStore(file, { ...context, onPath });
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
