import { z } from 'zod';

const recheckForm = 'always, adaptive, or a number of hours from 0 to 8760';

/** The revisit policy for known URLs. */
export const recheck = z
  .union([z.enum(['always', 'adaptive']), z.number().min(0).max(8760)], { error: recheckForm })
  .default('always')
  .describe(
    'Revisit policy for URLs that gave a result: always (in each run), adaptive (by the observed rate of changes, a month at most), or a number of hours, less 5 % for a nightly run that begins early. `--full` fetches everything.',
  );

/** Whether an unchanged `lastmod` means that the URL has not changed. */
export const lastmod = z
  .enum(['never', 'trust', 'verify'], 'never, trust or verify')
  .default('verify')
  .describe(
    'Effect of an unchanged `lastmod` in a sitemap: never (the URL is requested all the same), trust (it is not), or verify (it is not for a week, if the latest runs saw at least ten changes of this source and `lastmod` announced all of them).',
  );

/** The largest share of records that a run may remove, from 0 to 1. */
export const maxRemovedShare = z
  .number('a share from 0 to 1')
  .min(0, 'a share from 0 to 1')
  .max(1, 'a share from 0 to 1')
  .default(0.2)
  .describe(
    'The largest share of the records of the source that one run may remove. If more would be removed, nothing is, since broken listings are more frequent than the withdrawal of a fifth of the records; `--allow-removals` confirms.',
  );

/** A revisit policy: `always`, `adaptive`, or a number of hours. */
export type Recheck = z.infer<typeof recheck>;
/** The effect of an unchanged `lastmod`. */
export type LastmodTrust = z.infer<typeof lastmod>;
