import {
  compareSeverities,
  problemCatalogue,
  problemFacts,
  remedyOf,
  severities,
  severityOf,
} from '../../model/problem-catalogue.ts';
import { kindAndCount } from '../../model/problem-tally.ts';
import { quote } from '../../model/problem-texts/problem-text.ts';
import { isUnmetRule, type Problem, type Severity, type UnmetFacts } from '../../model/problem.ts';
import type { VisitState } from '../../model/run.ts';
import {
  type CheckedRole,
  type CheckFinding,
  type FindingExample,
  type FindingOccurrence,
  type FindingSummary,
  type LinkedVerdict,
  maxFindingExamples,
  type SignpostingLevel,
  type SiteReport,
  type WaySummary,
} from '../../model/site-check.ts';
import type { LiveVisit } from '../../model/url-update.ts';
import { compareTexts } from '../../text/collections.ts';
import { ConformanceTally } from '../first-changes.ts';
import { linkingUrl } from './landing-pages.ts';
import { describeWay, findWay } from './publication-ways.ts';
import {
  concernsDescribedPage,
  keyOfFinding,
  severityInCheck,
  UrlFindings,
} from './url-findings.ts';

/** The facts of a check that its visits do not give. */
export type CheckFacts = Pick<
  SiteReport,
  | 'endedAt'
  | 'endedBy'
  | 'failOn'
  | 'links'
  | 'listing'
  | 'negotiation'
  | 'notSampled'
  | 'notVisited'
  | 'requests'
  | 'start'
  | 'startedAt'
  | 'url'
>;

/** How many findings a report says to mend first. */
const maxFirst = 5;

/** The order of the roles in a report. */
const roles: readonly CheckedRole[] = ['listing', 'page', 'metadata'];

/**
 * Collects what a check finds at each URL of a site, in any order, and makes the report. It keeps
 * one small object for each URL, and no record.
 */
export class SiteTally {
  readonly #urls = new Map<string, UrlFindings>();
  readonly #texts = new Map<string, FindingTexts>();
  /** The keys of findings that concern a listing, which may be a page, too. */
  readonly #ofListings = new Set<string>();
  readonly #conformance = new ConformanceTally();
  /** By the URL of the document. */
  readonly #linked = new Map<string, LinkedVerdict>();
  /** Pages whose metadata the listing names: those visited, and those that lead to it, too. */
  readonly #described = { visited: 0, leading: 0 };

  /** Adds a URL of a harvest, with its records and problems. */
  addVisit(visit: LiveVisit): void {
    const { outcome, records } = visit;
    const { url, problems } = outcome;
    const entry = this.#entry(url, 'page');
    entry.visited(visit, linkingUrl(outcome));
    for (const { conformance } of records) {
      if (conformance !== undefined) this.#conformance.add({ verdicts: conformance });
    }
    for (const problem of [...problems, ...visit.recordProblems]) {
      if (isToldOtherwise(problem)) continue;
      this.#note(entry, problem, severityInCheck(problem, outcome));
    }
  }

  /** Whether a URL was visited. */
  isVisited(url: string): boolean {
    return this.#urls.get(url)?.state !== undefined;
  }

