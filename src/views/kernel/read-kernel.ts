import { groupedBy } from '../../query/grouped-by.ts';
import type { AnswerTerm } from '../../query/tsv-answer.ts';
import {
  kernelAttributeNames,
  kernelAttributes,
  type KernelAttributeInfo,
  type KernelAttributeName,
} from './kernel-attributes.ts';
import type {
  KernelAttribute,
  KernelAttributes,
  KernelObject,
  KernelRecord,
} from './kernel-record.ts';
import { objectKey, placeObjects, type ObjectRow, type PlacedObject } from './object-tree.ts';
import { ownAttributes, type AttributeRow } from './own-attributes.ts';

/** Makes the kernel records of resources of what the two queries answer, in the order of graphs and resources. */
export function readKernelRecords(
  objectRows: readonly ObjectRow[],
  attributeRows: readonly AttributeRow[],
): readonly KernelRecord[] {
  const said = groupedBy(attributeRows, ({ graph, object }) => keyIn(graph, object));
  const resources = groupedBy(objectRows, ({ graph, resource }) => keyIn(graph, resource));
  return Array.from(resources.values(), (rows) => {
    const own = new Map<string, KernelAttributes>();
    for (const { graph, object } of rows) {
      const key = object === undefined ? '' : objectKey(object);
      if (!own.has(key)) own.set(key, ownAttributes(said.get(keyIn(graph, object)) ?? []));
    }
    return { graph: rows[0]?.graph?.value ?? '', objects: objectsOf(rows, own) };
  }).toSorted(byGraphAndResource);
}

function keyIn(graph: AnswerTerm | undefined, node: AnswerTerm | undefined): string {
  return `${graph?.value ?? ''} ${node === undefined ? '' : objectKey(node)}`;
}

function byGraphAndResource(one: KernelRecord, other: KernelRecord): number {
  const [first = '', second = ''] = [one, other].map(({ graph, objects: [resource] }) =>
    JSON.stringify([graph, resource?.iri ?? '', resource?.name ?? '']),
  );
  return first === second ? 0 : first < second ? -1 : 1;
}

function objectsOf(
  rows: readonly ObjectRow[],
  own: ReadonlyMap<string, KernelAttributes>,
): readonly KernelObject[] {
  const signatures = new Map(
    Array.from(own, ([key, attributes]) => {
      const says = Object.keys(attributes).length > 0;
      return [key, says ? JSON.stringify(attributes) : ''] as const;
    }),
  );
  const placed = placeObjects(rows, (key) => signatures.get(key) ?? '');
  return placed.map(({ object }, at): KernelObject => {
    return Object.assign(object, { attributes: withInherited(at, placed, own) });
  });
}

/** With what it does not say itself in the words of the nearest that it is in and that does. */
function withInherited(
  at: number,
  placed: readonly PlacedObject[],
  own: ReadonlyMap<string, KernelAttributes>,
): KernelAttributes {
  const saidBy = (index: number): KernelAttributes => own.get(placed[index]?.key ?? '') ?? {};
  const attributes: { [Name in KernelAttributeName]?: KernelAttribute } = {};
  for (const name of kernelAttributeNames) {
    // Of several sequences of bits, the resource has no one location.
    if (name === 'digitalObjectLocation' && at === 0 && placed.length > 1) continue;
    const from = sayerOf(name, at, placed, saidBy);
    const attribute = from === undefined ? undefined : saidBy(from)[name];
    if (from === undefined || attribute === undefined) continue;
    attributes[name] = from === at ? attribute : { ...attribute, inheritedFrom: from };
  }
  return attributes;
}

/** Which object says an attribute of one of them: itself, or the nearest that it is in; undefined where none does. */
function sayerOf(
  name: KernelAttributeName,
  at: number,
  placed: readonly PlacedObject[],
  saidBy: (index: number) => KernelAttributes,
): number | undefined {
  const { isOfBits }: KernelAttributeInfo = kernelAttributes[name];
  for (let from: number | undefined = at; from !== undefined; from = placed[from]?.object.in) {
    const said = saidBy(from);
    if (said[name] !== undefined) return from;
    // Additional types say more of a type, and are not those of another thing.
    const isTyped = name === 'additionalType' && said.digitalObjectType !== undefined;
    if (isOfBits === true || isTyped) return undefined;
  }
  return undefined;
}
