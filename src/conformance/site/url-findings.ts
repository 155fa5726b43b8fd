import { compareSeverities, severityOf } from '../../model/problem-catalogue.ts';
import { missingMetadataKinds } from '../../model/problem-texts/missing-metadata.ts';
import type { Problem, ProblemKind, Severity } from '../../model/problem.ts';
import type { VisitState } from '../../model/run.ts';
import {
  type CheckedRole,
  type CheckedUrl,
  type CheckFinding,
  type FindingOccurrence,
  maxOccurrences,
  type SignpostingLevel,
} from '../../model/site-check.ts';
import type { LiveVisit, UrlOutcome } from '../../model/url-update.ts';
import { cutMiddle } from '../../text/clean-text.ts';
import { compareTexts } from '../../text/collections.ts';
import { findWay, type FoundWay } from './publication-ways.ts';

/** Why a URL gives no metadata: what is there is something else, or must not be requested. */
const missingMetadata: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  ...missingMetadataKinds,
  'content-type-unsupported',
  'json-not-metadata',
  'list-empty',
  'metadata-format-unread',
  'robots-disallowed',
]);

/**
 * The severity of a problem for a publisher: a URL that a listing or the user names and that gives
 * no metadata is an error, since its record is lost. What a page links to may have none.
 */
export function severityInCheck(
  problem: Problem,
  { listings, state }: Pick<UrlOutcome, 'listings' | 'state'>,
): Severity {
  const isLinked = listings[0]?.found.by === 'link';
  const givesNothing = state === 'no-metadata' || state === 'disallowed';
  const isMissing = !isLinked && givesNothing && missingMetadata.has(problem.kind);
  return isMissing ? 'error' : severityOf(problem);
}

/** Why a page with metadata elsewhere may be of no use to people, or meant to have some itself. */
const concerningPage: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'login-required',
  'robots-disallowed',
  'script-type-unread',
  'redirected-away',
  'soft-404',
  'tombstone-page',
]);

/** Whether a problem concerns a page although the listing names its metadata. */
export function concernsDescribedPage({ kind }: Problem): boolean {
  return !missingMetadata.has(kind) || concerningPage.has(kind);
}

/** Findings with one key are counted together. */
export function keyOfFinding({ id, severity }: Pick<CheckFinding, 'id' | 'severity'>): string {
  return `${severity} ${id}`;
}

/**
 * The most occurrences of all findings of a URL, and the most characters of their strings. They
 * bound the memory of a check.
 */
const maxOccurrencesOfUrl = 100;
const maxCharacters = 120;

/** The problems of one kind, or of one rule, at a URL. */
interface FindingOfUrl extends Pick<CheckFinding, 'id' | 'severity'> {
  count: number;
  occurrences: readonly FindingOccurrence[];
}

/** Most findings have none. */
const noOccurrences: readonly FindingOccurrence[] = [];

/** What a check knows of one URL. */
export class UrlFindings {
  readonly url: string;
  role: CheckedRole;
  signposting: SignpostingLevel | undefined;
  way: FoundWay | undefined;
  state: VisitState | undefined;
  /** The page that leads here. */
  of: string | undefined;
  /** One of each kind or rule and severity, so there are few. */
  #findings: readonly FindingOfUrl[] = [];
  #occurrences = 0;
  #name: string | undefined;
  #records = 0;
  #conforming = 0;

  constructor(url: string, role: CheckedRole) {
    this.url = url;
    this.role = role;
  }

  /** @param page that leads here; undefined where a listing or the user names the URL */
  visited(visit: LiveVisit, page: string | undefined): void {
    const { outcome, records } = visit;
    // A sitemap may name itself, or a sitemap that it should name as such.
    this.role = page === undefined ? 'page' : 'metadata';
    this.state = outcome.state;
    this.of = page;
    this.way = page === undefined ? findWay(visit) : undefined;
    this.#name = records[0]?.describes[0]?.name;
    this.#records = records.length;
    this.#conforming = records.filter(({ conformance = [] }) =>
      conformance.every(({ conforms }) => conforms),
    ).length;
  }

  /** @param metadata that the listing names for this page, which was visited after it */
  visitedAfter(metadata: UrlFindings, { state }: Pick<UrlOutcome, 'state'>): void {
    this.role = 'page';
    this.state = state === 'no-metadata' ? 'linked' : state;
    this.way = metadata.way;
    metadata.role = 'metadata';
    metadata.of = this.url;
    metadata.way = undefined;
  }

  /** @param occurrence undefined where nothing is known of it */
  add(
    { id, severity, count }: Pick<CheckFinding, 'id' | 'severity' | 'count'>,
    occurrence: FindingOccurrence | undefined,
  ): void {
    const known = this.#findings.find((each) => each.id === id && each.severity === severity);
    const finding = known ?? { id, severity, count: 0, occurrences: noOccurrences };
    if (known === undefined) this.#findings = this.#findings.concat([finding]);
    finding.count += count;
    if (occurrence !== undefined) this.#keep(occurrence, finding);
  }

  #keep({ record, facts }: FindingOccurrence, finding: FindingOfUrl): void {
    const isNamed = record !== undefined && this.#records > 1;
    if (!isNamed && facts === '') return;
    if (finding.occurrences.length >= maxOccurrences) return;
    const cut = { facts: cutMiddle(facts, maxCharacters) };
    const kept = isNamed ? { record: cutMiddle(record, maxCharacters), ...cut } : cut;
    finding.occurrences = finding.occurrences.concat([kept]);
    if (this.#occurrences < maxOccurrencesOfUrl) this.#occurrences += 1;
    else this.#dropOne();
  }

  /** Drops an occurrence of the finding that has most, so that each of the others keeps its own. */
  #dropOne(): void {
    let [longest] = this.#findings;
    for (const each of this.#findings) {
      if (each.occurrences.length > (longest?.occurrences.length ?? 0)) longest = each;
    }
    if (longest !== undefined) longest.occurrences = longest.occurrences.slice(0, -1);
  }

  /** The gravest first. */
  get findings(): readonly CheckFinding[] {
    return this.#findings.toSorted(
      (one, other) =>
        compareSeverities(one.severity, other.severity) || compareTexts(one.id, other.id),
    );
  }

  row(): CheckedUrl {
    const { url, role, of, state, way, signposting } = this;
    const name = this.#name;
    return {
      url,
      role,
      ...(of === undefined ? {} : { of }),
      ...(state === undefined ? {} : { state }),
      ...(way === undefined ? {} : { way: way.way }),
      ...(way?.isLabelled === true ? { isLabelled: true } : {}),
      records: this.#records,
      conforming: this.#conforming,
      ...(name === undefined ? {} : { name }),
      ...(signposting === undefined ? {} : { signposting }),
      findings: this.findings,
    };
  }
}
