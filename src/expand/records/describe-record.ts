import { hash } from 'node:crypto';
import type { NameTest, RelativeReferenceReader } from '../../facts/text/missing-values.ts';
import { readWrittenList } from '../../facts/text/written-list.ts';
import { canonicalProfile } from '../../model/media-type.ts';
import { contentKey, type DescribedResource, type RecordGraph } from '../../model/record.ts';
import { mendPublishedIri } from '../../rdf/iri.ts';
import { bareDoi } from '../../rdf/identifiers.ts';
import { dcterms, schema } from '../../rdf/vocabularies.ts';
import { canonicalJson, isObject, type JsonValue } from '../../text/json.ts';
import { replaceLoneSurrogates } from '../../text/clean-text.ts';
import { compareTexts, groupBy } from '../../text/collections.ts';
import type { FindingSink } from '../findings.ts';
import { canonicalNodeIri, expandUndeclaredPrefix } from '../iri-corrections.ts';
import {
  claimedProfiles,
  isNodeObject,
  literalOrIriText,
  type NodeView,
  type NodeViews,
} from './node-view.ts';
import type { RecordGroup } from './record-groups.ts';

/** The description of a record that needs no RDF. */
export type RecordDescription = Pick<
  RecordGraph,
  'recordIri' | 'describes' | 'profiles' | 'memberOf'
>;

/** What describing a record needs besides its nodes. */
export interface DescriptionContext {
  readonly views: NodeViews;
  readonly isUsable: NameTest;
  readonly relativeText: RelativeReferenceReader;
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
    .flatMap((view) => claimedProfiles(view, context.views))
    .filter(context.isUsable)
    .map((profile) => canonicalProfile(replaceLoneSurrogates(expandUndeclaredPrefix(profile))));
  const listIds = new Set(tops.flatMap((top) => Array.from(top.memberOf)));
  const lists = Array.from(listIds, (list) => iriOf(list, context));
  return {
    ...(recordIri === undefined ? {} : { recordIri }),
    describes: subjects.map((view) => describeResource(view, context)),
    profiles: [...new Set(profiles)].toSorted(),
    memberOf: [...new Set(lists.filter((list) => list !== undefined))].toSorted(),
  };
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

/** The texts of some properties, also those in a list that is written as a text, in order. */
function textsOfAll(
  view: NodeView,
  properties: readonly string[],
  views: NodeViews,
): readonly string[] {
  return properties
    .flatMap((property) => view.values(property))
    .flatMap((value) => textsOf(value, views))
    .flatMap((text) => readWrittenList(text) ?? [text])
    .map((text) => replaceLoneSurrogates(text.trim()));
}

/** The text of a value; for a PropertyValue its value, URL and IRI. */
function textsOf(value: JsonValue, views: NodeViews): readonly string[] {
  const own = literalOrIriText(value);
  const view = isNodeObject(value) ? views(value) : undefined;
  const inside = [schema.value, schema.url].flatMap((property) => view?.values(property) ?? []);
  return [...inside.map(literalOrIriText), own].filter((text) => text !== undefined);
}

/** An `@id` as in the graph, where it is usable. */
function usableNodeIri(id: string | undefined, context: DescriptionContext): string | undefined {
  if (id === undefined || id.startsWith('_:')) return undefined;
  return iriOf(id, context);
}

function iriOf(id: string, { isUsable }: DescriptionContext): string | undefined {
  const iri = mendPublishedIri(id);
  return iri === undefined || !isUsable(iri)
    ? undefined
    : canonicalNodeIri(expandUndeclaredPrefix(iri));
}

function literalOf(value: JsonValue): string | undefined {
  const text = isNodeObject(value) ? undefined : literalOrIriText(value)?.trim();
  if (text === undefined || text === '') return undefined;
  return replaceLoneSurrogates(text.slice(0, maxNameCharacters));
}

/**
 * The name of a record: its IRI, else the IRI, identifier or URL of its resource (design:
 * Identity). The least of several, so that the order of the document does not matter.
 */
export function chooseRecordName(
  { subjects, tops }: RecordGroup,
  { recordIri, describes }: RecordDescription,
  context: DescriptionContext,
): string | undefined {
  if (recordIri !== undefined) return recordIri;
  const [resource, ...more] = describes;
  const [subject] = subjects;
  if (more.length === 0)
    return resource?.iri ?? (subject && listResourceNames(subject, context)[0]);
  // None of several resources names the whole; their parent node may.
  const ids = tops.map(({ view }) => view.id).filter((id) => id !== undefined);
  return ids.filter(context.isUsable).toSorted(compareTexts)[0];
}

/**
 * The identifiers of a resource, the least first, then its URLs: names for a resource without IRI.
 */
function listResourceNames(
  view: NodeView,
  { views, isUsable }: DescriptionContext,
): readonly string[] {
  return [identifierProperties, [schema.url]].flatMap((properties) =>
    textsOfAll(view, properties, views).filter(isUsable).toSorted(compareTexts),
  );
}

/** A record that may need a key besides its URL. */
export interface KeyableRecord {
  readonly name: string | undefined;
  /** Whether another record of that URL, not at hand, has the same name. */
  readonly sharesName: boolean;
  /** Its content; records with equal content are duplicates. */
  readonly content: () => string;
}

/**
 * The key of a record: `alone` where its URL has no other, `repeated` where the earlier record `of`
 * has the same content.
 */
export type RecordKey =
  | { readonly kind: 'alone' }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'repeated'; readonly of: number };

