import { dayNumber, daysInYear, dayWithNumber, momentText } from '../../facts/time/calendar.ts';
import type { NumberSpan } from '../../search/columns/column.ts';
import type { IndexContent } from '../../search/search-index.ts';
import { bboxOf } from '../../render/search-formats.ts';
import { compareTexts } from '../../text/collections.ts';
import { formatCount } from '../../text/amounts.ts';
import type { CatalogueState } from '../open-catalogue.ts';
import type { PageAnswer, PageRequest } from '../page.ts';
import { sourceHref } from '../parts/addresses.ts';
import { type Site, urlOnSite } from '../site.ts';
import {
  collectionUrl,
  ogcAnswer,
  ogcMediaTypes,
  ogcProfiles,
  OgcRequestFault,
  ogcUrl,
} from './ogc-answers.ts';

/** The reference system of all coordinates: longitude, latitude (17-069r4, /req/core/crs84). */
const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
const gregorian = 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian';

/** All collections: one for each source that lists records now (17-069r4, /req/core/fc-md-op). */
export function collectionsAnswer({ site, state }: PageRequest): PageAnswer {
  const names = [...state.resources().ofSource.keys()].toSorted(compareTexts);
  return ogcAnswer(
    {
      links: [
        { rel: 'self', href: ogcUrl(site, '/collections'), type: ogcMediaTypes.json },
        { rel: 'alternate', href: urlOnSite(site, '/sources'), type: ogcMediaTypes.html },
      ],
      collections: names.map((name) => collectionOf(site, state, name)),
    },
    ogcMediaTypes.json,
  );
}

/** The collection of one source (20-004r1, /req/records-api/catalog-response). */
export function collectionAnswer({ site, state, parts, mediaType }: PageRequest): PageAnswer {
  return ogcAnswer(collectionOf(site, state, requestedSource(state, parts)), mediaType);
}

/**
 * The source whose collection a request names.
 * @throws {OgcRequestFault} if no record of such a source is in the catalogue
 */
export function requestedSource(
  state: CatalogueState,
  { collection = '' }: PageRequest['parts'],
): string {
  if (state.resources().ofSource.has(collection)) return collection;
  throw new OgcRequestFault(404, `There is no collection ${JSON.stringify(collection)}`);
}

function collectionOf(site: Site, state: CatalogueState, source: string) {
  const count = state.resources().ofSource.get(source) ?? 0;
  const extent = extentsOf(state).get(source);
  const resources = formatCount(count, 'resource');
  return {
    id: source,
    type: 'Collection',
    itemType: 'record',
    title: source,
    description: `${resources} of the source ${source}, harvested for ${site.title}`,
    ...(extent && { extent }),
    crs: [crs84],
    links: [
      {
        rel: 'self',
        href: collectionUrl(site, source),
        type: ogcMediaTypes.catalog,
        title: 'This collection',
      },
      {
        rel: 'alternate',
        href: new URL(sourceHref(site, source), site.base).href,
        type: ogcMediaTypes.html,
        title: 'The source as a page',
      },
      {
        rel: 'items',
        href: collectionUrl(site, source, '/items'),
        type: ogcMediaTypes.geoJson,
        title: 'The records of this collection',
      },
      { rel: 'root', href: ogcUrl(site, '/'), type: ogcMediaTypes.json },
      { rel: 'profile', href: ogcProfiles.catalog },
    ],
  };
}

/** The extent of a collection (17-069r4, extent.yaml). */
interface CollectionExtent {
  readonly spatial?: { readonly bbox: readonly (readonly number[])[]; readonly crs: string };
  readonly temporal?: {
    /** From and to, each null where open (/req/core/fc-md-extent). */
    readonly interval: readonly (readonly [string | null, string | null])[];
    readonly trs: string;
  };
}

/** One reading for each state of a catalogue. */
const knownExtents = new WeakMap<CatalogueState, ReadonlyMap<string, CollectionExtent>>();

function extentsOf(state: CatalogueState): ReadonlyMap<string, CollectionExtent> {
  const known = knownExtents.get(state);
  if (known !== undefined) return known;
  const extents = readExtents(state.index);
  knownExtents.set(state, extents);
  return extents;
}

/** The extents of all sources: the box and the time around all their records. */
function readExtents({ entries, columns }: IndexContent): ReadonlyMap<string, CollectionExtent> {
  const sources = columns.get('sources');
  const places = columns.get('places');
  const periods = columns.get('periods');
  const extents = new Map<string, CollectionExtent>();
  for (const [number, name] of sources.names.names.entries()) {
    const boxes = new Set<number>();
    const spans = new Set<number>();
    for (const entry of sources.entries.ownersOf(number)) {
      if (!entries.live.has(entry)) continue;
      places.entries.eachValueOf(entry, (box) => boxes.add(box));
      periods.entries.eachValueOf(entry, (span) => spans.add(span));
    }
    const bbox = bboxOf(Array.from(boxes, (box) => places.boxOf(box)));
    const interval = intervalAround(Array.from(spans, (span) => periods.spanOf(span)));
    extents.set(name, {
      ...(bbox && { spatial: { bbox: [bbox], crs: crs84 } }),
      ...(interval && { temporal: { interval: [interval], trs: gregorian } }),
    });
  }
  return extents;
}

function intervalAround(
  spans: readonly NumberSpan[],
): readonly [string | null, string | null] | undefined {
  if (spans.length === 0) return undefined;
  const begin = spans.reduce((least, span) => Math.min(least, span.begin), Infinity);
  const end = spans.reduce((greatest, span) => Math.max(greatest, span.end), -Infinity);
  return [dayOfYears(begin, 'T00:00:00Z'), dayOfYears(end, 'T23:59:59Z')];
}

/** Less than a second, in days: decimal years are rounded. */
const rounding = 1e-6;

/**
 * The day of a decimal year, at a time of day.
 * @returns null for years that RFC 3339 cannot write
 */
function dayOfYears(years: number, time: string): string | null {
  const year = Math.floor(years);
  if (!(year >= 0 && year <= 9999)) return null;
  const day = Math.floor((years - year) * daysInYear(year) + rounding);
  return momentText(dayWithNumber(dayNumber({ year, month: 1, day: 1 }) + day)) + time;
}
