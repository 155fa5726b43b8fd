import type { TimeFault, TimeRepair } from '../../model/time-remarks.ts';

/** A text in the place of another, and why. */
export interface Reworded {
  readonly text: string;
  readonly repair: TimeRepair;
}

const yearForm = /^(\d{2})(\d{2})([/-])(\d{2})$/u;
const startForm = /^([+-]?\d{4,}(?:-\d{2}){0,2})(?:[T ](.*))?$/iu;
const dateEnd = /^(\d{2}(?:-\d{2})?)((?:[T ].*)?)$/iu;
const clockEnd = /^(?:T\d{2}|\d{2}:\d{2})/iu;

/**
 * What a year and two digits mean: the month where it must be one (`2017/09`), years where it cannot be (`1998/99`). With a
 * hyphen ISO 8601 has only months.
 * @returns undefined where a text is nothing of that kind
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
 * The end of an interval with what it leaves out because its start has it (ISO 8601:2004, 4.4.5): `1889-06/07`,
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
