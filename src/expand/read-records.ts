import type { KeptDocument } from '../model/record.ts';
import { schema } from '../rdf/vocabularies.ts';
import { expandDocument, type ExpandOptions } from './expand-document.ts';
import { createFindings, type Finding, type Findings, type Refused } from './findings.ts';
import { ReadingBudget } from '../facts/record/reading-budget.ts';
import { createRelativeText } from '../facts/text/relative-text.ts';
import {
  describeRecord,
  namesOf,
  type DescriptionContext,
  type RecordDescription,
} from './records/describe-record.ts';
import { findRecords, type FoundRecords, type RecordNodes } from './records/find-records.ts';
import { createNodeViews } from './records/node-view.ts';
import { contentOf } from './records/record-content.ts';
import type { Keyable } from './records/record-keys.ts';
import { createNameTest } from '../facts/text/usable-name.ts';

/** What a document holds, before its records have names. */
export interface DocumentReading {
  readonly kind: 'read';
  readonly document: KeptDocument;
  readonly found: FoundRecords;
  readonly records: readonly RecordReading[];
  /** Nodes and items without which the document was read, and why. */
  readonly lost: readonly Finding[];
  /** What was met in the document and belongs to none of its records. */
  readonly findings: Findings;
}

/** A record of a document. */
export interface RecordReading extends Keyable {
  readonly document: KeptDocument;
  readonly nodes: RecordNodes;
  /** See `ExpandedDocument`. */
  readonly noPrefixes: ReadonlyMap<string, string>;
  readonly description: RecordDescription;
  /** Of the document, for all its records. */
  readonly budget: ReadingBudget;
  /** Of a record that is alone in its document, with those of the document. */
  readonly findings: Findings;
}

/** Expands a document and finds its records; refused with the problem for which there are none. */
export async function readRecords(
  document: KeptDocument,
  options: ExpandOptions,
): Promise<DocumentReading | Refused> {
  const { findings } = options;
  const expansion = await expandDocument(document, options);
  if (expansion.kind === 'refused') return expansion;
  const views = createNodeViews();
  const { nodes: expanded, areSeparate, noPrefixes, lost } = expansion;
  const { documentUrl, piece } = document;
  const isLoneItem = piece !== undefined;
  const found = findRecords({
    nodes: expanded,
    areSeparate,
    isLoneItem,
    views,
    documentUrl,
    findings,
  });
  const reason = reasonForNone(found, document);
  if (reason !== undefined) {
    // The items of a list that is read in pieces are in the others.
    const hasMore = lost.length > 0 || (reason.kind === 'list-empty' && isLoneItem);
    if (!hasMore) return { kind: 'refused', reason };
    return { kind: 'read', document, found: nothing, lost, records: [], findings };
  }
  const isUsable = createNameTest(document.baseIri);
  const relativeText = createRelativeText(document.baseIri);
  const budget = new ReadingBudget(document.json.length);
  const isAlone = found.records.length === 1;
  const records = found.records.map((nodes): RecordReading => {
    const own = isAlone ? findings : createFindings(document.documentUrl);
    const description = describeRecord(nodes.group, {
      views,
      isUsable,
      relativeText,
      findings: own,
    });
    return {
      document,
      nodes,
      noPrefixes,
      description,
      budget,
      findings: own,
      name: nameOf(nodes, description, { views, isUsable }),
      sharesName: piece?.sharesName ?? false,
      content: () => contentsOf(nodes),
    };
  });
  return { kind: 'read', document, found, lost, records, findings };
}

/** Why a document has no records; undefined where it has some, or leads to some. */
function reasonForNone(found: FoundRecords, { piece, json }: KeptDocument): Finding | undefined {
  const { records, references, invalid, isList } = found;
  if (records.length === 1 && !isList && records.every(isEmptyList)) return { kind: 'list-empty' };
  if (records.length + references.length + invalid.length > 0) return undefined;
  return piece === undefined
    ? { kind: 'no-triples' }
    : { kind: 'list-item-invalid', found: json.slice(-200) };
}

/**
 * What a record is called: its IRI, else the IRI, the identifier or the URL of what it describes (design: Identity). Of
 * several of a kind it is the least, so that their order does not matter.
 */
function nameOf(
  { group }: RecordNodes,
  { recordIri, describes }: RecordDescription,
  context: Pick<DescriptionContext, 'views' | 'isUsable'>,
): string | undefined {
  if (recordIri !== undefined) return recordIri;
  const [resource, ...more] = describes;
  const [subject] = group.subjects;
  if (more.length === 0) return resource?.iri ?? (subject && namesOf(subject, context)[0]);
  // Of several resources none speaks for the whole; the node they stand in may.
  const ids = group.tops.map(({ view }) => view.id).filter((id) => id !== undefined);
  return least(ids.filter(context.isUsable));
}

function least(texts: readonly string[]): string | undefined {
  return texts.toSorted((one, other) => (one < other ? -1 : 1))[0];
}

/** What tells two records of one name apart: all that their own nodes say. */
function contentsOf({ group }: RecordNodes): string {
  return group.tops.map(({ view }) => contentOf(view.node)).join('\n');
}

/** A list that has neither items nor a metadata record of its own. */
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
  furniture: 0,
};
