import { z } from 'zod';

const recheckForm = 'always, adaptive, or a number of hours from 0 to 8760';

/** When a URL that is known is asked for again. */
export const recheck = z
  .union([z.enum(['always', 'adaptive']), z.number().min(0).max(8760)], { error: recheckForm })
  .default('always')
  .describe(
    'When a URL that gave something is asked for again: always (with each run), adaptive (by how often the source has really changed, a month at the most), or after so many hours, less 5 % for a nightly run that begins early. `--full` asks for all.',
  );

/** Whether a `lastmod` that is as before says that nothing changed. */
export const lastmod = z
  .enum(['never', 'trust', 'verify'], 'never, trust or verify')
  .default('verify')
  .describe(
    'What an unchanged `lastmod` of a sitemap is worth: never (the URL is asked for all the same), trust (it is not), or verify (it is not, for a week, where the latest runs have seen at least ten changes of this source and `lastmod` announced them all).',
  );

export const maxRemovedShare = z
  .number('a share from 0 to 1')
  .min(0, 'a share from 0 to 1')
  .max(1, 'a share from 0 to 1')
  .default(0.2)
  .describe(
    'The largest share of the records of the source that one run may remove. Where more would go nothing is removed, since a listing is broken more often than a fifth of it is withdrawn; `--allow-removals` confirms.',
  );

export type Recheck = z.infer<typeof recheck>;
export type LastmodTrust = z.infer<typeof lastmod>;
