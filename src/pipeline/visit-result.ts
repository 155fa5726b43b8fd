import {
  responseUrls,
  mergeSignposts,
  noSignposts,
  sitemapEntrySignposts,
} from '../links/followable-links.ts';
import type {
  HttpStep,
  RequestCost,
  ResponseSignature,
  Retrieval,
  RobotsDecision,
} from '../model/http.ts';
import { findSignpostingViolations, ownSignposts } from '../links/signposting-level.ts';
import type { Signposts } from '../model/typed-link.ts';
import { type Outcome, problemsOfOutcome, type StageName } from '../model/outcome.ts';
import { ProblemTally } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import type { FoundLinkTarget, KeptDocument, RecordGraph } from '../model/record.ts';
import {
  type KeptOutRecords,
  type LeftOutRecord,
  type UrlOutcome,
  countContentNamedAdditions,
  type KnownUrl,
  type Receipt,
  type UrlUpdate,
  type UrlVisitEnd,
} from '../model/url-update.ts';
import type { VisitState } from '../model/run.ts';
import type { Listing, Target, TargetLabel } from '../model/target.ts';
import { replaceLoneSurrogates } from '../text/clean-text.ts';
import { TextSet } from '../text/text-set.ts';
import { describedTypes, misspeltTypeProblems } from './extraction-options.ts';
import type { HarvestPlan } from './harvest-plan.ts';
import { KeptOutTally } from './kept-out.ts';
import {
  citeAsProblem,
  nothingOffered,
  refusalReason,
  transientProblems,
} from './problem-classes.ts';
import { UnwantedTypeTally } from './report/source-ledger.ts';
import type { VisitLedger } from './report/visit-ledger.ts';
import type { VisitAnswer } from './visit.ts';
import { duplicateRecordProblem, GraphBuffer } from './write-buffers.ts';

const dayMs = 86_400_000;
/** A longer time between two visits is the mistake of a clock: one without battery shows 1970. */
const longestPauseDays = 366;
/** The redirects and retries of both requests together are fewer. */
const maxSteps = 100;
/** The most records of unwanted types that are kept as examples. */
const maxLeftOutRecords = 20;
const maxLeftOutCharacters = 300;

interface VisitResultOptions {
  readonly plan: Pick<HarvestPlan, 'run' | 'context' | 'policy'>;
  readonly ledger: VisitLedger;
  /** What the catalogue knows of the URL from before. */
  readonly known: KnownUrl | undefined;
}

/**
 * Everything that one visit of a URL gave: the outcomes of the stages, problems, documents, record
 * graphs, links and answers. Decides the state of the URL, and what of it replaces what was there.
 */
export class VisitResult {
  /** Where the URL leads to, each place once, by its JSON. */
  readonly leads = new Map<string, FoundLinkTarget>();
  /** By which the answers are recognised when they come again. */
  readonly answers: { answer?: ResponseSignature; negotiated?: ResponseSignature } = {};
  /** The labels of the target by which the documents were read. */
  readLabels: readonly TargetLabel[];
  /** What robots.txt says about the target, if it allows to fetch it. */
  robots: RobotsDecision | undefined;
  /** The worker that made the visit; undefined where this process did. */
  worker: string | undefined;
  /** Whether the run ended before the visit was made. */
  isLeft = false;
  readonly graphs = new GraphBuffer();
  followedLinks = 0;
  /** Records that no source wants. */
  leftOut = 0;
  /** Records that stay although the visit did not give them. */
  kept = 0;
  /** How many graphs the parts until now rewrote: see `UrlVisitEnd.waits`. */
  rewritten = 0;
  /** Whether records of the URL are pending removal. */
  hasPendingRemoval = false;
  /** Whether metadata of the page is unreadable, and content negotiation gave other metadata. */
  hasUnreadable = false;

  readonly #target: Target;
  readonly #options: VisitResultOptions;
  /** Problems that belong to no record. */
  readonly #problems = new ProblemTally();
  readonly #steps: HttpStep[] = [];
  #refusal: ReturnType<typeof refusalReason>;
  #hasServerProblem = false;
  #signposts = noSignposts;
  #emptiness: 'none' | 'mistaken' | 'confirmed' = 'none';

