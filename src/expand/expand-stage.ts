import { hash } from 'node:crypto';
import { type FactNode, ReadingBudget, readRecordGraph } from '../facts/record/record-graph.ts';
import { extractSearchFacts } from '../facts/record/search-facts.ts';
import { createNameTest, createRelativeReferenceReader } from '../facts/text/missing-values.ts';
import type { Outcome, SkipReason, Stage, StageContext } from '../model/outcome.ts';
import type {
  DerivationOutput,
  DescribedResource,
  JsonLdDocument,
  KeptDocument,
  RecordGraph,
} from '../model/record.ts';
import type { SearchFacts } from '../model/search-facts.ts';
import { graphIri, targetUrl } from '../model/target.ts';
import { schema } from '../rdf/vocabularies.ts';
import type { TextLookup } from '../text/text-set.ts';
import { expandDocument, type ExpandOptions } from './expand-document.ts';
import { createListFrameReader } from './expand-members.ts';
import { type ExpansionFinding, Findings, locateFinding, type Refused } from './findings.ts';
import { JsonLdProcessor } from './json-ld-processor.ts';
import type { ExpandLimits } from './prepare-document.ts';
import { type LocatedDocument, locateExpanded, PlaceCollector } from './record-places.ts';
import {
  assignRecordKeys,
  chooseRecordName,
  describeRecord,
  type KeyableRecord,
  recordContent,
  type RecordDescription,
  type RecordKey,
} from './records/describe-record.ts';
import {
  findDocumentRecords,
  type FoundRecords,
  type RecordNodes,
} from './records/find-records.ts';
import { createNodeViews, type NodeView } from './records/node-view.ts';
import type { RecordGroup } from './records/record-groups.ts';
import { writeGraph, type WrittenGraph } from './write-graph.ts';

/**
 * Turns the JSON-LD documents of one visit to a URL into the graphs of their records, without
 * network and files. For all documents together, since keys distinguish their records, it yields:
 * - each document as it is kept, also an invalid one;
 * - a graph per record, with its problems; `repeated-on-page` for a duplicate;
 * - a link for each list item that is described elsewhere;
 * - `page-furniture` for descriptions of the page beside a record;
 * - why there is no graph: `context-missing`, `context-unavailable`, `graph-too-large`,
 *   `json-ld-invalid`, `json-too-complex`, `list-item-invalid`, `no-triples`.
 */
export function createExpandStage(options: {
  readonly limits: ExpandLimits;
}): Stage<readonly JsonLdDocument[], DerivationOutput> {
  return createExpander(options).stage;
}

/** The expand stage, and what is needed for lists that are read item by item. */
export type Expander = ReturnType<typeof createExpander>;

/**
 * Creates the stage and its helpers for lists, which share one cache of contexts.
 * @param withPlaces whether graphs have `places`, which doubles the time
 */
export function createExpander({
  limits,
  withPlaces = false,
}: {
  readonly limits: ExpandLimits;
  readonly withPlaces?: boolean;
}) {
  const expanding = { limits, withPlaces, processor: new JsonLdProcessor() };
  /** The stage for items of a list, given the names that several different records have. */
  const createItemStage = (
    shared: TextLookup,
  ): Stage<readonly JsonLdDocument[], DerivationOutput> => ({
    name: 'expand',
    process: (documents, { watch, contexts }) =>
      expandAll(documents, { ...expanding, shared, watch, contexts }),
  });
  return {
    stage: createItemStage(new Set()),
    readListFrame: createListFrameReader(expanding),
    /** The names of the records in a document, and a hash of the content of each. */
    readRecordNames: async (document: JsonLdDocument, { watch, contexts }: StageContext) => {
      const findings = new Findings(document.documentUrl);
      const options = { ...expanding, shared: new Set<string>(), watch, contexts, findings };
      const reading = await readRecords({ ...document, sha256: '' }, options);
      if (reading.kind === 'refused') return [];
      return reading.records.flatMap(({ name, content }) =>
        name === undefined ? [] : [{ name, sha256: hash('sha256', content(), 'hex') }],
      );
    },
    createItemStage,
  };
}

interface ReadingOptions extends ExpandOptions {
  readonly findings: Findings;
  readonly withPlaces: boolean;
  /** The names that several different records of a list have. */
  readonly shared: TextLookup;
}

/** The records of a document, before they have keys. */
interface DocumentRecords extends Omit<FoundRecords, 'records'> {
  readonly kind: 'read';
  readonly document: KeptDocument;
  readonly records: readonly DocumentRecord[];
  /** Why nodes and items were left out. */
  readonly lost: readonly ExpansionFinding[];
  /** Findings that belong to none of the records. */
  readonly findings: Findings;
}

/** A record of a document. */
interface DocumentRecord extends KeyableRecord {
  readonly document: KeptDocument;
  readonly nodes: RecordNodes;
  /** See `ExpandedDocument`. */
  readonly noPrefixes: ReadonlyMap<string, string>;
  readonly description: RecordDescription;
  /** Of the document; undefined where places are unknown or not asked for. */
  readonly located: LocatedDocument | undefined;
  /** Shared by all records of the document. */
  readonly budget: ReadingBudget;
  /** A single record also has the findings of the document. */
  readonly findings: Findings;
}

