import { dcterms, foaf, schema } from '../../rdf/vocabularies.ts';
import type { JsonObject } from '../json.ts';
import { isNode, isReference, textOf, type NodeView, type NodeViews } from './node-view.ts';

/** `dcat:CatalogRecord` as IRI and as text, with the prefix declared or not. */
const catalogRecord = /^(?:dcat:|https?:\/\/www\.w3\.org\/ns\/dcat#)CatalogRecord$/u;
/** The conformance IRIs of CDIF, their drafts and the texts used in their place all have the name in them. */
const cdifProfile = /cdif/iu;
/** What `about` says of a resource where it names a subject heading rather than a resource with metadata. */
const topicTypes: ReadonlySet<string> = new Set(
  ['CategoryCode', 'DefinedTerm', 'DefinedTermSet', 'Thing'].map(
    (name) => `http://schema.org/${name}`,
  ),
);
/** By these a node shows that it is a resource, whatever profile it claims for itself. */
const resourceProperties = [
  schema.distribution,
  schema.spatialCoverage,
  schema.temporalCoverage,
  schema.variableMeasured,
] as const;

/**
 * Whether a node is of the kind that metadata records are: a catalogue record in any spelling, a DigitalDocument, or
 * what claims a CDIF profile; not the same metadata in another format (design: Identity; CDIF discovery, both drafts).
 */
export function isRecordLike(view: NodeView, views: NodeViews): boolean {
  if (isOtherFormat(view)) return false;
  if (isCatalogRecord(view) || view.types.includes(schema.DigitalDocument)) return true;
  return claimsOnlyProfile(view, views);
}

/**
 * What a metadata record is about; nothing where the node is no record, or names subject headings rather than resources.
 * @param resolve the node that a reference means, where the document describes it
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

/** What a node says it is about. */
export function aboutOf(view: NodeView): readonly JsonObject[] {
  return [...view.values(schema.about), ...view.values(foaf.primaryTopic)].filter(isNode);
}

/** Whether a node is a dataset to schema.org, DCAT or another vocabulary. */
export function isDataset({ types }: NodeView): boolean {
  return types.some((type) => /[/#:]Dataset$/u.test(type));
}

/** Whether a node is the metadata in another format: ISO XML under `subjectOf`, for one. It has a place to be fetched from. */
export function isOtherFormat(view: NodeView): boolean {
  const places = [...view.values(schema.contentUrl), ...view.values(schema.contentURL)];
  if (places.length === 0) return false;
  const formats = view.values(schema.encodingFormat).map(textOf);
  const told = formats.length > 0 ? formats : places.map(textOf);
  return !told.some((format) => format !== undefined && /\bjson(?:ld)?\b/iu.test(format));
}

/** Whether a node is a `dcat:CatalogRecord` in any spelling. */
export function isCatalogRecord(view: NodeView): boolean {
  const kinds = view.values(schema.additionalType).map(textOf);
  return [...view.types, ...kinds].some((kind) => kind !== undefined && catalogRecord.test(kind));
}

/** The profiles a node claims, itself or by its encoding; IRIs or texts as written. */
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

/** A subject heading, such as `about` of a dataset has: a term, or a text in a node without name and kind. */
function isTopic({ id, types }: NodeView): boolean {
  return types.length === 0 ? id === undefined : types.every((type) => topicTypes.has(type));
}
