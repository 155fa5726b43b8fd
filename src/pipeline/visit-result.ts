import { mergeSignposts, noSignposts, sitemapEntrySignposts } from '../links/signposts.ts';
import { responseUrls } from '../links/resource-names.ts';
import type { HttpStep, RequestCost, ResponseSignature, Retrieval } from '../model/http.ts';
import type { Signposts } from '../model/offer.ts';
import { type Outcome, problemsOfOutcome, type StageName } from '../model/outcome.ts';
import { ProblemTally } from '../model/problem-tally.ts';
import type { Problem } from '../model/problem.ts';
import {
  countContentNamedAdditions,
  type KnownUrl,
  type Receipt,
  type UrlUpdate,
  type UrlVisitEnd,
} from '../model/url-update.ts';
import type {
  DescribedResource,
  KeptDocument,
  FoundLinkTarget,
  RecordGraph,
} from '../model/record.ts';
import type { LeftOutRecord, VisitState, RobotsDecision, UrlOutcome } from '../model/run.ts';
import type { Listing, Target } from '../model/target.ts';
import { UnwantedTypeTally } from './report/source-ledger.ts';
import type { VisitLedger } from './report/visit-ledger.ts';
import { TextSet } from '../text/text-set.ts';
import { replaceLoneSurrogates } from '../text/clean-text.ts';
import { describedTypes, misspeltTypeProblems } from './extraction-options.ts';
import { duplicateRecordProblem, GraphBuffer } from './given-graphs.ts';
import {
  citeAsProblem,
  nothingOffered,
  refusalReason,
  selfCiteAs,
  stateWithoutAnswer,
  transientProblems,
} from './problem-classes.ts';

const dayMs = 86_400_000;
/**
 * A longer time between two visits is the mistake of a clock: one with an empty battery begins in
 * 1970.
 */
const longestPauseDays = 366;
/** The redirects and retries of both requests together are fewer. */
const maxSteps = 100;
/** The most records of unwanted types that are kept as examples. */
const maxLeftOutRecords = 20;
const maxLeftOutCharacters = 300;

/** What a visit is counted with. */
interface VisitResultOptions {
  readonly run: string;
  readonly ledger: VisitLedger;
  /** What the catalogue knows of the URL from before. */
  readonly known: KnownUrl | undefined;
  readonly now: () => Date;
  /** Whether the operator has confirmed that records go. */
  readonly allowRemovals: boolean;
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
  /** The target as the documents were read, with the hints that were known by then. */
  readTarget: Target;

  readonly #target: Target;
  readonly #options: VisitResultOptions;
  /** Problems that belong to no record. */
  readonly #problems = new ProblemTally();
  readonly #steps: HttpStep[] = [];
  #robots: RobotsDecision | undefined;
  #refusal: 'disallowed' | 'not-tried' | 'gone' | undefined;
  #isHindered = false;
  #signposts: Signposts = noSignposts;
  #links = 0;
  #emptiness: 'none' | 'mistaken' | 'confirmed' = 'none';

  /** The latest retrieval, for the parts that are written. */
  #retrieval: Retrieval | undefined;
  /** The retrieval of the answer that was read. */
  #answered: Retrieval | undefined;
  readonly #graphs = new GraphBuffer();
  readonly #allDocuments = new TextSet();
  #documents: KeptDocument[] = [];

  /** Records that the visit gave, those that no source wants, those that failed or were missed. */
  #derived = 0;
  #leftOut = 0;
  #failed = 0;
  #missed = 0;
  /** Records that stay although the visit did not give them, and those that it rewrote. */
  #kept = 0;
  #rewritten = 0;
  #hasPendingRemoval = false;
  readonly #described: DescribedResource[] = [];
  readonly #leftOutRecords: LeftOutRecord[] = [];
  readonly #leftOutTypes = new UnwantedTypeTally();

  constructor(target: Target, options: VisitResultOptions) {
    this.#target = target;
    this.readTarget = target;
    this.#options = options;
    this.addEntry(target);
  }

  /** Notes the outcome of a stage. A failure of `derive` costs a record, or there never was one. */
  note(stage: StageName, outcome: Outcome<unknown>): void {
    this.#options.ledger.note(outcome);
    for (const problem of problemsOfOutcome(outcome)) this.#problems.add(problem);
    if (outcome.kind !== 'failed') return;
    if (stage === 'fetch') this.#refusal = refusalReason(outcome.problem);
    if (stage !== 'derive') return;
    if (outcome.problem.kind === 'list-item-invalid') this.#missed += 1;
    if (!nothingOffered.has(outcome.problem.kind)) this.#failed += 1;
  }

