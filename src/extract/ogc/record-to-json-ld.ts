import { isObject, type JsonObject } from '../../text/json.ts';
import {
  catalogRecordNode,
  compactObject,
  conformsToIri,
  objectsIn,
  referenceOrText,
  schemaOrgContext,
  trimmedText,
  trimmedTexts,
} from '../mapped/json-ld-values.ts';

/** schema.org's types by the value of `type`, which OGC 20-004r1 leaves to the publisher. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['application', 'SoftwareApplication'],
  ['collection', 'Collection'],
  ['dataset', 'Dataset'],
  ['map', 'Map'],
  ['series', 'Dataset'],
  ['service', 'WebAPI'],
  ['software', 'SoftwareApplication'],
]);

/**
 * Record properties with a schema.org counterpart (OGC 20-004r1, requirements class Record Core);
 * `docs/decisions/0008` has the whole mapping.
 */
const propertyMapping: readonly (readonly [
  from: string,
  to: string,
  convert: (value: unknown) => unknown,
])[] = [
  ['title', 'name', trimmedText],
  ['description', 'description', trimmedText],
  ['resourceLanguages', 'inLanguage', convertLanguages],
  ['formats', 'encodingFormat', convertFormats],
  // `other` stands for the licences that are linked (/req/record-core/license).
  [
    'license',
    'license',
    (value) =>
      trimmedTexts(value).flatMap((text) => (text === 'other' ? [] : referenceOrText(text))),
  ],
  ['rights', 'copyrightNotice', trimmedTexts],
];

/**
 * Converts a record of OGC API Records to JSON-LD with schema.org terms. Statements about the
 * record itself (`created`, `updated`, `language`, `conformsTo`) go to a catalogue record under
 * `subjectOf`, as in CDIF.
 */
export function ogcRecordToJsonLd(record: JsonObject): JsonObject {
  const properties = isObject(record['properties']) ? record['properties'] : {};
  const links = convertOgcLinks(readOgcLinks(record));
  const converted = propertyMapping.map(([from, to, convert]) => [to, convert(properties[from])]);
  const described = Object.fromEntries(converted) as JsonObject; // pairs of name and value
  const id = trimmedText(record['id']);
  const isIri = id !== undefined && /^(?:https?:\/\/|urn:)\S+$/iu.test(id);
  return compactObject({
    '@context': schemaOrgContext,
    '@id': isIri ? id : undefined,
    ...convertType(trimmedText(properties['type'])),
    ...described,
    identifier: convertIdentifiers(id, properties),
    keywords: [...trimmedTexts(properties['keywords']), ...convertThemes(properties['themes'])],
    spatialCoverage: convertOgcPlace(record),
    temporalCoverage: convertTime(record['time'] ?? properties['time']),
    ...convertContacts(properties['contacts']),
    ...links,
    license: [described['license'] ?? [], links['license'] ?? []].flat(),
    subjectOf: recordNode(record, properties),
  });
}

