import { joinTexts } from '../../facts/text/join-texts.ts';
import { coverAges, coverPeriods } from '../../facts/time/cover-times.ts';
import { periodText } from '../../facts/time/period-text.ts';
import { ageText } from '../../facts/time/read-time.ts';
import type { TimeFacts } from '../../model/search-facts.ts';
import type { FindingSink } from '../findings.ts';
import { distinctBy } from './fact-texts.ts';

/** Of periods, ages and names each. */
const maxTimes = 500;

/**
 * The times of a resource, not too many: each is still found by what it is found by, and something beside it may be found as
 * well, since neighbours are merged.
 * @param times each once, sorted
 * @param findings takes how many became how many
 */
export function boundedTimes(times: TimeFacts, findings: FindingSink): TimeFacts {
  const bounded: TimeFacts = {
    periods: distinctBy(coverPeriods(times.periods, maxTimes), periodText),
    ages: distinctBy(coverAges(times.ages, maxTimes), ageText),
    names: joinTexts(times.names, maxTimes),
  };
  for (const kind of ['periods', 'ages', 'names'] as const) {
    const [before, after] = [times[kind].length, bounded[kind].length];
    if (after === before) continue;
    const [value, result] = [`${before} ${kind}`, `${after} ${kind}`];
    findings.add({ kind: 'time-repaired', value, repair: 'merged', result });
  }
  return bounded;
}
