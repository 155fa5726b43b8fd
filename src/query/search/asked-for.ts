import { periodBounds } from '../../facts/time/period-bounds.ts';
import type { AgeRange, Period } from '../../model/search-facts.ts';
import { readAskedAge, readAskedTime } from './asked-time.ts';
import type { SearchRequest } from './search-request.ts';

/** Tells the times of a result that were asked for from others that it has. */
export interface AskedFor {
  readonly hasPeriod: (period: Period) => boolean;
  readonly hasAge: (age: AgeRange) => boolean;
}

/** Those that have a moment in common with the time or age of a request; none where it asks for none, or for what cannot be read. */
export function askedFor({ time, age }: Pick<SearchRequest, 'age' | 'time'>): AskedFor {
  const ends = time === undefined ? undefined : readAskedTime(time);
  const years = ends === undefined || 'fault' in ends ? undefined : boundsOf(ends);
  const ages = age === undefined ? undefined : readAskedAge(age);
  return {
    hasPeriod: (period) => {
      const { begin, end } = periodBounds(period);
      return years !== undefined && begin <= years.end && end >= years.begin;
    },
    hasAge: ({ older, younger }) =>
      ages !== undefined && older >= ages.younger && younger <= ages.older,
  };
}

function boundsOf({ begin, end }: { readonly begin: string; readonly end: string }) {
  return periodBounds({
    ...(begin === '..' ? {} : { start: begin }),
    ...(end === '..' ? {} : { end }),
  });
}
