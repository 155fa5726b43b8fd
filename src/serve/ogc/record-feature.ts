import { recordOrigin } from '../../catalogue/derived/provenance-and-problems.ts';
import { harvestedCopy } from '../../catalogue/find-records.ts';
import type { Snapshot } from '../../catalogue/snapshot.ts';
import { publishedTexts } from '../../facts/record/fact-texts.ts';
import { termIris } from '../../facts/record/properties.ts';
import { type FactNode, readRecordGraph } from '../../facts/record/record-graph.ts';
import { periodBounds } from '../../facts/time/calendar.ts';
import type { DescribedResource, RecordOrigin } from '../../model/record.ts';
import type { Period } from '../../model/search-facts.ts';
import { bboxOf, geometryOfBoxes } from '../../render/search-formats.ts';
import type { FoundResource } from '../../search/search-answer.ts';
import { readDetails } from '../../views/details/read-details.ts';
import type { FileDetail, Named, ResourceDetails } from '../../views/details/resource-details.ts';
import { signpostingRecord } from '../../views/signposting/read-signposting.ts';
import { isLanguageTag } from '../negotiation.ts';
import { pageKey } from '../page-keys.ts';
import { boundRecordText } from '../pages/dataset/find-dataset.ts';
import { datasetUrl } from '../parts/addresses.ts';
import type { Site } from '../site.ts';
import {
  collectionUrl,
  linkToWeb,
  ogcMediaTypes,
  ogcProfiles,
  type OgcApiLink,
} from './ogc-answers.ts';
import { type DescribedByRecord, licenceLinks, recordProperties } from './record-properties.ts';

/** Where a record is shown. */
export interface RecordPlace {
  readonly site: Site;
  readonly snapshot: Snapshot;
  /** The source whose collection has the record. */
  readonly source: string;
  /** As `PageRequest.languages`. */
  readonly languages: readonly string[];
}

/** The requirements class that each record claims, by which harvesters recognise records. */
const recordCore = 'http://www.opengis.net/spec/ogcapi-records-1/1.0/req/record-core';

/** More files of a dataset are on its page only. */
const maxFiles = 100;

/**
 * A resource as record of OGC API – Records (OGC 20-004r1, Record Core, in GeoJSON): its facts in
 * the record that was found, and links from the statements of that record. `docs/ogc.md` has the
 * mapping.
 * @throws {DamageFound} where a part of the record is missing in the catalogue
 */
export function recordFeature(found: FoundResource, place: RecordPlace) {
  const { result, facts, described } = found;
  const stated = readStatedRecord(found, place);
  const { site, source, languages } = place;
  const id = pageKey(result.key);
  const bbox = bboxOf(result.boxes);
  return {
    type: 'Feature',
    id,
    conformsTo: [recordCore],
    ...(bbox && { bbox }),
    geometry: geometryOfBoxes(result.boxes),
    time: recordTime(result.periods),
    properties: recordProperties({ facts, described, ...stated }, languages),
    links: [
      ...ownLinks(site, source, id),
      ...alternateLinks(datasetUrl(site, result.key)),
      ...licenceLinks(facts.texts.licences),
      ...stated.links,
    ],
  };
}

/** What the statements of a record say, beyond its search facts. */
interface StatedRecord extends Pick<
  DescribedByRecord,
  'copyrightNotices' | 'details' | 'harvestedAt' | 'resourceLanguages'
> {
  readonly links: readonly OgcApiLink[];
}

const languageTerms = termIris('schema:inLanguage dcterms:language');
const copyrightTerms = termIris('schema:copyrightNotice');
const languageCodes = termIris('schema:alternateName schema:identifier schema:value');

function readStatedRecord(
  { result, facts, described }: FoundResource,
  { snapshot, languages }: RecordPlace,
): StatedRecord {
  const graph = result.records[0]?.graph ?? '';
  const { nquads } = boundRecordText(snapshot.nquadsOf(graph) ?? '', {
    resource: described,
    maxOfProperty: maxFiles,
  });
  const read = readRecordGraph({ graph, nquads });
  const details = readDetails(read, described, facts, languages);
  const graphFacts = snapshot.factsOf(graph);
  const copy = graphFacts && harvestedCopy(snapshot, graphFacts);
  const node = read.node(described.iri ?? described.node ?? '');
  return {
    details,
    resourceLanguages: codesOfLanguages(node),
    copyrightNotices: publishedTexts(node, copyrightTerms),
    links: [
      ...(copy ? originLinks(described, { read, origin: recordOrigin(copy) }) : []),
      ...fileLinks(details),
    ],
    harvestedAt: copy?.document.retrieval.at,
  };
}

