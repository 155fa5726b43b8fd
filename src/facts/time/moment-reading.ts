import type { TimeFault, TimeRepair } from '../../model/time-remarks.ts';
import { daysInMonth } from './calendar.ts';
import type { Moment, MomentRange } from './moment.ts';

/** A calendar moment, or why a text that looks like one cannot be read. */
export type MomentReading = MomentFault | ReadMoment;

export interface ReadMoment extends MomentRange {
  readonly repairs: readonly TimeRepair[];
  /** Minutes east of UTC, if a zone was given. */
  readonly offset?: number;
  /** Whether the year has three digits without sign or era. */
  readonly isShort?: boolean;
}

export interface MomentFault {
  readonly fault: TimeFault;
}

export const impossible: MomentFault = { fault: 'impossible' };
export const ambiguous: MomentFault = { fault: 'ambiguous' };

/** Earlier years are geologic times. */
export const earliestYear = -99_999;
const latestYear = 99_999;

/** A complete year, month or day, if it exists in the calendar. */
export function wholeMoment(moment: Moment, repairs: readonly TimeRepair[] = []): MomentReading {
  const { year, month = 1, day = 1 } = moment;
  if (year > latestYear) return { fault: 'year-digits' };
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return impossible;
  return { first: moment, last: moment, repairs };
}

/** Whether a reading failed. */
export function isFault(reading: MomentReading): reading is MomentFault {
  return 'fault' in reading;
}
