import { readRecordGraph } from '../../../facts/record/record-graph.ts';
import { textFor } from '../../../facts/text/reader-texts.ts';
import type { DescribedResource } from '../../../model/record.ts';
import type { SearchFacts, Text } from '../../../model/search-facts.ts';
import { copyOf } from '../../../store/find-records.ts';
import { resourceOf } from '../../../store/index-statements.ts';
import type { HarvestedCopy } from '../../../store/provenance.ts';
import { recordOrigin } from '../../../store/provenance.ts';
import { shownOf } from '../../../store/resource-claims.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import { unlessMail } from '../../../text/without-mail.ts';
import { readDetails } from '../../../views/details/read-details.ts';
import {
  noDetails,
  type OmittedDetails,
  type ResourceDetails,
} from '../../../views/details/resource-details.ts';
import { signpostingRecord } from '../../../views/signposting/read-signposting.ts';
import type { LinkSet } from '../../../views/signposting/signposting-record.ts';
import { pageKey } from '../../page-keys.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { boundedText, type BoundedText } from './bounded-text.ts';

/** What one record says of the resource that a page is about. */
export interface SubjectRecord {
  /** The IRI of its graph. */
  readonly graph: string;
  /** The last part of the address of its page. */
  readonly key: string;
  readonly resource: DescribedResource;
  /** Absent where an older program kept the record. */
  readonly search: SearchFacts | undefined;
  readonly copy: HarvestedCopy;
  /** The names of the sources that list it, sorted. */
  readonly sources: readonly string[];
  /** Absent where there are too many records, or this one is too large to be read beside others. */
  readonly details?: ResourceDetails;
}

/** What a page is about, found and not read yet: a resource with its records, or one record. */
export interface FoundSubject {
  readonly kind: 'dataset' | 'record';
  /** The last part of its address. */
  readonly key: string;
  /** The key of the resource, as results of a search have it. */
  readonly resource: string;
  /** Those that stand side by side; the first says the title that is shown. */
  readonly records: readonly [SubjectRecord, ...SubjectRecord[]];
  /** The graphs of all records, those of `records` first. */
  readonly graphs: readonly string[];
}

/** What a page is about, with what its records say. */
export interface Subject extends FoundSubject {
  /** The first of the records. */
  readonly main: SubjectRecord & { readonly details: ResourceDetails };
  /** The links that the publisher's page about the resource should send, by the main record. */
  readonly publisherLinks: LinkSet | undefined;
}

/** So many records stand side by side; others are named. */
const maxRecords = 8;
/** Beside the main record others are read that are no longer than this in all. */
const maxCharacters = 1_000_000;

/** The resource that has a page with this key; undefined where no record describes it now. */
export function datasetSubject(
  { index, keys, snapshot }: CatalogueState,
  key: string,
): FoundSubject | undefined {
  const resource = keys.resourceOf(key);
  const number = resource === undefined ? undefined : index.entries.resources.numberOf(resource);
  if (resource === undefined || number === undefined) return undefined;
  const { entries } = index;
  const places = new Map<string, number>();
  for (const entry of entries.entriesOf(number)) {
    const graph = entries.graphOf(entry);
    if (!places.has(graph)) places.set(graph, entries.placeOf(entry));
  }
  const graphs = orderedRecords(snapshot, resource, places);
  return foundSubject(snapshot, { kind: 'dataset', key, resource, graphs }, (graph) => {
    return places.get(graph) ?? 0;
  });
}

/**
 * The graphs of the records of a resource: first those that have the title that is shown, and of
 * these those that say most.
 * @param places which of its resources each record describes
 */
function orderedRecords(
  snapshot: Snapshot,
  resource: string,
  places: ReadonlyMap<string, number>,
): readonly string[] {
  const graphs = [...places.keys()].toSorted();
  if (graphs.length < 2) return graphs;
  const speaking = shownOf(snapshot, resource, graphs.slice(0, maxSpeaking)).title?.from;
  const ranked = graphs.map((graph) => {
    const { describes = [], quads = 0 } = snapshot.factsOf(graph) ?? {};
    return { graph, quads, name: describes[places.get(graph) ?? 0]?.name };
  });
  const shown = ranked.find(({ graph }) => graph === speaking)?.name;
  const rankOf = ({ name }: { readonly name: string | undefined }): number =>
    Number(name !== shown);
  return ranked
    .toSorted((one, other) => rankOf(one) - rankOf(other) || other.quads - one.quads)
    .map(({ graph }) => graph);
}

/** Who of more than so many records speaks is not asked, since all of them would have to be read. */
const maxSpeaking = 200;

/** The record that has a page with this key; undefined where it is not there now. */
export function recordSubject(
  { keys, snapshot }: CatalogueState,
  key: string,
): FoundSubject | undefined {
  const graph = keys.graphOf(key);
  const facts = graph === undefined ? undefined : snapshot.factsOf(graph);
  const described = facts?.describes[0];
  if (graph === undefined || described === undefined) return undefined;
  const resource = keyOfResource(snapshot, graph, described);
  return foundSubject(snapshot, { kind: 'record', key, resource, graphs: [graph] }, () => 0);
}

function keyOfResource(snapshot: Snapshot, graph: string, described: DescribedResource): string {
  const [search] = snapshot.searchFactsOf(graph);
  return search === undefined ? (described.iri ?? graph) : resourceOf(graph, described, search);
}