/**
 * Assigns each record of one URL a key independent of its position: its name, else a hash of its
 * content; both where a name is ambiguous.
 * @param isList whether the number of records may change, so that even a single one needs a key
 * @returns one per record, in order
 */
export function assignRecordKeys(
  records: readonly KeyableRecord[],
  isList: boolean,
): readonly RecordKey[] {
  if (records.length === 1 && !isList) return [{ kind: 'alone' }];
  const byName = groupBy(records, ({ name }) => name);
  const hashes = records.map(({ name, sharesName, content }) =>
    name === undefined || sharesName || (byName.get(name) ?? []).length > 1
      ? hash('sha256', content(), 'hex')
      : undefined,
  );
  const firsts = new Map<string, number>();
  const firstOf = records.map(({ name }, index) => {
    const identity = `${name ?? ''} ${hashes[index] ?? ''}`;
    const first = firsts.get(identity) ?? index;
    firsts.set(identity, first);
    return first;
  });
  if (firsts.size === 1 && !isList) {
    return firstOf.map((of, index) =>
      of === index ? { kind: 'alone' } : { kind: 'repeated', of },
    );
  }
  const distinct = groupBy(new Set(firstOf), (first) => records[first]?.name);
  return records.map(({ name, sharesName }, index) => {
    const of = firstOf[index] ?? index;
    if (of !== index) return { kind: 'repeated', of };
    const sha256 = hashes[index] ?? '';
    if (name === undefined) return { kind: 'key', key: contentKey(sha256) };
    const isAmbiguous = sharesName || (distinct.get(name) ?? []).length > 1;
    return { kind: 'key', key: isAmbiguous ? contentKey(sha256, name) : name };
  });
}

/**
 * What distinguishes records with the same name: the content of their own nodes, as a text that
 * depends on the order of lists only, not of members or values.
 */
export function recordContent({ tops }: RecordGroup): string {
  return tops.map(({ view }) => canonicalJson(sortValues(view.node, false))).join('\n');
}

function sortValues(value: JsonValue, isList: boolean): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map((item) => sortValues(item, false));
    if (isList) return items;
    const texts = new Map(items.map((item) => [canonicalJson(item), item]));
    return [...texts]
      .toSorted(([one], [other]) => compareTexts(one, other))
      .map(([, item]) => item);
  }
  if (!isObject(value) || '@value' in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, sortValues(member, name === '@list')]),
  );
}
