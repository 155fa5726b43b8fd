import { urlsOfAnswer } from '../links/resource-names.ts';
import { signpostsOfEntry } from '../links/signposts-of-entry.ts';
import { mergedSignposts, noSignposts } from '../links/merged-signposts.ts';
import type { HttpStep, RequestCost } from '../model/http.ts';
import type { Signposts } from '../model/offer.ts';
import { problemsOf, type Outcome } from '../model/outcome.ts';
import { ProblemTally } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import type { DescribedResource, RecordGraph } from '../model/record.ts';
import type { Receipt } from '../model/receipt.ts';
import type { Retrieval } from '../model/response.ts';
import type {
  LeftOutRecord,
  LeftOutRecords,
  LookState,
  RobotsLeave,
  UrlOutcome,
} from '../model/run.ts';
import type { StageName } from '../model/stage.ts';
import type { KnownUrl } from '../model/url-visit.ts';
import type { Listing, Target } from '../model/target.ts';
import { LeftOutTally } from '../report/left-out-counts.ts';
import type { LookLedger } from '../report/look-ledger.ts';
import { citeAsProblem, ownCiteAs } from './cite-as.ts';
import { nothingOffered, passing, refusalOf, withoutAnswer } from './problem-roles.ts';
import { wellFormed } from '../text/well-formed.ts';
import { problemsOfTypes, typesOfRecord } from './wanted-types.ts';

const dayMs = 86_400_000;
/** Who harvests harvests at least once a year; a clock whose battery is empty begins in 1970. */
const longestPauseDays = 366;

/** Redirects, retries and a second asking together have fewer. */
const maxSteps = 100;

/** A list may have any number of records of other types; so many show which. */
const maxLeftOutRecords = 20;
const maxLeftOutCharacters = 300;

/** What is said of a URL when it is settled. */
export interface LookEnd {
  readonly state: LookState;
  readonly run: string;
  readonly now: Date;
  readonly listings: readonly Listing[];
}

interface TallyContext {
  /** What is known of the URL from before. */
  readonly known: KnownUrl | undefined;
  readonly now: () => Date;
  /** Whether the operator has confirmed that records go. */
  readonly allowRemovals: boolean;
}

function excerptOf(text: string): string {
  if (text.length <= maxLeftOutCharacters) return text;
  return `${wellFormed(text.slice(0, maxLeftOutCharacters - 1))}…`;
}

/** What comes of one target on its way through the stages; decides its one final state. */
export class TargetTally {
  readonly #target: Target;
  readonly #ledger: LookLedger;
  readonly #known: KnownUrl | undefined;
  readonly #now: () => Date;
  readonly #allowsRemovals: boolean;
  /** Those that belong to no record. */
  readonly #problems = new ProblemTally();
  #retrieval: Retrieval | undefined;
  readonly #steps: HttpStep[] = [];
  #signposts: Signposts = noSignposts;
  readonly #described: DescribedResource[] = [];
  #derived = 0;
  #leftOut = 0;
  readonly #leftOutRecords: LeftOutRecord[] = [];
  readonly #leftOutTypes = new LeftOutTally();
  #failed = 0;
  #links = 0;
  #emptiness: 'none' | 'mistaken' | 'confirmed' = 'none';
  #robots: RobotsLeave | undefined;
  #refusal: 'disallowed' | 'not-tried' | 'gone' | undefined;
  #isLosing = false;
  #mayPass = false;
  #missed = 0;
  #kept = 0;

  constructor(target: Target, ledger: LookLedger, { known, now, allowRemovals }: TallyContext) {
    this.#target = target;
    this.#ledger = ledger;
    this.#known = known;
    this.#now = now;
    this.#allowsRemovals = allowRemovals;
  }

  /** Takes down an outcome of a stage. A failure of `derive` is a record that was lost, or was never there. */
  note(stage: StageName, outcome: Outcome<unknown>): void {
    this.#ledger.note(outcome);
    for (const problem of problemsOf(outcome)) this.#problems.add(problem);
    if (outcome.kind !== 'failed') return;
    if (stage === 'fetch') this.#refusal = refusalOf(outcome.problem);
    if (stage !== 'derive') return;
    if (outcome.problem.kind === 'list-item-invalid') this.#missed += 1;
    if (!nothingOffered.has(outcome.problem.kind)) this.#failed += 1;
  }

  /** A record cannot be kept, since another one of the URL is called the same. */
  clashed(problem: Problem): void {
    this.note('derive', { kind: 'failed', problem });
    if (nothingOffered.has(problem.kind)) this.#failed += 1;
  }

  fetched(retrieval: Retrieval): void {
    this.#retrieval = retrieval;
  }

