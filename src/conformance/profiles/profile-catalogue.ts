import type { Profile } from '../profile.ts';
import { cdifProfiles } from './cdif-profiles.ts';
import { croissantProfiles } from './croissant-profiles.ts';
import { googleProfile } from './google-profile.ts';
import { sosoProfile } from './soso-profile.ts';

/** All profiles. */
export const profileCatalogue: readonly Profile[] = [
  ...cdifProfiles,
  sosoProfile,
  googleProfile,
  ...croissantProfiles,
];

/** The profile with an id; a name without version is its latest version. */
export function findProfile(id: string): Profile | undefined {
  const exact = profileCatalogue.find((profile) => profile.id === id);
  return exact ?? profileCatalogue.findLast((profile) => isVersionOf(profile.id, id));
}

function isVersionOf(id: string, name: string): boolean {
  return id.startsWith(`${name}-`) && /^\d+\.\d+$/u.test(id.slice(name.length + 1));
}

/** The profiles that a record claims, in the order of the catalogue. */
export function claimedProfileIds(claims: readonly string[]): readonly string[] {
  const found = profileCatalogue.filter((profile) =>
    claims.some((claim) => profile.claims.includes(claim)),
  );
  return found.map(({ id }) => id);
}
