import { isObject, type JsonObject } from '../json-document.ts';
import { itemsOf, propertyOf, typesOf } from '../top-level-nodes.ts';
import type { NameSpace } from './name-space.ts';

/** What the text of a node shows of its place among metadata records and resources; the expand stage has the rules. */
export interface RecordTraits {
  /** Whether it is of the kind that metadata records are. */
  readonly isRecordLike: boolean;
  readonly isCatalogRecord: boolean;
  /** Whether it is the metadata in another format. */
  readonly isOtherFormat: boolean;
  readonly isDataset: boolean;
  /** Whether it names a subject heading, and no resource. */
  readonly isTopic: boolean;
}

const resourceProperties = [
  'distribution',
  'spatialCoverage',
  'temporalCoverage',
  'variableMeasured',
] as const;
const topicTypes: ReadonlySet<string> = new Set([
  'CategoryCode',
  'DefinedTerm',
  'DefinedTermSet',
  'Thing',
]);

/** Looks at a node by the local names of its types and properties. */
export function recordTraits(node: JsonObject, space: NameSpace): RecordTraits {
  const types = typesOf(node);
  const isOtherFormat = isInOtherFormat(node);
  const kinds = propertyOf(node, 'additionalType').map((kind) => textIn(kind) ?? '');
  const isCatalogRecord =
    types.includes('CatalogRecord') || kinds.some((kind) => /[#:]CatalogRecord$/u.test(kind));
  const isRecordLike =
    !isOtherFormat &&
    (isCatalogRecord || types.includes('DigitalDocument') || claimsOnlyProfile(node, space));
  const isTopic =
    types.length === 0 ? idOf(node) === undefined : types.every((type) => topicTypes.has(type));
  return {
    isRecordLike,
    isCatalogRecord,
    isOtherFormat,
    isDataset: types.includes('Dataset'),
    isTopic,
  };
}

/** What a node says it is about: objects, and texts that may be names. */
export function aboutOf(node: JsonObject): readonly unknown[] {
  return [...propertyOf(node, 'about'), ...propertyOf(node, 'primaryTopic')];
}

/** The `@id` of a node as written. */
export function idOf(node: JsonObject): string | undefined {
  const id = node['@id'] ?? node['id'];
  return typeof id === 'string' ? id : undefined;
}

/** Whether an object says nothing of a thing but its name. */
export function isReference(node: JsonObject): boolean {
  return (
    idOf(node) !== undefined &&
    Object.keys(node).every((key) => ['@id', 'id', '@index', '@context'].includes(key))
  );
}

function claimsOnlyProfile(node: JsonObject, space: NameSpace): boolean {
  if (resourceProperties.some((name) => propertyOf(node, name).length > 0)) return false;
  return [node, ...itemsOf(propertyOf(node, 'encoding'))]
    .flatMap((each) => propertyOf(each, 'conformsTo'))
    .map((profile) => textIn(profile) ?? '')
    .some((profile) => /cdif/iu.test(profile) || /cdif/iu.test(space.expand(profile) ?? ''));
}

function isInOtherFormat(node: JsonObject): boolean {
  const places = [...propertyOf(node, 'contentUrl'), ...propertyOf(node, 'contentURL')];
  if (places.length === 0) return false;
  const formats = propertyOf(node, 'encodingFormat').map(textIn);
  const told = formats.length > 0 ? formats : places.map(textIn);
  return !told.some((format) => format !== undefined && /\bjson(?:ld)?\b/iu.test(format));
}

function textIn(value: unknown): string | undefined {
  const text = isObject(value) ? (value['@value'] ?? idOf(value)) : value;
  return typeof text === 'string' ? text : undefined;
}
