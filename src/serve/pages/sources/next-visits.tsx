import { recheckMs } from '../../../config/source-options.ts';
import { formatNotDueCounts, type NotDueCounts } from '../../../model/revisit.ts';
import type { RevisitCounts } from '../../../model/run.ts';
import type { InterruptibleReading } from '../../../catalogue/interruptible-reading.ts';
import { rechecksOf } from '../../../catalogue/find-runs.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { formatCount, groupDigits } from '../../../text/amounts.ts';
import { sourceHref } from '../../parts/addresses.ts';
import { minuteText } from '../../parts/layout.tsx';
import type { Site } from '../../site.ts';
import { latestRun } from './source-care.ts';
import { answeredStates, type UrlOfSource } from './url-groups.ts';

interface NextVisitsProps {
  readonly site: Site;
  readonly source: string;
  /** The number of URLs that were not due in the latest run; undefined if all were due. */
  readonly notDue: NotDueCounts | undefined;
  readonly due: DueVisits;
}

/** When URLs of a source are due again, and how often it changes. */
export interface DueVisits {
  /** Undefined where the latest run skipped no URL by revisit policy. */
  readonly days: readonly DueCount[] | undefined;
  readonly rechecks: RevisitCounts;
}

/**
 * When URLs are due again, computed from their visits and the latest run: the server does not know
 * the configuration.
 */
export function NextVisits({ site, source, notDue, due: { days, rechecks } }: NextVisitsProps) {
  const reasons =
    notDue === undefined
      ? []
      : Object.entries(formatNotDueCounts(notDue, minuteText)).filter(([, count]) => count > 0);
  return (
    <>
      {reasons.length === 0 ? (
        <p>
          In the latest run every URL was due. The next run requests all listed URLs, conditionally
          if their server supports that.
        </p>
      ) : (
        <p>
          The latest run left alone{' '}
          {reasons.map(([text, count]) => `${groupDigits(count)} ${text}`).join(', ')}.
        </p>
      )}
      {days === undefined ? null : (
        <DueTable days={days} hrefOf={(due) => sourceHref(site, source, `/urls?due=${due}`)} />
      )}
      <p class="soft">{paceText(rechecks)}</p>
    </>
  );
}

/** Counts the URLs of a source by the day from which they are due. */
export function* readDueVisits(
  snapshot: Snapshot,
  source: string,
  urls: readonly UrlOfSource[],
): InterruptibleReading<DueVisits> {
  const rechecks = rechecksOf(snapshot, source);
  const dayOf = dueDays(snapshot, source);
  if (dayOf === undefined) return { days: undefined, rechecks };
  const counts = new Map<string, number>();
  for (const url of urls) {
    yield;
    const day = dayOf(url);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return { days: inOrder(counts), rechecks };
}

/** URLs that failed are due in every run. */
const nextRun = 'next-run';
const later = 'later-than-';

type DayOf = (url: UrlOfSource) => string;

/**
 * The day from which a URL of a source is due; undefined where the latest run skipped no URL by
 * revisit policy.
 */
function dueDays(snapshot: Snapshot, source: string): DayOf | undefined {
  const rule = latestRun(snapshot, source)?.source.notDue?.rule;
  if (rule === undefined) return undefined;
  const waitMs = recheckMs(rule, rechecksOf(snapshot, source));
  return ({ visitedAt, state }) => {
    const waits = visitedAt !== undefined && answeredStates.has(state);
    return waits ? dayAfter(visitedAt, waitMs) : nextRun;
  };
}

function dayAfter(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString().slice(0, 10);
}

/**
 * Whether a URL matches the due date in the address of a page.
 * @param due as `DueCount.due`
 */
export function createDueTest(
  snapshot: Snapshot,
  source: string,
  due: string,
): (url: UrlOfSource) => boolean {
  const dayOf = dueDays(snapshot, source);
  if (dayOf === undefined) return () => false;
  if (!due.startsWith(later)) return (url) => dayOf(url) === due;
  const last = due.slice(later.length);
  return (url) => {
    const day = dayOf(url);
    return day !== nextRun && day > last;
  };
}

/** The due date in words, after `URLs`. */
export function dueDateText(due: string): string {
  if (due === nextRun) return 'due at the next run';
  return due.startsWith(later) ? `due after ${due.slice(later.length)}` : `due from ${due} on`;
}

/** The number of days that are listed one by one. */
const maxDays = 14;

interface DueCount {
  /** A day (ISO 8601), the next run, or all later days. */
  readonly due: string;
  readonly count: number;
}

function inOrder(counts: Map<string, number>): readonly DueCount[] {
  const first = counts.get(nextRun);
  counts.delete(nextRun);
  const days = [...counts]
    .map(([due, count]) => ({ due, count }))
    .toSorted((one, other) => (one.due < other.due ? -1 : 1));
  const shown = days.slice(0, maxDays);
  const rest = days.slice(maxDays).reduce((sum, { count }) => sum + count, 0);
  return [
    ...(first === undefined ? [] : [{ due: nextRun, count: first }]),
    ...shown,
    ...(rest === 0 ? [] : [{ due: `${later}${shown.at(-1)?.due ?? ''}`, count: rest }]),
  ];
}

interface DueTableProps {
  readonly days: readonly DueCount[];
  readonly hrefOf: (due: string) => string;
}

function DueTable({ days, hrefOf }: DueTableProps) {
  return (
    <table class="narrow">
      <caption class="unseen">Number of URLs due, by day</caption>
      <thead>
        <tr>
          <th scope="col">Due</th>
          <th scope="col" class="number">
            URLs
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ due, count }) => (
          <tr>
            <th scope="row">{dueDateText(due).replace(/^due /u, '')}</th>
            <td class="number">
              <a href={hrefOf(due)}>{groupDigits(count)}</a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How often the source changes, judged by its latest runs. */
function paceText({ looks, changed, announced }: RevisitCounts): string {
  if (looks === 0)
    return 'No URL was visited again yet, so it is not known how often the source changes.';
  const found = `Of ${formatCount(looks, 'repeated visit')} in the latest runs, `;
  if (changed === 0) return `${found}none found a change.`;
  const ofThem = `${groupDigits(announced)} of them announced by lastmod`;
  return `${found}${groupDigits(changed)} found a change, ${ofThem}.`;
}
