import type { JsonObject } from '../../text/json.ts';
import { compactObject, trimmedText } from './json-ld-values.ts';
import { childNamed, childrenNamed, type XmlNode } from './xml-tree.ts';

/**
 * Reads a `resource` element of DataCite's XML (kernel 2 to 4) as the attributes of DataCite's
 * JSON, so that both have one mapping. Names of attributes are those of the XML, with `Uri` for
 * `URI`.
 */
export function readDataciteXml(resource: XmlNode): JsonObject {
  const type = childNamed(resource, 'resourceType');
  return compactObject({
    ...readDataciteIdentifier(childNamed(resource, 'identifier')),
    schemaVersion: resource.namespace,
    types: compactObject({
      resourceTypeGeneral: attribute(type, 'resourceTypeGeneral'),
      resourceType: textOf(type),
    }),
    creators: agents(resource, { list: 'creators', item: 'creator', name: 'creatorName' }),
    contributors: agents(resource, {
      list: 'contributors',
      item: 'contributor',
      name: 'contributorName',
    }),
    titles: leaves(childNamed(resource, 'titles'), 'title'),
    publisher: leaves(resource, 'publisher', 'name')[0],
    publicationYear: textOf(childNamed(resource, 'publicationYear')),
    subjects: leaves(childNamed(resource, 'subjects'), 'subject'),
    dates: leaves(childNamed(resource, 'dates'), 'date'),
    language: textOf(childNamed(resource, 'language')),
    alternateIdentifiers: leaves(
      childNamed(resource, 'alternateIdentifiers'),
      'alternateIdentifier',
    ),
    relatedIdentifiers: leaves(childNamed(resource, 'relatedIdentifiers'), 'relatedIdentifier'),
    sizes: texts(resource, 'sizes', 'size'),
    formats: texts(resource, 'formats', 'format'),
    version: textOf(childNamed(resource, 'version')),
    rightsList: [
      ...leaves(childNamed(resource, 'rightsList'), 'rights'),
      // Kernel 2.
      ...leaves(resource, 'rights'),
    ],
    descriptions: leaves(childNamed(resource, 'descriptions'), 'description'),
    geoLocations: childrenNamed(childNamed(resource, 'geoLocations'), 'geoLocation').map(
      readGeoLocation,
    ),
    fundingReferences: childrenNamed(
      childNamed(resource, 'fundingReferences'),
      'fundingReference',
    ).map(readFunding),
  });
}

function readDataciteIdentifier(identifier: XmlNode | undefined): JsonObject {
  const text = textOf(identifier);
  if (text === undefined) return {};
  const type = attribute(identifier, 'identifierType') ?? 'DOI';
  return type.toUpperCase() === 'DOI'
    ? { doi: text }
    : { identifiers: [{ identifier: text, identifierType: type }] };
}

function agents(
  resource: XmlNode,
  { list, item, name }: Readonly<Record<'list' | 'item' | 'name', string>>,
): readonly JsonObject[] {
  return childrenNamed(childNamed(resource, list), item).map((agent) => {
    const named = childNamed(agent, name);
    return compactObject({
      name: textOf(named),
      nameType: attribute(named, 'nameType'),
      givenName: textOf(childNamed(agent, 'givenName')),
      familyName: textOf(childNamed(agent, 'familyName')),
      nameIdentifiers: leaves(agent, 'nameIdentifier'),
      affiliation: leaves(agent, 'affiliation', 'name'),
      contributorType: attribute(agent, 'contributorType'),
    });
  });
}

function readFunding(reference: XmlNode): JsonObject {
  const award = childNamed(reference, 'awardNumber');
  return compactObject({
    funderName: textOf(childNamed(reference, 'funderName')),
    funderIdentifier: textOf(childNamed(reference, 'funderIdentifier')),
    awardNumber: textOf(award),
    awardUri: attribute(award, 'awardURI'),
    awardTitle: textOf(childNamed(reference, 'awardTitle')),
  });
}

/** A place; before kernel 4, points and boxes are texts of numbers, latitude first. */
function readGeoLocation(location: XmlNode): JsonObject {
  const point = childNamed(location, 'geoLocationPoint');
  const box = childNamed(location, 'geoLocationBox');
  return compactObject({
    geoLocationPlace: textOf(childNamed(location, 'geoLocationPlace')),
    geoLocationPoint: point && (members(point) ?? textOf(point)),
    geoLocationBox: box && (members(box) ?? textOf(box)),
    geoLocationPolygon: childrenNamed(location, 'geoLocationPolygon').map((polygon) =>
      childrenNamed(polygon, 'polygonPoint').map((corner) => ({
        polygonPoint: members(corner) ?? {},
      })),
    ),
  });
}

/** The texts of child elements by name; undefined without any. */
function members(node: XmlNode): JsonObject | undefined {
  const entries = node.children.flatMap((child) => {
    const text = textOf(child);
    return text === undefined ? [] : [[child.localName, text] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Elements with text as objects: the text under a name, and each attribute. */
function leaves(parent: XmlNode | undefined, name: string, textName = name): readonly JsonObject[] {
  return childrenNamed(parent, name).flatMap((node) => {
    const text = textOf(node);
    if (text === undefined && node.attributes.size === 0) return [];
    const attributes = Array.from(
      node.attributes,
      ([each, value]) => [each.replace('URI', 'Uri'), value] as const,
    );
    return [compactObject({ ...Object.fromEntries(attributes), [textName]: text })];
  });
}

function texts(resource: XmlNode, list: string, item: string): readonly string[] {
  return childrenNamed(childNamed(resource, list), item).flatMap((node) => textOf(node) ?? []);
}

function textOf(node: XmlNode | undefined): string | undefined {
  return trimmedText(node?.text);
}

function attribute(node: XmlNode | undefined, name: string): string | undefined {
  return trimmedText(node?.attributes.get(name));
}