  /** The answer was not read: the look counts as one that was not tried. */
  unread(refused: Outcome<never>): void {
    this.note('fetch', refused);
    this.#retrieval = undefined;
  }

  /** robots.txt lets the target be asked for. */
  allowed(leave: RobotsLeave): void {
    this.#robots = leave;
  }

  /** A request was made. */
  asked(step: HttpStep, cost: RequestCost): void {
    this.#ledger.asked(step, cost);
    if (this.#steps.length < maxSteps) this.#steps.push(step);
  }

  /** Takes down what sitemaps say of the target. */
  entered(target: Target): void {
    const entry = signpostsOfEntry(target);
    if (entry !== undefined) this.signposted(entry);
  }

  /** An answer, or the entry of a sitemap, said where metadata is; what both say is kept once. */
  signposted(signposts: Signposts): void {
    this.#signposts = mergedSignposts(this.#signposts, signposts);
  }

  linked(): void {
    this.#links += 1;
  }

  /**
   * There is the graph of a record.
   * @param describes what it describes
   * @param problems those that belong to it
   */
  derived(describes: readonly DescribedResource[], problems: readonly Problem[]): void {
    this.#derived += 1;
    this.#ledger.note({ kind: 'produced', value: describes, problems });
    // Of several nothing is asked, so the second one is enough to know.
    if (this.#described.length < 2) this.#described.push(...describes.slice(0, 2));
  }

  /**
   * All records are there: notes where one contradicts what it is to be cited as.
   * @param citeAs what those say that lead to the target
   */
  cited(citeAs: readonly string[] = []): void {
    const { url } = this.#target;
    if (this.#retrieval === undefined) return;
    const own = ownCiteAs(this.#signposts, urlsOfAnswer(url, this.#retrieval));
    const problem = citeAsProblem(url, [...citeAs, ...own], this.#described);
    if (problem !== undefined) this.note('derive', { kind: 'noted', problem });
  }

  /** There is a record that no source wants. @param problems those that belong to it */
  leftOut(
    { graph, describes }: Pick<RecordGraph, 'graph' | 'describes'>,
    problems: readonly Problem[],
  ): void {
    const types = typesOfRecord(describes);
    for (const problem of problemsOfTypes(problems))
      this.note('derive', { kind: 'noted', problem });
    this.#leftOut += 1;
    this.#leftOutTypes.add(types);
    this.note('derive', {
      kind: 'skipped',
      url: this.#target.url,
      reason: 'type-not-wanted',
      types,
    });
    if (this.#leftOutRecords.length >= maxLeftOutRecords) return;
    const name = describes.find((each) => each.name !== undefined)?.name;
    this.#leftOutRecords.push({
      graph,
      ...(name === undefined ? {} : { name: excerptOf(name) }),
      types: excerptOf(types),
    });
  }

  loaded(receipt: Receipt): void {
    this.#ledger.loaded(receipt);
    this.#kept += receipt.kept;
    this.#isLosing ||= receipt.leaving > 0;
  }

  /** Records of the URL stay, since it could not be looked at. */
  stays(records: number): void {
    this.#kept += records;
  }

  /** Whether records of the URL wait to be removed. */
  get isLosing(): boolean {
    return this.#isLosing;
  }

  /** Whether there are records that no source wants. */
  get hasLeftOut(): boolean {
    return this.#leftOut > 0;
  }

  /** A URL that was known before the run was looked at again. @param changed whether anything of it is other than before */
  rechecked(changed: boolean, run: string): void {
    const { outcome, visit } = this.#known ?? {};
    if (visit === undefined || visit.run === run || (changed && !this.hasAnswer)) return;
    const days = (this.#now().getTime() - Date.parse(visit.at)) / dayMs;
    // Where a clock was wrong, nobody knows how long the URL was as it is.
    if (!(days >= 0 && days <= longestPauseDays)) return;
    const { source, found } = this.#target;
    const before = outcome?.listings.find((each) => each.source === source)?.found.lastmod;
    this.#ledger.recheck({
      days,
      changed: Number(changed),
      announced: Number(changed && found.lastmod !== undefined && found.lastmod !== before),
    });
  }

  /** The look is over: counts what came to nothing, and the records that stay although it did not give them. */
  count(): void {
    const isFailure = this.hasAnswer || this.#refusal === undefined;
    this.#ledger.others(isFailure ? 'failed-kept' : 'kept', this.#kept);
    this.#ledger.others('failed-new', Math.max(0, this.#failed - this.#kept));
  }

  /** Graphs that were derived could not be kept. @param problems those that belonged to them */
  lost(graphs: number, problems: readonly Problem[]): void {
    this.#derived -= graphs;
    this.#failed += graphs;
    // They were counted before, and belong to no record now.
    for (const { record: _, ...problem } of problems) this.#problems.add(problem);
  }

  /**
   * Nothing more comes of the target. The list of a source that gave neither records nor links, nor a reason for it, is
   * rather a mistake than an empty list: a page about the list, for one (`list-empty`). A further page may be the empty one
   * behind the last. Only where the list itself says so can the operator confirm that it is empty.
   */
  ended(): void {
    const { isList, found: route } = this.#target;
    const found = this.#derived + this.#leftOut + this.#links + this.#failed;
    if (isList !== true || this.#retrieval === undefined || found > 0) return;
    if (route.rel === 'next') return;
    const saysSo = this.#problems.countOf('list-empty') > 0;
    const isRight = saysSo && this.#missed === 0 && this.#allowsRemovals;
    this.#emptiness = isRight ? 'confirmed' : 'mistaken';
    if (saysSo) return;
    this.note('derive', { kind: 'failed', problem: { kind: 'list-empty', url: this.#target.url } });
  }

  /** Whether the look gave all records that the URL has, so that those it had before and has no more may go. */
  get isWhole(): boolean {
    return (this.#derived + this.#leftOut > 0 || this.isRightlyEmpty) && this.#failed === 0;
  }

  /** Whether it is a list without items, and the operator has confirmed that. */
  get isRightlyEmpty(): boolean {
    return this.#emptiness === 'confirmed';
  }

  /** Whether it is a list or a page of one, and something of it is not known: it could not be had, or not all of it be read. */
  get isMissing(): boolean {
    if (this.#target.isList !== true) return false;
    if (this.isRightlyEmpty) return false;
    const isMistaken = this.#emptiness === 'mistaken' || this.#isLost;
    const isWhole = this.#failed + this.#missed === 0 && !isMistaken;
    return this.#retrieval === undefined || !isWhole;
  }

  /** Whether a page gives nothing that had something when it was last looked at. */
  get #isLost(): boolean {
    const { outcome, records = 0 } = this.#known ?? {};
    const had = records > 0 || outcome?.state === 'linked';
    return had && this.#derived + this.#leftOut + this.#links + this.#failed === 0;
  }

  /** Whether something of the URL could not be read, or its content not be had. */
  get hasFailed(): boolean {
    return this.#failed > 0 || this.#problems.countOf('content-unavailable') > 0;
  }

  /** Whether the same answer may give something else the next time, since what went wrong was no matter of it. */
  get mayPass(): boolean {
    return this.#mayPass || passing.some((kind) => this.#problems.countOf(kind) > 0);
  }

  /** Something that is not a matter of the answer kept from knowing all that the URL offers. */
  hindered(problem: Problem): void {
    this.#mayPass = true;
    this.note('derive', { kind: 'noted', problem });
  }

  /** Whether something came: an answer, or its headers. */
  get hasAnswer(): boolean {
    return this.#retrieval !== undefined;
  }

  /** Those that belong to no record, as far as they are kept. */
  get problems(): readonly Problem[] {
    return this.#problems.list({ url: this.#target.url });
  }

  /** Whether records stay that the look did not give. */
  get hasKept(): boolean {
    return this.#kept > 0;
  }

  /** The final state of the URL. @param aborted whether the run is being ended from outside */
  state(aborted: boolean): LookState {
    if (this.#derived > 0) return 'harvested';
    if (aborted) return 'not-tried';
    if (!this.hasAnswer) return this.withoutAnswer;
    if (this.#failed > 0) return 'metadata-failed';
    return this.#links > 0 ? 'linked' : 'no-metadata';
  }

  /** The state of the URL where nothing came. */
  get withoutAnswer(): ReturnType<typeof withoutAnswer> {
    return withoutAnswer(this.#refusal, this.#target);
  }

  #leftOutKept(): LeftOutRecords {
    return { counts: this.#leftOutTypes.counts().leftOut ?? {}, records: this.#leftOutRecords };
  }

  /** What the catalogue keeps of the look at this URL. */
  outcome({ state, run, now, listings }: LookEnd): UrlOutcome {
    const { offers, links } = this.#signposts;
    return {
      url: this.#target.url,
      listings,
      state,
      at: now.toISOString(),
      run,
      problems: this.problems,
      ...(this.#robots === undefined ? {} : { robots: this.#robots }),
      ...(this.#steps.length === 0 ? {} : { steps: this.#steps }),
      ...(offers.length + links.length === 0 ? {} : { signposts: this.#signposts }),
      ...(this.#failed > 0 ? { failed: this.#failed } : {}),
      ...(this.#leftOut > 0 ? { leftOut: this.#leftOutKept() } : {}),
      ...(this.isMissing ? { isMissing: true } : {}),
    };
  }
}
