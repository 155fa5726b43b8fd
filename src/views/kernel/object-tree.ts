import { groupedBy } from '../../query/grouped-by.ts';
import type { AnswerRow, AnswerTerm } from '../../query/tsv-answer.ts';
import { usableIri } from '../usable-iri.ts';
import type { KernelObject } from './kernel-record.ts';

/** The variables of `kernel-objects`. */
export const objectVariables = ['graph', 'resource', 'object', 'in', 'name'] as const;
export type ObjectRow = AnswerRow<(typeof objectVariables)[number]>;

/** A digital object in its place. */
export interface PlacedObject {
  /** By what it is called in the answers. */
  readonly key: string;
  readonly object: Omit<KernelObject, 'attributes' | 'pid'>;
}

/** What an object is told apart by within one answer. */
export function objectKey({ kind, value }: AnswerTerm): string {
  return `${kind} ${value}`;
}

interface FoundObject {
  readonly key: string;
  readonly term: AnswerTerm;
  readonly names: Set<string>;
  /** What it is in, itself and the resource left out. */
  readonly archives: Set<string>;
}

/**
 * Puts the digital objects of one resource into their order: it, then each distribution before its parts. An object that is
 * in several archives stands in the first of them; where archives are in each other in a circle, one is a distribution.
 * @param signatureOf what is said of an object, by which those without name and IRI are told apart. What says nothing and has
 *   no parts is no object.
 */
export function placeObjects(
  rows: readonly ObjectRow[],
  signatureOf: (key: string) => string,
): readonly PlacedObject[] {
  const objects = foundObjects(rows);
  const resourceName = resourceKey(rows);
  const resource = objects.find(({ key }) => key === resourceName);
  if (resource === undefined) return [];
  const containers = new Set(objects.flatMap(({ archives }) => [...archives]));
  const others = objects.filter(({ key, names }) => {
    const says = names.size > 0 || containers.has(key) || signatureOf(key) !== '';
    return key !== resource.key && says;
  });
  const children = childrenOf(sorted(others, signatureOf), resource.key);
  const placed: PlacedObject[] = [];
  // The last of them is next.
  const waiting: Placing[] = [{ object: resource, kind: 'resource' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const at = placed.push(placedObject(next, rows[0]?.graph?.value ?? '')) - 1;
    const kind = next.kind === 'resource' ? 'distribution' : 'part';
    const inside = children.get(next.object.key) ?? [];
    for (const object of inside.toReversed()) waiting.push({ object, kind, in: at });
  }
  return placed;
}

interface Placing {
  readonly object: FoundObject;
  readonly kind: KernelObject['kind'];
  readonly in?: number;
}

function resourceKey([row]: readonly ObjectRow[]): string {
  return row?.resource === undefined ? '' : objectKey(row.resource);
}

function foundObjects(rows: readonly ObjectRow[]): readonly FoundObject[] {
  const resource = resourceKey(rows);
  const objects = new Map<string, FoundObject>();
  for (const { object: term, in: container, name } of rows) {
    if (term === undefined) continue;
    const key = objectKey(term);
    const object = objects.get(key) ?? { key, term, names: new Set(), archives: new Set() };
    objects.set(key, object);
    if (name !== undefined) object.names.add(name.value);
    const within = container === undefined ? resource : objectKey(container);
    if (within !== resource && within !== key) object.archives.add(within);
  }
  // What has it as a part and is no object of the resource is another matter.
  for (const { archives } of objects.values()) {
    for (const key of archives) if (!objects.has(key)) archives.delete(key);
  }
  return [...objects.values()];
}

/** What stands in the resource, and in each archive that stands somewhere itself; all in their order. */
function childrenOf(
  objects: readonly FoundObject[],
  resource: string,
): ReadonlyMap<string, readonly FoundObject[]> {
  const ranks = new Map(objects.map(({ key }, rank) => [key, rank]));
  const rankOf = (key: string): number => ranks.get(key) ?? -1;
  const parents = new Map<string, string>();
  let waiting = objects;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ archives }) => {
      return archives.size === 0 || [...archives].some((archive) => parents.has(archive));
    });
    // Where all wait for each other, the first is begun with.
    for (const { key, archives } of ready.length > 0 ? ready : waiting.slice(0, 1)) {
      const [archive] = [...archives]
        .filter((each) => parents.has(each))
        .toSorted((one, other) => rankOf(one) - rankOf(other));
      parents.set(key, archive ?? resource);
    }
    waiting = waiting.filter(({ key }) => !parents.has(key));
  }
  return groupedBy(objects, ({ key }) => parents.get(key) ?? resource);
}

function placedObject(
  { object: { key, term, names }, kind, in: within }: Placing,
  graph: string,
): PlacedObject {
  const name = [...names].toSorted(compare).join(' / ');
  const iri = usableIri(term, graph);
  const object = {
    kind,
    ...(iri === undefined ? {} : { iri }),
    ...(name === '' ? {} : { name }),
    ...(within === undefined ? {} : { in: within }),
  };
  return { key, object };
}

/** With their keys made once, since there may be thousands. */
function sorted(
  objects: readonly FoundObject[],
  signatureOf: (key: string) => string,
): readonly FoundObject[] {
  return objects
    .map((object): readonly [string, FoundObject] => {
      const { term, names, key } = object;
      const iri = term.kind === 'blank' ? '' : term.value;
      return [JSON.stringify([[...names].toSorted(compare), iri, signatureOf(key)]), object];
    })
    .toSorted(([one], [other]) => compare(one, other))
    .map(([, object]) => object);
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
