import type { HarvestLog } from '../catalogue/store.ts';
import { recheckMs } from '../config/source-options.ts';
import type { Source } from '../config/schema.ts';
import { linkLabel } from '../links/followable-links.ts';
import { targetUrl, type Listing, type Target, type TargetLabel } from '../model/target.ts';
import type { Offer } from '../model/typed-link.ts';
import { isFullFetchDue, latestMeaning, type NotDue } from '../model/revisit.ts';
import type { ContextSource } from '../model/remote-context.ts';
import type { RevisitCounts } from '../model/run.ts';
import type { UrlOutcome, KnownUrl, UrlVisit } from '../model/url-update.ts';
import { mayComeBack } from './problem-classes.ts';

/** Whether a URL is visited, and if so, whether by a conditional request. */
type VisitDecision =
  | {
      readonly kind: 'due';
      readonly isConditional: boolean;
      /** Whether to compare the content, since the server has answered 304 for long. */
      readonly wantsWhole?: true;
    }
  | { readonly kind: 'not-due'; readonly reason: NotDue };

/** What the decision depends on. */
export interface VisitQuestion {
  readonly target: Target;
  readonly known: KnownUrl | undefined;
  /** See `settingsFingerprint`. */
  readonly terms: string;
  /** Whether a context is available now without which the last visit lost records. */
  readonly hasNewContext?: boolean;
  /** Whether only what the continued runs found counts (`--full`). */
  readonly full: boolean;
  /** The unfinished runs that this one continues for the source. */
  readonly continues: ReadonlySet<string>;
  readonly source: Pick<Source, 'recheck' | 'lastmod'>;
  /** How often revisits of the source found changes, and how often `lastmod` announced them. */
  readonly rechecks: RevisitCounts;
  readonly now: Date;
}

const dayMs = 86_400_000;
/** A page whose `lastmod` says that nothing changed is visited that often all the same. */
const longestTrustMs = 7 * dayMs;
/** So many changes, all announced by `lastmod`, prove that the source announces its changes. */
const provingChanges = 10;

/** The states of a visit with an answer, which may come again. */
const answered: ReadonlySet<string> = new Set<KnownUrl['outcome']['state']>([
  'harvested',
  'linked',
  'no-metadata',
  'metadata-failed',
  'nonconforming',
]);

/**
 * The revisit policy. What is known of a URL counts only where the visit gave an answer, the
 * settings are the same, and no context has become available. Then the URL is not due where a run
 * that this one continues visited it, or, if it gave its records, where its listing or a credible
 * `lastmod` says that it has not changed, or where the last visit was so recent that it will hardly
 * have changed (`recheck`).
 */
export function decideVisit(question: VisitQuestion): VisitDecision {
  const { target, known, continues, full } = question;
  if (known === undefined || !isReusable(known.outcome, question)) {
    return { kind: 'due', isConditional: false };
  }
  const { visit } = known;
  if (visit === undefined || isAtHand(target)) return { kind: 'due', isConditional: !full };
  if (continues.has(visit.run) && isDone(visit)) {
    return { kind: 'not-due', reason: { because: 'done', run: visit.run } };
  }
  if (full) return { kind: 'due', isConditional: false };
  if (!gaveItsRecords(known, visit) || isAlwaysDue(question)) return dueAgain(question, visit);
  const reason = reasonToWait(question, visit);
  return reason === undefined ? dueAgain(question, visit) : { kind: 'not-due', reason };
}

/** Whether a visit needs no request. What a list delivers may be newer than any date says. */
function isAtHand({ content, isGone }: Target): boolean {
  return content !== undefined || isGone === true;
}