  /** The latest retrieval, for the parts that are written. */
  #retrieval: Retrieval | undefined;
  /** The retrieval of the answer that was read. */
  #answered: Retrieval | undefined;
  readonly #allDocuments = new TextSet();
  #documents: KeptDocument[] = [];

  /** Records that the visit gave, those that failed, and those that were missed. */
  #derived = 0;
  #failed = 0;
  #missed = 0;
  /** What the records describe, but no more than two resources. */
  readonly #described: RecordGraph['describes'][number][] = [];
  readonly #leftOutRecords: LeftOutRecord[] = [];
  readonly #keptOut = new KeptOutTally();
  readonly #leftOutTypes = new UnwantedTypeTally();

  constructor(target: Target, options: VisitResultOptions) {
    this.#target = target;
    this.readLabels = target.labels ?? [];
    this.#options = options;
    this.#addSitemapEntry(target);
  }

  /** Notes the outcome of a stage. A failure of `derive` costs a record, or there never was one. */
  note(stage: StageName, given: Outcome<unknown>): void {
    const outcome = this.#withPolicy(given);
    this.#options.ledger.note(outcome);
    for (const problem of problemsOfOutcome(outcome)) this.#problems.add(problem);
    if (outcome.kind !== 'failed') return;
    if (stage === 'fetch') {
      this.#refusal = refusalReason(outcome.problem, this.#target.url);
    }
    if (stage !== 'derive') return;
    if (outcome.problem.kind === 'list-item-invalid') this.#missed += 1;
    if (!nothingOffered.has(outcome.problem.kind)) this.#failed += 1;
  }

  /** A request was made. */
  requested(step: HttpStep, cost: RequestCost): void {
    this.#options.ledger.requested(step, cost);
    if (this.#steps.length < maxSteps) this.#steps.push(step);
  }

  /** An answer arrived, and is read. */
  answered({ retrieval, isNegotiated, labels }: VisitAnswer): void {
    this.readLabels = labels;
    this.#answered = retrieval;
    this.#retrieval = { ...retrieval, ...(isNegotiated && { negotiated: true }) };
  }

  /**
   * The answer was not read, since its source was given up (the URL then counts as not tried), or
   * since it is a bot challenge (the URL could not be fetched).
   */
  noteUnread(refused: Outcome<never>): void {
    this.note('fetch', refused);
    this.#answered = undefined;
    this.#retrieval = undefined;
  }

  /** A problem of the server, not of the answer, hid what the URL offers. */
  noteServerProblem(problem: Problem): void {
    this.#hasServerProblem = true;
    this.note('derive', { kind: 'noted', problem });
  }

  /** An outcome with what holds in this run: whether an empty list may be confirmed. */
  #withPolicy(outcome: Outcome<unknown>): Outcome<unknown> {
    const { allowRemovals } = this.#options.plan.policy;
    if (!allowRemovals || outcome.kind !== 'failed') return outcome;
    const { problem } = outcome;
    if (problem.kind !== 'list-empty') return outcome;
    return { ...outcome, problem: { ...problem, removalsAllowed: true } };
  }

