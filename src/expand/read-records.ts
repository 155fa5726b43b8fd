import type { KeptDocument } from '../model/record.ts';
import { schema } from '../rdf/vocabularies.ts';
import { compareTexts } from '../text/ordering.ts';
import { expandDocument, type ExpandOptions } from './expand-document.ts';
import { type ExpansionFinding, Findings, type Refused } from './findings.ts';
import { ReadingBudget } from '../facts/record/record-graph.ts';
import { createNameTest, createRelativeReferenceReader } from '../facts/text/relative-iris.ts';
import {
  canonicalContent,
  describeRecord,
  type DescriptionContext,
  type KeyableRecord,
  listResourceNames,
  type RecordDescription,
} from './records/describe-record.ts';
import {
  findDocumentRecords,
  type FoundRecords,
  type RecordNodes,
} from './records/find-records.ts';
import { createNodeViews } from './records/node-view.ts';

/** The records of a document, before they have keys. */
export interface DocumentRecords {
  readonly kind: 'read';
  readonly document: KeptDocument;
  readonly found: FoundRecords;
  readonly records: readonly DocumentRecord[];
  /** Why nodes and items were left out. */
  readonly lost: readonly ExpansionFinding[];
  /** Findings that belong to none of the records. */
  readonly findings: Findings;
}

/** A record of a document. */
export interface DocumentRecord extends KeyableRecord {
  readonly document: KeptDocument;
  readonly nodes: RecordNodes;
  /** See `ExpandedDocument`. */
  readonly noPrefixes: ReadonlyMap<string, string>;
  readonly description: RecordDescription;
  /** Shared by all records of the document. */
  readonly budget: ReadingBudget;
  /** A single record also has the findings of the document. */
  readonly findings: Findings;
}

/** Expands a document and finds its records; refused where there are none. */
export async function readRecords(
  document: KeptDocument,
  options: ExpandOptions,
): Promise<DocumentRecords | Refused> {
  const { findings } = options;
  const expansion = await expandDocument(document, options);
  if (expansion.kind === 'refused') return expansion;
  const views = createNodeViews();
  const { nodes: expanded, areSeparate, noPrefixes, lost } = expansion;
  const { documentUrl, piece } = document;
  const isLoneItem = piece !== undefined;
  const found = findDocumentRecords({
    nodes: expanded,
    areSeparate,
    isLoneItem,
    views,
    documentUrl,
    findings,
  });
  const reason = reasonForNone(found, document);
  if (reason !== undefined) {
    // The items of a list that is read in pieces are in the other pieces.
    const hasMore = lost.length > 0 || (reason.kind === 'list-empty' && isLoneItem);
    if (!hasMore) return { kind: 'refused', reason };
    return { kind: 'read', document, found: nothing, lost, records: [], findings };
  }
  const isUsable = createNameTest(document.baseIri);
  const relativeText = createRelativeReferenceReader(document.baseIri);
  const budget = new ReadingBudget(document.json.length);
  const isSingle = found.records.length === 1;
  const records = found.records.map((nodes): DocumentRecord => {
    const own = isSingle ? findings : new Findings(documentUrl);
    const context = { views, isUsable, relativeText, findings: own };
    const description = describeRecord(nodes.group, context);
    return {
      document,
      nodes,
      noPrefixes,
      description,
      budget,
      findings: own,
      name: recordName(nodes, description, context),
      sharesName: piece?.sharesName ?? false,
      content: () => recordContent(nodes),
    };
  });
  return { kind: 'read', document, found, lost, records, findings };
}

/** Why a document has no records; undefined where it has some, or refers to some. */
function reasonForNone(
  found: FoundRecords,
  { piece, json }: KeptDocument,
): ExpansionFinding | undefined {
  const { records, references, invalid, isList } = found;
  if (records.length === 1 && !isList && records.every(isEmptyList)) return { kind: 'list-empty' };
  if (records.length + references.length + invalid.length > 0) return undefined;
  return piece === undefined
    ? { kind: 'no-triples' }
    : { kind: 'list-item-invalid', found: json.slice(-200) };
}

/**
 * The name of a record: its IRI, else the IRI, identifier or URL of its resource (design:
 * Identity). The least of several, so that the order of the document does not matter.
 */
function recordName(
  { group }: RecordNodes,
  { recordIri, describes }: RecordDescription,
  context: Pick<DescriptionContext, 'views' | 'isUsable'>,
): string | undefined {
  if (recordIri !== undefined) return recordIri;
  const [resource, ...more] = describes;
  const [subject] = group.subjects;
  if (more.length === 0)
    return resource?.iri ?? (subject && listResourceNames(subject, context)[0]);
  // None of several resources names the whole; their parent node may.
  const ids = group.tops.map(({ view }) => view.id).filter((id) => id !== undefined);
  return ids.filter(context.isUsable).toSorted(compareTexts)[0];
}

/** What distinguishes records with the same name: the content of their own nodes. */
function recordContent({ group }: RecordNodes): string {
  return group.tops.map(({ view }) => canonicalContent(view.node)).join('\n');
}

/** Whether a record is a list with neither items nor its own metadata record. */
function isEmptyList({ group }: RecordNodes): boolean {
  if (group.record !== undefined) return false;
  return group.tops.every(
    ({ view }) => view.types.length > 0 && view.types.every((type) => type === schema.ItemList),
  );
}

const nothing: FoundRecords = {
  records: [],
  isList: true,
  references: [],
  invalid: [],
  boilerplate: 0,
};
