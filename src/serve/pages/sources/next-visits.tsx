import { notDueTexts, type NotDueCounts, type RecheckRule } from '../../../model/not-due.ts';
import type { Rechecks } from '../../../model/run.ts';
import { recheckMs } from '../../../pipeline/dueness.ts';
import { amount, grouped } from '../../../text/amounts.ts';
import { answeredStates, type SourceUrl } from './url-groups.ts';

interface NextVisitsProps {
  readonly urls: readonly SourceUrl[];
  /** By which rule the latest run left URLs alone; undefined where it did not. */
  readonly rule: RecheckRule | undefined;
  readonly notDue: NotDueCounts | undefined;
  readonly rechecks: Rechecks;
}

/** So many days are listed one by one. */
const maxDays = 14;

/** When URLs are due again, as far as their visits and the latest run tell: the configuration is not known here. */
export function NextVisits({ urls, rule, notDue, rechecks }: NextVisitsProps) {
  const days = rule === undefined ? [] : dueDays(urls, recheckMs(rule, rechecks));
  const said =
    notDue === undefined
      ? []
      : Object.entries(notDueTexts(notDue)).filter(([, count]) => count > 0);
  return (
    <>
      {said.length === 0 ? (
        <p>
          The latest run left no URL alone for having been visited lately: the next one asks for all
          that is listed, for what is new only where the server can tell.
        </p>
      ) : (
        <p>
          The latest run left alone{' '}
          {said.map(([text, count]) => `${grouped(count)} ${text}`).join(', ')}.
        </p>
      )}
      {days.length === 0 ? null : <DueTable days={days} />}
      <p class="soft">{paceText(rechecks)}</p>
    </>
  );
}

/** What did not answer is asked for again whenever a run begins; it stands before all days. */
const nextRun = ' at the next run';

function dayAfter(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString().slice(0, 10);
}

interface DueDay {
  /** ISO 8601, or what stands for all days behind. */
  readonly day: string;
  readonly count: number;
}

function dueDays(urls: readonly SourceUrl[], waitMs: number): readonly DueDay[] {
  const counts = new Map<string, number>();
  for (const { visitedAt, state } of urls) {
    const waits = visitedAt !== undefined && answeredStates.has(state);
    const due = waits ? dayAfter(visitedAt, waitMs) : nextRun;
    counts.set(due, (counts.get(due) ?? 0) + 1);
  }
  const days = [...counts]
    .map(([day, count]) => ({ day, count }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const later = days.slice(maxDays).reduce((sum, { count }) => sum + count, 0);
  return later === 0 ? days : [...days.slice(0, maxDays), { day: 'later', count: later }];
}

function DueTable({ days }: { readonly days: readonly DueDay[] }) {
  return (
    <table class="narrow">
      <caption class="unseen">How many URLs are due from when on</caption>
      <thead>
        <tr>
          <th scope="col">Due from</th>
          <th scope="col" class="number">
            URLs
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, count }) => (
          <tr>
            <th scope="row">{day.trim()}</th>
            <td class="number">{grouped(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How often the source changes, as its latest runs found. */
function paceText({ looks, changed, announced }: Rechecks): string {
  if (looks === 0)
    return 'No URL of it was looked at again yet, so nothing is known of how often it changes.';
  return `Of ${amount(looks, 'repeated look')} in the latest runs, ${grouped(changed)} found a change, ${grouped(announced)} of them announced by lastmod.`;
}
