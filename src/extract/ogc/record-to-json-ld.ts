import { isObject, type JsonObject } from '../../text/json.ts';

const schemaOrg = 'http://schema.org/';
const catalogRecord = 'http://www.w3.org/ns/dcat#CatalogRecord';
const conformsToIri = 'http://purl.org/dc/terms/conformsTo';

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
  ['title', 'name', ogcText],
  ['description', 'description', ogcText],
  ['resourceLanguages', 'inLanguage', convertLanguages],
  ['formats', 'encodingFormat', convertFormats],
  // `other` stands for the licences that are linked (/req/record-core/license).
  [
    'license',
    'license',
    (value) => ogcTexts(value).flatMap((text) => (text === 'other' ? [] : referenceOrText(text))),
  ],
  ['rights', 'copyrightNotice', ogcTexts],
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
  const id = ogcText(record['id']);
  const isIri = id !== undefined && /^(?:https?:\/\/|urn:)\S+$/iu.test(id);
  return compactObject({
    '@context': { '@vocab': schemaOrg },
    '@id': isIri ? id : undefined,
    ...convertType(ogcText(properties['type'])),
    ...described,
    identifier: convertIdentifiers(id, properties),
    keywords: [...ogcTexts(properties['keywords']), ...convertThemes(properties['themes'])],
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
  const external = ogcObjects(properties['externalIds']).map(({ scheme, value }) => {
    const text = ogcText(value);
    const propertyID = ogcText(scheme);
    if (text === undefined || propertyID === undefined) return text;
    return { '@type': 'PropertyValue', propertyID: referenceOrText(propertyID), value: text };
  });
  return [id, ...external].filter((each) => each !== undefined);
}

function convertThemes(themes: unknown): readonly JsonObject[] {
  return ogcObjects(themes).flatMap((theme) => {
    const scheme = ogcText(theme['scheme']);
    const inDefinedTermSet = scheme === undefined ? undefined : referenceOrText(scheme);
    return [theme['concepts']].flat().flatMap((concept) => {
      const { id, title, url }: JsonObject = isObject(concept) ? concept : { id: concept ?? null };
      const termCode = ogcText(id);
      if (termCode === undefined) return [];
      const name = ogcText(title) ?? termCode;
      const link = ogcText(url);
      const term = { '@type': 'DefinedTerm', name, termCode, inDefinedTermSet };
      return [compactObject({ ...term, url: link === undefined ? undefined : { '@id': link } })];
    });
  });
}

function convertLanguages(value: unknown): readonly string[] {
  return [value].flat().flatMap((each) => ogcTexts(isObject(each) ? each['code'] : each));
}

function convertFormats(value: unknown): readonly string[] {
  return [value].flat().flatMap((each) => {
    return ogcTexts(isObject(each) ? (each['mediaType'] ?? each['name']) : each);
  });
}

/** A date, a time or an interval with possibly open ends, as in schema.org. */
function convertTime(time: unknown): string | undefined {
  if (!isObject(time)) return ogcText(time);
  const { interval, date, timestamp } = time;
  if (!Array.isArray(interval)) return ogcText(date) ?? ogcText(timestamp);
  const [begin = '..', end = '..'] = interval.map((each) => ogcText(each) ?? '..');
  return begin === '..' && end === '..' ? undefined : `${begin}/${end}`;
}

/** The metadata record; undefined without statements about it. */
function recordNode(record: JsonObject, properties: JsonObject): JsonObject | undefined {
  const self = readOgcLinks(record).find(({ rel }) => rel === 'self');
  const node = compactObject({
    dateCreated: ogcText(properties['created']),
    dateModified: ogcText(properties['updated']),
    inLanguage: convertLanguages(properties['language']),
    url: self === undefined ? undefined : { '@id': self.href },
    [conformsToIri]: ogcTexts(record['conformsTo']).map(referenceOrText),
  });
  return Object.keys(node).length === 0 ? undefined : { '@type': catalogRecord, ...node };
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
  for (const contact of ogcObjects(value)) {
    const agent = toAgent(contact);
    if (agent === undefined) continue;
    const roles = [contact['roles'], contact['role']].flatMap((each) => ogcTexts(each));
    const names = roles.map((role) => roleProperties.get(role.toLowerCase()) ?? defaultProperty);
    for (const name of new Set(names.length === 0 ? [defaultProperty] : names)) {
      (found[name] ??= []).push(agent);
    }
  }
  return found;
}

function toAgent(contact: JsonObject): JsonObject | undefined {
  const name = ogcText(contact['name']);
  const organisation = ogcText(contact['organization']);
  if (name === undefined && organisation === undefined) return undefined;
  const identifier = ogcText(contact['identifier']);
  const more = {
    identifier: identifier === undefined ? undefined : referenceOrText(identifier),
    email: ogcObjects(contact['emails']).flatMap(({ value }) => ogcTexts(value)),
    telephone: ogcObjects(contact['phones']).flatMap(({ value }) => ogcTexts(value)),
    url: readOgcLinks(contact).map(({ href }) => ({ '@id': href })),
  };
  if (name === undefined)
    return compactObject({ '@type': 'Organization', name: organisation, ...more });
  return compactObject({
    '@type': 'Person',
    name,
    jobTitle: ogcText(contact['position']),
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
  const [found] = ogcObjects(geometry);
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
    const inside = levels === 0 ? [] : ogcObjects(geometries);
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

/** A trimmed, non-empty text, or a number as text. */
export function ogcText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** The texts in a value or array. */
export function ogcTexts(value: unknown): readonly string[] {
  return [value].flat().flatMap((each) => ogcText(each) ?? []);
}

/** The objects in a value or array. */
export function ogcObjects(value: unknown): readonly JsonObject[] {
  return [value].flat().filter((each) => isObject(each));
}

/** The usable links of an object. */
export function readOgcLinks({ links }: JsonObject): readonly OgcLink[] {
  return ogcObjects(links).flatMap((link) => {
    const href = ogcText(link['href']);
    if (href === undefined) return [];
    const rel = (ogcText(link['rel']) ?? '').toLowerCase().replace(relationNamespace, '');
    const [type = ''] = (ogcText(link['type']) ?? '').toLowerCase().split(';', 1);
    return [{ href, rel, type: type.trim(), title: ogcText(link['title']) }];
  });
}

/** An IRI as a reference, any other text unchanged. */
function referenceOrText(text: string): JsonObject | string {
  return /^[a-z][a-z\d+.-]*:(?:\/\/|\S+$)/iu.test(text) ? { '@id': text } : text;
}

/** Drops undefined members and empty arrays, and unwraps arrays of one. */
function compactObject(members: Readonly<Record<string, unknown>>): JsonObject {
  const entries = Object.entries(members).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return value === undefined ? [] : [[name, value]];
    if (value.length === 0) return [];
    return [[name, value.length === 1 ? value[0] : value]];
  });
  return Object.fromEntries(entries) as JsonObject; // all values are JSON
}

/** OGC's own relations are IRIs. */
const relationNamespace = /^https?:\/\/www\.opengis\.net\/def\/rel\/ogc\/[^/]*\//u;
