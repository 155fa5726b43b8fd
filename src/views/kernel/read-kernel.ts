import { groupedBy } from '../../query/grouped-by.ts';
import type { AnswerRow } from '../../query/tsv-answer.ts';
import { prefixedName } from '../../rdf/prefixes.ts';
import { checksumOf } from './checksum.ts';
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
  KernelValue,
} from './kernel-record.ts';
import { objectKey, placeObjects, type ObjectRow, type PlacedObject } from './object-tree.ts';

/** The variables of `kernel-attributes`. */
export const attributeVariables = [
  'graph',
  'object',
  'attribute',
  'order',
  'iri',
  'text',
  'algorithm',
  'property',
  'undetermined',
  'isDocument',
  'cell',
  'next',
] as const;
export type AttributeRow = AnswerRow<(typeof attributeVariables)[number]>;

/** Makes the kernel records of resources of what the two queries answer, in the order of graphs and resources. */
export function readKernelRecords(
  objectRows: readonly ObjectRow[],
  attributeRows: readonly AttributeRow[],
): readonly KernelRecord[] {
  const said = groupedBy(attributeRows, ({ graph, object }) => {
    return `${graph?.value ?? ''} ${object === undefined ? '' : objectKey(object)}`;
  });
  const resources = groupedBy(objectRows, ({ graph, resource }) => {
    return `${graph?.value ?? ''} ${resource === undefined ? '' : objectKey(resource)}`;
  });
  return Array.from(resources.values(), (rows) => {
    const graph = rows[0]?.graph?.value ?? '';
    const own = new Map<string, KernelAttributes>();
    for (const { object } of rows) {
      const key = object === undefined ? '' : objectKey(object);
      if (!own.has(key)) own.set(key, ownAttributes(said.get(`${graph} ${key}`) ?? []));
    }
    return { graph, objects: objectsOf(rows, own) };
  }).toSorted(byGraphAndResource);
}

function byGraphAndResource(one: KernelRecord, other: KernelRecord): number {
  const keys = [one, other].map(({ graph, objects: [resource] }) =>
    JSON.stringify([graph, resource?.iri ?? '', resource?.name ?? '']),
  );
  return keys[0] === keys[1] ? 0 : (keys[0] ?? '') < (keys[1] ?? '') ? -1 : 1;
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
  return placed.map((object, at) => {
    const { kind, iri, name, in: within } = object;
    return {
      kind,
      ...(iri === undefined ? {} : { iri }),
      ...(name === undefined ? {} : { name }),
      ...(within === undefined ? {} : { in: within }),
      attributes: withInherited(at, placed, own),
    };
  });
}

/** What each node says itself: of the properties that say an attribute, the first ones. */
function ownAttributes(rows: readonly AttributeRow[]): KernelAttributes {
  const byName = groupedBy(rows, ({ attribute }) => attribute?.value);
  const attributes: { [Name in KernelAttributeName]?: KernelAttribute } = {};
  for (const name of kernelAttributeNames) {
    const all = byName.get(name);
    if (all === undefined) continue;
    const least = Math.min(...all.map(orderOf));
    attributes[name] = attributeOf(all.filter((row) => orderOf(row) === least));
  }
  return attributes;
}

function orderOf({ order }: AttributeRow): number {
  return Number(order?.value ?? 0);
}

function attributeOf(rows: readonly AttributeRow[]): KernelAttribute {
  const all = inListOrder(rows).flatMap(valuesOf);
  const values = new Map(all.map((value) => [all.length < 2 ? '' : JSON.stringify(value), value]));
  return { values: [...values.values()] };
}

function checksumIn(
  text: string,
  algorithm = '',
  property = '',
): Pick<KernelValue, 'algorithm' | 'checksum'> {
  const checksum = checksumOf(text, [algorithm, property]);
  return {
    ...(algorithm === '' ? {} : { algorithm }),
    ...(checksum === undefined ? {} : { checksum }),
  };
}

function valuesOf(row: AttributeRow): KernelValue[] {
  const { attribute, iri, text, algorithm, property, undetermined, isDocument } = row;
  const names = text?.value.split('\n').toSorted() ?? [];
  // Several that are one node are called by all their names.
  const texts = isDocument !== undefined && iri === undefined ? names : [names.join(' / ')];
  return texts.map((each) => ({
    ...(iri === undefined ? {} : { iri: iri.value }),
    ...(each === '' || each === iri?.value ? {} : { text: each.trim() }),
    ...(attribute?.value === 'checksum' ? checksumIn(each, algorithm?.value, property?.value) : {}),
    ...(undetermined === undefined ? {} : { undetermined: true as const }),
    property: prefixedName(property?.value ?? '') ?? property?.value ?? '',
  }));
}

/** Those in a list in its order, all others before them by their values. */
function inListOrder(rows: readonly AttributeRow[]): readonly AttributeRow[] {
  if (rows.length < 2) return rows;
  const sorted = rows.toSorted((one, other) => (valueKey(one) < valueKey(other) ? -1 : 1));
  const cells = new Map(
    sorted.flatMap((row) => (row.cell ? [[row.cell.value, row] as const] : [])),
  );
  const followers = new Set(sorted.flatMap(({ next }) => next?.value ?? []));
  // What is nil has no row, so that another chain begins behind it; of a circle each may be the first.
  const firsts = sorted.filter(({ cell }) => cell !== undefined && !followers.has(cell.value));
  const ordered = new Set(sorted.filter(({ cell }) => cell === undefined));
  for (const first of [...firsts, ...sorted]) {
    let row: AttributeRow | undefined = first;
    while (row !== undefined && !ordered.has(row)) {
      ordered.add(row);
      row = cells.get(row.next?.value ?? '');
    }
  }
  return [...ordered];
}

function valueKey({ iri, text, property }: AttributeRow): string {
  return JSON.stringify([iri?.value ?? '', text?.value ?? '', property?.value ?? '']);
}

/** With what it does not say itself in the words of the nearest that it is in and that does. */
function withInherited(
  at: number,
  placed: readonly PlacedObject[],
  own: ReadonlyMap<string, KernelAttributes>,
): KernelAttributes {
  const attributes: { [Name in KernelAttributeName]?: KernelAttribute } = {};
  for (const name of kernelAttributeNames) {
    const attribute = inherited(name, at, placed, own);
    if (attribute !== undefined) attributes[name] = attribute;
  }
  return attributes;
}

function inherited(
  name: KernelAttributeName,
  at: number,
  placed: readonly PlacedObject[],
  own: ReadonlyMap<string, KernelAttributes>,
): KernelAttribute | undefined {
  // Of several sequences of bits, the resource has no one location.
  if (name === 'digitalObjectLocation' && at === 0 && placed.length > 1) return undefined;
  const info: KernelAttributeInfo = kernelAttributes[name];
  let from: number | undefined = at;
  while (from !== undefined) {
    const object: PlacedObject | undefined = placed[from];
    const said = own.get(object?.key ?? '') ?? {};
    const attribute = said[name];
    if (attribute !== undefined) {
      return from === at ? attribute : { ...attribute, inheritedFrom: from };
    }
    // Additional types say more of a type, and are not those of another thing.
    const isTyped = name === 'additionalType' && said.digitalObjectType !== undefined;
    if (info.isOfBits === true || isTyped) return undefined;
    from = object?.in;
  }
  return undefined;
}
