import { isGlobalName } from '../facts/record/names-and-identifiers.ts';
import type { Box, PlaceFacts, TimeFacts } from '../model/search-facts.ts';
import { typeName } from '../rdf/vocabularies.ts';
import { removeMailAddresses, undefinedIfMail } from '../text/clean-text.ts';
import { parseUrl } from '../text/parsed-url.ts';
import type {
  AgentDetail,
  NameAndIri,
  DistributionDetail,
  FileDetail,
  ResourceDetails,
  VariableDetail,
} from '../views/details/resource-details.ts';

/** A resource as a catalogue page describes it to search engines. */
interface PublishedResource {
  readonly details: ResourceDetails;
  readonly title: string;
  readonly description?: string | undefined;
  /** IRIs and names. */
  readonly licences: readonly string[];
  /** Whether the data are known to be free for everyone. */
  readonly isFree?: true;
  /** URL of the catalogue page. */
  readonly page: string;
  /** Web pages and identifiers of the publisher. */
  readonly sameAs: readonly string[];
  readonly catalogue: { readonly name: string; readonly url: string };
}

/** Search engines read only the first values; the complete record is in the statements. */
const maxValues = { agents: 50, files: 50, keywords: 100, places: 20, times: 20, variables: 100 };
const maxDescriptionCharacters = 5000;

/** A schema.org description as read by search engines for datasets. */
export function schemaOrgDescription(resource: PublishedResource): unknown {
  const { details, title, description, licences, isFree, page, sameAs, catalogue } = resource;
  const { agents, versions, identifiers, variables, terms, places, times } = details;
  const keywords = terms.flatMap(({ use, name }) => (use === 'keyword' ? (name ?? []) : []));
  const roleOf = (role: string): unknown =>
    oneOrMany(
      agents
        .filter((agent) => agent.role.startsWith(role))
        .slice(0, maxValues.agents)
        .flatMap((agent) => agentNode(agent) ?? []),
    );
  return withoutUndefined({
    '@context': 'https://schema.org/',
    '@type': schemaOrgTypes(details),
    '@id': page,
    name: title,
    description: description?.slice(0, maxDescriptionCharacters).toWellFormed(),
    url: page,
    sameAs: oneOrMany(sameAs),
    identifier: oneOrMany(
      identifiers.flatMap(({ value, url }) => undefinedIfMail(url ?? value) ?? []),
    ),
    license: oneOrMany(licences, licenceNode),
    isAccessibleForFree: isFree,
    creator: roleOf('creator'),
    publisher: roleOf('publisher'),
    ...schemaOrgDates(details),
    version: oneOrMany(versions),
    keywords: oneOrMany(keywords.slice(0, maxValues.keywords)),
    spatialCoverage: places && oneOrMany(placeNodes(places)),
    temporalCoverage: times && oneOrMany(temporalTexts(times)),
    variableMeasured: oneOrMany(variables.slice(0, maxValues.variables), variableNode),
    distribution: oneOrMany(downloads(details).slice(0, maxValues.files)),
    includedInDataCatalog: { '@type': 'DataCatalog', ...catalogue },
  });
}

/** No value as undefined, a single value without an array. */
function oneOrMany<Value>(
  values: readonly Value[],
  nodeOf: (value: Value) => unknown = (value) => value,
): unknown {
  const nodes = values.map(nodeOf);
  return nodes.length < 2 ? nodes[0] : nodes;
}

/** A text in place of an IRI would be read as a relative IRI. */
function licenceNode(licence: string): unknown {
  return isGlobalName(licence) ? licence : { '@type': 'CreativeWork', name: licence };
}

function withoutUndefined(
  node: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined));
}

function schemaOrgTypes({ types }: ResourceDetails): unknown {
  const names = types.map(typeName);
  const own = names.filter((name) => /^[A-Z][A-Za-z]*$/u.test(name));
  if (own.length > 0) return oneOrMany([...new Set(own)]);
  return names.some((name) => /dataset/iu.test(name)) ? 'Dataset' : 'CreativeWork';
}

