import { hash } from 'node:crypto';
import type { FactNode } from '../facts/record/fact-node.ts';
import { readSearchFacts } from '../facts/record/read-search-facts.ts';
import { readRecordGraph } from '../facts/record/record-graph.ts';
import { graphIri } from '../model/graph-iri.ts';
import type { ReadListFrame } from '../model/list-frame.ts';
import type { Outcome, SkipReason } from '../model/outcome.ts';
import type { DescribedResource, Derived, JsonLdDocument, RecordGraph } from '../model/record.ts';
import type { SearchFacts } from '../model/search-facts.ts';
import type { Stage, StageContext, WorkWatch } from '../model/stage.ts';
import { targetUrl } from '../model/target-url.ts';
import type { TextLookup } from '../text/text-set.ts';
import { createFindings, locate } from './findings.ts';
import { createJsonLdProcessor, type JsonLdProcessor } from './json-ld-processor.ts';
import type { JsonObject } from './json.ts';
import { createListFrameReader } from './list-frame.ts';
import type { ExpandLimits } from './prepare.ts';
import { readRecords, type DocumentReading, type RecordReading } from './read-records.ts';
import type { NodeView } from './records/node-view.ts';
import type { RecordGroup } from './records/record-groups.ts';
import { recordKeys, type RecordKey } from './records/record-keys.ts';
import { createNameTest } from '../facts/text/usable-name.ts';
import { writeGraph, type WrittenGraph } from './write-graph.ts';

/**
 * Turns the JSON-LD documents that one look at a URL gave, which must not be none, into the graphs of the records in them,
 * without network or files: plain data in, plain data out, so it can run in any thread. It yields, for all documents
 * together, since their records are told apart by keys:
 * - each document as it is to be kept, also where nothing could be made of it;
 * - a graph for each record, with what was repaired or dropped on the way; `repeated-on-page` for one that is there twice;
 * - a link for each item of a list that is described elsewhere;
 * - `page-furniture` for what describes the page beside a record;
 * - the problem for which there is no graph: `context-missing`, `context-unavailable`,
 *   `graph-too-large`, `json-ld-invalid`, `json-too-complex`, `list-item-invalid`, `no-triples`.
 */
export function createExpandStage(options: {
  readonly limits: ExpandLimits;
}): Stage<readonly JsonLdDocument[], Derived> {
  return createExpander(options).stage;
}

/** The expand stage, and what the items of a list need that are read one by one. */
export interface Expander {
  readonly stage: Stage<readonly JsonLdDocument[], Derived>;
  readonly readListFrame: ReadListFrame;
  /**
   * What the records in a document are called, as far as they are, and the hash of what each says.
   */
  readonly namesIn: (
    document: JsonLdDocument,
    context: StageContext,
  ) => Promise<readonly RecordName[]>;
  /** The stage for items of a list in which several different records have each of these names. */
  readonly stageOfItems: (shared: TextLookup) => Stage<readonly JsonLdDocument[], Derived>;
}

/** What a record is called before it has a key. */
export interface RecordName {
  readonly name: string;
  readonly sha256: string;
}

/**
 * Makes a stage as `createExpandStage` does, with what reads items of lists by the same memory of
 * contexts.
 */
export function createExpander({ limits }: { readonly limits: ExpandLimits }): Expander {
  const expanding = { limits, processor: createJsonLdProcessor() };
  const stageOfItems: Expander['stageOfItems'] = (shared) => ({
    name: 'expand',
    process: (documents, { watch }) => expandAll(documents, { ...expanding, shared, watch }),
  });
  return {
    stage: stageOfItems(new Set()),
    readListFrame: createListFrameReader(expanding),
    namesIn: (document, { watch }) => namesIn(document, { ...expanding, watch }),
    stageOfItems,
  };
}

interface Expanding {
  readonly limits: ExpandLimits;
  readonly processor: JsonLdProcessor;
  readonly watch?: WorkWatch | undefined;
}

async function namesIn(
  document: JsonLdDocument,
  expanding: Expanding,
): Promise<readonly RecordName[]> {
  const findings = createFindings(document.documentUrl);
  const reading = await readRecords({ ...document, sha256: '' }, { ...expanding, findings });
  if (reading.kind === 'refused') return [];
  return reading.records.flatMap(({ name, content }) =>
    name === undefined ? [] : [{ name, sha256: hash('sha256', content(), 'hex') }],
  );
}

