import { hash } from 'node:crypto';

const dayMs = 86_400_000;
/** For so many days a server is believed that says that nothing is new; and for up to as many more, by the URL. */
const believedDays = 30;

/**
 * Whether an answer is to be asked for whole since its server has said for so long that it is not modified: a cache that is
 * broken says so for ever. That is after 30 to 59 days, always as many for one URL, so that of URLs that came in one night
 * each night has its share.
 * @param wholeAt when an answer came whole last, ISO 8601
 */
export function isWholeDue(url: string, wholeAt: string, now: Date): boolean {
  const days = (now.getTime() - Date.parse(wholeAt)) / dayMs;
  // What a wrong clock dates in the future may have been long ago.
  if (days < 0) return true;
  if (!(days >= believedDays)) return false;
  const share = Number.parseInt(hash('sha256', url, 'hex').slice(0, 8), 16) % believedDays;
  return days >= believedDays + share;
}
