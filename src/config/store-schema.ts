import { z } from 'zod';
import { mapping, wholeNumber } from './schema-parts.ts';

/** The location and settings of the catalogue. */
export const storeSchema = mapping({
  path: z
    .string('a directory, such as ./catalogue')
    .min(1, 'a directory, such as ./catalogue')
    .describe('The catalogue directory, on a local disk. Relative to this file.'),
  keepRuns: wholeNumber(1, 10_000)
    .default(30)
    .describe(
      'The number of latest ended runs for which export --since can write the changes. The former versions of changed records take space.',
    ),
  image: z.unknown().optional().meta({
    deprecated: true,
    description: 'Ignored: the query engine no longer keeps images.',
  }),
}).describe('Location of the catalogue.');

/** Warns of keys that have no effect any more. */
export function warnOfFormerKeys(
  { image }: z.infer<typeof storeSchema>,
  onWarning: ((message: string) => void) | undefined,
): void {
  if (image === undefined) return;
  onWarning?.(
    'store.image is ignored, because the query engine no longer keeps images: remove it from the configuration. cdif-graph compact removes remaining images',
  );
}

/** A configuration of which only `store` is checked. */
export const onlyStoreSchema = z.looseObject({ store: storeSchema });
