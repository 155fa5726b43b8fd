import { compareTexts, groupBy } from '../../text/collections.ts';
import { isNil } from '../text/missing-values.ts';
import {
  type FactNode,
  type FactValue,
  nodesUnder,
  valuesOf,
  valuesUnder,
} from './record-graph.ts';
import { publishedText, publishedTexts } from './fact-texts.ts';
import { fileTerms, termIri, termIris, textTerms } from './properties.ts';

const nameProperties = termIris('schema:name dcterms:title');

/** A distribution of a resource, or a file in one. */
export interface DigitalObject {
  /** Its node, or a text if the record only states an address. */
  readonly value: FactValue;
  /** The IRI of the property that refers to it. */
  readonly property: string;
  /** Sorted and complete. */
  readonly names: readonly string[];
  /** The objects that it is a part of. */
  readonly archives: readonly DigitalObject[];
}

/** The distributions of a resource and their parts at all levels, each once. */
export function readDigitalObjects(resource: FactNode): readonly DigitalObject[] {
  const found = new Map<FactValue, FoundObject>();
  const addObjects = (
    node: FactNode,
    properties: readonly string[],
    archive?: FoundObject,
  ): void => {
    for (const { value, property } of valuesUnder(node, properties)) {
      // An object that contains itself or the resource is a mistake.
      if (value === resource || value === archive?.value) continue;
      const known = found.get(value);
      const object = known ?? { value, property, names: digitalObjectNames(value), archives: [] };
      if (archive !== undefined) object.archives.push(archive);
      found.set(value, object);
    }
  };
  addObjects(resource, fileTerms.distributions);
  // The map grows while it is iterated.
  for (const object of found.values()) {
    if (object.value.kind === 'node') addObjects(object.value, fileTerms.parts, object);
  }
  return [...found.values()];
}

interface FoundObject extends DigitalObject {
  readonly archives: DigitalObject[];
}

/** All names of a node. */
function digitalObjectNames(value: FactValue): readonly string[] {
  const texts = valuesOf(value, nameProperties).flatMap(
    (each) => (each.kind === 'literal' ? each.text : each.iri) ?? [],
  );
  return [...new Set(texts)].toSorted();
}

/** Statements about digital objects that determine their order. */
export interface DigitalObjectStatements {
  /** Whether the record says anything about an object besides its name. */
  readonly says: (object: DigitalObject) => boolean;
  /** All statements about an object as a text, to order objects without name and IRI. */
  readonly signature: (object: DigitalObject) => string;
}

/** A digital object at its place in the order. */
export interface OrderedDigitalObject {
  readonly kind: 'resource' | 'distribution' | 'part';
  readonly value: FactValue;
  /** The IRI of the property that refers to it; absent for the resource. */
  readonly property?: string;
  readonly names: readonly string[];
  /** Index of the containing object; absent for the resource. */
  readonly in?: number;
}

/**
 * Orders the digital objects of a resource: the resource first, then each distribution before its
 * parts. An object in several archives is listed in the first; of archives that contain each other,
 * one is listed as a distribution. Objects without statements and parts are left out.
 */
export function orderDigitalObjects(
  resource: FactNode,
  objects: readonly DigitalObject[],
  reading: DigitalObjectStatements,
): readonly OrderedDigitalObject[] {
  const containers = new Set(objects.flatMap(({ archives }) => archives));
  const stated = objects.filter((object) => {
    return object.names.length > 0 || containers.has(object) || reading.says(object);
  });
  const children = orderChildren(sortByKeys(stated, reading));
  const placed: OrderedDigitalObject[] = [
    { kind: 'resource', value: resource, names: digitalObjectNames(resource) },
  ];
  // Processed from the end.
  const waiting = (children.get(undefined) ?? []).map((object) => ({ object, in: 0 })).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { object, in: within } = next;
    const kind = within === 0 ? 'distribution' : 'part';
    const { value, property, names } = object;
    const at = placed.push({ kind, value, property, names, in: within }) - 1;
    for (const inside of (children.get(object) ?? []).toReversed()) {
      waiting.push({ object: inside, in: at });
    }
  }
  return placed;
}

/** The members of the resource (key undefined) and of each archive. */
function orderChildren(
  objects: readonly DigitalObject[],
): ReadonlyMap<DigitalObject | undefined, readonly DigitalObject[]> {
  const ranks = new Map(objects.map((object, rank) => [object, rank]));
  const inOrder = (found: readonly DigitalObject[]): readonly DigitalObject[] =>
    found.toSorted((one, other) => (ranks.get(one) ?? -1) - (ranks.get(other) ?? -1));
  const inside = membersByArchive(objects);
  const parents = new Map<DigitalObject, DigitalObject | undefined>();
  const isPlaced = (object: DigitalObject): boolean => parents.has(object);
  const roots = objects.filter(({ archives }) => archives.length === 0);
  // In a cycle of archives, the first is taken as root.
  for (const start of [roots, ...objects.map((object) => [object])]) {
    let level: readonly DigitalObject[] = start.filter((object) => !isPlaced(object));
    while (level.length > 0) {
      for (const object of level) parents.set(object, inOrder(object.archives.filter(isPlaced))[0]);
      const next = new Set(level.flatMap((object) => inside.get(object) ?? []));
      level = inOrder([...next].filter((object) => !isPlaced(object)));
    }
  }
  return groupBy(objects, (object) => parents.get(object));
}

