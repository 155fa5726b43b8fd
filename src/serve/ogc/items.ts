import type { FoundResource } from '../../search/search-answer.ts';
import { type StreamedResources, streamSearchResults } from '../../search/search-index.ts';
import type { SearchRequest } from '../../search/search-request.ts';
import type { PageAnswer, PageRequest } from '../page.ts';
import { sourceHref } from '../parts/addresses.ts';
import { requestedSource } from './collections.ts';
import { readItemConditions, requestFault } from './item-parameters.ts';
import {
  collectionUrl,
  ogcAnswer,
  ogcMediaTypes,
  ogcProfiles,
  OgcRequestFault,
} from './ogc-answers.ts';
import { recordFeature, type RecordPlace } from './record-feature.ts';

/**
 * The records of a collection that match all parameters, a page at a time (20-004r1,
 * /req/records-api/records-op; 17-069r4, 7.15). The records are read while they are sent.
 */
export function itemsAnswer(request: PageRequest): PageAnswer {
  const { state, site, parts, query, languages } = request;
  const source = requestedSource(state, parts);
  const conditions = readItemConditions(query, (id) => state.keys.resourceOf(id));
  const after = query.get('after') ?? undefined;
  const { total, found, next } = findRecords(request, { ...conditions, after, source: [source] });
  const place = { site, snapshot: state.snapshot, source, languages };
  const head = {
    type: 'FeatureCollection',
    timeStamp: new Date().toISOString(),
    numberMatched: total,
    links: pageLinks(request, source, next),
  };
  return { contentType: ogcMediaTypes.geoJson, body: featureTexts(head, found, place) };
}

/** One record (20-004r1, /req/records-api/record-op). */
export function itemAnswer(request: PageRequest): PageAnswer {
  const { state, site, parts, languages } = request;
  const source = requestedSource(state, parts);
  const key = state.keys.resourceOf(parts['item'] ?? '');
  const resources = key === undefined ? [] : [key];
  const [found] = findRecords(request, { resources, source: [source] }).found;
  if (found === undefined) {
    throw new OgcRequestFault(404, `The collection has no record ${JSON.stringify(parts['item'])}`);
  }
  const place = { site, snapshot: state.snapshot, source, languages };
  return ogcAnswer(recordFeature(found, place), ogcMediaTypes.geoJson);
}

/** @throws {OgcRequestFault} for conditions that are invalid together, such as too many words */
function findRecords({ state }: PageRequest, request: SearchRequest): StreamedResources {
  try {
    return streamSearchResults(state.index, state.snapshot, { ...request, orLacking: true });
  } catch (error) {
    throw requestFault(error);
  }
}

/** A feature collection in parts, a feature each; their number at the end. */
function* featureTexts(
  head: object,
  found: Iterable<FoundResource>,
  place: RecordPlace,
): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"features":[`;
  let count = 0;
  for (const each of found) {
    yield `${count === 0 ? '' : ','}\n${JSON.stringify(recordFeature(each, place))}`;
    count += 1;
  }
  yield `\n],"numberReturned":${count}}\n`;
}

/**
 * Links of a page of records (17-069r4, /req/core/fc-links). The page after it begins behind its
 * last record, whatever was harvested or removed meanwhile.
 */
function pageLinks({ site, query }: PageRequest, source: string, next: string | undefined) {
  const urlOf = (parameters: URLSearchParams): string => {
    const text = parameters.toString();
    return collectionUrl(site, source, text === '' ? '/items' : `/items?${text}`);
  };
  const following = new URLSearchParams(query);
  following.set('after', next ?? '');
  return [
    { rel: 'self', href: urlOf(query), type: ogcMediaTypes.geoJson, title: 'This page' },
    ...(next === undefined
      ? []
      : [
          {
            rel: 'next',
            href: urlOf(following),
            type: ogcMediaTypes.geoJson,
            title: 'The next page',
          },
        ]),
    {
      rel: 'alternate',
      href: new URL(sourceHref(site, source, '/records'), site.base).href,
      type: ogcMediaTypes.html,
      title: 'The records of this source as a page',
    },
    {
      rel: 'collection',
      href: collectionUrl(site, source),
      type: ogcMediaTypes.catalog,
      title: 'The collection',
    },
    { rel: 'profile', href: ogcProfiles.catalog },
  ];
}
