import type { UrlUpdate } from '../model/url-update.ts';
import type { Carrying } from './carrying.ts';
import { runStage } from './join.ts';
import { spend, timed } from './timed.ts';

/** What was derived is written also when the run is being ended: it is there, and whole. */
const neverAborted = new AbortController().signal;

/** Loads a part of what a URL gave. Where it cannot be kept, what became of the URL is kept all the same. */
export async function loadUpdate(
  update: UrlUpdate,
  carrying: Pick<Carrying, 'target' | 'tally' | 'ledger' | 'look' | 'running'>,
): Promise<void> {
  const { target, tally, look, running } = carrying;
  const { load: stage } = running.stages;
  const context = { now: running.context.now, signal: neverAborted };
  const outcomes = runStage(stage, update, target.url, context);
  for await (const outcome of timed(outcomes, () => spend('loading', carrying))) {
    tally.note(stage.name, outcome);
    if (outcome.kind === 'produced') {
      tally.loaded(outcome.value);
      look.kept(update.graphs, outcome.value);
    } else if (outcome.kind === 'failed' && update.graphs.length > 0) {
      tally.lost(update.graphs.length, update.recordProblems ?? []);
      const { url, run, listings, end } = update;
      if (end === undefined) return;
      const { graphs: _, someGraphs: __, ...rest } = end;
      const outcomeOnly = { ...rest.outcome, state: tally.state(false), problems: tally.problems };
      const without = {
        url,
        run,
        listings,
        documents: [],
        graphs: [],
        end: { ...rest, outcome: outcomeOnly },
      };
      await loadUpdate(without, carrying);
    }
  }
}
