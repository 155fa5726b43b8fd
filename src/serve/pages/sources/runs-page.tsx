import type { RunHead } from '../../../catalogue/rows.ts';
import { formatDuration, groupDigits } from '../../../text/amounts.ts';
import { htmlAnswer, type PageAnswer, type PageRequest } from '../../page.ts';
import { runHref } from '../../parts/addresses.ts';
import { Layout, minuteText, TimeElement } from '../../parts/layout.tsx';
import { choosePage, pageHrefs, PageLinks, shownRange } from '../../parts/paging.tsx';
import { sitePath } from '../../site.ts';

/** All runs, the latest first. */
export function runsPage({ site, state, query }: PageRequest): PageAnswer {
  const runs = [...state.snapshot.runs().latest()];
  const page = choosePage(runs, query);
  return htmlAnswer(
    <Layout site={site} state={state} title="Runs" section="/sources" kind="runs">
      <p class="crumb">
        <a href={sitePath(site, '/sources')}>Sources</a>
      </p>
      <h1>
        Runs <span class="count">{groupDigits(runs.length)}</span>
      </h1>
      {runs.length === 0 ? (
        <p>No runs yet.</p>
      ) : (
        <>
          <p class="soft">{shownRange(page, 'run')}, the latest first.</p>
          <ul class="rows">
            {page.items.map((run) => (
              <li>
                <a href={runHref(site, run.run)}>
                  <TimeElement at={run.startedAt} />
                </a>{' '}
                {runState(run, run === runs[0])}
                <p class="facts">
                  {runNotes(run).map((note) => (
                    <span>{note}</span>
                  ))}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      <PageLinks page={page} hrefOf={pageHrefs(sitePath(site, '/runs'), query)} />
    </Layout>,
  );
}

/** Remarks on a run besides its time and its end. */
export function runNotes({ full, continues = [], behind, change }: RunHead): readonly string[] {
  return [
    ...(change === undefined ? [] : [`change ${groupDigits(change)}`]),
    ...(full === true ? ['fetched everything (--full)'] : []),
    ...(continues.length === 0 ? [] : [`goes on with ${continues.join(', ')}`]),
    ...(behind === undefined
      ? []
      : [
          `clock set back: the run ${behind.run} before it was running at ${minuteText(behind.at)}`,
        ]),
  ];
}

/**
 * How a run ended, in words.
 * @param isLatest only the latest run can be in progress, because there is one writer at a time
 */
export function runState(
  { startedAt, endedAt, interrupted }: Pick<RunHead, 'startedAt' | 'endedAt' | 'interrupted'>,
  isLatest: boolean,
): string {
  if (endedAt === undefined) {
    return isLatest ? 'in progress, or killed' : 'killed';
  }
  return `${interrupted === true ? 'interrupted' : 'finished'} after ${formatDuration(startedAt, endedAt)}`;
}
