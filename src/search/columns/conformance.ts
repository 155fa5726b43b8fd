import { profileNames, profilesNamed, type ProfileVerdict } from '../../model/validation.ts';
import { nearestKey } from '../../text/nearest-key.ts';

/** The name of records that were not checked. */
export const unchecked = 'unchecked';

/** The names by which conformance is searched and counted: a profile, or `not` and a profile. */
export function conformanceNames(verdicts: readonly ProfileVerdict[]): readonly string[] {
  if (verdicts.length === 0) return [unchecked];
  return verdicts.map(conformanceName);
}

/** The name of one verdict, also as a condition of a search. */
export function conformanceName({
  profile,
  conforms,
}: Pick<ProfileVerdict, 'profile' | 'conforms'>): string {
  return conforms ? profile : `not ${profile}`;
}

/** The rules that a record does not meet, by any of its profiles. */
export function unmetRules(verdicts: readonly ProfileVerdict[]): ReadonlySet<string> {
  return new Set(verdicts.flatMap(({ unmet }) => unmet.map(({ rule }) => rule)));
}

/**
 * The names that a text means: a profile, with or without version, perhaps after `not`; or
 * `unchecked`.
 * @returns in `nearest` what an unknown text may mean
 */
export function parseConformance(
  text: string,
): { readonly names: readonly string[] } | { readonly nearest: string | undefined } {
  const words = text.trim().toLowerCase().split(/\s+/u);
  const isNegated = words[0] === 'not';
  const name = words.slice(isNegated ? 1 : 0).join(' ');
  if (name === unchecked && !isNegated) return { names: [unchecked] };
  const profiles = profilesNamed(name);
  if (profiles.length === 0) return { nearest: nearestKey(name, profileNames) };
  return {
    names: profiles.map((profile) => conformanceName({ profile, conforms: !isNegated })),
  };
}
