import { joinTexts } from '../text/join-texts.ts';
import { coverAges, coverPeriods } from '../time/cover-times.ts';
import { periodText } from '../time/period-text.ts';
import { ageText } from '../time/read-time.ts';
import type { TimeFacts } from '../../model/search-facts.ts';
import type { RemarkSink } from '../../model/geometry-remarks.ts';
import { distinctBy } from './fact-texts.ts';

/** Of periods, ages and names each. */
const maxTimes = 500;

/**
 * The times of a resource, not too many: each is still found by what it is found by, and something beside it may be found as
 * well, since neighbours are merged.
 * @param times each once, sorted
 * @param findings takes how many became how many
 */
export function boundedTimes(times: TimeFacts, findings: RemarkSink): TimeFacts {
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
