import type { AgeRange, Period } from '../model/search-facts.ts';
import { readAskedAge, readAskedTime, yearsOfEnds } from './asked-time.ts';
import { spanOfAge, spanOfPeriod, type Span } from './columns/times.ts';
import type { SearchRequest } from './search-request.ts';

/** Tells the times of a result that were asked for from others that it has. */
export interface AskedFor {
  readonly hasPeriod: (period: Period) => boolean;
  readonly hasAge: (age: AgeRange) => boolean;
}

/** Those that have a moment in common with a time or age of a request. */
export function askedFor({ time = [], age = [] }: Pick<SearchRequest, 'age' | 'time'>): AskedFor {
  const years = time.flatMap(askedYears);
  const ages = age.flatMap((text) => readAskedAge(text) ?? []).map(spanOfAge);
  return {
    hasPeriod: (period) => years.some((span) => spansMeet(span, spanOfPeriod(period))),
    hasAge: (range) => ages.some((span) => spansMeet(span, spanOfAge(range))),
  };
}

/** @returns none where the text cannot be read */
function askedYears(text: string): readonly Span[] {
  const asked = readAskedTime(text);
  return 'fault' in asked ? [] : [yearsOfEnds(asked)];
}

function spansMeet(one: Span, other: Span): boolean {
  return one.begin <= other.end && one.end >= other.begin;
}
