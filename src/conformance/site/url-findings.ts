import { compareSeverities, severityOf } from '../../model/problem-catalogue.ts';
import { missingMetadataKinds } from '../../model/problem-texts/missing-metadata.ts';
import type { Problem, ProblemKind, Severity } from '../../model/problem.ts';
import type { VisitState } from '../../model/run.ts';
import type {
  CheckedRole,
  CheckedUrl,
  CheckFinding,
  SignpostingLevel,
} from '../../model/site-check.ts';
import type { LiveVisit, UrlOutcome } from '../../model/url-update.ts';
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
  'soft-404',
]);

/** Whether a problem concerns a page although the listing names its metadata. */
export function concernsDescribedPage({ kind }: Problem): boolean {
  return !missingMetadata.has(kind) || concerningPage.has(kind);
}

/** Findings with one key are counted together. */
export function keyOfFinding({ id, severity }: Pick<CheckFinding, 'id' | 'severity'>): string {
  return `${severity} ${id}`;
}

/** What a check knows of one URL. */
export class UrlFindings {
  readonly url: string;
  role: CheckedRole;
  signposting: SignpostingLevel | undefined;
  way: FoundWay | undefined;
  state: VisitState | undefined;
  /** The page that leads here. */
  of: string | undefined;
  /** At most one of each kind or rule and severity, so there are few. */
  #findings: readonly CheckFinding[] = [];
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

  add(finding: CheckFinding): void {
    const { id, severity } = finding;
    const before = this.#findings.find((each) => each.id === id && each.severity === severity);
    const others = this.#findings.filter((each) => each !== before);
    const all = before === undefined ? finding : { ...before, count: before.count + finding.count };
    this.#findings = [...others, all];
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
