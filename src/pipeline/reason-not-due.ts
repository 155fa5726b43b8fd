import type { Source } from '../config/schema.ts';
import type { NotDue } from '../model/not-due.ts';
import type { KnownUrl } from '../model/url-visit.ts';
import type { HarvestLog } from '../store/store.ts';
import { duenessOf } from './dueness.ts';
import { keptTarget } from './kept-target.ts';

/**
 * Why a run that begins now would not request a URL that is known, and until when: for the first of
 * its sources that the configuration names, as long as its listing is as before.
 * @returns undefined where it is due, or where no such source is configured
 */
export async function reasonNotDue(
  known: KnownUrl,
  sources: readonly Source[],
  { store, now }: { readonly store: Pick<HarvestLog, 'rechecksOf'>; readonly now: Date },
): Promise<NotDue | undefined> {
  const { outcome } = known;
  const configured = new Map(sources.map((source) => [source.name, source]));
  const listing = outcome.listings.find((each) => configured.has(each.source));
  const source = listing && configured.get(listing.source);
  if (listing === undefined || source === undefined) return undefined;
  const dueness = duenessOf({
    target: keptTarget(listing, { own: outcome, pages: [] }),
    known,
    terms: outcome.terms ?? '',
    full: false,
    continues: new Set(),
    recheck: source.recheck ?? 'always',
    lastmod: source.lastmod ?? 'verify',
    rechecks: await store.rechecksOf(source.name),
    now,
  });
  return dueness.kind === 'due' ? undefined : dueness.reason;
}
