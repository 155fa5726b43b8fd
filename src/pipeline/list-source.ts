import { setImmediate } from 'node:timers/promises';
import { startOf } from '../config/schema.ts';
import type { Target } from '../model/target.ts';
import { parsedUrl } from '../text/parsed-url.ts';
import { listAgain, newsOf } from './follow.ts';
import type { Running, RunningLine } from './running.ts';
import { runStage } from './join.ts';
import { spend, timed } from './timed.ts';

/**
 * How many sources are listed at once, for each URL that may be in progress: twice as many, since
 * a listing also waits while what it listed is harvested. What arrived of a list waits in memory.
 */
const listingsPerLane = 2;
/** Of one host so many listings wait for their first answer at once, like a browser of old. */
const beginningPerHost = 2;

/**
 * Lists all sources into the frontier, so many at once. Hosts take turns: one with thousands of
 * sources, or one that does not answer, holds up no other. Resolves when all are listed or the run
 * is stopped.
 * @param fail hears of what is thrown, after which no further listing begins
 */
export async function listSources(running: Running, fail: (error: unknown) => void): Promise<void> {
  const places = new Places(listingsPerLane * running.limits.connections);
  const listings: Promise<void>[] = [];
  const listInTurn = async (lines: Iterable<RunningLine>): Promise<void> => {
    for (const line of lines) {
      await places.take();
      await new Promise<void>((resolve) => {
        const listing = listSource(line, running, resolve);
        listings.push(
          listing.catch(fail).finally(() => {
            places.giveBack();
            resolve();
          }),
        );
      });
    }
  };
  const turns = Array.from(byHost(running.sources), ([, lines]) => {
    // They share one iterator, so that each line is taken once.
    const left = lines.values();
    return Array.from({ length: beginningPerHost }, async () => listInTurn(left));
  });
  await Promise.all(turns.flat());
  await Promise.all(listings);
}

/** The sources by the host that they start from. */
function byHost(sources: readonly RunningLine[]): ReadonlyMap<string, readonly RunningLine[]> {
  const hosts = new Map<string, RunningLine[]>();
  for (const line of sources) {
    const host = parsedUrl(startOf(line.source))?.host ?? '';
    const lines = hosts.get(host);
    if (lines === undefined) hosts.set(host, [line]);
    else lines.push(line);
  }
  return hosts;
}

/** Places that are taken and given back; who waits longest is first. */
class Places {
  #free: number;
  #wake: (() => void) | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Gives out one place in a turn of the event loop, so that thousands do not keep a signal
   * waiting.
   */
  async take(): Promise<void> {
    this.#last = this.#last.then(async () => this.#next());
    return this.#last;
  }

  giveBack(): void {
    this.#free += 1;
    this.#wake?.();
  }

  async #next(): Promise<void> {
    if (this.#free === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#free -= 1;
    await setImmediate();
  }
}

/** Lists one source into the frontier. @param onFirst called when there is a first answer */
async function listSource(line: RunningLine, running: Running, onFirst: () => void): Promise<void> {
  const { source, ledger, listing } = line;
  const context = { ...running.context, signal: running.stop };
  if (!context.signal.aborted) {
    const outcomes = runStage(running.stages.discover, source, startOf(source), context);
    for await (const outcome of timed(outcomes, () => spend('listing', { running, ledger }))) {
      onFirst();
      listing.note(outcome);
      await running.observer?.room();
      if (outcome.kind === 'produced' && !(await offer(outcome.value, line, running))) break;
    }
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
