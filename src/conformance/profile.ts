import type { Severity } from '../model/problem.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { ProfileId } from '../model/validation.ts';
import type { JsonValue } from '../text/json.ts';

/**
 * How much a profile wants something:
 * - `required`: it must have a value that says something;
 * - `nilable`: it must be there, but may be a nil;
 * - `management`: it is needed to manage metadata, and may be a nil;
 * - `recommended`: it should be there;
 * - `form`: what is there must have this form.
 */
export const levels = ['required', 'nilable', 'management', 'recommended', 'form'] as const;

/** One of `levels`. */
export type Level = (typeof levels)[number];

/** What a profile asks for by one rule. */
export interface Requirement {
  readonly rule: RuleId;
  readonly level: Level;
  /** The section of the profile that asks for it: `Required: Title`. */
  readonly section: string;
  /** Where the section is; by default that of the profile. */
  readonly url?: string;
  /** How the profile is read where it contradicts itself, or says less than is asked. */
  readonly note?: string;
  /** By default that of the level: see `severityOfLevel`. */
  readonly severity?: Severity;
  /** The IRIs of the properties that it is about; by default all of the rule. */
  readonly properties?: readonly string[];
  /** What an author adds, where the profile does not take what the rule suggests. */
  readonly addition?: { readonly property: string; readonly value: JsonValue };
  /** Says nothing of a subject that breaks this rule, which says it already. */
  readonly unless?: RuleId;
}

/** A set of requirements that records can claim to meet. */
export interface Profile {
  /** As on the command line. */
  readonly id: ProfileId;
  readonly title: string;
  /** The specification. */
  readonly url: string;
  /** The profile IRIs and texts by which records claim it, in canonical spelling. */
  readonly claims: readonly string[];
  /** The id of the profile all of whose requirements it has, too. */
  readonly includes?: ProfileId;
  readonly requirements: readonly Requirement[];
  /** What to write where a value is not known or does not apply, if the requirement takes a nil. */
  readonly nils?: string;
}

/** The severity of a requirement that is not met, unless the requirement has its own. */
export const severityOfLevel: Readonly<Record<Level, Severity>> = {
  required: 'error',
  nilable: 'warning',
  management: 'warning',
  recommended: 'info',
  form: 'warning',
};

/** Whether a level takes a nil for a value. */
export function acceptsNil(level: Level): boolean {
  return level === 'nilable' || level === 'management';
}
