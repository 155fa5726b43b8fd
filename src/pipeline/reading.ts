import type { Source } from '../config/schema.ts';
import { fallbacks, type Fallback } from '../model/fallback.ts';
import type { MissingContext } from '../model/missing-context.ts';
import type { PlaceReading } from '../model/search-facts.ts';
import type { Listing } from '../model/target.ts';

/** What is looked for in a page beside what every page is read for. */
export interface Reading {
  readonly fallbacks: readonly Fallback[];
  /** Whether a page that offers nothing is asked for metadata alone. */
  readonly negotiates: boolean;
  /** How its places are to be read. */
  readonly places: PlaceReading;
  /** What is read of documents that have no context; see `settleMissingContexts`. */
  readonly missingContext?: MissingContext | undefined;
}

/** How each source of the configuration wants its pages read, by its name. */
export type Readings = ReadonlyMap<string, Reading>;

/** @param sources all of the configuration, since a URL can be listed by sources that a run is not for */
export function readingsOf(
  sources: readonly Pick<
    Source,
    'name' | 'fallbacks' | 'negotiate' | 'missingContext' | 'axisOrder' | 'westGreaterThanEast'
  >[],
): Readings {
  return new Map(
    sources.map(({ name, fallbacks: wanted = [], negotiate, missingContext, ...places }) => [
      name,
      {
        fallbacks: wanted,
        negotiates: negotiate !== false,
        places: placeReading(places),
        missingContext,
      },
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
    places: placesFor(listings, readings),
    missingContext: missingContextFor(listings, readings),
  };
}

/**
 * What the documents of a URL are read with where they have no context, if a source that lists it
 * says so.
 */
export function missingContextFor(
  listings: readonly Listing[],
  readings: Readings,
): MissingContext | undefined {
  const wanted = listings.map(({ source }) => readings.get(source)?.missingContext);
  return wanted.find((each) => each !== undefined);
}

/** How the places of a URL are to be read: each setting is that of the first source, by name, that lists it and has one. */
export function placesFor(listings: readonly Listing[], readings: Readings): PlaceReading {
  const names = listings.map(({ source }) => source).toSorted();
  const wanted = names.flatMap((name) => readings.get(name)?.places ?? []);
  return placeReading({
    axisOrder: wanted.find(({ axisOrder }) => axisOrder !== undefined)?.axisOrder,
    westGreaterThanEast: wanted.find((each) => each.westGreaterThanEast !== undefined)
      ?.westGreaterThanEast,
  });
}

/** Without the members that say nothing, so that equal ones are equal texts. */
function placeReading({ axisOrder, westGreaterThanEast }: PlaceReading): PlaceReading {
  return {
    ...(axisOrder === undefined ? {} : { axisOrder }),
    ...(westGreaterThanEast === undefined ? {} : { westGreaterThanEast }),
  };
}