async function* expandAll(
  documents: readonly JsonLdDocument[],
  options: Omit<ReadingOptions, 'findings'>,
): AsyncGenerator<Outcome<DerivationOutput>> {
  const readings: DocumentRecords[] = [];
  const failures: Outcome<DerivationOutput>[] = [];
  for (const document of documents) {
    const kept = { ...document, sha256: hash('sha256', document.json, 'hex') };
    const findings = new Findings(document.documentUrl);
    const reading = await readRecords(kept, { ...options, findings });
    if (reading.kind === 'read') readings.push(reading);
    else {
      const problem = locateFinding(reading.reason, document.documentUrl);
      failures.push({ kind: 'produced', value: { kind: 'document', document: kept } });
      failures.push({ kind: 'failed', problem, problems: findings.list() });
    }
  }
  yield* failures;
  const isList = readings.some((each) => each.isList || each.document.piece !== undefined);
  const records = readings.flatMap((reading) => reading.records);
  const keys = assignRecordKeys(records, isList);
  const repetitions = membershipOfRepetitions(records, keys);
  const recordsWithGraph = new Set(records.filter((_, index) => keys[index]?.kind !== 'repeated'));
  for (const reading of readings) yield* documentOutcomes(reading, recordsWithGraph);
  for (const [index, record] of records.entries()) {
    options.watch?.goesOn();
    const key = keys[index] ?? { kind: 'alone' };
    if (key.kind === 'repeated')
      yield skippedOutcome(record.document.documentUrl, 'repeated-on-page');
    else yield graphOutcome(record, key, repetitions.get(index) ?? []);
  }
}

/** Expands a document and finds its records; refused where there are none. */
async function readRecords(
  document: KeptDocument,
  options: ReadingOptions,
): Promise<DocumentRecords | Refused> {
  const { findings, shared } = options;
  const expansion = await expandDocument(document, options);
  if (expansion.kind === 'refused') return expansion;
  const { nodes: expanded, areSeparate, noPrefixes, lost } = expansion;
  const { documentUrl, piece } = document;
  const isLoneItem = piece !== undefined;
  const views = createNodeViews();
  const given = { nodes: expanded, areSeparate, isLoneItem, views, documentUrl, findings };
  const found = findDocumentRecords(given);
  const reason = reasonForNone(found, document);
  if (reason !== undefined) {
    // The items of a list that is read in pieces are in the other pieces.
    const hasMore = lost.length > 0 || (reason.kind === 'list-empty' && isLoneItem);
    if (!hasMore) return { kind: 'refused', reason };
    const none = { records: [], isList: true, references: [], invalid: [], boilerplate: 0 };
    return { kind: 'read', document, ...none, lost, findings };
  }
  const isUsable = createNameTest(document.baseIri);
  const relativeText = createRelativeReferenceReader(document.baseIri);
  const budget = new ReadingBudget(document.json.length);
  const located = options.withPlaces
    ? await locateExpanded(document, expanded, options)
    : undefined;
  const described = found.records.map((nodes) => {
    const own = found.records.length === 1 ? findings : new Findings(documentUrl);
    const context = { views, isUsable, relativeText, findings: own };
    const description = describeRecord(nodes.group, context);
    const name = chooseRecordName(nodes.group, description, context);
    return { nodes, noPrefixes, description, located, budget, findings: own, name };
  });
  const sharesName =
    piece !== undefined &&
    (piece.sharesName || described.some(({ name }) => name !== undefined && shared.has(name)));
  const kept = piece === undefined ? document : { ...document, piece: { sharesName } };
  const records = Array.from(described, (record): DocumentRecord => {
    const content = (): string => recordContent(record.nodes.group);
    return { ...record, document: kept, sharesName, content };
  });
  return { kind: 'read', document: kept, ...found, records, lost, findings };
}

/** Why a document has no records; undefined where it has some, or refers to some. */
function reasonForNone(
  { records, references, invalid, isList }: FoundRecords,
  { piece, json }: KeptDocument,
): ExpansionFinding | undefined {
  if (records.length === 1 && !isList && records.every(isEmptyList)) return { kind: 'list-empty' };
  if (records.length + references.length + invalid.length > 0) return undefined;
  return piece === undefined
    ? { kind: 'no-triples' }
    : { kind: 'list-item-invalid', found: json.slice(-200) };
}

/** Whether a record is a list with neither items nor its own metadata record. */
function isEmptyList({ group }: RecordNodes): boolean {
  if (group.record !== undefined) return false;
  return group.tops.every(
    ({ view }) => view.types.length > 0 && view.types.every((type) => type === schema.ItemList),
  );
}

