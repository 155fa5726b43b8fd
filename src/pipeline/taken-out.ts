import type { MissingUrl } from '../store/store.ts';
import type { Running } from './harvest-plan.ts';

/**
 * Of URLs that nobody lists any more, those that only the configuration named (`urls`) and it names no more, with those that
 * only such led to: that was the operator's own decision, and no fault of a publisher's.
 */
export function takenOut(
  urls: ReadonlyMap<string, MissingUrl>,
  { sources }: Pick<Running, 'sources'>,
): ReadonlySet<string> {
  const named = new Set(
    sources.filter(({ source }) => source.kind === 'urls').map(({ source }) => source.name),
  );
  const taken = new Set<string>();
  const isTaken = ({ listings }: MissingUrl): boolean =>
    listings.every(({ source, found }) => {
      if (!named.has(source)) return false;
      return found.by === 'urls' || (found.in !== undefined && taken.has(found.in));
    });
  const behind = byPage(urls.values());
  const waiting = [...urls.values()];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (taken.has(next.url) || !isTaken(next)) continue;
    taken.add(next.url);
    waiting.push(...(behind.get(next.url) ?? []));
  }
  return taken;
}

/** By the page that led to them. */
function byPage(urls: Iterable<MissingUrl>): ReadonlyMap<string, readonly MissingUrl[]> {
  const behind = new Map<string, MissingUrl[]>();
  for (const missing of urls) {
    for (const { found } of missing.listings) {
      if (found.in === undefined) continue;
      const others = behind.get(found.in);
      if (others === undefined) behind.set(found.in, [missing]);
      else others.push(missing);
    }
  }
  return behind;
}
