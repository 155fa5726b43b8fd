import { hash } from 'node:crypto';

const dayMs = 86_400_000;
/** For this many days a 304 is trusted; and for up to as many more, depending on the URL. */
const believedDays = 30;

/**
 * Whether an unconditional request is due, because the server has answered `not modified` for so
 * long: a broken cache would do so for ever. The limit is 30 to 59 days and fixed for each URL, so
 * that URLs fetched in one night are spread over many.
 * @param wholeAt time of the last complete response, ISO 8601
 */
export function isWholeDue(url: string, wholeAt: string, now: Date): boolean {
  const days = (now.getTime() - Date.parse(wholeAt)) / dayMs;
  // A date in the future comes from a wrong clock, so the real age is unknown.
  if (days < 0) return true;
  if (!(days >= believedDays)) return false;
  const share = Number.parseInt(hash('sha256', url, 'hex').slice(0, 8), 16) % believedDays;
  return days >= believedDays + share;
}