function codesOfLanguages(node: FactNode): readonly string[] {
  const codes = node.values(languageTerms).flatMap((value) => {
    const written = [...publishedTexts(value, languageCodes), ...literalOf(value)];
    return written.filter(isLanguageTag).slice(0, 1);
  });
  return [...new Set(codes)];
}

function literalOf(value: ReturnType<FactNode['values']>[number]): readonly string[] {
  return value.kind === 'literal' ? [value.text] : [];
}

/** The landing page, and the document that was harvested. */
function originLinks(
  described: DescribedResource,
  {
    read,
    origin,
  }: { readonly read: ReturnType<typeof readRecordGraph>; readonly origin: RecordOrigin },
): readonly OgcApiLink[] {
  const sets = signpostingRecord(read, described, origin)?.sets ?? [];
  const page = sets.find(({ sender }) => sender === 'landing page')?.anchor;
  return [
    ...(page === undefined ? [] : linkToWeb({ rel: 'about', href: page, type: 'text/html' })),
    ...linkToWeb({ rel: 'via', href: origin.documentUrl, title: 'The harvested document' }),
  ];
}

function fileLinks({ files, distributions }: ResourceDetails): readonly OgcApiLink[] {
  const all: readonly (FileDetail & Named)[] = [...files, ...distributions];
  const links = all.flatMap(({ addresses, formats, name: title }) => {
    const type = formats.find((format) => format.includes('/'));
    return addresses.flatMap((href) => linkToWeb({ rel: 'enclosure', href, type, title }));
  });
  const byAddress = new Map(links.map((link) => [link.href, link]));
  return [...byAddress.values()].slice(0, maxFiles);
}

/** The links that the standard requires (/req/records-api/record-response, /req/record-core). */
function ownLinks(site: Site, source: string, id: string): readonly OgcApiLink[] {
  return [
    {
      rel: 'self',
      href: collectionUrl(site, source, `/items/${id}`),
      type: ogcMediaTypes.geoJson,
      title: 'This record',
    },
    {
      rel: 'collection',
      href: collectionUrl(site, source),
      type: ogcMediaTypes.catalog,
      title: 'The collection of this record',
    },
    { rel: 'profile', href: ogcProfiles.record },
  ];
}

function alternateLinks(page: string): readonly OgcApiLink[] {
  return [
    { rel: 'alternate', href: page, type: 'text/html', title: 'This record as a page' },
    { rel: 'alternate', href: `${page}.jsonld`, type: 'application/ld+json' },
    { rel: 'alternate', href: `${page}.ttl`, type: 'text/turtle' },
  ];
}

/** RFC 3339 has years of four digits, ISO 8601 in records others, too. */
const fourDigitYear = /^\d{4}-/u;
const open = '..';

/**
 * The time around periods (OGC 20-004r1, /req/record-core/time-instant and time-interval): a day, a
 * moment, or an interval whose ends are both days or both moments. An end with a year beyond 0000
 * or 9999 is open; null without a period between these years.
 */
function recordTime(periods: readonly Period[]) {
  const bounds = periods.map(periodBounds);
  const begin = bounds.toSorted((one, other) => one.begin - other.begin)[0]?.startDateTime;
  const end = bounds.toSorted((one, other) => other.end - one.end)[0]?.endDateTime;
  const isOutside = bounds.every((each) => each.end < 0 || each.begin >= 10_000);
  if (isOutside) return null;
  const ends = [begin, end].map((each) => (fourDigitYear.test(each ?? '') ? (each ?? open) : open));
  const isExact = periods.some(({ start, end: last }) => /T/u.test(`${start}${last}`));
  const [first, last] = isExact ? ends : ends.map((each) => each.replace(/T.*/u, ''));
  if (first !== last || first === open) return { interval: [first, last] };
  return isExact ? { timestamp: first } : { date: first };
}
