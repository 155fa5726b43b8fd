import type { AgeRange, Period } from '../model/search-facts.ts';
import { readAskedAge, readAskedTime, yearsOfEnds } from './asked-time.ts';
import { spanOfAge, spanOfPeriod, spansMeet, type Span } from './columns/times.ts';
import type { SearchRequest } from './search-request.ts';

/** Tells which times of a result match a request. */
export interface AskedFor {
  readonly hasPeriod: (period: Period) => boolean;
  readonly hasAge: (age: AgeRange) => boolean;
}

/** Matches times that overlap a time or age of the request. */
export function askedFor({ time = [], age = [] }: Pick<SearchRequest, 'age' | 'time'>): AskedFor {
  const years = time.flatMap(readRequestedYears);
  const ages = age.flatMap((text) => readAskedAge(text) ?? []).map(spanOfAge);
  return {
    hasPeriod: (period) => years.some((span) => spansMeet(span, spanOfPeriod(period))),
    hasAge: (range) => ages.some((span) => spansMeet(span, spanOfAge(range))),
  };
}

/** @returns empty for an unreadable text */
function readRequestedYears(text: string): readonly Span[] {
  const asked = readAskedTime(text);
  return 'fault' in asked ? [] : [yearsOfEnds(asked)];
}
