import { vocabulary } from '../../rdf/vocabularies.ts';
import { compareTexts } from '../../text/compare-texts.ts';
import { groupedBy } from '../../text/grouped-by.ts';
import type { FactNode, FactValue } from './fact-node.ts';
import { fileTerms } from './text-terms.ts';

const schema = vocabulary('http://schema.org/', 'name');
const dcterms = vocabulary('http://purl.org/dc/terms/', 'title');
const names = [schema.name, dcterms.title];

/** A sequence of bits that a resource comes in: a distribution, or a file in one. */
export interface DigitalObject {
  /** Its node; a text where the record only says its address. */
  readonly value: FactValue;
  /** Under which property it stands. */
  readonly property: string;
  /** Sorted; with nothing left out. */
  readonly names: readonly string[];
  /** Which of the other objects it is a part of. */
  readonly archives: readonly DigitalObject[];
}

/** The distributions of a resource, what is in them, what is in that, and so on: each once. */
export function readDigitalObjects(resource: FactNode): readonly DigitalObject[] {
  const found = new Map<FactValue, FoundObject>();
  const waiting: FoundObject[] = [];
  const meet = (value: FactValue, property: string, archive?: FoundObject): void => {
    // What is in itself, or has the resource as a part, is a mistake.
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

/** What a node is called, in all texts of its names. */
export function namesOf(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [];
  const texts = value
    .values(names)
    .flatMap((each) => (each.kind === 'literal' ? [each.text] : (each.iri ?? [])));
  return [...new Set(texts)].toSorted();
}

/** What else is read of digital objects, as far as it says where they stand. */
export interface ObjectReading {
  /** Whether anything is said of an object beside its name. */
  readonly says: (object: DigitalObject) => boolean;
  /** All that is said of an object, by which those without name and IRI are told apart. */
  readonly signature: (object: DigitalObject) => string;
}

/** A digital object in its place. */
export interface PlacedObject {
  readonly kind: 'resource' | 'distribution' | 'part';
  readonly value: FactValue;
  /** Under which property it stands; absent of the resource. */
  readonly property?: string;
  readonly names: readonly string[];
  /** The number of the object that it is in; absent of the resource. */
  readonly in?: number;
}

/**
 * Puts the digital objects of a resource into their order: it, then each distribution before its
 * parts. An object in several archives stands in the first of them; where archives are in each
 * other in a circle, one is a distribution. What says nothing and has no parts is no object.
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
  const children = childrenOf(sorted(stated, reading));
  const placed: PlacedObject[] = [{ kind: 'resource', value: resource, names: namesOf(resource) }];
  // The last of them is next.
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

/** What stands in the resource (undefined), and in each archive that stands somewhere itself. */
function childrenOf(
  objects: readonly DigitalObject[],
): ReadonlyMap<DigitalObject | undefined, readonly DigitalObject[]> {
  const ranks = new Map(objects.map((object, rank) => [object, rank]));
  const inOrder = (found: readonly DigitalObject[]): readonly DigitalObject[] =>
    found.toSorted((one, other) => (ranks.get(one) ?? -1) - (ranks.get(other) ?? -1));
  const inside = objectsInside(objects);
  const parents = new Map<DigitalObject, DigitalObject | undefined>();
  const isPlaced = (object: DigitalObject): boolean => parents.has(object);
  const roots = objects.filter(({ archives }) => archives.length === 0);
  // Where all are in each other, the first is begun with.
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

/** What is in each archive, in the order of the objects. */
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

/** With their keys made once, since there may be thousands. */
function sorted(
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
