import {
  agentTypes,
  ignoredPageSubjects,
  pageSubjectProperties,
  pageTypes,
} from '../../model/page-types.ts';
import { mendAddress } from '../../rdf/iri.ts';
import {
  canonicalTerm,
  dcat,
  dcterms,
  foaf,
  schema,
  schemaOrgNamespace,
} from '../../rdf/vocabularies.ts';
import { memoize } from '../../text/collections.ts';
import { expandUndeclaredPrefix, repairTermSlash } from '../iri-corrections.ts';
import { asArray, isObject, type JsonObject, type JsonValue } from '../../text/json.ts';

/**
 * A node object of expanded JSON-LD, read by canonical IRIs whatever spelling was published, and
 * with undeclared well-known prefixes expanded.
 */
export interface NodeView {
  readonly node: JsonObject;
  /** `@id` as expanded: an IRI, or a blank node label. */
  readonly id: string | undefined;
  readonly types: readonly string[];
  /** The values of a property, with lists opened, in document order. */
  values(property: string): readonly JsonValue[];
}

/** Returns the view of a node of one document, each created once. */
export type NodeViews = (node: JsonObject) => NodeView;

/** Creates the views of the nodes of one document. */
export function createNodeViews(): NodeViews {
  const views = new Map<JsonObject, NodeView>();
  return (node) => {
    const view = views.get(node) ?? createView(node);
    views.set(node, view);
    return view;
  };
}

/** The `@id` of a node object; undefined without one. */
export function nodeId({ '@id': id }: JsonObject): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** Whether a value is a node object or a reference to one. */
export function isNodeObject(value: JsonValue): value is JsonObject {
  return isObject(value) && !('@value' in value) && !('@list' in value);
}

/** Whether a node object has nothing but its name. */
export function isNodeReference(node: JsonObject): boolean {
  if (!('@id' in node)) return false;
  // Called for every node of every graph, so listing the names would be slow.
  for (const name in node) if (name !== '@id' && name !== '@index') return false;
  return true;
}

/** The text of a literal or the IRI of a node, an address mended; undefined for others. */
export function literalOrIriText(value: JsonValue): string | undefined {
  if (!isObject(value)) return undefined;
  const { '@value': literal, '@id': id } = value;
  if (typeof literal === 'number') return String(literal);
  const text = literal ?? id;
  return typeof text === 'string' ? mendAddress(text) : undefined;
}

const none: readonly JsonValue[] = [];

function createView(node: JsonObject): NodeView {
  const { '@type': types } = node;
  let properties: ReadonlyMap<string, readonly JsonValue[]> | undefined;
  return {
    node,
    id: nodeId(node),
    types: types === undefined ? [] : asArray(types).filter(isText).map(canonicalName),
    values: (property) => (properties ??= propertiesOf(node)).get(property) ?? none,
  };
}

function propertiesOf(node: JsonObject): ReadonlyMap<string, readonly JsonValue[]> {
  const properties = new Map<string, readonly JsonValue[]>();
  for (const [name, value] of Object.entries(node)) {
    if (name.startsWith('@')) continue;
    const property = canonicalName(name);
    const values = expandLists(asArray(value));
    const before = properties.get(property);
    properties.set(property, before === undefined ? values : before.concat(values));
  }
  return properties;
}

function expandLists(values: readonly JsonValue[]): readonly JsonValue[] {
  const hasList = values.some((value) => isObject(value) && '@list' in value);
  return hasList ? values.flatMap(itemsOf) : values;
}

function itemsOf(value: JsonValue): readonly JsonValue[] {
  if (!isObject(value) || !('@list' in value)) return [value];
  return asArray(value['@list'] ?? null);
}

/** The canonical IRI of a property or class, repaired. Most documents share a few hundred names. */
export const canonicalName = memoize((iri) =>
  canonicalTerm(repairTermSlash(expandUndeclaredPrefix(iri))),
);

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}

