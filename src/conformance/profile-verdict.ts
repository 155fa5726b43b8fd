import { severities } from '../model/problem-catalogue.ts';
import type { Severity } from '../model/problem.ts';
import type { ProfileChoice, ProfileVerdict, Share, UnmetRule } from '../model/validation.ts';
import type { ProfileCheck, RequirementTally } from './check-profile.ts';
import type { Level, Profile } from './profile.ts';

/**
 * Sums up the checks of the resources of one record against a profile.
 *
 * How complete a record is (`docs/validate.md`): each requirement of content counts as one, if the
 * record has the thing that it is about; of several such things (creators, distributions) those
 * count that meet it. Requirements of form do not count.
 */
export function profileVerdict(
  profile: Profile,
  because: ProfileChoice,
  checks: readonly ProfileCheck[],
): ProfileVerdict {
  const found = checks.flatMap(({ findings }) => findings);
  const tallies = checks.flatMap((check) => check.tallies);
  const count = (severity: Severity): number =>
    found.filter((each) => each.severity === severity).length;
  const worst = new Map<string, Severity>();
  for (const { requirement, severity } of found) {
    const before = worst.get(requirement.rule);
    const isWorse =
      before === undefined || severities.indexOf(severity) < severities.indexOf(before);
    if (isWorse) worst.set(requirement.rule, severity);
  }
  const order = [...new Set(profile.requirements.map(({ rule }) => rule))];
  return {
    profile: profile.id,
    because,
    conforms: count('error') === 0,
    findings: { error: count('error'), warning: count('warning'), info: count('info') },
    required: shareOf(tallies, ['required', 'nilable', 'management']),
    recommended: shareOf(tallies, ['recommended']),
    unmet: order.flatMap((rule): readonly UnmetRule[] => {
      const severity = worst.get(rule);
      return severity === undefined ? [] : [{ rule, severity }];
    }),
  };
}

function shareOf(tallies: readonly RequirementTally[], levels: readonly Level[]): Share {
  const counting = tallies.filter(({ requirement, of }) => {
    return of > 0 && levels.includes(requirement.level);
  });
  const met = counting.reduce((sum, tally) => sum + tally.met / tally.of, 0);
  return { met, of: counting.length };
}
