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
import { identifierName } from '../../rdf/identifier-name.ts';
import { objectKey, placeObjects, type ObjectRow, type PlacedObject } from './object-tree.ts';
import { noWords, ownWords, type AttributeRow, type OwnWords } from './own-attributes.ts';

/** Makes the kernel records of resources of what the two queries answer, in the order of graphs and resources. */
export function readKernelRecords(
  objectRows: readonly ObjectRow[],
  attributeRows: readonly AttributeRow[],
): readonly KernelRecord[] {
  const said = groupedBy(attributeRows, ({ graph, object }) => keyIn(graph, object));
  const resources = groupedBy(objectRows, ({ graph, resource }) => keyIn(graph, resource));
  return Array.from(resources.values(), (rows) => {
    const own = new Map<string, OwnWords>();
    for (const { graph, object } of rows) {
      const key = object === undefined ? '' : objectKey(object);
      if (!own.has(key)) own.set(key, ownWords(said.get(keyIn(graph, object)) ?? []));
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
  own: ReadonlyMap<string, OwnWords>,
): readonly KernelObject[] {
  const signatures = new Map(
    Array.from(own, ([key, { attributes }]) => {
      const says = Object.keys(attributes).length > 0;
      return [key, says ? JSON.stringify(attributes) : ''] as const;
    }),
  );
  const placed = placeObjects(rows, (key) => signatures.get(key) ?? '');
  return placed.map(({ key, object }, at): KernelObject => {
    const pid = pidOf([object.iri ?? '', ...(own.get(key)?.identifiers ?? [])]);
    return Object.assign(object, pid === undefined ? {} : { pid }, {
      attributes: withInherited(at, placed, own),
    });
  });
}

/** The first by the alphabet of those that are DOIs, else of other handles; a DOI is one. */
function pidOf(identifiers: readonly string[]): string | undefined {
  const names = identifiers.map(identifierName).toSorted();
  const [first] = ['doi:', 'hdl:'].flatMap((scheme) =>
    names.flatMap((name) => (name.startsWith(scheme) ? [name.slice(scheme.length)] : [])),
  );
  return first;
}

/** With what it does not say itself in the words of the nearest that it is in and that does. */
function withInherited(
  at: number,
  placed: readonly PlacedObject[],
  own: ReadonlyMap<string, OwnWords>,
): KernelAttributes {
  const saidBy = (index: number): OwnWords => own.get(placed[index]?.key ?? '') ?? noWords;
  const attributes: { [Name in KernelAttributeName]?: KernelAttribute } = {};
  for (const name of kernelAttributeNames) {
    // Of several sequences of bits, the resource has no one location.
    if (name === 'digitalObjectLocation' && at === 0 && placed.length > 1) continue;
    const from = sayerOf(name, at, placed, saidBy);
    const attribute = from === undefined ? undefined : saidBy(from).attributes[name];
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
  saidBy: (index: number) => OwnWords,
): number | undefined {
  const { isOfBits }: KernelAttributeInfo = kernelAttributes[name];
  let lastResort: number | undefined;
  for (let from: number | undefined = at; from !== undefined; from = placed[from]?.object.in) {
    const { attributes: said, lastResorts } = saidBy(from);
    if (said[name] !== undefined) {
      if (!lastResorts.has(name)) return from;
      lastResort ??= from;
    }
    // Additional types say more of a type, and are not those of another thing.
    const isTyped = name === 'additionalType' && said.digitalObjectType !== undefined;
    if (isOfBits === true || isTyped) return undefined;
  }
  return lastResort;
}