async function* expandAll(
  documents: readonly JsonLdDocument[],
  { limits, processor, shared, watch }: Expanding & { readonly shared: TextLookup },
): AsyncGenerator<Outcome<Derived>> {
  const readings: DocumentReading[] = [];
  const failures: Outcome<Derived>[] = [];
  for (const document of documents) {
    const sha256 = hash('sha256', document.json, 'hex');
    const kept = { ...document, sha256 };
    const findings = createFindings(document.documentUrl);
    const reading = await readRecords(kept, { limits, processor, findings, watch });
    if (reading.kind === 'read') readings.push(markShared(reading, shared));
    else {
      const problem = locate(reading.reason, document.documentUrl);
      failures.push({ kind: 'produced', value: { kind: 'document', document: kept } });
      failures.push({ kind: 'failed', problem, problems: findings.list() });
    }
  }
  yield* failures;
  const isList = readings.some(
    ({ document, found }) => found.isList || document.piece !== undefined,
  );
  const records = readings.flatMap((reading) => reading.records);
  const keys = recordKeys(records, isList);
  const repetitions = membershipOfRepetitions(records, keys);
  const carriers = new Set(records.filter((_, index) => keys[index]?.kind !== 'repeated'));
  for (const reading of readings) yield* besideRecords(reading, carriers);
  for (const [index, record] of records.entries()) {
    watch?.goesOn();
    const key = keys[index] ?? { kind: 'alone' };
    if (key.kind === 'repeated') yield skipped(record.document.documentUrl, 'repeated-on-page');
    else yield graphOf(record, key, repetitions.get(index) ?? []);
  }
}

/**
 * An item of a list in which another is called as one of its records is needs more than that for a
 * key.
 */
function markShared(reading: DocumentReading, shared: TextLookup): DocumentReading {
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

/** The document as it is kept, and what it has beside the records that are described in it. */
function* besideRecords(
  { document, found, lost, records, findings }: DocumentReading,
  carriers: ReadonlySet<RecordReading>,
): Iterable<Outcome<Derived>> {
  const { documentUrl: url, baseIri } = document;
  // What was met in a document of one record belongs to that, if it is not a repetition.
  const isOfRecord = records.some((each) => each.findings === findings && carriers.has(each));
  const problems = isOfRecord ? [] : findings.list();
  yield { kind: 'produced', value: { kind: 'document', document }, problems };
  for (let count = 0; count < found.furniture; count += 1) yield skipped(url, 'page-furniture');
  for (const refusal of lost) yield { kind: 'failed', problem: locate(refusal, url) };
  for (const item of found.invalid) yield invalidItem(url, item);
  const isUsable = createNameTest(baseIri);
  for (const reference of found.references) {
    const isName = isUsable(reference) && !/\s/u.test(reference);
    const link = isName ? targetUrl(reference, baseIri) : undefined;
    // What names the list itself, or a part of it, leads nowhere.
    if (link === undefined || link === url) yield invalidItem(url, reference);
    else {
      const value = { kind: 'link', link: { url: link, in: url, by: 'list' } } as const;
      yield { kind: 'produced', value };
    }
  }
}

/** By the index of a record that is repeated: the lists that its repetitions stand in. */
function membershipOfRepetitions(
  records: readonly RecordReading[],
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

function graphOf(
  record: RecordReading,
  recordKey: Exclude<RecordKey, { kind: 'repeated' }>,
  furtherLists: readonly string[],
): Outcome<Derived> {
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
    return { kind: 'failed', problem: locate(written.reason, url), problems: findings.list() };
  }
  const { nquads, quads } = written;
  const origin = { documentUrl: url, ...(key === undefined ? {} : { key }) };
  const memberOf = [...new Set([...description.memberOf, ...furtherLists])].toSorted();
  const search = JSON.stringify(searchFactsOf(record, { graph, ...written }));
  const describes = withNodes(description.describes, nodes.group, written.nameOf);
  const facts = { ...description, describes, memberOf, document: document.sha256 };
  const value: RecordGraph = { graph, ...origin, ...facts, nquads, quads, search };
  const problems = findings.list(graph);
  return { kind: 'produced', value: { kind: 'graph', graph: value }, problems };
}

/** What facts are read of: what is described, and what that stands in. */
function nodesToRead({ subjects, wholes }: RecordGroup): readonly JsonObject[] {
  return [...subjects, ...wholes.values()].map(({ node }) => node);
}

/** What a record describes, with the labels of the blank nodes among it. */
function withNodes(
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

/** What each resource of a record can be searched by, in their order. */
function searchFactsOf(
  { nodes: { group }, document, findings, budget }: RecordReading,
  { graph, nquads, nameOf }: Pick<WrittenGraph, 'nquads' | 'nameOf'> & { readonly graph: string },
): readonly SearchFacts[] {
  const { placeReading: reading = {}, baseIri: base } = document;
  const { node } = readRecordGraph({ graph, nquads, base }, budget);
  const nodeOf = (view: NodeView): FactNode => node(nameOf(view.node) ?? '_:');
  let cut = 0;
  const facts = group.subjects.map((subject) => {
    const before = budget.refusals;
    const stood = group.wholes.get(subject);
    const whole = stood === undefined || budget.refuses() ? undefined : nodeOf(stood);
    const found = readSearchFacts(nodeOf(subject), { whole, reading, findings });
    if (budget.refusals > before) cut += 1;
    return found;
  });
  if (cut > 0) findings.add({ kind: 'search-facts-cut', resources: cut, of: facts.length });
  return facts;
}

function skipped(url: string, reason: SkipReason): Outcome<Derived> {
  return { kind: 'skipped', url, reason };
}

function invalidItem(url: string, found: string): Outcome<Derived> {
  return { kind: 'failed', problem: locate({ kind: 'list-item-invalid', found }, url) };
}