/** Why a URL without an announced change is not due; undefined where it is. */
function reasonToWait(question: VisitQuestion, visit: UrlVisit): NotDue | undefined {
  if (question.target.isUnchanged === true) return { because: 'list' };
  const visitedMs = Date.parse(visit.at);
  const ageMs = question.now.getTime() - visitedMs;
  // A wrong clock dated the visit in the future: its age is unknown.
  if (ageMs < 0) return undefined;
  const trust = trustedLastmod(question, visit);
  if (trust !== undefined && ageMs < trust.forMs) {
    const { lastmod, forMs } = trust;
    const until = forMs === Infinity ? {} : { until: timeAfter(visitedMs, forMs) };
    return { because: 'lastmod', lastmod, ...until };
  }
  const { recheck: rule = 'always' } = question.source;
  const waitMs = recheckMs(rule, question.rechecks);
  if (rule === 'always' || ageMs >= waitMs) return undefined;
  return { because: 'recheck', rule, until: timeAfter(visitedMs, waitMs) };
}

function timeAfter(ms: number, laterMs: number): string {
  return new Date(ms + Math.ceil(laterMs)).toISOString();
}

function dueAgain({ target, now }: VisitQuestion, { wholeOn }: UrlVisit): VisitDecision {
  const wantsWhole = wholeOn !== undefined && isFullFetchDue(target.url, wholeOn, now);
  return { kind: 'due', isConditional: true, ...(wantsWhole ? { wantsWhole } : {}) };
}

/** Whether the same answer would give the same records. */
function isReusable(
  { state, answer, terms: before }: KnownUrl['outcome'],
  { terms, hasNewContext = false }: VisitQuestion,
): boolean {
  return answered.has(state) && answer !== undefined && before === terms && !hasNewContext;
}

/** See `VisitQuestion`. */
export async function gainsContext(
  known: KnownUrl | undefined,
  contexts: ContextSource | undefined,
): Promise<boolean> {
  for (const problem of known?.outcome.problems ?? []) {
    // A problem does not have the whole of a long URL.
    if (problem.kind !== 'context-unavailable' || problem.context.endsWith('…')) continue;
    const context = await contexts?.load(problem.context);
    if (context !== undefined && 'json' in context) return true;
  }
  return false;
}

function isDone({ state }: UrlVisit): boolean {
  return state === 'unchanged' || answered.has(state);
}

/**
 * Whether a visit gave what its URL has, so far as can be known. Damaged metadata, and a page that
 * came in place of another, may be a fault of that day, which no `lastmod` announces.
 */
function gaveItsRecords({ outcome, records }: KnownUrl, visit: UrlVisit): boolean {
  const { state, kept = 0, problems } = outcome;
  if (!isDone(visit) || state === 'metadata-failed' || kept > 0) return false;
  return state !== 'no-metadata' || (records === 0 && !problems.some(mayComeBack));
}

/** Lists are always visited, and so is a URL with another `lastmod` than before. */
function isAlwaysDue({ target, source, known }: VisitQuestion): boolean {
  if (target.isList === true) return true;
  if (target.isUnchanged === true) return false;
  return source.lastmod !== 'never' && target.found.lastmod !== lastmodBefore(target, known);
}

/** The `lastmod` that the same source gave at the last visit. */
function lastmodBefore({ source }: Target, known: KnownUrl | undefined): string | undefined {
  return known?.outcome.listings.find((each) => each.source === source)?.found.lastmod;
}

/**
 * The `lastmod` that credibly says that nothing changed since the visit, and for how long after the
 * visit it is believed; undefined where it is not.
 */
function trustedLastmod(
  { target, known, source: { lastmod = 'verify' }, rechecks }: VisitQuestion,
  visit: UrlVisit,
): { readonly lastmod: string; readonly forMs: number } | undefined {
  const current = target.found.lastmod;
  if (lastmod === 'never' || current === undefined || known === undefined) return undefined;
  const isSame = lastmodBefore(target, known) === current;
  // NaN, for what is no date, is not less either.
  if (!isSame || !(latestMeaning(current) <= Date.parse(visit.at))) return undefined;
  if (lastmod === 'trust') return { lastmod: current, forMs: trustMs(known.outcome) };
  const { changed, announced } = rechecks;
  const isProven = announced >= provingChanges && announced === changed;
  return isProven ? { lastmod: current, forMs: longestTrustMs } : undefined;
}

