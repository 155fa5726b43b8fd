import type { KnownUrl } from '../model/url-visit.ts';
import type { MissingUrl } from '../store/store.ts';
import type { Running, RunningLine } from './running.ts';
import { keptTarget } from './kept-target.ts';
import { offer } from './list-source.ts';

/** A URL that never gave anything is asked for so often, once nobody names it. */
const maxFailures = 7;
/** For so long a page says the same, in which there is no metadata, before it is left. */
const bareMs = 7 * 86_400_000;

/**
 * To be called when all sources are listed. Where a listing names but what is new, what it named in runs before is
 * listed as well: nothing else would tell what became of that. What never gave anything is forgotten.
 */
export async function listKnown(running: Running): Promise<void> {
  const { listings, memory, stop } = running;
  const lines = running.sources.filter(({ listing }) => listing.wantsKnown);
  if (lines.length === 0 || stop.aborted) return;
  for await (const missing of memory.missing((each) => listings.has(each))) {
    if (stop.aborted) return;
    const own = lines.filter((line) => isMeant(missing, line, running));
    if (own.length > 0) await listAnew(missing, own, running);
  }
  for (const { listing } of lines) if (listing.wantsKnown) listing.endKnown();
}

/**
 * Whether a URL that a source does not list may be meant by it all the same: what named it before names only what is new, and
 * the source wants it. What pages lead to is found by way of these.
 */
export function isMeant(
  { url, listings }: MissingUrl,
  { source: { name }, listing }: RunningLine,
  { wanted }: Pick<Running, 'wanted'>,
): boolean {
  const own = listings.find(({ source }) => source === name);
  if (own?.depth !== 0 || !listing.mayMean(own.found)) return false;
  return wanted(name, own.found.describes ?? url);
}

async function listAnew(
  { url, listings }: MissingUrl,
  lines: readonly RunningLine[],
  running: Running,
): Promise<void> {
  const known = await running.memory.known(url);
  if (known === undefined) return;
  const isOver = await isOfNoUse(known, running);
  // It may have been led to meanwhile.
  if (running.stop.aborted || running.listings.has(url)) return;
  if (isOver) {
    await forget(url, lines, running);
    return;
  }
  for (const line of lines) {
    const own = listings.find(({ source }) => source === line.source.name);
    if (own === undefined || !line.listing.wantsKnown) continue;
    // Whether it has changed since is not said.
    const { lastmod: _, ...found } = own.found;
    await offer(keptTarget({ ...own, found }, { own: known.outcome, pages: [] }), line, running);
  }
}

/** Whether a URL has nothing, and will hardly come to have something. */
async function isOfNoUse(
  { outcome: { url, state, at }, visit, records, hasLeaving }: KnownUrl,
  { memory, context }: Running,
): Promise<boolean> {
  const lookedAt = Date.parse(visit?.at ?? at);
  // A visit that a wrong clock dates in the future says nothing of how long that has been so.
  const bareFor = lookedAt > context.now().getTime() ? 0 : lookedAt - Date.parse(at);
  const isSpent = state === 'gone' || (state === 'no-metadata' && bareFor >= bareMs);
  if (!isSpent && (visit?.failures ?? 0) < maxFailures) return false;
  if (records > 0 || hasLeaving === true) return false;
  return (await memory.leadsOf(url)).length === 0;
}

async function forget(
  url: string,
  lines: readonly RunningLine[],
  { run, memory, writes, context }: Running,
): Promise<void> {
  const because = { reason: 'unlisted', run, at: context.now().toISOString() } as const;
  const sources = lines.map(({ source }) => source.name);
  const removed = memory.remove({ url, sources, because });
  await writes.add(
    removed.then(() => undefined),
    0,
  );
}
