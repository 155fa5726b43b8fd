import type { ContextSource } from './remote-context.ts';
import type { HttpReader } from './http.ts';
import type { Severity } from './problem.ts';
import type { ListingState, VisitState } from './run.ts';

/** What a check can begin with. */
export type CheckStartKind = 'site' | 'sitemap' | 'repository' | 'document' | 'page';

/** The part that a URL has in a site. */
export type CheckedRole =
  /** The site, its robots.txt or a sitemap: it names others. */
  | 'listing'
  /** Named by a listing or by the user: a landing page, a document or a list of records. */
  | 'page'
  /** Metadata that such a page leads to, or the listing for a page that was visited after it. */
  | 'metadata';

/** How a URL exposes its metadata to harvesters. */
export const publicationWays = [
  'script',
  'document',
  'list',
  'header-link',
  'html-link',
  'linkset',
  'sitemap-link',
  'negotiation',
] as const;

/** One of `publicationWays`. */
export type PublicationWay = (typeof publicationWays)[number];

/** The level of FAIR Signposting that a landing page reaches; 0 for none. */
export type SignpostingLevel = 0 | 1 | 2;

/** The problems of one kind, or of one rule, at one checked URL. */
export interface CheckFinding {
  /** A kind of problem (`docs/problems`), or a rule of a profile (`docs/rules`). */
  readonly id: string;
  /** That of a check, which takes a listed page without metadata for an error. */
  readonly severity: Severity;
  readonly count: number;
  /**
   * The first of those that `count` counts, at most `maxOccurrences`, as far as there is more to
   * say of them than the title.
   */
  readonly occurrences: readonly FindingOccurrence[];
}

/** One of the problems that a finding counts. Strings of strangers, not escaped. */
export interface FindingOccurrence {
  /** The IRI of the graph of the record that has it; only for URLs with several records. */
  readonly record?: string;
  /** In words; empty where the title says all. */
  readonly facts: string;
}

/** The most `occurrences` of a `CheckFinding`. */
export const maxOccurrences = 20;

/** One URL of a site, as a check found it. */
export interface CheckedUrl {
  readonly url: string;
  readonly role: CheckedRole;
  /** The page that leads to this metadata, or that the listing names it for. */
  readonly of?: string;
  /** Absent for listings. */
  readonly state?: VisitState;
  /** How it exposes metadata; absent where it does not. */
  readonly way?: PublicationWay;
  /** Whether the metadata is labelled as CDIF. */
  readonly isLabelled?: true;
  readonly records: number;
  /** How many of the records conform to their profiles. */
  readonly conforming: number;
  /** The first name of what its first record describes. */
  readonly name?: string;
  /** Present for landing pages with a record. */
  readonly signposting?: SignpostingLevel;
  /** The gravest first. */
  readonly findings: readonly CheckFinding[];
}

/** A URL with a finding, and the first occurrences of it. */
export interface FindingExample extends Pick<CheckFinding, 'count' | 'occurrences'> {
  readonly url: string;
}

/** All findings of one kind or rule in a site. */
export interface FindingSummary extends Pick<CheckFinding, 'id' | 'severity' | 'count'> {
  /** Whether `id` is a rule of a profile. */
  readonly isRule: boolean;
  readonly title: string;
  /** What it means for harvesters; absent for rules. */
  readonly meaning?: string;
  /** What to do, in words. */
  readonly remedy: string;
  /** The number of URLs that have it. */
  readonly urls: number;
  /** The first ones by URL, at most `maxFindingExamples`, with as many occurrences in total. */
  readonly examples: readonly FindingExample[];
}

/** The most examples of a `FindingSummary`, and the most occurrences of them all. */
export const maxFindingExamples = 3;

/** How many URLs expose their metadata in one way, and where that is in CDIF's decision graph. */
export interface WaySummary {
  readonly way: PublicationWay;
  readonly isLabelled: boolean;
  readonly urls: number;
  /** The way in words. */
  readonly title: string;
  /**
   * The option and the numbered box of the decision graph of CDIF's "Metadata publication"; absent
   * where it has none.
   */
  readonly option?: 1 | 2 | 3;
  readonly box?: 3 | 4;
  /** A better way, in words; absent where there is none. */
  readonly better?: string;
  /** The first by URL. */
  readonly example: string;
}

/** The results of checking linked documents. */
export const linkedVerdicts = [
  'valid',
  'no-schema',
  'well-formed',
  'invalid',
  'malformed',
  'missing',
  'unchecked',
] as const;

/**
 * The result of checking a linked document: valid against its schema; well-formed XML whose
 * namespace is mapped to no schema; well-formed in a format without schemas; not valid; not
 * well-formed; missing, also where the server sends a page in its place; or not checked: robots.txt
 * disallows it, its server is busy, or it is too large or declares entities.
 */
export type LinkedVerdict = (typeof linkedVerdicts)[number];

/** The result of checking a site. */
export interface SiteReport {
  /** The URL to check, normalised. */
  readonly url: string;
  readonly start: CheckStartKind;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Why the check ended before it saw everything. */
  readonly endedBy?: 'interrupted' | 'max-requests';
  /** How far the listing was read; `limited` also where only a sample was visited. */
  readonly listing: ListingState;
  /** URLs that were listed and left out of the sample. */
  readonly notSampled: number;
  /**
   * URLs that a listing or a page names, that were not visited before the check ended, and that are
   * not in `urls`.
   */
  readonly notVisited: number;
  readonly requests: number;
  /** URLs of the roles `page` and `metadata` by their final state; zeros are left out. */
  readonly states: Readonly<Partial<Record<VisitState, number>>>;
  readonly records: number;
  readonly conforming: number;
  /** The mean of the records' shares, from 0 to 1; absent without content that counts. */
  readonly required?: number;
  readonly recommended?: number;
  /** Most frequent first. */
  readonly ways: readonly WaySummary[];
  /** Landing pages with a record, by the level of FAIR Signposting. */
  readonly signposting: Readonly<Record<SignpostingLevel, number>>;
  /**
   * Pages that were requested as JSON-LD (content negotiation), and those that answered with it.
   */
  readonly negotiation: { readonly asked: number; readonly answered: number };
  /** Linked documents by verdict; zeros are left out. */
  readonly linked: Readonly<Partial<Record<LinkedVerdict, number>>>;
  /** With `--links`: how many links were requested, and how many of them are broken. */
  readonly links?: { readonly asked: number; readonly missing: number };
  /** The gravest first, then those of most URLs. */
  readonly findings: readonly FindingSummary[];
  /** The ids of the findings to mend first, at most five. */
  readonly first: readonly string[];
  /** Listings first, then by URL; metadata follows the page that leads to it. */
  readonly urls: readonly CheckedUrl[];
  /** The sum of `count` of all findings. */
  readonly counts: Readonly<Record<Severity, number>>;
  readonly failOn: Severity;
  /** How many findings make the check fail. */
  readonly failing: number;
  /** Whether there is a record, and nothing makes the check fail. */
  readonly passes: boolean;
}

/** How a check makes requests besides the visits of a harvest: politely, and by robots.txt. */
export interface CheckRequests {
  readonly http: HttpReader;
  /** @throws {ResourceError} where robots.txt forbids the URL */
  readonly permit: (url: string) => Promise<void>;
  readonly signal: AbortSignal;
  /** Loads the contexts that are not bundled; by default there are none. */
  readonly contexts?: ContextSource;
}