/** How long `lastmod` is trusted: what was empty or damaged may have been a fault of that day. */
function trustMs({ state, failed = 0 }: UrlOutcome): number {
  return state === 'no-metadata' || failed > 0 ? longestTrustMs : Infinity;
}

/**
 * Why a run that begins now would not visit a known URL, and until when: for the first configured
 * source that lists it, if the listing is as before.
 * @returns undefined where the URL is due, or where no such source is configured
 */
export async function reasonNotDue(
  known: KnownUrl,
  sources: readonly Source[],
  {
    store,
    contexts,
    now,
  }: {
    readonly store: Pick<HarvestLog, 'rechecksOf'>;
    readonly contexts: ContextSource;
    readonly now: Date;
  },
): Promise<NotDue | undefined> {
  const { outcome } = known;
  const configured = new Map(sources.map((source) => [source.name, source]));
  const listing = outcome.listings.find((each) => configured.has(each.source));
  const source = listing && configured.get(listing.source);
  if (listing === undefined || source === undefined) return undefined;
  const decision = decideVisit({
    target: {
      ...targetFromCatalogue(listing, { own: outcome, pages: [] }),
      // Such a list names what has changed.
      ...(source.kind === 'oai' && listing.depth === 0 ? { isUnchanged: true } : {}),
    },
    known,
    terms: outcome.terms ?? '',
    hasNewContext: await gainsContext(known, contexts),
    full: false,
    continues: new Set(),
    source,
    rechecks: await store.rechecksOf(source.name),
    now,
  });
  return decision.kind === 'due' ? undefined : decision.reason;
}

/** What the catalogue keeps of a URL and of the pages that named it. */
export interface KeptOutcomes {
  readonly own: UrlOutcome;
  /** The pages, linksets and lists that link to it and were visited. */
  readonly pages: readonly UrlOutcome[];
}

/**
 * Rebuilds a target from the catalogue: its discovery, the links of sitemap entries, the labels of
 * links to it, and its `cite-as` links. Further facts of its sitemap entry are not kept.
 */
export function targetFromCatalogue(
  { source, found, depth }: Listing,
  { own, pages }: KeptOutcomes,
): Target {
  const { url } = own;
  const page = pages.find((each) => each.url === found.in);
  const links = (own.signposts?.links ?? []).filter(({ place }) => place === 'sitemap');
  const ofEntries = (own.signposts?.offers ?? []).filter(({ via }) => via === 'sitemap-link');
  const labels = labelsOf([...ofEntries, ...(page?.signposts?.offers ?? [])], url);
  const citeAs = page === undefined ? [] : citeAsOf(url, page);
  return {
    url,
    source,
    found,
    depth,
    ...(labels.length === 0 ? {} : { labels }),
    ...(links.length === 0 ? {} : { links }),
    ...(citeAs.length === 0 ? {} : { citeAs }),
  };
}

/** The labels of the links that were followed to a URL. */
function labelsOf(offers: readonly Offer[], url: string): readonly TargetLabel[] {
  const labels = offers
    .filter((offer) => offer.verdict === 'taken' && targetUrl(offer.url) === url)
    .filter(({ via }) => via !== 'script' && via !== 'content')
    .map((offer) => linkLabel(Object.assign({ target: offer.url }, offer)));
  return [...new Map(labels.map((label) => [JSON.stringify(label), label])).values()];
}

/** The `cite-as` links that a page gives for the resource whose metadata is at a URL. */
function citeAsOf(url: string, { url: page, signposts }: UrlOutcome): readonly string[] {
  const links = signposts?.links ?? [];
  const contexts = new Set(
    links.filter(({ target }) => targetUrl(target) === url).map(({ context }) => context),
  );
  return links
    .filter(({ rel }) => rel === 'cite-as')
    .filter(({ place, context }) => {
      return contexts.has(context) || (place !== 'linkset' && context === page);
    })
    .map(({ target }) => target);
}
