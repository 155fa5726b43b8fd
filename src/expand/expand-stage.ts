import { hash } from 'node:crypto';
import type { FactNode } from '../facts/record/fact-node.ts';
import { readRecordGraph } from '../facts/record/record-graph.ts';
import { extractSearchFacts } from '../facts/record/search-facts.ts';
import { createNameTest } from '../facts/text/relative-iris.ts';
import { graphIri, targetUrl } from '../model/graph-iri.ts';
import type { Outcome, SkipReason, Stage, StageContext, WorkMonitor } from '../model/outcome.ts';
import type {
  DerivationOutput,
  DescribedResource,
  JsonLdDocument,
  RecordGraph,
} from '../model/record.ts';
import type { SearchFacts } from '../model/search-facts.ts';
import type { TextLookup } from '../text/text-set.ts';
import { createListFrameReader } from './expand-members.ts';
import { Findings, locateFinding } from './findings.ts';
import { JsonLdProcessor } from './json-ld-processor.ts';
import type { JsonObject } from './json.ts';
import type { ExpandLimits } from './prepare-document.ts';
import { type DocumentRecord, type DocumentRecords, readRecords } from './read-records.ts';
import { assignRecordKeys, type RecordKey } from './records/describe-record.ts';
import type { NodeView } from './records/node-view.ts';
import type { RecordGroup } from './records/record-groups.ts';
import { writeGraph, type WrittenGraph } from './write-graph.ts';

/**
 * Turns the JSON-LD documents of one visit to a URL, at least one, into the graphs of their
 * records. It uses no network and no files, so it can run in any thread. For all documents
 * together, since keys distinguish their records, it yields:
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

/** The name of a record before it has a key. */
export interface RecordName {
  readonly name: string;
  readonly sha256: string;
}

/** Creates the stage and its helpers for lists, which share one cache of contexts. */
export function createExpander({ limits }: { readonly limits: ExpandLimits }) {
  const expanding = { limits, processor: new JsonLdProcessor() };
  /** The stage for items of a list, given the names that several different records have. */
  const createItemStage = (
    shared: TextLookup,
  ): Stage<readonly JsonLdDocument[], DerivationOutput> => ({
    name: 'expand',
    process: (documents, { watch }) => expandAll(documents, { ...expanding, shared, watch }),
  });
  return {
    stage: createItemStage(new Set()),
    readListFrame: createListFrameReader(expanding),
    /** The names of the records in a document, and a hash of the content of each. */
    readRecordNames: (document: JsonLdDocument, { watch }: StageContext) =>
      namesIn(document, { ...expanding, watch }),
    createItemStage,
  };
}

interface Expanding {
  readonly limits: ExpandLimits;
  readonly processor: JsonLdProcessor;
  readonly watch?: WorkMonitor | undefined;
}

async function namesIn(
  document: JsonLdDocument,
  expanding: Expanding,
): Promise<readonly RecordName[]> {
  const findings = new Findings(document.documentUrl);
  const reading = await readRecords({ ...document, sha256: '' }, { ...expanding, findings });
  if (reading.kind === 'refused') return [];
  return reading.records.flatMap(({ name, content }) =>
    name === undefined ? [] : [{ name, sha256: hash('sha256', content(), 'hex') }],
  );
}

async function* expandAll(
  documents: readonly JsonLdDocument[],
  { limits, processor, shared, watch }: Expanding & { readonly shared: TextLookup },
): AsyncGenerator<Outcome<DerivationOutput>> {
  const readings: DocumentRecords[] = [];
  const failures: Outcome<DerivationOutput>[] = [];
  for (const document of documents) {
    const sha256 = hash('sha256', document.json, 'hex');
    const kept = { ...document, sha256 };
    const findings = new Findings(document.documentUrl);
    const reading = await readRecords(kept, { limits, processor, findings, watch });
    if (reading.kind === 'read') readings.push(markSharedNames(reading, shared));
    else {
      const problem = locateFinding(reading.reason, document.documentUrl);
      failures.push({ kind: 'produced', value: { kind: 'document', document: kept } });
      failures.push({ kind: 'failed', problem, problems: findings.list() });
    }
  }
  yield* failures;
  const isList = readings.some(
    ({ document, found }) => found.isList || document.piece !== undefined,
  );
  const records = readings.flatMap((reading) => reading.records);
  const keys = assignRecordKeys(records, isList);
  const repetitions = membershipOfRepetitions(records, keys);
  const recordsWithGraph = new Set(records.filter((_, index) => keys[index]?.kind !== 'repeated'));
  for (const reading of readings) yield* documentOutcomes(reading, recordsWithGraph);
  for (const [index, record] of records.entries()) {
    watch?.goesOn();
    const key = keys[index] ?? { kind: 'alone' };
    if (key.kind === 'repeated')
      yield skippedOutcome(record.document.documentUrl, 'repeated-on-page');
    else yield graphOutcome(record, key, repetitions.get(index) ?? []);
  }
}

/** Marks an item whose name another record of the list has; its key needs more than the name. */
function markSharedNames(reading: DocumentRecords, shared: TextLookup): DocumentRecords {
  const { document, records } = reading;
  const isShared = records.some(({ name }) => name !== undefined && shared.has(name));
  if (document.piece === undefined || !isShared) return reading;
  const marked = { ...document, piece: { sharesName: true } };
  return {
    ...reading,
    document: marked,
    records: Array.from(records, (record) => ({ ...record, document: marked, sharesName: true })),
  };
}

/** The document as it is kept, and everything in it except the described records. */
function* documentOutcomes(
  { document, found, lost, records, findings }: DocumentRecords,
  recordsWithGraph: ReadonlySet<DocumentRecord>,
): Iterable<Outcome<DerivationOutput>> {
  const { documentUrl: url, baseIri } = document;
  // Findings in a document of one record belong to the record, unless it is a repetition.
  const isOfRecord = records.some(
    (each) => each.findings === findings && recordsWithGraph.has(each),
  );
  const problems = isOfRecord ? [] : findings.list();
  yield { kind: 'produced', value: { kind: 'document', document }, problems };
  for (let count = 0; count < found.boilerplate; count += 1)
    yield skippedOutcome(url, 'page-furniture');
  for (const refusal of lost) yield { kind: 'failed', problem: locateFinding(refusal, url) };
  for (const item of found.invalid) yield invalidItem(url, item);
  const isUsable = createNameTest(baseIri);
  for (const reference of found.references) {
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
  const { document, description, nodes, noPrefixes, findings } = record;
  const { documentUrl: url } = document;
  const key = recordKey.kind === 'key' ? recordKey.key : undefined;
  const graph = graphIri(url, key);
  const written = writeGraph(nodes.nodes, {
    graph,
    source: document,
    findings,
    noPrefixes,
    isOthers: nodes.isOthers,
    named: nodesToRead(nodes.group),
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
  const value: RecordGraph = { graph, ...origin, ...facts, nquads, quads, search };
  const problems = findings.list(graph);
  return { kind: 'produced', value: { kind: 'graph', graph: value }, problems };
}

/** The nodes that search facts are read from: the described resources and their wholes. */
function nodesToRead({ subjects, wholes }: RecordGroup): readonly JsonObject[] {
  return [...subjects, ...wholes.values()].map(({ node }) => node);
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