function foundSubject(
  snapshot: Snapshot,
  named: Omit<FoundSubject, 'records'>,
  placeIn: (graph: string) => number,
): FoundSubject | undefined {
  const [first, ...others] = named.graphs.slice(0, maxRecords).flatMap((graph) => {
    return recordOf(snapshot, graph, placeIn(graph)) ?? [];
  });
  return first && { ...named, records: [first, ...others] };
}

function recordOf(snapshot: Snapshot, graph: string, place: number): SubjectRecord | undefined {
  const facts = snapshot.factsOf(graph);
  const resource = facts?.describes[place];
  if (facts === undefined || resource === undefined) return undefined;
  const copy = copyOf(snapshot, facts);
  return {
    graph,
    key: pageKey(graph),
    resource,
    search: snapshot.searchFactsOf(graph)[place],
    copy,
    sources: copy.listings.map(({ source }) => source).toSorted(),
  };
}

/** How many values of one property of one node are read of a very large record. */
const mostValues = { first: 100, many: 500 } as const;

/** How the records of a page are read. */
export interface SubjectReading {
  /** Of the main record, where that is very large. */
  readonly extent: keyof typeof mostValues;
  /** As `PageRequest.languages`. */
  readonly languages: readonly string[];
}

/** Reads what the records of a page say. */
export function readSubject(
  snapshot: Snapshot,
  found: FoundSubject,
  reading: SubjectReading,
): Subject {
  const [first, ...others] = found.records;
  const { graph, resource, copy, search } = first;
  const { extent, languages } = reading;
  const { nquads, omitted } = textOf(snapshot, first, extent);
  const read = readRecordGraph({ graph, nquads });
  const links = signpostingRecord(read, resource, recordOrigin(copy));
  const main = {
    ...first,
    details: withOmitted(readDetails(read, resource, search, languages), omitted),
  };
  return {
    ...found,
    main,
    records: [main, ...withDetails(snapshot, others, languages)],
    publisherLinks: links?.sets.find(({ sender }) => sender === 'landing page'),
  };
}

/** The statements of a record, as far as they are read while others wait. */
export function textOf(
  snapshot: Snapshot,
  { graph, resource }: SubjectRecord,
  extent: keyof typeof mostValues,
): BoundedText {
  return boundedText(snapshot.nquadsOf(graph) ?? '', {
    resource,
    maxOfProperty: mostValues[extent],
  });
}

function withOmitted(details: ResourceDetails, more: readonly OmittedDetails[]): ResourceDetails {
  if (more.length === 0) return details;
  const sums = new Map((details.omitted ?? []).map(({ part, values }) => [part, values]));
  for (const { part, values } of more) sums.set(part, (sums.get(part) ?? 0) + values);
  return { ...details, omitted: Array.from(sums, ([part, values]) => ({ part, values })) };
}

function withDetails(
  snapshot: Snapshot,
  records: readonly SubjectRecord[],
  languages: readonly string[],
): SubjectRecord[] {
  let characters = 0;
  return records.map((record) => {
    const { graph, resource, search } = record;
    const { nquads, omitted } = textOf(snapshot, record, 'first');
    characters += nquads.length;
    if (characters > maxCharacters) return record;
    const details = readDetails(readRecordGraph({ graph, nquads }), resource, search, languages);
    return { ...record, details: withOmitted(details, omitted) };
  });
}

/** Of the main record, or of the first that says something. */
export interface Said<Value> {
  readonly record: SubjectRecord;
  readonly value: Value;
}

/**
 * What the main record says, else the first of the others that says anything.
 * @param read gives nothing, or an empty list, where a record does not say it
 */
export function saidOf<Value>(
  { records }: Subject,
  read: (details: ResourceDetails, record: SubjectRecord) => Value | undefined,
): Said<Value> | undefined {
  for (const record of records) {
    const value = read(record.details ?? { graph: record.graph, ...noDetails }, record);
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) {
      return { record, value };
    }
  }
  return undefined;
}

/** Each part of the details by the main record, else by the first of the others that says anything. */
export function joinedDetails(subject: Subject): ResourceDetails {
  const { details } = subject.main;
  const joined = Object.entries(noDetails).map(([part, none]) => {
    const name = part as keyof typeof noDetails; // its own names
    return [part, saidOf(subject, (each) => each[name])?.value ?? none];
  });
  const places = saidOf(subject, (each) => each.places)?.value;
  const times = saidOf(subject, (each) => each.times)?.value;
  return {
    ...details,
    ...(Object.fromEntries(joined) as typeof noDetails), // as above
    ...(places && { places }),
    ...(times && { times }),
  };
}

/** The title of a resource, as a reader understands it best. */
export function titleOf(subject: Subject, languages: readonly string[]): Text {
  const said = saidOf(subject, (_, { search }) => search?.texts.titles);
  const titles = said?.value ?? [];
  const { resource, graph } = subject.main;
  const own = resource.name ?? unlessMail(resource.iri) ?? graph;
  return textFor(titles, languages) ?? { text: own };
}

/** What describes a resource, as a reader understands it best. */
export function descriptionOf(
  subject: Subject,
  languages: readonly string[],
): Said<Text> | undefined {
  return saidOf(subject, (details, { search }) => {
    const known = search?.texts.descriptions ?? [];
    const texts = known.length > 0 ? known : details.descriptions.map((text) => ({ text }));
    return textFor(texts, languages);
  });
}
