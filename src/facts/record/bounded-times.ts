import { joinTexts } from '../text/join-texts.ts';
import { coverAges, coverPeriods } from '../time/cover-times.ts';
import { periodText } from '../time/period-text.ts';
import { ageText } from '../time/read-time.ts';
import type { TimeFacts } from '../../model/search-facts.ts';
import type { RemarkSink } from '../../model/geometry-remarks.ts';
import { distinctBy } from './fact-texts.ts';

/** For periods, ages and names each. */
const maxTimes = 500;

/**
 * Limits the times of a resource so that it is still found by each of them, and perhaps by
 * neighbouring ones, since neighbours are merged.
 * @param times sorted, without duplicates
 * @param findings receives the numbers before and after
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
