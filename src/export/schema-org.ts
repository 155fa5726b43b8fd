import { isGlobalName } from '../facts/record/stated-identifiers.ts';
import type { Box, PlaceFacts, TimeFacts } from '../model/search-facts.ts';
import { typeName } from '../rdf/type-name.ts';
import { unlessMail, withoutMail } from '../text/without-mail.ts';
import type {
  AgentDetail,
  Called,
  DistributionDetail,
  FileDetail,
  ResourceDetails,
  VariableDetail,
} from '../views/details/resource-details.ts';
import { isWebAddress } from './web-address.ts';

/** A resource as a page of a catalogue describes it to search engines. */
export interface PublishedResource {
  readonly details: ResourceDetails;
  readonly title: string;
  readonly description?: string | undefined;
  /** IRIs and names. */
  readonly licences: readonly string[];
  /** Whether everybody is known to have the data for nothing. */
  readonly isFree?: true;
  /** The page of the catalogue. */
  readonly page: string;
  /** Pages and identifiers of the publisher. */
  readonly sameAs: readonly string[];
  readonly catalogue: { readonly name: string; readonly url: string };
}

/** Search engines read the first of many; the whole is in the statements. */
const most = { agents: 50, files: 50, keywords: 100, places: 20, times: 20, variables: 100 };
const maxDescriptionCharacters = 5000;

/** A description in terms of schema.org, as search engines for datasets read it. */
export function schemaOrgDescription(resource: PublishedResource): unknown {
  const { details, title, description, licences, isFree, page, sameAs, catalogue } = resource;
  const { agents, versions, identifiers, variables, terms, places, times } = details;
  const keywords = terms.flatMap(({ use, name }) => (use === 'keyword' ? (name ?? []) : []));
  const roleOf = (role: string): unknown =>
    some(
      agents
        .filter((agent) => agent.role.startsWith(role))
        .slice(0, most.agents)
        .flatMap((agent) => agentNode(agent) ?? []),
    );
  return filled({
    '@context': 'https://schema.org/',
    '@type': typesOf(details),
    '@id': page,
    name: title,
    description: description?.slice(0, maxDescriptionCharacters).toWellFormed(),
    url: page,
    sameAs: some(sameAs),
    identifier: some(identifiers.flatMap(({ value, url }) => unlessMail(url ?? value) ?? [])),
    license: some(licences, licenceNode),
    isAccessibleForFree: isFree,
    creator: roleOf('creator'),
    publisher: roleOf('publisher'),
    ...datesOf(details),
    version: some(versions),
    keywords: some(keywords.slice(0, most.keywords)),
    spatialCoverage: places && some(placeNodes(places)),
    temporalCoverage: times && some(periodTexts(times)),
    variableMeasured: some(variables.slice(0, most.variables), variableNode),
    distribution: some(downloads(details).slice(0, most.files)),
    includedInDataCatalog: { '@type': 'DataCatalog', ...catalogue },
  });
}

/** Nothing for none, and one as itself. */
function some<Value>(
  values: readonly Value[],
  nodeOf: (value: Value) => unknown = (value) => value,
): unknown {
  const nodes = values.map(nodeOf);
  return nodes.length < 2 ? nodes[0] : nodes;
}

/** A text in place of an IRI would be taken for a relative one. */
function licenceNode(licence: string): unknown {
  return isGlobalName(licence) ? licence : { '@type': 'CreativeWork', name: licence };
}

function filled(node: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined));
}

function typesOf({ types }: ResourceDetails): unknown {
  const names = types.map(typeName);
  const own = names.filter((name) => /^[A-Z][A-Za-z]*$/u.test(name));
  if (own.length > 0) return some([...new Set(own)]);
  return names.some((name) => /dataset/iu.test(name)) ? 'Dataset' : 'CreativeWork';
}

function datesOf({ dates }: ResourceDetails): Readonly<Record<string, string | undefined>> {
  const dateOf = (wanted: string): string | undefined =>
    dates.find(({ event }) => event === wanted)?.date;
  return {
    dateCreated: dateOf('created'),
    datePublished: dateOf('published'),
    dateModified: dateOf('modified'),
  };
}

function agentNode({ kind, name, iri, family, given, organizations, affiliations }: AgentDetail) {
  const called = said(name);
  const id = iri !== undefined && isGlobalName(iri) && !iri.includes('@') ? iri : undefined;
  if (called === undefined && id === undefined) return undefined;
  const known = new Map((organizations ?? []).map((each) => [each.name ?? each.iri, each.iri]));
  return filled({
    '@type': kind === 'organization' ? 'Organization' : 'Person',
    '@id': id,
    name: called,
    familyName: said(family),
    givenName: said(given),
    affiliation: some(
      affiliations.flatMap((each) => organizationNode({ name: each, iri: known.get(each) }) ?? []),
    ),
  });
}

/** A part of a name without addresses of mail; undefined where nothing is left. */
function said(name = ''): string | undefined {
  const text = withoutMail(name);
  return text === '' ? undefined : text;
}

function organizationNode({ name, iri }: { [Key in keyof Called]: Called[Key] | undefined }) {
  const called = said(name);
  const id = iri?.includes('@') === true ? undefined : iri;
  if (called === undefined && id === undefined) return undefined;
  return filled({ '@type': 'Organization', '@id': id, name: called });
}

function placeNodes({ boxes, names }: PlaceFacts): readonly unknown[] {
  const named = names.slice(0, most.places).map(({ text }) => ({ '@type': 'Place', name: text }));
  const drawn = boxes.slice(0, most.places).map((box) => ({ '@type': 'Place', geo: geoNode(box) }));
  return [...drawn, ...named];
}

function geoNode({ west, south, east, north }: Box): unknown {
  if (west === east && south === north) {
    return { '@type': 'GeoCoordinates', latitude: south, longitude: west };
  }
  return { '@type': 'GeoShape', box: `${south} ${west} ${north} ${east}` };
}

function periodTexts({ periods, names }: TimeFacts): readonly string[] {
  const texts = periods.map(({ start = '..', end = '..' }) => {
    return start === end ? start : `${start}/${end}`;
  });
  return [...texts, ...names.map(({ text }) => text)].slice(0, most.times);
}

function variableNode({ name, iri, units, description, concepts = [] }: VariableDetail): unknown {
  const iris = [...(iri === undefined ? [] : [iri]), ...concepts.flatMap(iriOf)];
  return filled({
    '@type': 'PropertyValue',
    name: name ?? iri,
    description,
    unitText: some(units),
    propertyID: some([...new Set(iris)]),
  });
}

function iriOf({ iri }: Called): readonly string[] {
  return iri === undefined ? [] : [iri];
}

function downloads({ files, distributions }: ResourceDetails): readonly unknown[] {
  const stated: readonly (DistributionDetail | FileDetail)[] = [...files, ...distributions];
  return stated.flatMap((file) =>
    file.addresses
      .filter(isWebAddress)
      .slice(0, 1)
      .map((contentUrl) =>
        filled({
          '@type': 'DataDownload',
          name: 'name' in file ? file.name : undefined,
          contentUrl,
          encodingFormat: some(file.formats),
          contentSize: some(file.sizes),
        }),
      ),
  );
}