function convertType(type: string | undefined): JsonObject {
  if (type === undefined) return { '@type': 'CreativeWork' };
  if (/^https?:\/\//iu.test(type)) return { '@type': type };
  const known = typeNames.get(type.toLowerCase());
  return known === undefined
    ? { '@type': 'CreativeWork', additionalType: type }
    : { '@type': known };
}

/** The `id`, which is unique in its collection, and external identifiers. */
function convertIdentifiers(id: string | undefined, properties: JsonObject): readonly unknown[] {
  const external = objectsIn(properties['externalIds']).map(({ scheme, value }) => {
    const text = trimmedText(value);
    const propertyID = trimmedText(scheme);
    if (text === undefined || propertyID === undefined) return text;
    return { '@type': 'PropertyValue', propertyID: referenceOrText(propertyID), value: text };
  });
  return [id, ...external].filter((each) => each !== undefined);
}

function convertThemes(themes: unknown): readonly JsonObject[] {
  return objectsIn(themes).flatMap((theme) => {
    const scheme = trimmedText(theme['scheme']);
    const inDefinedTermSet = scheme === undefined ? undefined : referenceOrText(scheme);
    return [theme['concepts']].flat().flatMap((concept) => {
      const { id, title, url }: JsonObject = isObject(concept) ? concept : { id: concept ?? null };
      const termCode = trimmedText(id);
      if (termCode === undefined) return [];
      const name = trimmedText(title) ?? termCode;
      const link = trimmedText(url);
      const term = { '@type': 'DefinedTerm', name, termCode, inDefinedTermSet };
      return [compactObject({ ...term, url: link === undefined ? undefined : { '@id': link } })];
    });
  });
}

function convertLanguages(value: unknown): readonly string[] {
  return [value].flat().flatMap((each) => trimmedTexts(isObject(each) ? each['code'] : each));
}

function convertFormats(value: unknown): readonly string[] {
  return [value].flat().flatMap((each) => {
    return trimmedTexts(isObject(each) ? (each['mediaType'] ?? each['name']) : each);
  });
}

/** A date, a time or an interval with possibly open ends, as in schema.org. */
function convertTime(time: unknown): string | undefined {
  if (!isObject(time)) return trimmedText(time);
  const { interval, date, timestamp } = time;
  if (!Array.isArray(interval)) return trimmedText(date) ?? trimmedText(timestamp);
  const [begin = '..', end = '..'] = interval.map((each) => trimmedText(each) ?? '..');
  return begin === '..' && end === '..' ? undefined : `${begin}/${end}`;
}

/** The metadata record; undefined without statements about it. */
function recordNode(record: JsonObject, properties: JsonObject): JsonObject | undefined {
  const self = readOgcLinks(record).find(({ rel }) => rel === 'self');
  return catalogRecordNode({
    dateCreated: trimmedText(properties['created']),
    dateModified: trimmedText(properties['updated']),
    inLanguage: convertLanguages(properties['language']),
    url: self === undefined ? undefined : { '@id': self.href },
    [conformsToIri]: trimmedTexts(record['conformsTo']).map(referenceOrText),
  });
}

/** schema.org's properties for contacts, by role. */
const roleProperties: ReadonlyMap<string, string> = new Map([
  ['author', 'creator'],
  ['creator', 'creator'],
  ['originator', 'creator'],
  ['principalinvestigator', 'creator'],
  ['contributor', 'contributor'],
  ['editor', 'editor'],
  ['funder', 'funder'],
  ['sponsor', 'sponsor'],
  ['owner', 'copyrightHolder'],
  ['rightsholder', 'copyrightHolder'],
  ['publisher', 'publisher'],
  ['distributor', 'provider'],
  ['producer', 'producer'],
  ['provider', 'provider'],
  ['resourceprovider', 'provider'],
]);
/** For other or no roles: custodian, point of contact. */
const defaultProperty = 'maintainer';

/**
 * Converts the contacts of a record to schema.org properties (OGC 20-004r1, Record Core). A contact
 * with two roles is in both.
 */
function convertContacts(value: unknown): Readonly<Record<string, readonly JsonObject[]>> {
  const found: Record<string, JsonObject[]> = {};
  for (const contact of objectsIn(value)) {
    const agent = toAgent(contact);
    if (agent === undefined) continue;
    const roles = [contact['roles'], contact['role']].flatMap((each) => trimmedTexts(each));
    const names = roles.map((role) => roleProperties.get(role.toLowerCase()) ?? defaultProperty);
    for (const name of new Set(names.length === 0 ? [defaultProperty] : names)) {
      (found[name] ??= []).push(agent);
    }
  }
  return found;
}

function toAgent(contact: JsonObject): JsonObject | undefined {
  const name = trimmedText(contact['name']);
  const organisation = trimmedText(contact['organization']);
  if (name === undefined && organisation === undefined) return undefined;
  const identifier = trimmedText(contact['identifier']);
  const more = {
    identifier: identifier === undefined ? undefined : referenceOrText(identifier),
    email: objectsIn(contact['emails']).flatMap(({ value }) => trimmedTexts(value)),
    telephone: objectsIn(contact['phones']).flatMap(({ value }) => trimmedTexts(value)),
    url: readOgcLinks(contact).map(({ href }) => ({ '@id': href })),
  };
  if (name === undefined)
    return compactObject({ '@type': 'Organization', name: organisation, ...more });
  return compactObject({
    '@type': 'Person',
    name,
    jobTitle: trimmedText(contact['position']),
    affiliation:
      organisation === undefined ? undefined : { '@type': 'Organization', name: organisation },
    ...more,
  });
}

/** Relations to the described resource or a part of it. */
const distributions: ReadonlySet<string> = new Set(
  'data dataset distribution download enclosure item items coverage map tiles'.split(' '),
);
/** Relations between resources of the service, which do not concern the described resource. */
const navigation: ReadonlySet<string> = new Set([
  ...'collection conformance first last next parent prev previous profile root self'.split(' '),
  ...'service-desc service-doc up'.split(' '),
]);
/** Relations that have a schema.org property. */
const linkPropertyNames: ReadonlyMap<string, string> = new Map([
  // The subject of the record (RFC 6903, 2).
  ['about', 'url'],
  ['canonical', 'url'],
  ['icon', 'thumbnailUrl'],
  ['license', 'license'],
  ['preview', 'thumbnailUrl'],
  ['thumbnail', 'thumbnailUrl'],
]);

/** Converts the links of a record to schema.org; others become `relatedLink`, as in CDIF. */
function convertOgcLinks(
  links: readonly OgcLink[],
): Readonly<Record<string, readonly JsonObject[]>> {
  const found: Record<string, JsonObject[]> = {};
  for (const { rel, href, type, title: name } of links) {
    const property = linkProperty(rel, type);
    if (property === undefined) continue;
    const url = { '@id': href };
    const encodingFormat = type === '' ? undefined : type;
    let value: JsonObject = url;
    if (property === 'distribution') {
      value = compactObject({ '@type': 'DataDownload', name, contentUrl: url, encodingFormat });
    } else if (property === 'relatedLink') {
      const linkRelationship = rel === '' ? undefined : referenceOrText(rel);
      const target = compactObject({ '@type': 'EntryPoint', name, url, encodingFormat });
      value = compactObject({ '@type': 'LinkRole', linkRelationship, target });
    }
    (found[property] ??= []).push(value);
  }
  return found;
}

/** The schema.org property of a link; undefined where the link is left out. */
function linkProperty(rel: string, type: string): string | undefined {
  if (navigation.has(rel)) return undefined;
  // The same record in another format; a page is the landing page of the resource.
  if (rel === 'alternate') return type === 'text/html' ? 'url' : undefined;
  return linkPropertyNames.get(rel) ?? (distributions.has(rel) ? 'distribution' : 'relatedLink');
}

const geosparql = 'http://www.opengis.net/ont/geosparql#';

/** A converted geometry: an object of schema.org where it has one, else lossless WKT. */
type Shape = JsonObject | string;

/** The maximum nesting of geometry collections. */
const maxLevels = 8;

/**
 * Converts the place of a record to schema.org: a point or a box "S W N E"; other geometries to
 * GeoSPARQL WKT, with longitude first, as in GeoJSON (RFC 7946 §3.1.1). `bbox` is used without a
 * geometry.
 * @returns undefined without a valid geometry or box
 */
function convertOgcPlace({ geometry, bbox }: JsonObject): JsonObject | undefined {
  const [found] = objectsIn(geometry);
  const isBox =
    Array.isArray(bbox) &&
    bbox.length === 4 &&
    bbox.every((edge): edge is number => Number.isFinite(edge));
  const box = isBox ? [toGeoShape(bbox)] : [];
  const shapes = found === undefined ? box : convertGeometry(found, maxLevels);
  if (shapes.length === 0) return undefined;
  const texts = shapes.filter((shape) => typeof shape === 'string');
  return compactObject({
    '@type': 'Place',
    geo: shapes.filter((shape) => typeof shape !== 'string'),
    [`${geosparql}hasGeometry`]: texts.map((text) => ({
      '@type': `${geosparql}Geometry`,
      [`${geosparql}asWKT`]: { '@type': `${geosparql}wktLiteral`, '@value': text },
    })),
  });
}

function convertGeometry(geometry: JsonObject, levels: number): readonly Shape[] {
  const { type, coordinates, geometries } = geometry;
  if (type === 'GeometryCollection') {
    const inside = levels === 0 ? [] : objectsIn(geometries);
    return inside.flatMap((each) => convertGeometry(each, levels - 1));
  }
  if (type === 'Point' && isPosition(coordinates)) {
    const [longitude, latitude] = coordinates;
    return [{ '@type': 'GeoCoordinates', latitude, longitude }];
  }
  const box = type === 'Polygon' ? findBox(coordinates) : undefined;
  if (box !== undefined) return [box];
  const name = typeof type === 'string' ? type : '';
  const depth = positionDepths.get(name);
  const text = depth === undefined ? undefined : toWkt(coordinates, depth);
  return text === undefined ? [] : [`${name.toUpperCase()} ${text}`];
}

/** The depth of nested arrays around the positions of each geometry. */
const positionDepths: ReadonlyMap<string, number> = new Map([
  ['MultiPoint', 1],
  ['LineString', 1],
  ['Polygon', 2],
  ['MultiLineString', 2],
  ['MultiPolygon', 3],
]);

type Position = readonly [longitude: number, latitude: number];

/** A third number is the height. */
function isPosition(value: unknown): value is Position {
  if (!Array.isArray(value) || value.length < 2) return false;
  return value.slice(0, 2).every((number) => Number.isFinite(number));
}

/** WKT of positions in nested arrays; undefined where invalid. */
function toWkt(value: unknown, depth: number): string | undefined {
  if (depth === 0) return isPosition(value) ? `${value[0]} ${value[1]}` : undefined;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const parts = value.map((each) => toWkt(each, depth - 1));
  return parts.includes(undefined) ? undefined : `(${parts.join(', ')})`;
}

/** The box of a polygon without holes whose sides follow meridians and parallels. */
function findBox(rings: unknown): JsonObject | undefined {
  if (!Array.isArray(rings) || rings.length !== 1) return undefined;
  const ring: unknown = rings[0];
  if (!Array.isArray(ring) || ring.length !== 5 || !ring.every(isPosition)) return undefined;
  const longitudes = new Set(ring.map(([longitude]) => longitude));
  const latitudes = new Set(ring.map(([, latitude]) => latitude));
  const corners = new Set(ring.map(([longitude, latitude]) => `${longitude} ${latitude}`));
  if (longitudes.size !== 2 || latitudes.size !== 2 || corners.size !== 4) return undefined;
  const isStraight = ring.every((position, index) => {
    const next = ring[index + 1] ?? position;
    return position[0] === next[0] || position[1] === next[1];
  });
  if (!isStraight) return undefined;
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  return toGeoShape([west, Math.min(...latitudes), east, Math.max(...latitudes)]);
}

/** @param bounds west, south, east, north (RFC 7946 §5) */
function toGeoShape([west, south, east, north]: readonly number[]): JsonObject {
  return { '@type': 'GeoShape', box: `${south} ${west} ${north} ${east}` };
}

/** A link of OGC API Records (members as in RFC 8288). */
export interface OgcLink {
  readonly href: string;
  /** In lower case; OGC's own relations without their namespace. */
  readonly rel: string;
  /** In lower case, without parameters. */
  readonly type: string;
  readonly title: string | undefined;
}

/** The usable links of an object. */
export function readOgcLinks({ links }: JsonObject): readonly OgcLink[] {
  return objectsIn(links).flatMap((link) => {
    const href = trimmedText(link['href']);
    if (href === undefined) return [];
    const rel = (trimmedText(link['rel']) ?? '').toLowerCase().replace(relationNamespace, '');
    const [type = ''] = (trimmedText(link['type']) ?? '').toLowerCase().split(';', 1);
    return [{ href, rel, type: type.trim(), title: trimmedText(link['title']) }];
  });
}

/** OGC's own relations are IRIs. */
const relationNamespace = /^https?:\/\/www\.opengis\.net\/def\/rel\/ogc\/[^/]*\//u;
