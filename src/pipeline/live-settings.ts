import { startOf, type Source } from '../config/schema.ts';
import type { Listing } from '../model/target.ts';

/** Whose settings a look at one URL takes, and why. */
export type LiveSettings =
  | {
      readonly source: Source;
      readonly because: 'named' | 'listed' | 'same-host';
      /** How the source lists the URL, by the catalogue. */
      readonly listing?: Listing;
    }
  /** No source's. Those that could list the URL, where there are several. */
  | { readonly source: undefined; readonly candidates: readonly string[] };

export interface SettingsRequest {
  readonly url: string;
  /** Those of the configuration. */
  readonly sources: readonly Source[];
  /** The one that was asked for. */
  readonly named?: Source | undefined;
  /** What the catalogue knows of the URL. */
  readonly listings: readonly Listing[];
}

/**
 * Chooses the source as which a URL is looked at: the one that was asked for, else one that lists it in the catalogue (of
 * several the one with the fewest links to it, by name), else the only one of the configuration that starts from its host.
 */
export function liveSettings({ url, sources, named, listings }: SettingsRequest): LiveSettings {
  const known = listings
    .flatMap((listing) => {
      const source = sources.find(({ name }) => name === listing.source);
      return source === undefined ? [] : [{ source, listing }];
    })
    .toSorted((one, other) => one.listing.depth - other.listing.depth);
  const listed = known.find(({ source }) => named === undefined || source.name === named.name);
  const source = named ?? listed?.source;
  if (source !== undefined) {
    const because = named === undefined ? 'listed' : 'named';
    return { source, because, ...(listed === undefined ? {} : { listing: listed.listing }) };
  }
  const { host } = new URL(url);
  const candidates = sources.filter((each) => {
    return startsOf(each).some((start) => new URL(start).host === host);
  });
  const [only, ...others] = candidates;
  return only !== undefined && others.length === 0
    ? { source: only, because: 'same-host' }
    : { source: undefined, candidates: candidates.map(({ name }) => name) };
}

function startsOf(source: Source): readonly string[] {
  return source.kind === 'urls' ? source.urls : [startOf(source)];
}
