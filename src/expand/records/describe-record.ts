import type { DescribedResource, RecordGraph } from '../../model/record.ts';
import { canonicalProfile } from '../../model/cdif-profile.ts';
import { bareDoi } from '../../rdf/identifier-name.ts';
import { repairIri } from '../../rdf/iri.ts';
import { dcterms, schema } from '../../rdf/vocabularies.ts';
import { wellFormed } from '../../text/well-formed.ts';
import type { FindingSink } from '../findings.ts';
import type { RelativeText } from '../../facts/text/relative-text.ts';
import type { JsonValue } from '../json.ts';
import { canonicalNode } from '../schema-org/namespace.ts';
import { withNamespace } from '../undeclared-prefix.ts';
import { isNode, textOf, type NodeView, type NodeViews } from './node-view.ts';
import { profilesOf } from './record-node.ts';
import type { RecordGroup } from './record-groups.ts';
import type { NameTest } from '../../facts/text/usable-name.ts';

/** The description of a record that needs no RDF. */
export type RecordDescription = Pick<
  RecordGraph,
  'recordIri' | 'describes' | 'profiles' | 'memberOf'
>;

/** What describing a record needs besides its nodes. */
export interface DescriptionContext {
  readonly views: NodeViews;
  readonly isUsable: NameTest;
  readonly relativeText: RelativeText;
  /** Collects `identifier-unusable`. */
  readonly findings: FindingSink;
}

/** More identifiers, or longer texts, are not names. */
const maxIdentifiers = 100;
const maxNameCharacters = 1000;

const identifierProperties = [schema.identifier, dcterms.identifier] as const;
const locationProperties = [schema.sameAs, schema.url] as const;
const nameProperties = [schema.name, dcterms.title, schema.headline] as const;

/** Describes a record: its name, resources, profiles and lists. */
export function describeRecord(group: RecordGroup, context: DescriptionContext): RecordDescription {
  const { record, subjects, tops } = group;
  const recordIri = record && usableNodeIri(record.id, context);
  const profileNodes = record === undefined ? tops.map(({ view }) => view) : [record];
  const profiles = profileNodes
    .flatMap((view) => profilesOf(view, context.views))
    .filter(context.isUsable)
    .map((profile) => canonicalProfile(wellFormed(withNamespace(profile))));
  const listIds = new Set(tops.flatMap((top) => Array.from(top.memberOf)));
  const lists = Array.from(listIds, (list) => iriOf(list, context));
  return {
    ...(recordIri === undefined ? {} : { recordIri }),
    describes: subjects.map((view) => describeResource(view, context)),
    profiles: [...new Set(profiles)].toSorted(),
    memberOf: [...new Set(lists.filter((list) => list !== undefined))].toSorted(),
  };
}

/**
 * The identifiers of a resource, the least first, then its URLs: names for a resource without IRI.
 */
export function namesOf(
  view: NodeView,
  { views, isUsable }: Pick<DescriptionContext, 'views' | 'isUsable'>,
): readonly string[] {
  return [identifierProperties, [schema.url]].flatMap((properties) =>
    textsOfAll(view, properties, views)
      .filter((text) => isUsable(text))
      .toSorted((one, other) => (one < other ? -1 : 1)),
  );
}

function describeResource(view: NodeView, context: DescriptionContext): DescribedResource {
  const iri = usableNodeIri(view.id, context);
  const name = nameProperties
    .flatMap((property) => view.values(property))
    .map(literalOf)
    .find((text) => text !== undefined && context.isUsable(text));
  return {
    ...(iri === undefined ? {} : { iri }),
    types: [...new Set(view.types)],
    ...(name === undefined ? {} : { name }),
    identifiers: identifiersOf(view, context),
  };
}

/**
 * The usable identifiers, other IRIs and URLs, as written; unusable identifiers are noted. A DOI
 * without prefix as `@id` became a relative IRI, which nobody would search for.
 */
function identifiersOf(view: NodeView, context: DescriptionContext): readonly string[] {
  const { views, isUsable, relativeText, findings } = context;
  const identifiers = textsOfAll(view, identifierProperties, views);
  for (const text of identifiers) {
    if (text === '' || text.startsWith('_:') || isUsable(text)) continue;
    findings.add({ kind: 'identifier-unusable', value: text });
  }
  const ownText = relativeText(view.id ?? '') ?? '';
  const texts = [
    ...(bareDoi.test(ownText) ? [ownText] : []),
    ...identifiers,
    ...textsOfAll(view, locationProperties, views),
  ].filter((text) => text.length <= maxNameCharacters && isUsable(text));
  return [...new Set(texts)].slice(0, maxIdentifiers);
}

/** The texts of some properties, in document order. */
function textsOfAll(
  view: NodeView,
  properties: readonly string[],
  views: NodeViews,
): readonly string[] {
  return properties
    .flatMap((property) => view.values(property))
    .flatMap((value) => textsOf(value, views))
    .map((text) => wellFormed(text.trim()));
}

/** The text of a value; for a PropertyValue its value, URL and IRI. */
function textsOf(value: JsonValue, views: NodeViews): readonly string[] {
  const own = textOf(value);
  const view = isNode(value) ? views(value) : undefined;
  const inside = [schema.value, schema.url].flatMap((property) => view?.values(property) ?? []);
  return [...inside.map(textOf), own].filter((text) => text !== undefined);
}

/** An `@id` as in the graph, where it is usable. */
function usableNodeIri(id: string | undefined, context: DescriptionContext): string | undefined {
  if (id === undefined || id.startsWith('_:')) return undefined;
  return iriOf(id, context);
}

function iriOf(id: string, { isUsable }: DescriptionContext): string | undefined {
  const iri = repairIri(id);
  return iri === undefined || !isUsable(iri) ? undefined : canonicalNode(withNamespace(iri));
}

function literalOf(value: JsonValue): string | undefined {
  const text = isNode(value) ? undefined : textOf(value)?.trim();
  if (text === undefined || text === '') return undefined;
  return wellFormed(text.slice(0, maxNameCharacters));
}
