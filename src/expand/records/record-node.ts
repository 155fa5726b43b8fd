import { dcterms, foaf, schema } from '../../rdf/vocabularies.ts';
import type { JsonObject } from '../json.ts';
import { isNode, isReference, textOf, type NodeView, type NodeViews } from './node-view.ts';

/** `dcat:CatalogRecord` as IRI or text, with the prefix declared or not. */
const catalogRecord = /^(?:dcat:|https?:\/\/www\.w3\.org\/ns\/dcat#)CatalogRecord$/u;
/** The conformance IRIs of CDIF, their drafts and informal texts all contain the name. */
const cdifProfile = /cdif/iu;
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
 * node that claims a CDIF profile; not the same metadata in another format (design: Identity; CDIF
 * discovery, both drafts).
 */
export function isRecordLike(view: NodeView, views: NodeViews): boolean {
  if (isOtherFormat(view)) return false;
  if (isCatalogRecord(view) || view.types.includes(schema.DigitalDocument)) return true;
  return claimsOnlyProfile(view, views);
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
  const about = aboutOf(view).map(resolve);
  if (about.length === 0 || !isRecordLike(view, views)) return [];
  if (isCatalogRecord(view)) return about;
  const isDatasetToo = isDataset(view);
  return about.filter((subject) => (isReference(subject.node) ? !isDatasetToo : !isTopic(subject)));
}

/** The nodes under `about` and `primaryTopic`. */
export function aboutOf(view: NodeView): readonly JsonObject[] {
  return [...view.values(schema.about), ...view.values(foaf.primaryTopic)].filter(isNode);
}

/** Whether a node is a dataset in schema.org, DCAT or another vocabulary. */
export function isDataset({ types }: NodeView): boolean {
  return types.some((type) => /[/#:]Dataset$/u.test(type));
}

/**
 * Whether a node is the same metadata in another format, such as ISO XML under `subjectOf`; it has
 * a URL.
 */
export function isOtherFormat(view: NodeView): boolean {
  const places = [...view.values(schema.contentUrl), ...view.values(schema.contentURL)];
  if (places.length === 0) return false;
  const formats = view.values(schema.encodingFormat).map(textOf);
  const declaredFormats = formats.length > 0 ? formats : places.map(textOf);
  return !declaredFormats.some(
    (format) => format !== undefined && /\bjson(?:ld)?\b/iu.test(format),
  );
}

/** Whether a node is a `dcat:CatalogRecord` in any spelling. */
export function isCatalogRecord(view: NodeView): boolean {
  const kinds = view.values(schema.additionalType).map(textOf);
  return [...view.types, ...kinds].some((kind) => kind !== undefined && catalogRecord.test(kind));
}

/** The profiles that a node or its encoding claims; IRIs or texts as written. */
export function profilesOf(view: NodeView, views: NodeViews): readonly string[] {
  const encodings = view.values(schema.encoding).filter(isNode).map(views);
  return [view, ...encodings]
    .flatMap((each) => each.values(dcterms.conformsTo))
    .map(textOf)
    .filter((text) => text !== undefined && text.trim() !== '')
    .map((text) => text?.trim() ?? '');
}

function claimsOnlyProfile(view: NodeView, views: NodeViews): boolean {
  if (resourceProperties.some((property) => view.values(property).length > 0)) return false;
  return profilesOf(view, views).some((profile) => cdifProfile.test(profile));
}

/** A subject heading, as under `about` of a dataset: a term, or a node without name and type. */
function isTopic({ id, types }: NodeView): boolean {
  return types.length === 0 ? id === undefined : types.every((type) => topicTypes.has(type));
}
