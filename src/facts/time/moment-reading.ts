import type { TimeFault, TimeRepair } from '../../model/time-remarks.ts';
import { daysInMonth } from './calendar.ts';
import type { Moment, MomentRange } from './moment.ts';

/** A text that is a moment of the calendar, or tries to be one. */
export type MomentReading = MomentFault | ReadMoment;

export interface ReadMoment extends MomentRange {
  readonly repairs: readonly TimeRepair[];
  /** The zone that was given, in minutes east of UTC. */
  readonly offset?: number;
  /** Whether the year is three digits and no sign, nor a word that says how it is counted. */
  readonly isShort?: boolean;
}

export interface MomentFault {
  readonly fault: TimeFault;
}

export const impossible: MomentFault = { fault: 'impossible' };
export const ambiguous: MomentFault = { fault: 'ambiguous' };

/** Earlier years are no matter of a calendar, but of geology. */
export const earliestYear = -99_999;
const latestYear = 99_999;

/** All of one year, month or day, if the calendar has it. */
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
