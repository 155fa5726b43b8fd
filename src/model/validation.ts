import type { Finding, JsonPlace } from './finding.ts';
import type { Severity } from './problem.ts';

/**
 * The profiles that records can be checked against; sorted. The profile catalogue, which is above
 * the rooms that read this list, has a profile for each.
 */
export const profileIds = [
  'cdif-core-1.0',
  'cdif-core-1.1',
  'cdif-discovery-1.0',
  'cdif-discovery-1.1',
  'cdif-draft',
  'croissant-1.0',
  'croissant-1.1',
  'dataone',
  'google-dataset',
  'soso',
] as const;

/** One of `profileIds`. */
export type ProfileId = (typeof profileIds)[number];

/** What a user may write: an id, or a name without version. */
export const profileNames: readonly string[] = [
  ...new Set([...profileIds, ...profileIds.map(unversioned)]),
].toSorted();

/**
 * A profile of landing pages, not of records: level 1 of FAIR Signposting. Only the check of a site
 * knows it.
 */
export const signpostingProfile = 'signposting';

function unversioned(id: string): string {
  return id.replace(/-\d+\.\d+$/u, '');
}

/** The profiles that an id, or a name without version, means; the latest version comes last. */
export function profilesNamed(name: string): readonly ProfileId[] {
  return profileIds.filter((id) => id === name || unversioned(id) === name);
}

/** What a harvest does with the records of a source: nothing, report findings, or keep out. */
export const validationModes = ['off', 'report', 'require'] as const;

/** How a harvest validates the records of a document. */
export interface Validation {
  /** `profileNames`; empty for those that each record claims. */
  readonly profiles: readonly string[];
  /** Whether a record that does not conform is kept out. */
  readonly isRequired?: true;
}

/** How many of the things that count are there; `met` may be a fraction, as in 2 of 3 creators. */
export interface Share {
  readonly met: number;
  readonly of: number;
}

/** Why a record is checked against a profile. */
export type ProfileChoice =
  /** The record claims it. */
  | 'claimed'
  /** The user named it. */
  | 'named'
  /** The record claims none that is known. */
  | 'default';

/** How one record meets one profile. */
export interface ProfileVerdict {
  /** `cdif-discovery-1.1`. */
  readonly profile: string;
  readonly because: ProfileChoice;
  /** Whether there is no finding of severity error. */
  readonly conforms: boolean;
  readonly findings: Readonly<Record<Severity, number>>;
  /** See `docs/validate.md`, "How complete". */
  readonly required: Share;
  readonly recommended: Share;
  /** The rules that are not met, in the order of the profile. */
  readonly unmet: readonly UnmetRule[];
}

/** A rule of a profile that a record does not meet. */
export interface UnmetRule {
  readonly rule: string;
  readonly severity: Severity;
}

/** How a record meets the profiles that it is checked against. */
export interface RecordReport {
  /** The IRI of its graph. */
  readonly graph: string;
  /** The URL or file of its document. */
  readonly url: string;
  /** The first name of what it describes. */
  readonly name?: string | undefined;
  readonly verdicts: readonly ProfileVerdict[];
  readonly findings: readonly Finding[];
  /** Where shapes and schemas of others disagree about the record. */
  readonly contradictions?: readonly Contradiction[];
}

/** Shapes or a schema of others without any error in a record in which others have some. */
export interface Contradiction {
  /** The file that permits, and the file that refuses, as in `ProfileVerdict.profile`. */
  readonly permitting: string;
  readonly refusing: string;
  /** By rule; those with most findings first. At least one. */
  readonly refusals: readonly Refusal[];
}

/** What a shape or a keyword of a schema refuses in a record that others accept. */
export interface Refusal {
  readonly rule: string;
  /** The findings of severity error. */
  readonly findings: number;
  /** The place and value of the first of them. */
  readonly place?: JsonPlace | undefined;
  readonly found?: string | undefined;
  readonly asked: string;
}
