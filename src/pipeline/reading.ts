import type { Source } from '../config/schema.ts';
import { fallbacks, type Fallback } from '../model/fallback.ts';
import type { Listing } from '../model/target.ts';

/** What is looked for in a page beside what every page is read for. */
export interface Reading {
  readonly fallbacks: readonly Fallback[];
  /** Whether a page that offers nothing is asked for metadata alone. */
  readonly negotiates: boolean;
}

/** How each source of the configuration wants its pages read, by its name. */
export type Readings = ReadonlyMap<string, Reading>;

/** @param sources all of the configuration, since a URL can be listed by sources that a run is not for */
export function readingsOf(
  sources: readonly Pick<Source, 'name' | 'fallbacks' | 'negotiate'>[],
): Readings {
  return new Map(
    sources.map((source) => [
      source.name,
      { fallbacks: source.fallbacks ?? [], negotiates: source.negotiate !== false },
    ]),
  );
}

/**
 * How a page is read for all sources that are known to list it: for as much as any of them wants, so that nothing depends on
 * which of them comes first.
 */
export function readingFor(listings: readonly Listing[], readings: Readings): Reading {
  const wanted = listings.flatMap(({ source }) => readings.get(source) ?? []);
  return {
    fallbacks: fallbacks.filter((each) =>
      wanted.some((reading) => reading.fallbacks.includes(each)),
    ),
    negotiates: wanted.length === 0 || wanted.some(({ negotiates }) => negotiates),
  };
}
