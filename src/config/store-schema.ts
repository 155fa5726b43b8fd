import { z } from 'zod';
import { mapping, wholeNumber } from './schema-parts.ts';

/** Where the catalogue is kept, and how. */
export const storeSchema = mapping({
  path: z
    .string('a directory, such as ./catalogue')
    .min(1, 'a directory, such as ./catalogue')
    .describe('The catalogue directory, on a local disk. Relative to this file.'),
  keepRuns: wholeNumber(1, 10_000)
    .default(30)
    .describe(
      'Of so many runs, the latest that ended, export --since can tell what was changed since. What changed records said before takes space.',
    ),
  image: z
    .enum(['on', 'off'], 'on or off')
    .default('on')
    .describe(
      'Whether images of the query engine are kept beside the catalogue, so that a large one opens at once. They take some 300 bytes a statement on the disk, some 500 more once all graphs were asked together, and can be deleted at any time.',
    ),
}).describe('Where the catalogue is kept.');

/** A configuration of which nothing else matters. */
export const onlyStoreSchema = z.looseObject({ store: storeSchema });
