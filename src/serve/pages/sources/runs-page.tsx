import type { RunHead } from '../../../store/rows.ts';
import { grouped } from '../../../text/amounts.ts';
import { htmlAnswer, type Answer, type PageRequest } from '../../page.ts';
import { Layout } from '../../parts/layout.tsx';
import { sitePath } from '../../site.ts';
import { runHref } from '../../parts/addresses.ts';
import { Moment, minuteText } from '../../parts/moment.tsx';
import { pageHrefs, PageLinks, pageOf, shownText } from '../../parts/paging.tsx';
import { runState } from './run-state.ts';

/** All runs, the latest first. */
export function runsPage({ site, state, query }: PageRequest): Answer {
  const runs = [...state.snapshot.runs().latest()];
  const page = pageOf(runs, query);
  return htmlAnswer(
    <Layout site={site} state={state} title="Runs" section="/sources" kind="runs">
      <p class="crumb">
        <a href={sitePath(site, '/sources')}>Sources</a>
      </p>
      <h1>
        Runs <span class="count">{grouped(runs.length)}</span>
      </h1>
      {runs.length === 0 ? (
        <p>No runs yet.</p>
      ) : (
        <>
          <p class="soft">{shownText(page, 'run')}, the latest first.</p>
          <ul class="rows">
            {page.items.map((run) => (
              <li>
                <a href={runHref(site, run.run)}>
                  <Moment at={run.startedAt} />
                </a>{' '}
                {runState(run, run === runs[0])}
                <p class="facts">
                  {notesOf(run).map((note) => (
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

/** What there is to say of a run beside when it was and how it ended. */
export function notesOf({ full, continues = [], behind, change }: RunHead): readonly string[] {
  return [
    ...(change === undefined ? [] : [`change ${grouped(change)}`]),
    ...(full === true ? ['asked for everything (--full)'] : []),
    ...(continues.length === 0 ? [] : [`goes on with ${continues.join(', ')}`]),
    ...(behind === undefined
      ? []
      : [
          `clock set back: the run ${behind.run} before it was running at ${minuteText(behind.at)}`,
        ]),
  ];
}