  /** robots.txt allows to fetch the target. */
  allowed(leave: RobotsDecision): void {
    this.#robots = leave;
  }

  /** A request was made. */
  requested(step: HttpStep, cost: RequestCost): void {
    this.#options.ledger.asked(step, cost);
    if (this.#steps.length < maxSteps) this.#steps.push(step);
  }

  /** An answer arrived. */
  fetched(retrieval: Retrieval, isNegotiated: boolean): void {
    this.#answered = retrieval;
    this.#retrieval = { ...retrieval, ...(isNegotiated && { negotiated: true }) };
  }

  /** The answer was not read, since its source was given up: the URL counts as not tried. */
  unread(refused: Outcome<never>): void {
    this.note('fetch', refused);
    this.#answered = undefined;
  }

  /** A problem of the server, not of the answer, hid what the URL offers. */
  hindered(problem: Problem): void {
    this.#isHindered = true;
    this.note('derive', { kind: 'noted', problem });
  }

  /** Adds the links that sitemaps give the target. */
  addEntry(target: Target): void {
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
    this.#graphs.grow(document.json.length);
  }

  /** A link is followed. */
  linked(): void {
    this.#links += 1;
  }

  /** Takes a record graph, unless there is one with its IRI. @param problems those of the record */
  addGraph(graph: RecordGraph, problems: readonly Problem[]): void {
    const answer = this.#graphs.add(graph, problems);
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
      // Of several resources none is told what to cite, so the second one is enough to know.
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
    this.#leftOut += 1;
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
   * Nothing more comes. Notes where a record contradicts what it is to be cited as, and where the
   * list of a source gave nothing.
   * @param hints the target with all hints of the run
   */
  complete(hints: Target, isAborted: boolean): void {
    this.addEntry(hints);
    this.#checkCiteAs(hints.citeAs);
    if (!isAborted) this.#checkEmptyList();
  }

  #checkCiteAs(citeAs: readonly string[] = []): void {
    if (this.#answered === undefined) return;
    const { url } = this.#target;
    const own = selfCiteAs(this.#signposts, responseUrls(url, this.#answered));
    const problem = citeAsProblem(url, [...citeAs, ...own], this.#described);
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
    const saysSo = this.#problems.countOf('list-empty') > 0;
    const isRight = saysSo && this.#missed === 0 && this.#options.allowRemovals;
    this.#emptiness = isRight ? 'confirmed' : 'mistaken';
    if (!saysSo) this.note('derive', { kind: 'failed', problem: { kind: 'list-empty', url } });
  }

  /** All that the answer offered, usable or not. */
  get #found(): number {
    return this.#derived + this.#leftOut + this.#links + this.#failed;
  }

  /** What was added since the last part, in UTF-16 code units. */
  get characters(): number {
    return this.#graphs.characters;
  }

  /** Whether what was added since the last part is enough for one. */
  get isLargePart(): boolean {
    return this.#graphs.isLarge;
  }

  /** Takes what was added since the last part. @param listings the sources that list the URL */
  takePart(listings: readonly Listing[]): UrlUpdate {
    const part = {
      url: this.#target.url,
      run: this.#options.run,
      ...(this.#retrieval === undefined ? {} : { retrieval: this.#retrieval }),
      listings,
      documents: this.#documents,
      ...this.#graphs.take(),
    };
    this.#documents = [];
    return part;
  }

  /** A part is in the catalogue. */
  loaded(graphs: readonly RecordGraph[], receipt: Receipt): void {
    this.#options.ledger.loaded(receipt);
    this.#kept += receipt.kept;
    this.#hasPendingRemoval ||= receipt.leaving > 0;
    this.#rewritten += countContentNamedAdditions(graphs, receipt.graphs);
  }

  /** The catalogue cannot keep the graphs of a part. @param problems those of their records */
  lost(graphs: number, problems: readonly Problem[]): void {
    this.#derived -= graphs;
    this.#failed += graphs;
    // They were counted before, and belong to no record now.
    for (const { record: _, ...problem } of problems) this.#problems.add(problem);
  }

  /** Records of the URL stay, since it could not be visited. */
  keepRecords(records: number): void {
    this.#kept += records;
  }

  /** Counts, for the revisit policy, a visit of a URL that was known before the run. */
  countRecheck(isChanged: boolean): void {
    const { known, run, now, ledger } = this.#options;
    const { outcome, visit } = known ?? {};
    if (visit === undefined || visit.run === run || (isChanged && !this.hasAnswer)) return;
    const days = (now().getTime() - Date.parse(visit.at)) / dayMs;
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
    ledger.others(isFailure ? 'failed-kept' : 'kept', this.#kept);
    ledger.others('failed-new', Math.max(0, this.#failed - this.#kept));
  }

  /** Whether something came: an answer, or its headers. */
  get hasAnswer(): boolean {
    return this.#answered !== undefined;
  }

  /**
   * Whether the visit gave all records of the URL, so that those it gave before and not now may go.
   */
  get isWhole(): boolean {
    return (this.#derived + this.#leftOut > 0 || this.isRightlyEmpty) && this.#failed === 0;
  }

  /** Whether the URL is an empty list, as the operator has confirmed. */
  get isRightlyEmpty(): boolean {
    return this.#emptiness === 'confirmed';
  }

  /** Whether a list, or a page of one, could not be read whole. */
  get isMissing(): boolean {
    if (this.#target.isList !== true || this.isRightlyEmpty) return false;
    const { outcome, records = 0 } = this.#options.known ?? {};
    const hadSomething = records > 0 || outcome?.state === 'linked';
    const isMistaken = this.#emptiness === 'mistaken' || (hadSomething && this.#found === 0);
    return !this.hasAnswer || this.#failed + this.#missed > 0 || isMistaken;
  }

  /** Whether something of the URL could not be read. */
  get hasFailed(): boolean {
    return this.#failed > 0 || this.#problems.countOf('content-unavailable') > 0;
  }

  /** Whether the same answer may give something else the next time, since it is not to blame. */
  get isTransient(): boolean {
    return this.#isHindered || transientProblems.some((kind) => this.#problems.countOf(kind) > 0);
  }

  /** Whether there are records that no source wants. */
  get hasLeftOut(): boolean {
    return this.#leftOut > 0;
  }

  /** Whether records stay that the visit did not give. */
  get hasKept(): boolean {
    return this.#kept > 0;
  }

  /** Whether records of the URL are pending removal. */
  get hasPendingRemoval(): boolean {
    return this.#hasPendingRemoval;
  }

  /** How many graphs the parts until now rewrote: see `UrlVisitEnd.waits`. */
  get rewritten(): number {
    return this.#rewritten;
  }

  /** Whether the visit gave a graph. */
  gave(graph: string): boolean {
    return this.#graphs.all.has(graph);
  }

  /** Problems that belong to no record, as far as they are kept. */
  get problems(): readonly Problem[] {
    return this.#problems.list({ url: this.#target.url });
  }

  /** The state of the URL. @param isAborted whether the run is being ended from outside */
  state(isAborted: boolean): VisitState {
    if (this.#derived > 0) return 'harvested';
    if (isAborted) return 'not-tried';
    if (!this.hasAnswer) return this.stateWithoutAnswer;
    if (this.#failed > 0) return 'metadata-failed';
    return this.#links > 0 ? 'linked' : 'no-metadata';
  }

  /** The state of the URL where nothing came. */
  get stateWithoutAnswer(): ReturnType<typeof stateWithoutAnswer> {
    return stateWithoutAnswer(this.#refusal, this.#target);
  }

  /** What the catalogue keeps of the visit. */
  outcome(state: VisitState, listings: readonly Listing[]): UrlOutcome {
    const { offers, links } = this.#signposts;
    const leftOut = {
      counts: this.#leftOutTypes.counts().leftOut ?? {},
      records: this.#leftOutRecords,
    };
    return {
      url: this.#target.url,
      listings,
      state,
      at: this.#options.now().toISOString(),
      run: this.#options.run,
      problems: this.problems,
      ...(this.#robots === undefined ? {} : { robots: this.#robots }),
      ...(this.#steps.length === 0 ? {} : { steps: this.#steps }),
      ...(offers.length + links.length === 0 ? {} : { signposts: this.#signposts }),
      ...(this.#failed > 0 ? { failed: this.#failed } : {}),
      ...(this.#leftOut > 0 ? { leftOut } : {}),
      ...(this.isMissing ? { isMissing: true } : {}),
    };
  }

  /** What the URL may keep of what it had. @param isWhole whether the visit gave all its records */
  replacedContent(isWhole: boolean): Pick<UrlVisitEnd, 'graphs' | 'someGraphs' | 'documents'> {
    const { all } = this.#graphs;
    return {
      ...(isWhole ? { graphs: all } : all.size > 0 ? { someGraphs: all } : {}),
      ...(this.#retrieval === undefined ? {} : { documents: this.#allDocuments }),
    };
  }
}

function excerptOf(text: string): string {
  if (text.length <= maxLeftOutCharacters) return text;
  return `${replaceLoneSurrogates(text.slice(0, maxLeftOutCharacters - 1))}…`;
}
