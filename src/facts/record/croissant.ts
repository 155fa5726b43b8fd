import { readDigitalObjects } from './files.ts';
import { croissantTerms } from './properties.ts';
import { type FactNode, nodesUnder } from './record-graph.ts';

// Ids are relative IRIs in Croissant. A node with no more than a type and such an id is no text.

/** The files, or file sets, of a Croissant dataset: distributions of one of the classes. */
export function readCroissantFiles(
  resource: FactNode,
  classes: readonly string[],
): readonly FactNode[] {
  return readDistributions(resource).filter(({ types }) =>
    types.some((type) => classes.includes(type)),
  );
}

/** The record sets of a Croissant dataset. */
export function readRecordSets(resource: FactNode): readonly FactNode[] {
  return nodesUnder(resource, croissantTerms.recordSets).filter((set) => set.isDescribed);
}

/** The fields of all record sets of a Croissant dataset, with their sub-fields at all levels. */
export function readFields(resource: FactNode): readonly FactNode[] {
  const fields = readRecordSets(resource).flatMap((set) => nodesUnder(set, croissantTerms.fields));
  return nodesBelow(
    fields.filter((field) => field.isDescribed),
    croissantTerms.subFields,
  );
}

const sourceProperties = [
  ...croissantTerms.sources,
  ...croissantTerms.containers,
  ...croissantTerms.fieldReferences,
];

/** The distributions, record sets, fields and data sources of a Croissant dataset, each once. */
export function readCroissantNodes(resource: FactNode): readonly FactNode[] {
  const parts = [
    ...readDistributions(resource),
    ...readRecordSets(resource),
    ...readFields(resource),
  ];
  return nodesBelow(parts, sourceProperties);
}

/** The record sets and fields that contain a field, at all levels. */
export function fieldContainers(field: FactNode): readonly FactNode[] {
  const found = new Set([field]);
  // The set grows while it is iterated.
  for (const node of found) {
    const around = node.referrers([...croissantTerms.fields, ...croissantTerms.subFields]);
    for (const each of around) found.add(each);
  }
  found.delete(field);
  return [...found];
}

function readDistributions(resource: FactNode): readonly FactNode[] {
  return readDigitalObjects(resource).flatMap(({ value }) =>
    value.kind === 'node' && value.isDescribed ? [value] : [],
  );
}

/** The nodes and all described nodes below them, each once. */
function nodesBelow(
  nodes: readonly FactNode[],
  properties: readonly string[],
): readonly FactNode[] {
  const found = new Set(nodes);
  for (const node of found) {
    for (const below of nodesUnder(node, properties)) if (below.isDescribed) found.add(below);
  }
  return [...found];
}