  #addSitemapEntry(target: Target): void {
    const entry = sitemapEntrySignposts(target);
    if (entry !== undefined) this.addSignposts(entry);
  }

  /** Adds the offers and links of an answer; those that a sitemap gives, too, are kept once. */
  addSignposts(signposts: Signposts): void {
    this.#signposts = mergeSignposts(this.#signposts, signposts);
  }

  addDocument(document: KeptDocument): void {
    this.#documents.push(document);
    this.#allDocuments.add(document.sha256);
    this.graphs.grow(document.json.length);
  }

  /** Takes a record graph, unless there is one with its IRI. @param problems those of the record */
  addGraph(graph: RecordGraph, problems: readonly Problem[]): void {
    const answer = this.graphs.add(graph, problems);
    const { url } = this.#target;
    if (answer === 'same') {
      this.note('derive', { kind: 'skipped', url, reason: 'repeated-on-page' });
    } else if (answer === 'other') {
      const problem = duplicateRecordProblem(graph);
      this.note('derive', { kind: 'failed', problem });
      if (nothingOffered.has(problem.kind)) this.#failed += 1;
    } else {
      this.#derived += 1;
      this.#options.ledger.note({ kind: 'produced', value: graph.describes, problems });
      if (this.#described.length < 2) this.#described.push(...graph.describes.slice(0, 2));
    }
  }

  /** Notes a record that no source wants. @param problems those of the record */
  leaveOut({ graph, describes }: RecordGraph, problems: readonly Problem[]): void {
    const { url } = this.#target;
    const types = describedTypes(describes);
    for (const problem of misspeltTypeProblems(problems)) {
      this.note('derive', { kind: 'noted', problem });
    }
    this.leftOut += 1;
    this.#leftOutTypes.add(types);
    this.note('derive', { kind: 'skipped', url, reason: 'type-not-wanted', types });
    if (this.#leftOutRecords.length >= maxLeftOutRecords) return;
    const name = describes.find((each) => each.name !== undefined)?.name;
    this.#leftOutRecords.push({
      graph,
      ...(name === undefined ? {} : { name: excerptOf(name) }),
      types: excerptOf(types),
    });
  }

  /**
   * Notes a record that does not conform, which its sources require.
   * @param problems those of the record
   * @param copyAt when the older copy that stays was retrieved; undefined where none stays
   */
  keepOut(graph: RecordGraph, problems: readonly Problem[], copyAt: string | undefined): void {
    for (const problem of this.#keptOut.add(graph, problems, copyAt)) {
      this.note('derive', { kind: 'noted', problem });
    }
  }

  /** Whether a graph is an older copy that stays in place of a record that does not conform. */
  keepsCopy(graph: string): boolean {
    return this.#keptOut.copies.has(graph);
  }

  /** Records that were kept out. */
  get keptOut(): KeptOutRecords {
    return this.#keptOut.counts;
  }

  /**
   * Nothing more comes. Notes where a record contradicts what it is to be cited as, where links
   * violate the Signposting profile, and where the list of a source gave nothing.
   * @param hints the target with all hints of the run
   */
  complete(hints: Target, isAborted: boolean): void {
    this.#addSitemapEntry(hints);
    this.#checkSignposts(hints.citeAs);
    if (!isAborted) this.#checkEmptyList();
  }

  #checkSignposts(citeAs: readonly string[] = []): void {
    if (this.#answered === undefined) return;
    const urls = responseUrls(this.#target.url, this.#answered);
    this.#checkCiteAs(citeAs, urls);
    const faults = findSignpostingViolations(ownSignposts(this.#signposts.links, urls));
    if (faults.length === 0) return;
    const problem = { kind: 'signposting-incomplete', url: this.#target.url, faults } as const;
    this.note('derive', { kind: 'noted', problem });
  }

  #checkCiteAs(citeAs: readonly string[], urls: ReadonlySet<string>): void {
    const { url } = this.#target;
    const own = this.#signposts.links.filter(({ rel, context }) => {
      return rel === 'cite-as' && urls.has(context);
    });
    const targets = [...citeAs, ...own.map(({ target }) => target)];
    const problem = citeAsProblem(url, targets, this.#described);
    if (problem !== undefined) this.note('derive', { kind: 'noted', problem });
  }

  /**
   * A list that gave neither records nor links, nor a reason for it, is rather a mistake (a page
   * about the list, for one) than an empty list. A further page may be the empty one behind the
   * last. Only where the list itself says that it is empty can the operator confirm that.
   */
  #checkEmptyList(): void {
    const { isList, found: route, url } = this.#target;
    if (isList !== true || !this.hasAnswer || this.#found > 0 || route.rel === 'next') return;
    const isDeclaredEmpty = this.#problems.countOf('list-empty') > 0;
    const { allowRemovals } = this.#options.plan.policy;
    const isRight = isDeclaredEmpty && this.#missed === 0 && allowRemovals;
    this.#emptiness = isRight ? 'confirmed' : 'mistaken';
    const problem = { kind: 'list-empty', url } as const;
    if (!isDeclaredEmpty) this.note('derive', { kind: 'failed', problem });
  }

  /** All that the answer offered, usable or not. */
  get #found(): number {
    return this.usable + this.#failed;
  }

  /** The records that the answer gave, and the links that it led to. */
  get usable(): number {
    return this.#derived + this.leftOut + this.keptOut.records + this.followedLinks;
  }

  /** Takes what was added since the last part. @param listings the sources that list the URL */
  takePart(listings: readonly Listing[]): UrlUpdate {
    const part = {
      url: this.#target.url,
      run: this.#options.plan.run,
      ...(this.#retrieval === undefined ? {} : { retrieval: this.#retrieval }),
      listings,
      documents: this.#documents,
      ...this.graphs.take(),
    };
    this.#documents = [];
    return part;
  }

  /** A part is in the catalogue. */
  loaded(graphs: readonly RecordGraph[], receipt: Receipt): void {
    this.#options.ledger.loaded(receipt);
    this.kept += receipt.kept;
    this.hasPendingRemoval ||= receipt.leaving > 0;
    this.rewritten += countContentNamedAdditions(graphs, receipt.graphs);
  }

  /** The catalogue cannot keep the graphs of a part. @param problems those of their records */
  lost(graphs: number, problems: readonly Problem[]): void {
    this.#derived -= graphs;
    this.#failed += graphs;
    // They were counted before, and belong to no record now.
    for (const { record: _, ...problem } of problems) this.#problems.add(problem);
  }

  /** Counts, for the revisit policy, a visit of a URL that was known before the run. */
  countRecheck(isChanged: boolean): void {
    const { known, plan, ledger } = this.#options;
    const { outcome, visit } = known ?? {};
    if (visit === undefined || visit.run === plan.run || (isChanged && !this.hasAnswer)) return;
    const days = (plan.context.now().getTime() - Date.parse(visit.at)) / dayMs;
    // By a wrong clock it is unknown how long the URL was as it is.
    if (!(days >= 0 && days <= longestPauseDays)) return;
    const { source, found } = this.#target;
    const before = outcome?.listings.find((each) => each.source === source)?.found.lastmod;
    const isAnnounced = isChanged && found.lastmod !== undefined && found.lastmod !== before;
    ledger.source.recheck({ days, changed: Number(isChanged), announced: Number(isAnnounced) });
  }

  /** Counts the metadata that gave no record, and the records that stay without being given. */
  countLosses(): void {
    const isFailure = this.hasAnswer || this.#refusal === undefined;
    const { ledger } = this.#options;
    const { records, copies } = this.keptOut;
    ledger.record('nonconforming-kept', copies);
    ledger.record('nonconforming-new', records - copies);
    ledger.record(isFailure ? 'failed-kept' : 'kept', this.kept);
    ledger.record('failed-new', Math.max(0, this.#failed - this.kept));
  }

  /** Whether something came: an answer, or its headers. */
  get hasAnswer(): boolean {
    return this.#answered !== undefined;
  }

  /** Whether the visit gave all records of the URL, so that others may go. */
  get isWhole(): boolean {
    const given = this.#derived + this.leftOut + this.keptOut.records;
    return (given > 0 || this.isRightlyEmpty) && this.#failed === 0 && !this.hasUnreadable;
  }

  /** Whether the URL is an empty list, as the operator has confirmed. */
  get isRightlyEmpty(): boolean {
    return this.#emptiness === 'confirmed';
  }

  /** Whether the answer is a listing in place of a page. */
  get #isListing(): boolean {
    return this.#problems.countOf('sitemap-among-pages') > 0;
  }

  /** Whether it was a listing in place of a page, and nothing shows that it is a page now. */
  get #mayBeListing(): boolean {
    return this.#target.isListing === true && this.#derived === 0;
  }

  /** Whether a list, or a page of one, could not be read whole. */
  get isMissing(): boolean {
    const isList = this.#target.isList === true || this.#isListing;
    if (!isList || this.isRightlyEmpty) return false;
    const { outcome, records = 0 } = this.#options.known ?? {};
    const hadContent = records > 0 || outcome?.state === 'linked';
    const isMistaken = this.#emptiness === 'mistaken' || (hadContent && this.#found === 0);
    return !this.hasAnswer || this.#failed + this.#missed > 0 || isMistaken;
  }

  /** Whether something of the URL could not be read. */
  get hasFailed(): boolean {
    return this.#failed > 0 || this.#problems.countOf('content-unavailable') > 0;
  }

  /** Whether the same answer may give something else the next time, since it is not to blame. */
  get isTransient(): boolean {
    return (
      this.#hasServerProblem || transientProblems.some((kind) => this.#problems.countOf(kind) > 0)
    );
  }

  /** Problems that belong to no record, as far as they are kept. */
  get problems(): readonly Problem[] {
    return this.#problems.list({ url: this.#target.url });
  }

  /** The state of the URL by what the visit gave until now. */
  get state(): VisitState {
    if (this.#derived > 0) return 'harvested';
    if (!this.hasAnswer) return this.stateWithoutAnswer;
    if (this.#failed > 0) return 'metadata-failed';
    if (this.keptOut.records > 0) return 'nonconforming';
    return this.followedLinks > 0 ? 'linked' : 'no-metadata';
  }

  /** The state where nothing came. A list that is gone failed: its records need not be gone. */
  get stateWithoutAnswer(): Exclude<VisitState, 'harvested'> {
    const isGoneList = this.#target.isList === true && this.#refusal === 'gone';
    return isGoneList ? 'fetch-failed' : (this.#refusal ?? 'fetch-failed');
  }

  /** What the catalogue keeps of the visit. */
  outcome(state: VisitState, listings: readonly Listing[]): UrlOutcome {
    const { plan } = this.#options;
    const { offers, links } = this.#signposts;
    const { leftOut: counts = {} } = this.#leftOutTypes.counts();
    const leftOut = { counts, records: this.#leftOutRecords };
    return {
      url: this.#target.url,
      listings,
      state,
      at: plan.context.now().toISOString(),
      run: plan.run,
      problems: this.problems,
      ...(this.robots === undefined ? {} : { robots: this.robots }),
      ...(this.worker === undefined ? {} : { worker: this.worker }),
      ...(this.#steps.length === 0 ? {} : { steps: this.#steps }),
      ...(offers.length + links.length === 0 ? {} : { signposts: this.#signposts }),
      ...(this.#failed > 0 ? { failed: this.#failed } : {}),
      ...(this.leftOut > 0 ? { leftOut } : {}),
      ...(this.keptOut.records > 0 ? { keptOut: this.keptOut } : {}),
      ...(this.#isListing || this.#mayBeListing ? { isListing: true } : {}),
      ...(this.isMissing ? { isMissing: true } : {}),
    };
  }

  /** What the URL may keep of what it had. @param isWhole whether the visit gave all its records */
  replacedContent(isWhole: boolean): Pick<UrlVisitEnd, 'graphs' | 'someGraphs' | 'documents'> {
    const given = this.graphs.all;
    const { copies } = this.#keptOut;
    const all =
      copies.size === 0 ? given : { has: (graph: string) => given.has(graph) || copies.has(graph) };
    const hasSome = given.size + copies.size > 0;
    return {
      ...(isWhole ? { graphs: all } : hasSome ? { someGraphs: all } : {}),
      ...(this.#retrieval === undefined ? {} : { documents: this.#allDocuments }),
    };
  }
}

function excerptOf(text: string): string {
  if (text.length <= maxLeftOutCharacters) return text;
  return `${replaceLoneSurrogates(text.slice(0, maxLeftOutCharacters - 1))}…`;
}
