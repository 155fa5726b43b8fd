import { type ProfileChoice, profilesNamed } from '../../model/validation.ts';
import type { Profile } from '../profile.ts';
import { cdifDraftProfile } from './cdif-draft-profile.ts';
import { cdifProfiles } from './cdif-profiles.ts';
import { dataoneProfile } from './dataone-profile.ts';
import { croissantProfiles } from './croissant-profiles.ts';
import { googleProfile } from './google-profile.ts';
import { sosoProfile } from './soso-profile.ts';

/** All profiles. One that includes another comes after it. */
export const profileCatalogue: readonly Profile[] = [
  ...cdifProfiles,
  cdifDraftProfile,
  dataoneProfile,
  sosoProfile,
  googleProfile,
  ...croissantProfiles,
];

/** For records that claim none. */
const usualProfile = 'cdif-discovery-1.1';

/** The profile with an id; a name without version is its latest version. */
export function findProfile(id: string): Profile | undefined {
  const latest = profilesNamed(id).at(-1);
  return profileCatalogue.find((profile) => profile.id === latest);
}

/** A profile that a record is checked against, and why. */
export interface ChosenProfile {
  readonly profile: Profile;
  readonly because: ProfileChoice;
}

/**
 * The profiles to check a record against: those that the user named, else those that the record
 * claims, else CDIF discovery. Of profiles that include each other only the largest counts.
 * @param claims in canonical spelling (`canonicalProfile`)
 */
export function chooseProfiles(
  claims: readonly string[],
  named: readonly Profile[],
): readonly ChosenProfile[] {
  if (named.length > 0) return named.map((profile) => ({ profile, because: 'named' }));
  const claimed = profileCatalogue.filter((profile) => {
    return claims.some((claim) => profile.claims.includes(claim));
  });
  if (claimed.length > 0) {
    const included = new Set(claimed.map(({ includes }) => includes));
    return claimed
      .filter(({ id }) => !included.has(id))
      .map((profile) => ({ profile, because: 'claimed' }));
  }
  const usual = findProfile(usualProfile);
  return usual === undefined ? [] : [{ profile: usual, because: 'default' }];
}