/** The members of each archive, in the order of the objects. */
export function membersByArchive(
  objects: readonly DigitalObject[],
): ReadonlyMap<DigitalObject, readonly DigitalObject[]> {
  const inside = new Map<DigitalObject, DigitalObject[]>();
  for (const object of objects) {
    for (const archive of object.archives) {
      const members = inside.get(archive);
      if (members === undefined) inside.set(archive, [object]);
      else members.push(object);
    }
  }
  return inside;
}

/** Sorts by keys that are computed once, since there may be thousands. */
function sortByKeys(
  objects: readonly DigitalObject[],
  { signature }: DigitalObjectStatements,
): readonly DigitalObject[] {
  const keyed = objects.map((object) => {
    const { value, names } = object;
    const iri = value.kind === 'literal' ? value.text : value.name.replace(/^_:.*/su, '');
    return { object, key: JSON.stringify([names, iri]) };
  });
  keyed.sort(
    (one, other) =>
      compareTexts(one.key, other.key) ||
      compareTexts(signature(one.object), signature(other.object)),
  );
  return keyed.map(({ object }) => object);
}

const addresses = [...fileTerms.contents, termIri('dcat:accessURL')];
const formats = [...textTerms.formats, termIri('schema:serviceType')];
const sizes = termIris('schema:contentSize dcat:byteSize');
const values = termIris('schema:value');
const units = termIris('schema:unitText schema:unitCode');

/** Published facts about a file or service, without nils. */
interface FileFacts {
  /** Addresses of the content; URL templates of a service. */
  readonly addresses: readonly string[];
  readonly formats: readonly string[];
  /** With unit, if given: `12 MB`. */
  readonly sizes: readonly string[];
  readonly checksums: readonly FileChecksum[];
}

/** A checksum of a file as published. */
export interface FileChecksum {
  /** As published: a name or an IRI. */
  readonly algorithm?: string | undefined;
  readonly digits: string;
}

/** Reads the facts about a file: a distribution, a part of one, or a resource that is a file. */
export function readFileFacts(node: FactNode): FileFacts {
  const templates = [node, ...readServices(node)].flatMap((each) => {
    return publishedTexts(each, fileTerms.templates);
  });
  const sha256 = publishedTexts(node, fileTerms.sha256).map((digits): FileChecksum => {
    return { algorithm: 'SHA-256', digits };
  });
  return {
    addresses: [...publishedTexts(node, addresses), ...new Set(templates)],
    formats: [...new Set(node.values(formats).flatMap(readFormatTexts))],
    sizes: [...new Set(node.values(sizes).flatMap(readSizeTexts))],
    checksums: [...node.values(fileTerms.checksums).flatMap(readChecksums), ...sha256],
  };
}

/** Nodes that may hold the URL template of a service: actions and their targets. */
export function readServices(node: FactNode): readonly FactNode[] {
  const actions = nodesUnder(node, fileTerms.actions);
  return [...actions, ...actions.flatMap((action) => nodesUnder(action, fileTerms.targets))];
}

/** A format by its names, else by its text or IRI. */
function readFormatTexts(value: FactValue): readonly string[] {
  const names = publishedTexts(value, textTerms.labels);
  return names.length > 0 ? names : [publishedText(value) ?? []].flat();
}

/** A size as text or number, or a number with unit in a `QuantitativeValue`. */
function readSizeTexts(value: FactValue): readonly string[] {
  const [unit = 'bytes'] = publishedTexts(value, units);
  const quantities = publishedTexts(value, values).map((number) => `${number} ${unit}`);
  const names = publishedTexts(value, textTerms.labels);
  return [publishedText(value) ?? [], quantities, names].flat();
}

function readChecksums(value: FactValue): readonly FileChecksum[] {
  // The IRI of a node is no checksum.
  if (value.kind === 'literal') return isNil(value.text) ? [] : [{ digits: value.text.trim() }];
  const algorithm = readChecksumAlgorithm(value);
  return publishedTexts(value, fileTerms.checksumValues).map((digits) => ({ algorithm, digits }));
}

/** The published checksum algorithm of a node, the first in alphabetical order. */
export function readChecksumAlgorithm(value: FactValue): string | undefined {
  return publishedTexts(value, fileTerms.algorithms).toSorted()[0];
}

const services: ReadonlySet<string> = new Set(termIris('schema:WebAPI dcat:DataService'));

/**
 * Counts the files of a resource: each distribution, except that an archive with listed contents
 * counts as its contents, and services do not count. A resource without distributions that states
 * its own content address is one file.
 */
export function countFiles(resource: FactNode): number {
  const objects = readDigitalObjects(resource);
  if (objects.length === 0) return resource.values(fileTerms.contents).length > 0 ? 1 : 0;
  const archives = new Set(objects.flatMap((object) => object.archives));
  return objects.filter((object) => !archives.has(object) && !isService(object.value)).length;
}

/** Whether a distribution is a service, and no file. */
export function isService(value: FactValue): boolean {
  if (value.kind === 'literal') return false;
  return value.types.some((type) => services.has(type)) || readServices(value).length > 0;
}
