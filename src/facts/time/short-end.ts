import type { TimeFault, TimeRepair } from '../../model/time-remarks.ts';

/** A text in an unambiguous form, with the repair that this is. */
export interface Reworded {
  readonly text: string;
  readonly repair: TimeRepair;
}

const yearForm = /^(\d{2})(\d{2})([/-])(\d{2})$/u;
const startForm = /^([+-]?\d{4,}(?:-\d{2}){0,2})(?:[T ](.*))?$/iu;
const dateEnd = /^(\d{2}(?:-\d{2})?)((?:[T ].*)?)$/iu;
const clockEnd = /^(?:T\d{2}|\d{2}:\d{2})/iu;

/**
 * Interprets a year with two digits: a month (`2017/09`), or years if that is impossible
 * (`1998/99`). With a hyphen only months are valid in ISO 8601.
 * @returns undefined for other texts
 */
export function yearAndDigits(text: string): Reworded | TimeFault | undefined {
  const [, century = '', year = '', sign, digits = ''] = yearForm.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const isMonth = Number(digits) >= 1 && Number(digits) <= 12;
  if (isMonth && sign === '-') return undefined;
  const isLater = Number(digits) > Number(year);
  if (isLater === isMonth) return isMonth ? 'ambiguous' : 'impossible';
  return isMonth
    ? { text: `${century}${year}-${digits}`, repair: 'separator' }
    : { text: `${century}${year}/${century}${digits}`, repair: 'short-end' };
}

/**
 * Completes an abbreviated end of an interval by its start (ISO 8601:2004, 4.4.5): `1889-06/07`,
 * `2007-11-13/15`, `2007-12-14T13:30/15:30`.
 */
export function completeEnd(start: string, end: string): string {
  const [, date, clock] = startForm.exec(start) ?? [];
  if (date === undefined) return end;
  if (clock !== undefined && clockEnd.test(end)) return `${date}T${end.replace(/^T/iu, '')}`;
  const [, digits = '', rest = ''] = dateEnd.exec(end) ?? [];
  const known = date.match(/[+-]?\d{4,}|\d{2}/gu) ?? [];
  const given = digits.split('-');
  if (digits === '' || given.length >= known.length) return end;
  return [...known.slice(0, known.length - given.length), ...given].join('-') + rest;
}
