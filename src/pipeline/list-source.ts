import { startOf } from '../config/schema.ts';
import type { Target } from '../model/target.ts';
import { listAgain, newsOf } from './follow.ts';
import type { Running, RunningLine } from './harvest-plan.ts';
import { runStage } from './join.ts';
import { keptTarget } from './kept-target.ts';
import { spend, timed } from './timed.ts';

/**
 * Lists one source into the frontier. Where its listing names but what is new, what it named in runs before is listed as well:
 * nothing else would tell what became of that.
 */
export async function listSource(line: RunningLine, running: Running): Promise<void> {
  const { source, ledger, listing } = line;
  const context = { ...running.context, signal: running.stop };
  const outcomes = runStage(running.stages.discover, source, startOf(source), context);
  for await (const outcome of timed(outcomes, () => spend('listing', { running, ledger }))) {
    listing.note(outcome);
    await running.observer?.room();
    if (outcome.kind === 'produced' && !(await offer(outcome.value, line, running))) break;
  }
  if (listing.isPartial && !context.signal.aborted) await listKnown(line, running);
  listing.end(context.signal.aborted);
}

/** @returns false where the source may list nothing more */
async function offer(
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

/** Nothing is left of a URL that is gone, and nobody names it any more. */
async function forget(
  url: string,
  source: string,
  { run, memory, writes, context }: Running,
): Promise<void> {
  const because = { reason: 'gone', run, at: context.now().toISOString() } as const;
  const removed = memory.remove({ url, sources: [source], because });
  await writes.add(
    removed.then(() => undefined),
    0,
  );
}

/** Lists what the source itself listed in runs before, and nobody has listed by now. */
async function listKnown(line: RunningLine, running: Running): Promise<void> {
  const { listings, memory, wanted, stop } = running;
  const { name } = line.source;
  for await (const { url, listings: kept } of memory.missing((each) => listings.has(each))) {
    const own = kept.find(({ source }) => source === name);
    if (stop.aborted) return;
    // What pages lead to is found by way of these.
    if (own?.depth !== 0 || listings.has(url) || !wanted(name, url)) continue;
    const known = await memory.known(url);
    if (known === undefined) continue;
    if (known.outcome.state === 'gone' && known.records === 0 && known.hasLeaving !== true) {
      await forget(url, name, running);
      continue;
    }
    // Whether it has changed since is not said.
    const { lastmod: _, ...found } = own.found;
    const target = keptTarget({ ...own, found }, { own: known.outcome, pages: [] });
    if (!(await offer(target, line, running))) return;
  }
}
