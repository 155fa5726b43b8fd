import { startOf } from '../config/schema.ts';
import type { Target } from '../model/target.ts';
import { listAgain, newsOf } from './follow.ts';
import type { Running, RunningLine } from './running.ts';
import { runStage } from './join.ts';
import { spend, timed } from './timed.ts';

/** Lists one source into the frontier. */
export async function listSource(line: RunningLine, running: Running): Promise<void> {
  const { source, ledger, listing } = line;
  const context = { ...running.context, signal: running.stop };
  const outcomes = runStage(running.stages.discover, source, startOf(source), context);
  for await (const outcome of timed(outcomes, () => spend('listing', { running, ledger }))) {
    listing.note(outcome);
    await running.observer?.room();
    if (outcome.kind === 'produced' && !(await offer(outcome.value, line, running))) break;
  }
  listing.end(context.signal.aborted);
}

/** Offers what a source lists. @returns false where the source may list nothing more */
export async function offer(
  target: Target,
  { ledger, listing }: RunningLine,
  running: Running,
): Promise<boolean> {
  const { frontier } = running;
  if (!listing.reserve()) return false;
  const news = newsOf(target, running);
  if (frontier.knows(target.url)) {
    listing.release();
    await listAgain(news, running);
    return true;
  }
  // Before it is offered, since it may be under way before this goes on.
  ledger.admit(target.url);
  await frontier.offer(target);
  return true;
}
