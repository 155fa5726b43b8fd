import { resourceIriOfEntry } from '../../../catalogue/derived/index-statements.ts';
import {
  type HarvestedCopy,
  recordOrigin,
} from '../../../catalogue/derived/provenance-and-problems.ts';
import { harvestedCopy } from '../../../catalogue/find-records.ts';
import { shownValues } from '../../../catalogue/shown-resource.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import {
  agentTerms,
  fileTerms,
  textTerms,
  variableTerms,
} from '../../../facts/record/properties.ts';
import { readRecordGraph } from '../../../facts/record/record-graph.ts';
import { textForReader } from '../../../facts/text/text-languages.ts';
import type { DescribedResource } from '../../../model/record.ts';
import type { SearchFacts, Text } from '../../../model/search-facts.ts';
import { undefinedIfMail } from '../../../text/clean-text.ts';
import { readDetails } from '../../../views/details/read-details.ts';
import {
  type BoundedPart,
  noDetails,
  type OmittedDetails,
  type ResourceDetails,
} from '../../../views/details/resource-details.ts';
import type { LinkSet } from '../../../views/signposting/link-sets.ts';
import { signpostingRecord } from '../../../views/signposting/read-signposting.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { pageKey } from '../../page-keys.ts';

/** A record of the resource of a page, with its details. */
export interface DatasetRecord {
  /** The IRI of its graph. */
  readonly graph: string;
  /** The page key of the record. */
  readonly key: string;
  readonly resource: DescribedResource;
  /** Absent where an older program stored the record. */
  readonly search: SearchFacts | undefined;
  readonly copy: HarvestedCopy;
  /** The names of the sources that list it, sorted. */
  readonly sources: readonly string[];
  /**
   * Absent where there are too many records, or this record is too large to read within a request.
   */
  readonly details?: ResourceDetails;
}

/**
 * The subject of a page before its records are read: a resource with its records, or one record.
 */
export interface FoundDataset {
  readonly kind: 'dataset' | 'record';
  /** The page key. */
  readonly key: string;
  /** The key of the resource in search results. */
  readonly resource: string;
  /** The records that are compared; the first one has the shown title. */
  readonly records: readonly [DatasetRecord, ...DatasetRecord[]];
  /** The graphs of all records; those of `records` come first. */
  readonly graphs: readonly string[];
}

/** The subject of a page with the details of its records. */
export interface ShownDataset extends FoundDataset {
  /** The first of the records. */
  readonly main: DatasetRecord & { readonly details: ResourceDetails };
  /** The typed links that the publisher's page should send, from the main record. */
  readonly publisherLinks: LinkSet | undefined;
}

/** The number of records that are compared; further records are only named. */
const maxRecords = 8;
/** The total length of the records that are read in addition to the main one. */
const maxCharacters = 1_000_000;

