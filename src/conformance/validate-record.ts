import { countSeverities, worseSeverity } from '../model/problem-catalogue.ts';
import type { Severity } from '../model/problem.ts';
import type { CarryingResponse, RecordGraph } from '../model/record.ts';
import type { ProfileVerdict, Share, UnmetRule } from '../model/validation.ts';
import { checkProfile, type ProfileCheck, type RequirementTally } from './check-profile.ts';
import { readCheckedRecords } from './checked-record.ts';
import type { Level, Profile } from './profile.ts';
import { type ChosenProfile, chooseProfiles } from './profiles/profile-catalogue.ts';

/** A record graph, checked against a profile. */
export interface CheckedProfile extends ChosenProfile {
  readonly verdict: ProfileVerdict;
  /** Of each described resource. */
  readonly checks: readonly ProfileCheck[];
}

/**
 * Checks a record graph against the profiles that it claims.
 * @param named the profiles to check against instead
 * @param response that carried the record, from which values can be derived
 */
export function validateRecord(
  record: Pick<RecordGraph, 'graph' | 'nquads' | 'describes' | 'profiles'>,
  named: readonly Profile[] = [],
  response?: CarryingResponse,
): readonly CheckedProfile[] {
  const resources = readCheckedRecords(record, response);
  return chooseProfiles(record.profiles, named).map(({ profile, because }) => {
    const checks = resources.map((resource) => checkProfile(resource, profile));
    return { profile, because, checks, verdict: verdictOf({ profile, because }, checks) };
  });
}

/**
 * Sums up the checks of the resources of one record against a profile.
 *
 * How complete a record is (`docs/validate.md`): each requirement of content counts as one, if the
 * record has the thing that it is about; of several such things (creators, distributions) those
 * count that meet it. Requirements of form do not count.
 */
function verdictOf(
  { profile, because }: ChosenProfile,
  checks: readonly ProfileCheck[],
): ProfileVerdict {
  const found = checks.flatMap(({ findings }) => findings);
  const tallies = checks.flatMap((check) => check.tallies);
  const judged = judgeFindings(
    found.map(({ requirement: { rule }, severity }) => ({ rule, severity })),
  );
  const order: readonly string[] = profile.requirements.map(({ rule }) => rule);
  return {
    profile: profile.id,
    because,
    ...judged,
    required: shareOf(tallies, ['required', 'nilable', 'management']),
    recommended: shareOf(tallies, ['recommended']),
    unmet: judged.unmet.toSorted(
      (one, other) => order.indexOf(one.rule) - order.indexOf(other.rule),
    ),
  };
}

/** What findings say of a record: each rule has the worst severity of its findings. */
export function judgeFindings(
  found: readonly UnmetRule[],
): Pick<ProfileVerdict, 'conforms' | 'findings' | 'unmet'> {
  const worst = new Map<string, Severity>();
  for (const { rule, severity } of found) worst.set(rule, worseSeverity(worst.get(rule), severity));
  const findings = countSeverities(found);
  return {
    conforms: findings.error === 0,
    findings,
    unmet: Array.from(worst, ([rule, severity]) => ({ rule, severity })),
  };
}

function shareOf(tallies: readonly RequirementTally[], levels: readonly Level[]): Share {
  const counting = tallies.filter(({ requirement, of }) => {
    return of > 0 && levels.includes(requirement.level);
  });
  const met = counting.reduce((sum, tally) => sum + tally.met / tally.of, 0);
  return { met, of: counting.length };
}
