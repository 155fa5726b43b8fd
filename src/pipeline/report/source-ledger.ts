import { sourceIri } from '../../catalogue/derived/derived-terms.ts';
import type { HttpStep, RequestCost } from '../../model/http.ts';
import { type Outcome, problemsOfOutcome, type SkipReason } from '../../model/outcome.ts';
import { firstsPerKind, ProblemCounter, ProblemTally } from '../../model/problem-tally.ts';
import {
  isUnmetRule,
  type Problem,
  type ProblemKind,
  type UnmetCounts,
} from '../../model/problem.ts';
import type { NotDue, NotDueCounts, RecheckRule } from '../../model/revisit.ts';
import {
  type DeferredHost,
  noPhases,
  noRequests,
  type RunPhase,
  type SavedVisits,
} from '../../model/run-costs.ts';
import {
  emptyRecordCounts,
  emptyUrlCounts,
  type LeftOutCounts,
  type ListingState,
  noRevisits,
  type RecordState,
  type RemovalReason,
  type RevisitCounts,
  type RunObserver,
  type SitemapRead,
  type SettledFacts,
  type SourceReport,
  type UrlState,
} from '../../model/run.ts';
import { phasesInSeconds } from './run-meter.ts';

/** The most sitemaps that a report tells of: some hundred bytes each. */
const maxSitemaps = 1000;

/**
 * Counts the URLs, records and problems of one source in a run. Each URL is in one state at a time
 * (`UrlStates`), and all other numbers are sums of final states, so a report adds up by
 * construction.
 */
export class SourceLedger {
  readonly source: string;
  readonly #startedAt: number;
  readonly #observer: RunObserver | undefined;
  readonly #urls = new UrlStates();
  readonly #records: Record<RecordState, number> = emptyRecordCounts();
  readonly #skipped: Partial<Record<SkipReason, number>> = {};
  readonly #leftOut = new UnwantedTypeTally();
  readonly #problems = new SourceProblemLog();
  readonly #listingProblems = new ProblemTally();
  readonly #sitemaps: SitemapRead[] = [];
  readonly #rechecks = { ...noRevisits };
  /** In milliseconds. */
  readonly #phases = { ...noPhases };
  readonly #requests = { ...noRequests };
  readonly #saved = { notModified: 0, sameContent: 0 };
  readonly #notDue = new NotDueTally();
  #quads = 0;
  #listing: ListingState = 'interrupted';
  #endedAt: number | undefined;

  /** @param observer receives each final state, and the problems of the listing */
  constructor(source: string, now: Date, observer?: RunObserver) {
    this.source = source;
    this.#observer = observer;
    this.#startedAt = now.getTime();
  }

  /** A URL was listed or linked, and will be tried. */
  admit(url: string): void {
    this.#urls.move(url, 'waiting');
  }

  /** The visit of an admitted URL begins, the first or a further one. */
  begin(url: string): void {
    this.#urls.move(url, 'under-way');
  }

  /** A URL reached its final state: it was visited, or was known before and not listed. */
  settle(url: string, state: UrlState, now: Date, facts: SettledFacts = {}): void {
    this.#urls.move(url, state);
    if (state !== 'not-due') this.#notDue.delete(url);
    this.#endedAt = now.getTime();
    this.#observer?.tell({ event: 'url-settled', source: this.source, url, state, ...facts });
  }

  /** A URL is not requested. */
  notDue(url: string, reason: NotDue): void {
    this.#notDue.add(url, reason);
  }

  /** Records of a URL that stays are gone. */
  removed(url: string, reason: RemovalReason, graphs: readonly string[]): void {
    this.record('removed', 0, graphs.length);
    const { source } = this;
    this.#observer?.tell({ event: 'records-removed', source, url, reason, graphs });
  }

  /** A URL that was known before the run was visited again. */
  recheck({ days, changed, announced }: Omit<RevisitCounts, 'looks'>): void {
    this.#rechecks.looks += 1;
    this.#rechecks.days += days;
    this.#rechecks.changed += changed;
    this.#rechecks.announced += announced;
  }