  /**
   * Adds a page whose metadata the listing names. Its records are those of the metadata.
   * @param metadata the URL of a visit that was added
   */
  addDescribedPage(visit: LiveVisit, metadata: string): void {
    const { outcome } = visit;
    const page = this.#entry(outcome.url, 'page');
    page.visitedAfter(this.#entry(metadata, 'page'), outcome);
    this.#described.visited += 1;
    if (findWay(visit) !== undefined) this.#described.leading += 1;
    for (const problem of outcome.problems) {
      if (isToldOtherwise(problem) || !concernsDescribedPage(problem)) continue;
      this.#note(page, problem, severityOf(problem));
    }
  }

  /** Adds a problem of the site, its robots.txt or a sitemap. */
  addListingProblem(problem: Problem): void {
    const key = this.#note(this.#entry(problem.url, 'listing'), problem, severityOf(problem));
    this.#ofListings.add(key);
  }

  /** Adds a problem of a URL that its visit did not give. */
  addProblem(url: string, problem: Problem, severity = severityOf(problem)): void {
    this.#note(this.#entry(url, 'page'), problem, severity);
  }

  /** Notes the level of FAIR Signposting of a page. */
  addSignposting(url: string, level: SignpostingLevel): void {
    this.#entry(url, 'page').signposting = level;
  }

  /** Notes the verdict on a linked document, once; its problems belong to the pages of records. */
  addLinked(document: string, verdict: LinkedVerdict): void {
    this.#linked.set(document, verdict);
  }

  /** Makes the report of all that was added. */
  report(facts: CheckFacts): SiteReport {
    const entries = [...this.#urls.values()].toSorted(compareEntries);
    const groups = groupFindings(entries, this.#texts);
    const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
    for (const { severity, count } of groups) counts[severity] += count;
    const failing = severities
      .filter((severity) => compareSeverities(severity, facts.failOn) <= 0)
      .reduce((sum, severity) => sum + counts[severity], 0);
    const { records, conforming, required, recommended } = this.#conformance.summary();
    return {
      ...facts,
      states: countStates(entries),
      records,
      conforming,
      ...(required === undefined ? {} : { required }),
      ...(recommended === undefined ? {} : { recommended }),
      ways: sumWays(entries, this.#pagesLead),
      signposting: countLevels(entries),
      linked: this.#linkedCounts(),
      findings: groups,
      first: chooseFirst(groups, this.#ofListings),
      urls: entries.map((entry) => entry.row()),
      counts,
      failing,
      passes: failing === 0 && records > 0,
    };
  }

  #entry(url: string, role: CheckedRole): UrlFindings {
    const known = this.#urls.get(url);
    if (known !== undefined) return known;
    const entry = new UrlFindings(url, role);
    this.#urls.set(url, entry);
    return entry;
  }

  /** @returns the key of the finding */
  #note(entry: UrlFindings, problem: Problem, severity: Severity): string {
    const finding = findingOf(problem, severity);
    const key = keyOfFinding(finding);
    const known = this.#texts.get(key);
    // One string for all URLs: each problem comes from a thread with its own.
    const { id } = known ?? finding;
    entry.add({ ...finding, id }, occurrenceOf(problem));
    // The texts may depend on the facts, so those of the first URL count, whatever came first.
    if (known === undefined || compareTexts(entry.url, known.url) < 0) {
      this.#texts.set(key, { ...textsOf(problem, entry.url), id });
    }
    return key;
  }

  /** Whether all visited pages whose metadata the listing names lead to it, too. */
  get #pagesLead(): boolean {
    const { visited, leading } = this.#described;
    return visited > 0 && leading === visited;
  }

  #linkedCounts(): SiteReport['linked'] {
    const counts: Partial<Record<LinkedVerdict, number>> = {};
    for (const verdict of this.#linked.values()) counts[verdict] = (counts[verdict] ?? 0) + 1;
    return counts;
  }
}

/** Problems of a visit for which a check has an answer of its own. */
function isToldOtherwise({ kind }: Problem): boolean {
  return kind === 'signposting-incomplete' || kind === 'out-of-requests';
}

/** The words for the findings of one kind or rule. */
interface FindingTexts extends Pick<
  FindingSummary,
  'id' | 'title' | 'meaning' | 'remedy' | 'isRule'
> {
  /** The URL of the problem that they are of. */
  readonly url: string;
}

function findingOf(
  problem: Problem,
  severity: Severity,
): Pick<CheckFinding, 'id' | 'severity' | 'count'> {
  const { kind, count } = kindAndCount(problem);
  return { id: isUnmetRule(problem) ? problem.rule : kind, severity, count };
}

/** @returns undefined for problems of which only the number is known */
function occurrenceOf(problem: Problem): FindingOccurrence | undefined {
  if (problem.kind === 'problems-omitted') return undefined;
  const { record } = problem;
  const facts = isUnmetRule(problem) ? valueFacts(problem) : problemFacts(problem);
  return { ...(record === undefined ? {} : { record }), facts };
}

/** The wrong value, and how many the record has. */
function valueFacts({ firstValue, count }: UnmetFacts): string {
  const value = firstValue === undefined ? [] : [quote(firstValue)];
  return [...value, ...(count > 1 ? [`${count} times`] : [])].join(', ');
}

function textsOf(problem: Problem, url: string): Omit<FindingTexts, 'id'> {
  const { kind } = kindAndCount(problem);
  const { title, meaning, remedy } = problemCatalogue[kind];
  if (isUnmetRule(problem)) {
    return { url, isRule: true, title: problem.title, remedy: problem.asked };
  }
  const isCut = problem.kind === 'problems-omitted';
  return { url, isRule: false, title, meaning, remedy: isCut ? remedy : remedyOf(problem) };
}

/** Listings come first; metadata follows the page that leads to it. */
function compareEntries(one: UrlFindings, other: UrlFindings): number {
  return (
    Number(one.role !== 'listing') - Number(other.role !== 'listing') ||
    compareTexts(one.of ?? one.url, other.of ?? other.url) ||
    roles.indexOf(one.role) - roles.indexOf(other.role) ||
    compareTexts(one.url, other.url)
  );
}

/** @param entries in the order of the report, from which examples are taken */
function groupFindings(
  entries: readonly UrlFindings[],
  texts: ReadonlyMap<string, FindingTexts>,
): readonly FindingSummary[] {
  const groups = new Map<string, FindingCount>();
  for (const entry of entries) {
    for (const finding of entry.findings) {
      const key = keyOfFinding(finding);
      const group = groups.get(key) ?? new FindingCount(finding);
      groups.set(key, group);
      group.add(entry, finding);
    }
  }
  return Array.from(groups, ([key, group]) => group.sum(texts.get(key))).toSorted(
    (one, other) =>
      compareSeverities(one.severity, other.severity) ||
      other.urls - one.urls ||
      compareTexts(one.id, other.id),
  );
}

/** Counts the findings of one kind or rule. */
class FindingCount {
  readonly #id: string;
  readonly #severity: Severity;
  /** With all occurrences that are known. */
  readonly #examples: FindingExample[] = [];
  #count = 0;
  #urls = 0;

  constructor({ id, severity }: CheckFinding) {
    this.#id = id;
    this.#severity = severity;
  }

  add({ url }: UrlFindings, { count, occurrences }: CheckFinding): void {
    this.#count += count;
    this.#urls += 1;
    if (this.#examples.length < maxFindingExamples) {
      this.#examples.push({ url, count, occurrences });
    }
  }

  sum(texts: FindingTexts | undefined): FindingSummary {
    const { isRule = false, title = this.#id, meaning, remedy = '' } = texts ?? {};
    const counts = { id: this.#id, severity: this.#severity, count: this.#count };
    const words = { isRule, title, ...(meaning === undefined ? {} : { meaning }), remedy };
    const most = Math.floor(maxFindingExamples / this.#examples.length);
    const examples = this.#examples.map(({ url, count, occurrences }) => {
      return { url, count, occurrences: occurrences.slice(0, most) };
    });
    return { ...counts, ...words, urls: this.#urls, examples };
  }
}

/**
 * Errors of a listing concern all pages, so they come first; then what is gravest and helps most
 * URLs. Findings of severity info are named only where there is nothing graver.
 */
function chooseFirst(
  groups: readonly FindingSummary[],
  ofListings: ReadonlySet<string>,
): readonly string[] {
  const isListingError = (group: FindingSummary): boolean =>
    group.severity === 'error' && ofListings.has(keyOfFinding(group));
  const grave = groups.filter(({ severity }) => severity !== 'info');
  return (grave.length > 0 ? grave : groups)
    .toSorted((one, other) => Number(isListingError(other)) - Number(isListingError(one)))
    .slice(0, maxFirst)
    .map(({ id }) => id);
}

/** Counts URLs by the states of their visits. */
export function countStates(
  entries: readonly { readonly state?: VisitState | undefined }[],
): SiteReport['states'] {
  const states: Partial<Record<VisitState, number>> = {};
  for (const { state } of entries) {
    if (state !== undefined) states[state] = (states[state] ?? 0) + 1;
  }
  return states;
}

function countLevels(entries: readonly UrlFindings[]): SiteReport['signposting'] {
  const levels: Record<SignpostingLevel, number> = { 0: 0, 1: 0, 2: 0 };
  for (const { signposting } of entries) if (signposting !== undefined) levels[signposting] += 1;
  return levels;
}

function sumWays(entries: readonly UrlFindings[], isInPages: boolean): readonly WaySummary[] {
  const ways = new Map<string, WaySummary>();
  for (const { way, url } of entries) {
    if (way === undefined) continue;
    const key = `${way.way} ${way.isLabelled}`;
    const { urls = 0, example = url } = ways.get(key) ?? {};
    ways.set(key, { ...way, urls: urls + 1, example, ...describeWay(way, isInPages) });
  }
  return [...ways.values()].toSorted(
    (one, other) => other.urls - one.urls || compareTexts(one.way, other.way),
  );
}