function schemaOrgDates({ dates }: ResourceDetails): Readonly<Record<string, string | undefined>> {
  const dateOf = (wanted: string): string | undefined =>
    dates.find(({ event }) => event === wanted)?.date;
  return {
    dateCreated: dateOf('created'),
    datePublished: dateOf('published'),
    dateModified: dateOf('modified'),
  };
}

function agentNode({ kind, name, iri, family, given, organizations, affiliations }: AgentDetail) {
  const called = nameWithoutMail(name);
  const id = iri !== undefined && isGlobalName(iri) && !iri.includes('@') ? iri : undefined;
  if (called === undefined && id === undefined) return undefined;
  const known = new Map((organizations ?? []).map((each) => [each.name ?? each.iri, each.iri]));
  return withoutUndefined({
    '@type': kind === 'organization' ? 'Organization' : 'Person',
    '@id': id,
    name: called,
    familyName: nameWithoutMail(family),
    givenName: nameWithoutMail(given),
    affiliation: oneOrMany(
      affiliations.flatMap((each) => organizationNode({ name: each, iri: known.get(each) }) ?? []),
    ),
  });
}

/** A name without email addresses; undefined if nothing is left. */
function nameWithoutMail(name = ''): string | undefined {
  const text = removeMailAddresses(name);
  return text === '' ? undefined : text;
}

function organizationNode({
  name,
  iri,
}: { [Key in keyof NameAndIri]: NameAndIri[Key] | undefined }) {
  const called = nameWithoutMail(name);
  const id = iri?.includes('@') === true ? undefined : iri;
  if (called === undefined && id === undefined) return undefined;
  return withoutUndefined({ '@type': 'Organization', '@id': id, name: called });
}

function placeNodes({ boxes, names }: PlaceFacts): readonly unknown[] {
  const named = names
    .slice(0, maxValues.places)
    .map(({ text }) => ({ '@type': 'Place', name: text }));
  const drawn = boxes
    .slice(0, maxValues.places)
    .map((box) => ({ '@type': 'Place', geo: geoNode(box) }));
  return [...drawn, ...named];
}

function geoNode({ west, south, east, north }: Box): unknown {
  if (west === east && south === north) {
    return { '@type': 'GeoCoordinates', latitude: south, longitude: west };
  }
  return { '@type': 'GeoShape', box: `${south} ${west} ${north} ${east}` };
}

function temporalTexts({ periods, names }: TimeFacts): readonly string[] {
  const texts = periods.map(({ start = '..', end = '..' }) => {
    return start === end ? start : `${start}/${end}`;
  });
  return [...texts, ...names.map(({ text }) => text)].slice(0, maxValues.times);
}

function variableNode({ name, iri, units, description, concepts = [] }: VariableDetail): unknown {
  const iris = [{ iri }, ...concepts].flatMap((each) => each.iri ?? []);
  return withoutUndefined({
    '@type': 'PropertyValue',
    name: name ?? iri,
    description,
    unitText: oneOrMany(units),
    propertyID: oneOrMany([...new Set(iris)]),
  });
}

function downloads({ files, distributions }: ResourceDetails): readonly unknown[] {
  const stated: readonly (DistributionDetail | FileDetail)[] = [...files, ...distributions];
  return stated.flatMap((file) =>
    file.addresses
      .filter(isWebAddress)
      .slice(0, 1)
      .map((contentUrl) =>
        withoutUndefined({
          '@type': 'DataDownload',
          name: 'name' in file ? file.name : undefined,
          contentUrl,
          encodingFormat: oneOrMany(file.formats),
          contentSize: oneOrMany(file.sizes),
        }),
      ),
  );
}

/** Whether an address can be opened in a browser. URL templates of services cannot. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s{}]+$/iu.test(address) && parseUrl(address) !== undefined;
}
