import { dirname, resolve } from 'node:path';
import { readSource, readText } from './config-file.ts';
import { ConfigFault } from './fault.ts';
import type { LoadOptions } from './load.ts';
import type { Config } from './schema.ts';

export interface LoadStoreOptions extends Pick<LoadOptions, 'env' | 'cwd'> {
  /** Called with the absolute path before the configuration is known to be right, unless it says that no images are kept. */
  readonly onPath?: ((path: string) => void) | undefined;
}

/**
 * Loads only what is said of the catalogue. A command that reads it needs no more, and is not held up by what else is wrong,
 * such as a token that is set for the harvest alone.
 * @returns `store` with an absolute path
 * @throws {ConfigFault} with all mistakes of `store`
 */
export async function loadStore(
  file: string,
  { env, cwd = '', onPath }: LoadStoreOptions,
): Promise<Config['store']> {
  const absolute = resolve(cwd, file);
  const source = readSource(file, readText(file, absolute), env);
  const inFile = (path: string): string => resolve(dirname(absolute), path);
  const { path, image } = readable(source.value);
  if (typeof path === 'string' && image !== 'off') onPath?.(inFile(path));
  // What checks it takes some time to load.
  const { onlyStoreSchema } = await import('./store-schema.ts');
  const { data, error } = onlyStoreSchema.safeParse(source.value);
  const ofStore = source.mistakes.filter(({ key }) => key === 'store' || key.startsWith('store.'));
  if (data === undefined || ofStore.length > 0) {
    // It has the whole schema, which takes longer.
    const { explain } = await import('./explain.ts');
    throw new ConfigFault(file, ofStore.concat(explain(error?.issues ?? [], source)));
  }
  return { ...data.store, path: inFile(data.store.path) };
}

/** What a configuration says of the catalogue, as far as it can be read that way. */
function readable(value: unknown): { readonly path?: unknown; readonly image?: unknown } {
  const { store } = (value ?? {}) as { readonly store?: unknown };
  return typeof store === 'object' && store !== null ? store : {};
}
