import { termIris } from './vocabulary-iris.ts';
import { compareTexts } from '../../text/compare-texts.ts';
import { groupedBy } from '../../text/grouped-by.ts';
import type { FactNode, FactValue } from './fact-node.ts';
import { fileTerms } from './text-terms.ts';

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
  const waiting: FoundObject[] = [];
  const meet = (value: FactValue, property: string, archive?: FoundObject): void => {
    // An object that contains itself or the resource is a mistake.
    if (value === resource || value === archive?.value) return;
    const known = found.get(value);
    const object = known ?? { value, property, names: namesOf(value), archives: [] };
    if (known === undefined) {
      found.set(value, object);
      waiting.push(object);
    }
    if (archive !== undefined) object.archives.push(archive);
  };
  for (const property of fileTerms.distributions) {
    for (const value of resource.values([property])) meet(value, property);
  }
  for (const object of waiting) {
    if (object.value.kind === 'literal') continue;
    for (const property of fileTerms.parts) {
      for (const value of object.value.values([property])) meet(value, property, object);
    }
  }
  return [...found.values()];
}

interface FoundObject extends DigitalObject {
  readonly archives: FoundObject[];
}

/** All names of a node. */
export function namesOf(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [];
  const texts = value
    .values(nameProperties)
    .flatMap((each) => (each.kind === 'literal' ? [each.text] : (each.iri ?? [])));
  return [...new Set(texts)].toSorted();
}

/** Statements about digital objects that determine their order. */
export interface ObjectReading {
  /** Whether the record says anything about an object besides its name. */
  readonly says: (object: DigitalObject) => boolean;
  /** All statements about an object as a text, to order objects without name and IRI. */
  readonly signature: (object: DigitalObject) => string;
}

/** A digital object at its place in the order. */
export interface PlacedObject {
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
export function placeObjects(
  resource: FactNode,
  objects: readonly DigitalObject[],
  reading: ObjectReading,
): readonly PlacedObject[] {
  const containers = new Set(objects.flatMap(({ archives }) => archives));
  const stated = objects.filter((object) => {
    return object.names.length > 0 || containers.has(object) || reading.says(object);
  });
  const children = orderChildren(sortByKeys(stated, reading));
  const placed: PlacedObject[] = [{ kind: 'resource', value: resource, names: namesOf(resource) }];
  // Processed from the end.
  const waiting = (children.get(undefined) ?? []).map((object) => ({ object, in: 0 })).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { object, in: within } = next;
    const kind = within === 0 ? 'distribution' : 'part';
    const { value, property, names: called } = object;
    const at = placed.push({ kind, value, property, names: called, in: within }) - 1;
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
  const inside = objectsInside(objects);
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
  return groupedBy(objects, (object) => parents.get(object));
}

/** The members of each archive, in the order of the objects. */
export function objectsInside(
  objects: readonly DigitalObject[],
): ReadonlyMap<DigitalObject, readonly DigitalObject[]> {
  const inside = new Map<DigitalObject, DigitalObject[]>();
  for (const object of objects) {
    for (const archive of object.archives) {
      const known = inside.get(archive);
      if (known === undefined) inside.set(archive, [object]);
      else known.push(object);
    }
  }
  return inside;
}

/** Sorts by keys that are computed once, since there may be thousands. */
function sortByKeys(
  objects: readonly DigitalObject[],
  { signature }: ObjectReading,
): readonly DigitalObject[] {
  const keys = new Map(
    objects.map((object) => {
      const { value, names: called } = object;
      const iri = value.kind === 'literal' ? value.text : value.name.replace(/^_:.*/su, '');
      return [object, JSON.stringify([called, iri])];
    }),
  );
  return objects.toSorted((one, other) => {
    return (
      compareTexts(keys.get(one) ?? '', keys.get(other) ?? '') ||
      compareTexts(signature(one), signature(other))
    );
  });
}