  record(state: RecordState, quads = 0, count = 1): void {
    this.#records[state] += count;
    this.#quads += quads;
  }

  skip(reason: SkipReason): void {
    this.#skipped[reason] = (this.#skipped[reason] ?? 0) + 1;
  }

  /** Counts the problems of an outcome, and the reason if it was skipped. */
  note(outcome: Outcome<unknown>): void {
    if (outcome.kind === 'skipped') {
      this.skip(outcome.reason);
      if (outcome.types !== undefined) this.#leftOut.add(outcome.types);
    }
    for (const problem of problemsOfOutcome(outcome)) this.#problems.add(problem);
  }

  /** Counts an outcome of listing the source; its problems belong to no URL that is visited. */
  noteListing(outcome: Outcome<unknown>): void {
    this.note(outcome);
    for (const problem of problemsOfOutcome(outcome)) {
      this.#observer?.tell({ event: 'listing-problem', source: this.source, problem });
      this.#listingProblems.add(problem);
    }
  }

  /** A sitemap was read. The first ones are kept. */
  sitemapRead(read: SitemapRead): void {
    if (this.#sitemaps.length < maxSitemaps) this.#sitemaps.push(read);
  }

  /** The number of records in each state until now. */
  get records(): Readonly<Record<RecordState, number>> {
    return this.#records;
  }

  /** The number of URLs in each final state; those without one count as not tried. */
  get urls(): Readonly<Record<UrlState, number>> {
    return this.#urls.counts();
  }

  /** Whether a URL was listed, or missed. */
  get hasUrls(): boolean {
    return this.#urls.size > 0;
  }

  /** How many URLs have no final state yet. */
  get openUrls(): number {
    return this.#urls.open;
  }

  /** How the listing ended; `interrupted` as long as it goes on. */
  get listing(): ListingState {
    return this.#listing;
  }

  countOf(kind: ProblemKind): number {
    return this.#problems.countOf(kind);
  }

  /** How many problems there are by now. */
  get problemCount(): number {
    return sumCounts(this.#problems.counts());
  }

  /** How many records that were there before the run have their final state by now. */
  get recordsBefore(): number {
    const { added, 'failed-new': failed, 'nonconforming-new': keptOut } = this.#records;
    return sumCounts(this.#records) - added - failed - keptOut - this.#records['would-load'];
  }

  /** Something of the source was in a phase for so long, in milliseconds. */
  spent(phase: RunPhase, ms: number): void {
    this.#phases[phase] += ms;
  }

  /** A request for one of its URLs was made. */
  requested({ method, status }: HttpStep, cost: RequestCost): void {
    this.#requests[method] += 1;
    if (status === 304) this.#requests.notModified += 1;
    this.#requests.bytesReceived += cost.bytesReceived;
    this.#requests.bytesDecoded += cost.bytesDecoded;
    this.spent('waiting', cost.waitingMs);
    this.spent('downloading', cost.downloadingMs);
  }

  /** The visit of a URL found nothing new. */
  saved(how: keyof SavedVisits): void {
    this.#saved[how] += 1;
  }

  /** Some problems of each kind. */
  get examples(): readonly Problem[] {
    return this.#problems.examples();
  }

  listed(state: ListingState, now: Date): void {
    this.#listing = state;
    this.#endedAt = now.getTime();
    this.#observer?.tell({ event: 'source-listed', source: this.source, listing: state });
  }

  /** The report until now. Admitted URLs without a final state count as not tried. */
  report(): SourceReport {
    return {
      source: this.source,
      listing: this.#listing,
      skipped: { ...this.#skipped },
      ...this.#leftOut.counts(),
      urls: this.#urls.counts(),
      records: { ...this.#records },
      quads: this.#quads,
      rechecks: { ...this.#rechecks },
      problems: this.#problems.counts(),
      ...this.#problems.unmet(),
      listingProblems: this.#listingProblems.list({ url: sourceIri(this.source) }),
      ...(this.#sitemaps.length === 0 ? {} : { sitemaps: this.#sitemaps }),
      examples: this.#problems.examples(),
      phases: phasesInSeconds((phase) => this.#phases[phase]),
      requests: { ...this.#requests },
      saved: { ...this.#saved },
      leftHosts: this.#problems.leftHosts(),
      ...this.#notDue.counts(),
      // Not negative where a clock was set back meanwhile.
      seconds: Math.max(0, (this.#endedAt ?? this.#startedAt) - this.#startedAt) / 1000,
    };
  }
}

/** The sum of all numbers of a table of counts. */
export function sumCounts(counts: Readonly<Partial<Record<string, number>>>): number {
  return Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0);
}

/** The phase of a URL in a run: it waits, is visited (`under-way`), or is in its final state. */
export type UrlPhase = 'waiting' | 'under-way' | UrlState;

/**
 * The states of the URLs of one source in a run. A URL waits, is under way, and ends in a final
 * state, from which it can only go under way again. So it is always in one state, and the counts
 * add up to the number of URLs.
 */
export class UrlStates {
  readonly #phases = new Map<string, UrlPhase>();
  readonly #counts: Record<UrlPhase, number> = { ...emptyUrlCounts(), waiting: 0, 'under-way': 0 };

  /**
   * Brings a URL to its next phase.
   * @throws {TypeError} where that cannot follow the present one
   */
  move(url: string, to: UrlPhase): void {
    const from = this.#phases.get(url);
    if (!mayFollow(from, to)) {
      throw new TypeError(`${url} cannot become ${to}: it is ${from ?? 'not listed'}.`);
    }
    if (from !== undefined) this.#counts[from] -= 1;
    this.#counts[to] += 1;
    this.#phases.set(url, to);
  }

  /** How many URLs there are. */
  get size(): number {
    return this.#phases.size;
  }

  /** How many have no final state yet. */
  get open(): number {
    return this.#counts.waiting + this.#counts['under-way'];
  }

  /** The number of URLs in each final state; those without one count as not tried. */
  counts(): Record<UrlState, number> {
    const { waiting, 'under-way': underWay, ...settled } = this.#counts;
    return { ...settled, 'not-tried': settled['not-tried'] + waiting + underWay };
  }
}

/** The states of URLs that the run did not list. */
const outside: ReadonlySet<UrlPhase> = new Set(['unlisted', 'missing']);

/** Whether the phase `to` can follow; a URL that is listed begins with `waiting`. */
function mayFollow(from: UrlPhase | undefined, to: UrlPhase): boolean {
  const isBeginning = to === 'waiting' || outside.has(to);
  if (from === undefined) return isBeginning;
  if (outside.has(from)) return false;
  return from === 'under-way' ? !isBeginning && to !== from : to === 'under-way';
}

const maxLeftHosts = 100;

/** Counts the problems of one source, with examples. */
export class SourceProblemLog extends ProblemCounter {
  readonly #examples = new Map<ProblemKind, readonly Problem[]>();
  readonly #leftHosts = new Map<string, DeferredHost>();
  readonly #unmet = new UnmetTally();

  override add(problem: Problem): number {
    if (problem.kind !== 'problems-omitted') this.#keepExample(problem);
    this.#unmet.add(problem);
    const host = unvisitedHost(problem);
    if (host !== undefined) this.#leave(host, problem);
    return super.add(problem);
  }

  /** See `SourceReport.examples`. */
  examples(): readonly Problem[] {
    return [...this.#examples.values()].flat();
  }

  /** See `SourceReport.leftHosts`. */
  leftHosts(): readonly DeferredHost[] {
    return [...this.#leftHosts.values()];
  }

  /** See `SourceReport.unmet`. */
  unmet(): Pick<SourceReport, 'unmet'> {
    return this.#unmet.counts();
  }

  /** Keeps the first of each kind; of two at one place, the one that came first. */
  #keepExample(problem: Problem): void {
    const known = this.#examples.get(problem.kind) ?? [];
    const last = known[firstsPerKind - 1];
    if (last !== undefined && !precedesProblem(problem, last)) return;
    const next = known.findIndex((each) => precedesProblem(problem, each));
    const examples = known.toSpliced(next === -1 ? known.length : next, 0, problem);
    this.#examples.set(problem.kind, examples.slice(0, firstsPerKind));
  }

  #leave(host: string, problem: Problem): void {
    const known = this.#leftHosts.get(host);
    if (known !== undefined) this.#leftHosts.set(host, { ...known, urls: known.urls + 1 });
    else if (this.#leftHosts.size < maxLeftHosts) {
      this.#leftHosts.set(host, { host, urls: 1, problem });
    }
  }
}

/** Counts unmet rules of profiles; those that a cut left out are not known. */
class UnmetTally {
  readonly #counts = new Map<ProblemKind, Map<string, number>>();

  add(problem: Problem): void {
    if (!isUnmetRule(problem)) return;
    const { kind, rule } = problem;
    const rules = this.#counts.get(kind) ?? new Map<string, number>();
    this.#counts.set(kind, rules.set(rule, (rules.get(rule) ?? 0) + 1));
  }

  /** Absent where nothing was counted, as in a report. */
  counts(): Pick<SourceReport, 'unmet'> {
    if (this.#counts.size === 0) return {};
    const kinds = Array.from(this.#counts, ([kind, rules]) => [kind, Object.fromEntries(rules)]);
    return { unmet: Object.fromEntries(kinds) as UnmetCounts }; // its keys are kinds
  }
}

/** Whether a problem is the better example: by URL, then by record, not by time of arrival. */
export function precedesProblem(one: Problem, other: Problem): boolean {
  if (one.url !== other.url) return one.url < other.url;
  return (one.record ?? '') < (other.record ?? '');
}

/** The host of a problem by which URLs are left to the next run; undefined for other problems. */
export function unvisitedHost(problem: Problem): string | undefined {
  const isLeft = problem.kind === 'host-given-up' || problem.kind === 'out-of-time';
  return isLeft ? problem.host : undefined;
}

/** Counts the URLs of a source that are not due, by reason. */
class NotDueTally {
  readonly #reasons = new Map<string, NotDue['because']>();
  readonly #counts = { done: 0, lastmod: 0, list: 0, recheck: 0 };
  #rule: RecheckRule | undefined;
  #until: string | undefined;

  add(url: string, reason: NotDue): void {
    this.delete(url);
    this.#reasons.set(url, reason.because);
    this.#counts[reason.because] += 1;
    if (reason.because === 'recheck') this.#rule = reason.rule;
    const until = 'until' in reason ? reason.until : undefined;
    if (until === undefined || (this.#until ?? until) < until) return;
    this.#until = until;
  }

  /** The URL was requested after all. The earliest time that it may have given stays. */
  delete(url: string): void {
    const because = this.#reasons.get(url);
    if (because === undefined) return;
    this.#counts[because] -= 1;
    this.#reasons.delete(url);
  }

  counts(): Pick<SourceReport, 'doneBefore' | 'notDue'> {
    const { done: doneBefore, list, ...rest } = this.#counts;
    if (rest.lastmod + rest.recheck + list === 0) return { doneBefore };
    const notDue: NotDueCounts = {
      ...rest,
      ...(list === 0 ? {} : { list }),
      ...(this.#rule === undefined || rest.recheck === 0 ? {} : { rule: this.#rule }),
      ...(this.#until === undefined ? {} : { until: this.#until }),
    };
    return { doneBefore, notDue };
  }
}

/** Publishers may use any number of types, and names of any length. */
const maxKinds = 100;
const maxCharacters = 500;

/** The key of all further types. No type has this name: IRIs have a colon. */
export const otherTypes = 'other types';

/** Counts the records that were left out because of `types`, by their types. */
export class UnwantedTypeTally {
  readonly #counts = new Map<string, number>();

  /** @param types as in `LeftOutCounts` */
  add(types: string): void {
    const isKnown = this.#counts.has(types);
    const isOther = types.length > maxCharacters || (!isKnown && this.#counts.size >= maxKinds);
    const kind = isOther ? otherTypes : types;
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  /** Absent where nothing was counted, as in a report. */
  counts(): { readonly leftOut?: LeftOutCounts } {
    return this.#counts.size === 0 ? {} : { leftOut: Object.fromEntries(this.#counts) };
  }
}
