import { dirname, resolve } from 'node:path';
import { readSource, readText } from './config-file.ts';
import { ConfigFault } from './config-fault.ts';
import type { LoadOptions } from './load.ts';
import type { Config } from './schema.ts';

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
  const source = readSource(file, readText(file, absolute), env);
  // Loaded here, since zod takes time to load.
  const { onlyStoreSchema, warnOfFormerKeys } = await import('./store-schema.ts');
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
