import type { Listing, Target } from '../model/target.ts';
import type { KnownUrl } from '../model/url-update.ts';
import { VisitLedger } from './report/visit-ledger.ts';
import { extractionOptionsFor, type ExtractionOptions } from './extraction-options.ts';
import type { HarvestPlan } from './harvest-plan.ts';
import type { LinkFollower } from './link-follower.ts';
import type { RunSources } from './run-sources.ts';
import type { UrlEntry, UrlTable } from './url-table.ts';
import { VisitResult } from './visit-result.ts';

/** What processing any target of a run needs. */
export interface TargetServices {
  readonly plan: HarvestPlan;
  readonly urls: UrlTable;
  readonly sources: RunSources;
  readonly links: LinkFollower;
}

/** One target on its way through the stages. */
export interface TargetContext {
  readonly target: Target;
  /** What the run knows of the URL. */
  readonly entry: UrlEntry;
  /** What the catalogue knows of the URL from runs before. */
  readonly known: KnownUrl | undefined;
  /** Counts the visit for the source of the target. */
  readonly ledger: VisitLedger;
  readonly options: ExtractionOptions;
  /** The source whose credentials the request shows. */
  readonly credentialsOf: string | undefined;
  readonly result: VisitResult;
  readonly plan: HarvestPlan;
  readonly sources: RunSources;
  readonly links: LinkFollower;
}

/** Gathers what is known of a target before its visit, and notes in its entry that it begins. */
export async function beginVisit(
  listed: Target,
  { plan, urls, sources, links }: TargetServices,
): Promise<TargetContext> {
  const { url } = listed;
  const { policy, context, run, memory } = plan;
  const entry = urls.entry(url);
  entry.state = 'visiting';
  const ledger = new VisitLedger(sources.get(listed.source).ledger, url);
  const known = await memory.known(url);
  const labels = known?.outcome.scriptLabels;
  if (labels !== undefined) {
    entry.assumeLabels(labels);
    entry.keptScriptLabels = labels;
  }
  const target = entry.complete(listed);
  const former = known?.outcome.listings.map((each) => each.source) ?? [];
  if (former.some((name) => name !== listed.source)) entry.formerSources = former;
  if (known?.hasLeaving === true) entry.pendingRemovalOf = listed.source;
  const listings: readonly Listing[] = [...entry.listings, ...(known?.outcome.listings ?? [])];
  const credentialsOf = sources.chooseCredentials(url, listings);
  if (sources.haveCredentials) entry.credentials = { source: credentialsOf };
  const { allowRemovals } = policy;
  return {
    target,
    entry,
    known,
    ledger,
    options: extractionOptionsFor(listings, policy.options),
    credentialsOf,
    result: new VisitResult(target, { run, ledger, known, now: context.now, allowRemovals }),
    plan,
    sources,
    links,
  };
}

/** Notes that something may be listed by a list or catalogue that could not be read whole. */
export function noteIncompleteList({ entry, sources }: TargetContext): void {
  for (const { source } of entry.listings) sources.get(source).listing.miss();
}