/** The resource with this page key; undefined where no record describes it now. */
export function findDataset(
  { index, keys, snapshot }: CatalogueState,
  key: string,
): FoundDataset | undefined {
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
 * The graphs of the records of a resource: first the records with the shown title, and of these the
 * richest.
 * @param places the places that each record has among the resources
 */
function orderedRecords(
  snapshot: Snapshot,
  resource: string,
  places: ReadonlyMap<string, number>,
): readonly string[] {
  const graphs = [...places.keys()].toSorted();
  if (graphs.length < 2) return graphs;
  const speaking = shownValues(snapshot, resource, graphs.slice(0, maxSpeaking)).title?.from;
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

/**
 * With more records than this, the main record is not chosen by content, since all would be read.
 */
const maxSpeaking = 200;

/** The current record with this page key, or undefined. */
export function findRecordDataset(
  { keys, snapshot }: CatalogueState,
  key: string,
): FoundDataset | undefined {
  const graph = keys.graphOf(key);
  const facts = graph === undefined ? undefined : snapshot.factsOf(graph);
  const described = facts?.describes[0];
  if (graph === undefined || described === undefined) return undefined;
  const resource = keyOfResource(snapshot, graph, described);
  return foundSubject(snapshot, { kind: 'record', key, resource, graphs: [graph] }, () => 0);
}

function keyOfResource(snapshot: Snapshot, graph: string, described: DescribedResource): string {
  const [search] = snapshot.searchFactsOf(graph);
  return search === undefined
    ? (described.iri ?? graph)
    : resourceIriOfEntry(graph, described, search);
}

function foundSubject(
  snapshot: Snapshot,
  named: Omit<FoundDataset, 'records'>,
  placeIn: (graph: string) => number,
): FoundDataset | undefined {
  const [first, ...others] = named.graphs.slice(0, maxRecords).flatMap((graph) => {
    return recordOf(snapshot, graph, placeIn(graph)) ?? [];
  });
  return first && { ...named, records: [first, ...others] };
}

function recordOf(snapshot: Snapshot, graph: string, place: number): DatasetRecord | undefined {
  const facts = snapshot.factsOf(graph);
  const resource = facts?.describes[place];
  if (facts === undefined || resource === undefined) return undefined;
  const copy = harvestedCopy(snapshot, facts);
  return {
    graph,
    key: pageKey(graph),
    resource,
    search: snapshot.searchFactsOf(graph)[place],
    copy,
    sources: copy.listings.map(({ source }) => source).toSorted(),
  };
}

/** The number of values read per property and node of a very large record. */
const maxValues = { first: 100, many: 500 } as const;

/** The options of reading the records of a page. */
interface DatasetReading {
  /** The limit for the main record, where it is very large. */
  readonly extent: keyof typeof maxValues;
  /** As `PageRequest.languages`. */
  readonly languages: readonly string[];
}

/** Reads the details of the records of a page. */
export function readShownDataset(
  snapshot: Snapshot,
  found: FoundDataset,
  reading: DatasetReading,
): ShownDataset {
  const [first, ...others] = found.records;
  const { graph, resource, copy, search } = first;
  const { extent, languages } = reading;
  const { nquads, omitted } = preferredTextOf(snapshot, first, extent);
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

/** The statements of a record, up to the limit. */
export function preferredTextOf(
  snapshot: Snapshot,
  { graph, resource }: DatasetRecord,
  extent: keyof typeof maxValues,
): BoundedRecordText {
  return boundRecordText(snapshot.nquadsOf(graph) ?? '', {
    resource,
    maxOfProperty: maxValues[extent],
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
  records: readonly DatasetRecord[],
  languages: readonly string[],
): DatasetRecord[] {
  let characters = 0;
  return records.map((record) => {
    const { graph, resource, search } = record;
    const { nquads, omitted } = preferredTextOf(snapshot, record, 'first');
    characters += nquads.length;
    if (characters > maxCharacters) return record;
    const details = readDetails(readRecordGraph({ graph, nquads }), resource, search, languages);
    return { ...record, details: withOmitted(details, omitted) };
  });
}

/** The value of the main record, or of the first record that has one. */
interface StatedByRecords<Value> {
  readonly record: DatasetRecord;
  readonly value: Value;
}

/**
 * The value of the main record, else of the first other record that has one.
 * @param read returns nothing, or an empty list, where a record has no value
 */
export function statedByRecords<Value>(
  { records }: ShownDataset,
  read: (details: ResourceDetails, record: DatasetRecord) => Value | undefined,
): StatedByRecords<Value> | undefined {
  for (const record of records) {
    const value = read(record.details ?? { graph: record.graph, ...noDetails }, record);
    if (value !== undefined && !(Array.isArray(value) && value.length === 0)) {
      return { record, value };
    }
  }
  return undefined;
}

/**
 * Joins the details: each part comes from the main record, else from the first other record that
 * has it.
 */
export function joinedDetails(subject: ShownDataset): ResourceDetails {
  const { details } = subject.main;
  const joined = Object.entries(noDetails).map(([part, none]) => {
    const name = part as keyof typeof noDetails; // its own names
    return [part, statedByRecords(subject, (each) => each[name])?.value ?? none];
  });
  const places = statedByRecords(subject, (each) => each.places)?.value;
  const times = statedByRecords(subject, (each) => each.times)?.value;
  return {
    ...details,
    ...(Object.fromEntries(joined) as typeof noDetails), // same reason
    ...(places && { places }),
    ...(times && { times }),
  };
}

/** The title of a resource in the preferred language of the reader. */
export function datasetTitle(subject: ShownDataset, languages: readonly string[]): Text {
  const stated = statedByRecords(subject, (_, { search }) => search?.texts.titles);
  const titles = stated?.value ?? [];
  const { resource, graph } = subject.main;
  const own = resource.name ?? undefinedIfMail(resource.iri) ?? graph;
  return textForReader(titles, languages) ?? { text: own };
}

/** The description of a resource in the preferred language of the reader. */
export function datasetDescription(
  subject: ShownDataset,
  languages: readonly string[],
): StatedByRecords<Text> | undefined {
  return statedByRecords(subject, (details, { search }) => {
    const known = search?.texts.descriptions ?? [];
    const texts = known.length > 0 ? known : details.descriptions.map((text) => ({ text }));
    return textForReader(texts, languages);
  });
}

/**
 * The statements of a record. A very large record lacks some values and the nodes of these values.
 */
interface BoundedRecordText {
  readonly nquads: string;
  /** The number of omitted values, by part. */
  readonly omitted: readonly OmittedDetails[];
}

interface TextBounds {
  readonly resource: Pick<DescribedResource, 'iri' | 'node'>;
  /** The maximum number of values per property of a node. */
  readonly maxOfProperty: number;
}

/** As many characters as are read in a few milliseconds. */
const maxShownCharacters = 400_000;

/**
 * Bounds a record that is too large to read within a request: keeps the first values of each
 * property of each node, and drops the nodes of further values. The omitted values are counted by
 * the part of the details that they belong to.
 * @param nquads one statement per line; the statements of a node stand before those of its values
 * @param bounds the requested resource, and the number of values per property
 */
export function boundRecordText(
  nquads: string,
  { resource, maxOfProperty }: TextBounds,
): BoundedRecordText {
  if (nquads.length <= maxShownCharacters) return { nquads, omitted: [] };
  const kept: string[] = [];
  const counts = new Map<string, number>();
  const omitted = new Map<BoundedPart, number>();
  const leftOut = new Set<string>();
  const own = resource.iri === undefined ? resource.node : `<${resource.iri}>`;
  let subject: string | undefined;
  let isLeftOut = false;
  for (let start = 0; start < nquads.length;) {
    const end = nquads.indexOf('\n', start) + 1 || nquads.length;
    if (subject === undefined || !nquads.startsWith(`${subject} `, start)) {
      subject = nquads.slice(start, nquads.indexOf(' ', start));
      // Values of omitted nodes are not counted: there may be very many.
      isLeftOut = leftOut.has(subject);
    }
    const afterSubject = start + subject.length;
    const afterPredicate = nquads.indexOf(' ', afterSubject + 1);
    if (isLeftOut) leaveOut(leftOut, nquads, afterPredicate + 1);
    else {
      const of = nquads.slice(start, afterPredicate);
      const count = counts.get(of) ?? 0;
      if (count < maxOfProperty) {
        counts.set(of, count + 1);
        kept.push(nquads.slice(start, end));
      } else {
        leaveOut(leftOut, nquads, afterPredicate + 1);
        const part = partOf(nquads.slice(afterSubject + 2, afterPredicate - 1), subject === own);
        omitted.set(part, (omitted.get(part) ?? 0) + 1);
      }
    }
    start = end;
  }
  return {
    nquads: kept.join(''),
    omitted: Array.from(omitted, ([part, values]) => ({ part, values })),
  };
}

/** Omits the statements of an omitted blank node, too. */
function leaveOut(leftOut: Set<string>, nquads: string, start: number): void {
  if (nquads.startsWith('_:', start)) leftOut.add(nquads.slice(start, nquads.indexOf(' ', start)));
}

const parts: readonly (readonly [BoundedPart, ReadonlySet<string>])[] = [
  ['variables', new Set(variableTerms.variables)],
  ['distributions', new Set(fileTerms.distributions)],
  ['agents', new Set(Object.values(agentTerms.roles).flat())],
  ['identifiers', new Set(textTerms.identifiers)],
  ['terms', new Set(Object.values(textTerms.terms).flat())],
];
const inDistributions: ReadonlySet<string> = new Set(fileTerms.parts);

/** @param isOwn whether the resource itself has the property */
function partOf(property: string, isOwn: boolean): BoundedPart {
  if (!isOwn && inDistributions.has(property)) return 'distributions';
  return parts.find(([, properties]) => properties.has(property))?.[0] ?? 'related';
}