/** The document as it is kept, and everything in it except the described records. */
function* documentOutcomes(
  reading: DocumentRecords,
  recordsWithGraph: ReadonlySet<DocumentRecord>,
): Iterable<Outcome<DerivationOutput>> {
  const { document, records, findings } = reading;
  const { documentUrl: url, baseIri } = document;
  // Findings in a document of one record belong to the record, unless it is a repetition.
  const isOfRecord = records.some(
    (each) => each.findings === findings && recordsWithGraph.has(each),
  );
  const problems = isOfRecord ? [] : findings.list();
  yield { kind: 'produced', value: { kind: 'document', document }, problems };
  for (let count = 0; count < reading.boilerplate; count += 1)
    yield skippedOutcome(url, 'page-furniture');
  for (const refusal of reading.lost)
    yield { kind: 'failed', problem: locateFinding(refusal, url) };
  for (const item of reading.invalid) yield invalidItem(url, item);
  const isUsable = createNameTest(baseIri);
  for (const reference of reading.references) {
    const isName = isUsable(reference) && !/\s/u.test(reference);
    const link = isName ? targetUrl(reference, baseIri) : undefined;
    // A reference to the list itself, or to a part of it, leads nowhere.
    if (link === undefined || link === url) yield invalidItem(url, reference);
    else {
      const value = { kind: 'link', link: { url: link, in: url, by: 'list' } } as const;
      yield { kind: 'produced', value };
    }
  }
}

/** The lists that contain repetitions of a record, by the index of the record. */
function membershipOfRepetitions(
  records: readonly DocumentRecord[],
  keys: readonly RecordKey[],
): ReadonlyMap<number, readonly string[]> {
  const lists = new Map<number, string[]>();
  for (const [index, { description }] of records.entries()) {
    const key = keys[index];
    if (key?.kind !== 'repeated') continue;
    lists.set(key.of, [...(lists.get(key.of) ?? []), ...description.memberOf]);
  }
  return lists;
}

function graphOutcome(
  record: DocumentRecord,
  recordKey: Exclude<RecordKey, { kind: 'repeated' }>,
  furtherLists: readonly string[],
): Outcome<DerivationOutput> {
  const { document, description, nodes, noPrefixes, findings, located } = record;
  const { documentUrl: url } = document;
  const key = recordKey.kind === 'key' ? recordKey.key : undefined;
  const graph = graphIri(url, key);
  // Search facts are read from the described resources and their wholes.
  const { subjects, wholes } = nodes.group;
  const named = [...subjects, ...wholes.values()].map(({ node }) => node);
  const observer = located === undefined ? undefined : new PlaceCollector(located);
  const written = writeGraph(nodes.nodes, {
    graph,
    source: document,
    findings,
    noPrefixes,
    isOthers: nodes.isOthers,
    named,
    observer,
  });
  if (written.kind === 'refused') {
    return {
      kind: 'failed',
      problem: locateFinding(written.reason, url),
      problems: findings.list(),
    };
  }
  const { nquads, quads } = written;
  const origin = { documentUrl: url, ...(key === undefined ? {} : { key }) };
  const memberOf = [...new Set([...description.memberOf, ...furtherLists])].toSorted();
  const search = JSON.stringify(readFacts(record, { graph, ...written }));
  const describes = addNodeNames(description.describes, nodes.group, written.nameOf);
  const facts = { ...description, describes, memberOf, document: document.sha256 };
  const places = observer === undefined ? {} : { places: observer.end() };
  const value: RecordGraph = { graph, ...origin, ...facts, nquads, quads, search, ...places };
  const problems = findings.list(graph);
  return { kind: 'produced', value: { kind: 'graph', graph: value }, problems };
}

/** The described resources, with the labels of blank nodes. */
function addNodeNames(
  describes: readonly DescribedResource[],
  { subjects }: RecordGroup,
  nameOf: WrittenGraph['nameOf'],
): readonly DescribedResource[] {
  return describes.map((described, at) => {
    const subject = subjects[at];
    const name = subject && nameOf(subject.node);
    if (described.iri !== undefined || name === undefined) return described;
    return { ...described, node: name };
  });
}

/** The search facts of each resource of a record, in order. */
function readFacts(
  { nodes: { group }, document, findings, budget }: DocumentRecord,
  { graph, nquads, nameOf }: Pick<WrittenGraph, 'nquads' | 'nameOf'> & { readonly graph: string },
): readonly SearchFacts[] {
  const { placeReading: reading = {}, baseIri: base } = document;
  const { node } = readRecordGraph({ graph, nquads, base }, budget);
  const nodeOf = (view: NodeView): FactNode => node(nameOf(view.node) ?? '_:');
  let cut = 0;
  const facts = group.subjects.map((subject) => {
    const before = budget.refusals;
    const wholeView = group.wholes.get(subject);
    const whole = wholeView === undefined || budget.refuses() ? undefined : nodeOf(wholeView);
    const found = extractSearchFacts(nodeOf(subject), { whole, reading, findings });
    if (budget.refusals > before) cut += 1;
    return found;
  });
  if (cut > 0) findings.add({ kind: 'search-facts-cut', resources: cut, of: facts.length });
  return facts;
}

function skippedOutcome(url: string, reason: SkipReason): Outcome<DerivationOutput> {
  return { kind: 'skipped', url, reason };
}

function invalidItem(url: string, found: string): Outcome<DerivationOutput> {
  return { kind: 'failed', problem: locateFinding({ kind: 'list-item-invalid', found }, url) };
}
