import type { RecordGraph } from '../model/record.ts';
import type { ProfileVerdict } from '../model/validation.ts';
import { checkProfile, type ProfileCheck } from './check-profile.ts';
import { readCheckedRecords } from './checked-record.ts';
import type { Profile } from './profile.ts';
import { profileVerdict } from './profile-verdict.ts';
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
 */
export function validateRecord(
  record: Pick<RecordGraph, 'graph' | 'nquads' | 'describes' | 'profiles'>,
  named: readonly Profile[] = [],
): readonly CheckedProfile[] {
  const resources = readCheckedRecords(record);
  return chooseProfiles(record.profiles, named).map(({ profile, because }) => {
    const checks = resources.map((resource) => checkProfile(resource, profile));
    return { profile, because, checks, verdict: profileVerdict(profile, because, checks) };
  });
}