/** `dcat:CatalogRecord` as IRI or text, with the prefix declared or not. */
const catalogRecord = /^(?:dcat:|https?:\/\/www\.w3\.org\/ns\/dcat#)CatalogRecord$/u;
/**
 * Profiles of metadata records: the conformance IRIs of CDIF, their drafts and informal texts all
 * contain the name; the metadata descriptor of an RO-Crate conforms to a version of it.
 */
const recordProfile = /cdif|^https?:\/\/w3id\.org\/ro\/crate(?:\/|$)/iu;
/** The metadata descriptor of an RO-Crate, which need not claim a profile in version 1.0. */
const roCrateDescriptor = /\/ro-crate-metadata\.json(?:ld)?$/u;
/** Types under `about` that are subject headings rather than resources with metadata. */
const topicTypes: ReadonlySet<string> = new Set(
  ['CategoryCode', 'DefinedTerm', 'DefinedTermSet', 'Thing'].map(
    (name) => `http://schema.org/${name}`,
  ),
);
/** Properties that show that a node is a resource, whatever profile it claims. */
const resourceProperties = [
  schema.distribution,
  schema.spatialCoverage,
  schema.temporalCoverage,
  schema.variableMeasured,
] as const;

/**
 * Whether a node is a metadata record: a catalogue record in any spelling, a DigitalDocument, or a
 * node that claims a CDIF profile, the metadata descriptor of an RO-Crate; not the same metadata in
 * another format (design: Identity; CDIF discovery, both drafts; RO-Crate 1.1, "Root Data Entity").
 */
export function isRecordLike(view: NodeView, views: NodeViews): boolean {
  if (isOtherFormatNode(view)) return false;
  if (isCatalogRecord(view) || view.types.includes(schema.DigitalDocument)) return true;
  return roCrateDescriptor.test(view.id ?? '') || claimsOnlyProfile(view, views);
}

/**
 * The subjects of a metadata record; none where the node is no record, or names subject headings
 * only.
 * @param resolve the described node of a reference
 */
export function recordSubjects(
  view: NodeView,
  views: NodeViews,
  resolve: (node: JsonObject) => NodeView,
): readonly NodeView[] {
  const about = aboutNodes(view).map(resolve);
  if (about.length === 0 || !isRecordLike(view, views)) return [];
  if (isCatalogRecord(view)) return about;
  const isDatasetToo = isDataset(view);
  return about.filter((subject) =>
    isNodeReference(subject.node) ? !isDatasetToo : !isTopic(subject),
  );
}

/** The nodes under `about` and `primaryTopic`. */
export function aboutNodes(view: NodeView): readonly JsonObject[] {
  return [...view.values(schema.about), ...view.values(foaf.primaryTopic)].filter(isNodeObject);
}

/** Whether a node is a dataset in schema.org, DCAT or another vocabulary. */
export function isDataset({ types }: NodeView): boolean {
  return types.some((type) => /[/#:]Dataset$/u.test(type));
}

/**
 * Whether a node is the same metadata in another format, such as ISO XML under `subjectOf`; it has
 * a URL.
 */
export function isOtherFormatNode(view: NodeView): boolean {
  const places = [...view.values(schema.contentUrl), ...view.values(schema.contentURL)];
  if (places.length === 0) return false;
  const formats = view.values(schema.encodingFormat).map(literalOrIriText);
  const declaredFormats = formats.length > 0 ? formats : places.map(literalOrIriText);
  return !declaredFormats.some(
    (format) => format !== undefined && /\bjson(?:ld)?\b/iu.test(format),
  );
}

/** Whether a node is a `dcat:CatalogRecord` in any spelling. */
export function isCatalogRecord(view: NodeView): boolean {
  const kinds = view.values(schema.additionalType).map(literalOrIriText);
  return [...view.types, ...kinds].some((kind) => kind !== undefined && catalogRecord.test(kind));
}

/** The profiles that a node or its encoding claims; IRIs or texts as written. */
export function claimedProfiles(view: NodeView, views: NodeViews): readonly string[] {
  const encodings = view.values(schema.encoding).filter(isNodeObject).map(views);
  return [view, ...encodings]
    .flatMap((each) => each.values(dcterms.conformsTo))
    .map((value) => literalOrIriText(value)?.trim() ?? '')
    .filter((text) => text !== '');
}

function claimsOnlyProfile(view: NodeView, views: NodeViews): boolean {
  if (resourceProperties.some((property) => view.values(property).length > 0)) return false;
  return claimedProfiles(view, views).some((profile) => recordProfile.test(profile));
}

/** A subject heading, as under `about` of a dataset: a term, or a node without name and type. */
function isTopic({ id, types }: NodeView): boolean {
  return types.length === 0 ? id === undefined : types.every((type) => topicTypes.has(type));
}

/**
 * Whether a node is boilerplate: it describes a page, its site or its publisher, and is not a
 * record.
 */
export function isBoilerplate(view: NodeView, views: NodeViews): boolean {
  const names = view.types.map(localName);
  return (
    names.length > 0 &&
    names.every((name) => pageTypes.has(name) || agentTypes.has(name)) &&
    !view
      .values(schema.subjectOf)
      .some((value) => isNodeObject(value) && isRecordLike(views(value), views))
  );
}

/** Whether a node is only a person or an organisation. */
export function isAgent({ types }: NodeView): boolean {
  return types.length > 0 && types.map(localName).every((name) => agentTypes.has(name));
}

/** The resources that a page description names as its subject. */
export function listPageSubjects(view: NodeView, views: NodeViews): readonly JsonObject[] {
  return nodesNamedByPage(view).filter((node) => isResource(views(node)));
}

/** The nodes that a page description names as its subject; none for other descriptions. */
export function nodesNamedByPage(view: NodeView): readonly JsonObject[] {
  if (!view.types.map(localName).some((name) => pageTypes.has(name))) return [];
  return pageSubjectProperties
    .flatMap((property) => view.values(schemaOrgNamespace + property))
    .filter(isNodeObject);
}

function isResource(view: NodeView): boolean {
  return view.types
    .map(localName)
    .some(
      (name) => !pageTypes.has(name) && !agentTypes.has(name) && !ignoredPageSubjects.has(name),
    );
}

/** Types of other vocabularies stay IRIs, which match none of the sets. */
function localName(type: string): string {
  return type.startsWith(schemaOrgNamespace) ? type.slice(schemaOrgNamespace.length) : type;
}

/** The properties of lists, feeds and catalogues for their items (schema.org; DCAT 3 §6.3). */
export const membershipProperties: readonly string[] = [
  schema.itemListElement,
  schema.dataFeedElement,
  schema.dataset,
  dcat.dataset,
];
const containerTypes: ReadonlySet<string> = new Set([
  schema.DataCatalog,
  schema.DataFeed,
  schema.ItemList,
  dcat.Catalog,
]);
/** Types of nodes that only wrap an item. */
const wrappers: ReadonlySet<string> = new Set([schema.ListItem, schema.DataFeedItem]);

/** An item of a list: a description, a reference, or something invalid. */
type ListMember =
  | { readonly kind: 'node'; readonly node: JsonObject }
  | { readonly kind: 'reference'; readonly iri: string }
  | { readonly kind: 'invalid'; readonly found: string };

/**
 * Whether a node is a list, feed or catalogue of records. Breadcrumbs list pages, and a dataset has
 * parts.
 */
export function isListNode(view: NodeView): boolean {
  if (view.types.includes(schema.BreadcrumbList)) return false;
  if (isDataset(view) && !view.types.some((type) => containerTypes.has(type))) return false;
  return membershipProperties.some((property) => view.values(property).length > 0);
}

/** The items of a list, in document order. */
export function readListMembers(view: NodeView, views: NodeViews): readonly ListMember[] {
  return membershipProperties
    .flatMap((property) => view.values(property))
    .flatMap((value) => readValue(value, views));
}

function readValue(value: JsonValue, views: NodeViews): readonly ListMember[] {
  if (!isNodeObject(value)) return [toReference(value)];
  const view = views(value);
  const items = view.values(schema.item);
  const isWrapper = items.length > 0 || view.types.some((type) => wrappers.has(type));
  if (!isWrapper) return [readMember(value, views)];
  // Nested wrappers do not occur.
  const wrapped = items.length > 0 ? items : view.values(schema.url);
  return wrapped.length > 0
    ? wrapped.map((item) => readMember(item, views))
    : [{ kind: 'invalid', found: excerpt(value) }];
}

function readMember(value: JsonValue, views: NodeViews): ListMember {
  if (!isNodeObject(value) || isNodeReference(value)) return toReference(value);
  return readEmptyNode(value, views) ?? { kind: 'node', node: value };
}

/**
 * A node with only a type and a place is a reference to the place; one without a place is invalid.
 */
function readEmptyNode(node: JsonObject, views: NodeViews): ListMember | undefined {
  const id = nodeId(node);
  const [url, ...more] = views(node).values(schema.url);
  const stated = Object.keys(node).filter((name) => !name.startsWith('@'));
  if (stated.length > (url === undefined ? 0 : 1) || more.length > 0) return undefined;
  if (url !== undefined) return toReference(url);
  return id === undefined
    ? { kind: 'invalid', found: excerpt(node) }
    : { kind: 'reference', iri: id };
}

function toReference(value: JsonValue): ListMember {
  const iri = literalOrIriText(value)?.trim();
  // A plain number or word is not a reference.
  const isPlace = iri !== undefined && (isNodeObject(value) || /[:/]/u.test(iri));
  return !isPlace || iri === ''
    ? { kind: 'invalid', found: excerpt(value) }
    : { kind: 'reference', iri };
}

/** The beginning of a value, to find it by. */
function excerpt(value: JsonValue): string {
  return JSON.stringify(value).slice(0, 200);
}
