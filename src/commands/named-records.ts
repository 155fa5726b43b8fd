import type { FoundRecord } from '../catalogue/find-records.ts';
import type { GraphPiece } from '../catalogue/snapshot.ts';
import { derivedGraphIri, isEntryKey } from '../catalogue/derived/derived-terms.ts';
import { ProblemWriter } from '../catalogue/derived/provenance-and-problems.ts';
import { findVisits } from '../catalogue/find-urls.ts';
import type { ShownResource } from '../catalogue/shown-resource.ts';
import type { CatalogueGraphs, CatalogueStore, RecordFinder } from '../catalogue/store.ts';
import { UsageFault } from '../model/fault.ts';
import type { DescribedResource, KeptDocument } from '../model/record.ts';
import { identifierName, identifierSpellings, resolvableUrl } from '../rdf/identifiers.ts';
import { type RecordSummarySource, statingFirst } from '../render/shown-records.ts';
import { firstLines } from '../render/layout.ts';
import { escapeControls, cutToWidth } from '../text/printable.ts';
import type { ViewedRecord } from '../views/record-views.ts';
import { refuseUnknownSources } from './options.ts';

/**
 * The records with a name, and a summary of the resource if the name is that of one; the records
 * that give the summary come first. Without such records, those of the metadata that a source names
 * for that URL.
 */
export async function recordsNamed(
  name: string,
  store: CatalogueGraphs & RecordFinder,
): Promise<{
  readonly records: readonly FoundRecord[];
  readonly shown?: ShownResource | undefined;
}> {
  for (const spelling of identifierSpellings(name)) {
    const records = await store.find(spelling);
    if (records.length === 0) continue;
    const shown = await store.shownResource(spelling);
    return { records: statingFirst(records, shown), shown };
  }
  const { describing } = await store.ofOneState(async (snapshot) => findVisits(snapshot, name));
  const found = await Promise.all(
    describing.map(async ({ url }) => {
      const all = await store.find(url);
      return all.filter(({ record }) => record.documentUrl === url);
    }),
  );
  return { records: found.flat() };
}

/** Names are cut to so many columns: a line from stdin can have millions of characters. */
const maxNameWidth = 500;

/** A name for a message. */
export function shownName(name: string): string {
  return cutToWidth(escapeControls(name), maxNameWidth);
}

/** The message that no record has a name. */
export function noRecordText(name: string): string {
  const shown = shownName(name);
  const spelling = shownName(identifierName(name));
  const also = spelling === shown ? '' : ` (also spelt ${spelling})`;
  const live = resolvableUrl(name) === undefined ? '' : ' --live follows it on the Web.';
  const key = isEntryKey(name) ? ' Keys change when a record changes: search again.' : '';
  return (
    `No record is named ${shown}${also}: it is neither a graph, document, record, described ` +
    `resource or identifier, nor a visited URL.${live}${key}`
  );
}

/** Finds the records to view: in a catalogue, or on the Web. */
export interface ViewedRecords {
  /** The records with a name, with those of their resources that have it. */
  named(name: string): Promise<readonly ViewedRecord[]>;
  ofSource(source: string): AsyncIterable<ViewedRecord>;
  /** The message that a name has no record. */
  missingText(name: string): string;
}

/** The records of a catalogue. */
export function catalogueRecords(store: CatalogueStore): ViewedRecords {
  return {
    async named(name) {
      const { records } = await recordsNamed(name, store);
      const viewedRecords = await Promise.all(
        records.map(async ({ record: { graph, describes }, resourceIndex: at }) => {
          const [nquads, origin] = await Promise.all([store.graphOf(graph), store.originOf(graph)]);
          // It may have been removed since it was found.
          if (nquads === undefined || origin === undefined) return [];
          const wanted = at === undefined ? namedOf(describes, name) : describes.slice(at, at + 1);
          return [{ graph, nquads, describes: wanted, origin }];
        }),
      );
      return viewedRecords.flat();
    },
    async *ofSource(source) {
      await refuseUnknownSources([source], store);
      for await (const { record, nquads, origin } of store.records([source])) {
        yield { graph: record.graph, nquads, describes: record.describes, origin };
      }
    },
    missingText: noRecordText,
  };
}

/** The resources of a record with a name; all where the name is that of the record. */
export function namedOf(
  describes: readonly DescribedResource[],
  name: string,
): readonly DescribedResource[] {
  const wanted = new Set(
    identifierSpellings(name).map((spelling) => identifierName(spelling.trim())),
  );
  const named = describes.filter(({ iri, identifiers }) =>
    [iri ?? [], identifiers].flat().some((each) => wanted.has(identifierName(each))),
  );
  return named.length > 0 ? named : describes;
}

/** Where the details of a record come from: a catalogue, or a visit now. */
export type RecordDetailsSource = RecordSummarySource &
  Pick<CatalogueGraphs & RecordFinder, 'documentOf' | 'provenanceOf'>;

/** The most graphs that a message names. */
const maxGraphs = 20;

/**
 * @throws {UsageFault} when the records are of several documents, which would make no JSON together
 */
export async function rawDocument(
  records: readonly FoundRecord[],
  recordSource: RecordDetailsSource,
): Promise<Pick<KeptDocument, 'json' | 'piece'>> {
  const documents = new Map(
    records.map(({ record }) => [`${record.document} ${record.documentUrl}`, record.graph]),
  );
  const [graph = '', ...others] = documents.values();
  if (others.length > 0) {
    const graphs = firstLines(
      records.map(({ record }) => `\n  ${escapeControls(record.graph)}`),
      maxGraphs,
      (line) => line,
      (more) => `\n  and ${more} more`,
    );
    throw new UsageFault(
      `${records.length} records from ${documents.size} documents have that name. ` +
        `Name one of these graphs:${graphs.join('')}`,
    );
  }
  return (await recordSource.documentOf(graph)) ?? { json: '' };
}

/**
 * The statements of the records, or those about them in a derived graph. The problems of URLs that
 * belong to no record come before those of the records.
 */
export async function* pieceStatements(
  found: readonly FoundRecord[],
  view: 'graph' | 'provenance' | 'problems',
  recordSource: RecordDetailsSource,
): AsyncGenerator<GraphPiece> {
  const records = found.map(({ record }) => record.graph);
  if (view === 'problems') {
    const beside = [...new Set(found.map(({ record }) => record.documentUrl))];
    const graph = derivedGraphIri(view);
    const writer = new ProblemWriter();
    for await (const each of recordSource.problems({ records, beside })) {
      yield { graph, nquads: writer.write(each).text };
    }
    return;
  }
  for (const graph of records) {
    if (view === 'graph') yield { graph, nquads: (await recordSource.graphOf(graph)) ?? '' };
    else yield { graph: derivedGraphIri(view), nquads: await recordSource.provenanceOf(graph) };
  }
}
