import { readRecordGraph } from '../facts/record/record-graph.ts';
import { UsageFault } from '../model/fault.ts';
import { signpostsOf } from '../links/signposts.ts';
import type { Problem } from '../model/problem.ts';
import type { KeptDocument } from '../model/record.ts';
import type { UrlVisit } from '../model/url-visit.ts';
import { ownGraphIri } from '../store/own-terms.ts';
import { ProblemWriter } from '../store/problems.ts';
import type { CatalogueStore, FoundRecord, GraphPiece } from '../store/store.ts';
import { printable } from '../text/printable.ts';
import { readDetails } from '../views/details/read-details.ts';
import type { ResourceDetails } from '../views/details/resource-details.ts';
import { recordJson } from '../render/record-json.ts';
import { maxResources, type ShownRecord } from '../render/record-summary.ts';

/** Where all of a record is had from: a catalogue, or a look at the Web. */
export type RecordShelf = Pick<
  CatalogueStore,
  'documentOf' | 'documentSummaryOf' | 'graphOf' | 'known' | 'linksOf' | 'problems' | 'provenanceOf'
> &
  Partial<Pick<CatalogueStore, 'searchFactsOf'>>;

/** A record with all that its summary tells. Of a list of thousands, not all that is said of each. */
export async function shownRecord(found: FoundRecord, shelf: RecordShelf): Promise<ShownRecord> {
  const { record, resourceIndex } = found;
  const resources = resourceIndex === undefined ? maxResources : resourceIndex + 1;
  const described = { ...record, describes: record.describes.slice(0, resources) };
  const details = await detailsOf(described, shelf);
  const problems = await problemsByRecord([found], shelf);
  return {
    ...(await withDocument(found, shelf)),
    details,
    problems: problems.get(record.graph) ?? [],
  };
}

/** The same of all as JSON, with what is said of each resource. */
export async function shownJson(
  records: readonly FoundRecord[],
  shelf: RecordShelf,
): Promise<unknown[]> {
  const all: unknown[] = [];
  let last: DocumentedRecord | undefined;
  const problems = await problemsByRecord(records, shelf);
  for (const found of records) {
    const { document, documentUrl } = found.record;
    // The records of one document, which may be large, share it.
    const isSame = last?.record.document === document && last.record.documentUrl === documentUrl;
    last = last && isSame ? { ...last, ...found } : await withDocument(found, shelf);
    const details = await detailsOf(found.record, shelf);
    const own = problems.get(found.record.graph) ?? [];
    all.push(recordJson({ ...last, details, problems: own }));
  }
  return all;
}

type DocumentedRecord = Omit<ShownRecord, 'details' | 'problems'>;

/**
 * Those that belong to the records, by the IRIs of their graphs; asked for together, since many may
 * share one name.
 */
async function problemsByRecord(
  found: readonly FoundRecord[],
  shelf: Pick<RecordShelf, 'problems'>,
): Promise<ReadonlyMap<string, readonly Problem[]>> {
  const byRecord = new Map<string, Problem[]>();
  const records = found.map(({ record }) => record.graph);
  for await (const { problem } of shelf.problems({ records })) {
    const { record = '' } = problem;
    const known = byRecord.get(record);
    if (known === undefined) byRecord.set(record, [problem]);
    else known.push(problem);
  }
  return byRecord;
}

async function detailsOf(
  { graph, describes }: FoundRecord['record'],
  shelf: RecordShelf,
): Promise<readonly ResourceDetails[]> {
  const nquads = (await shelf.graphOf(graph)) ?? '';
  const facts = (await shelf.searchFactsOf?.(graph)) ?? [];
  const record = readRecordGraph({ graph, nquads });
  return describes.map((resource, at) => readDetails(record, resource, facts[at]));
}

async function withDocument(found: FoundRecord, shelf: RecordShelf): Promise<DocumentedRecord> {
  const { graph, documentUrl } = found.record;
  const [document, visit, links] = await Promise.all([
    shelf.documentSummaryOf(graph),
    visitOf(documentUrl, shelf),
    shelf.linksOf(documentUrl),
  ]);
  // Several pages can have the same one.
  return { ...found, visit, document, links: signpostsOf(links) };
}

export async function visitOf(
  url: string,
  shelf: Pick<RecordShelf, 'known'>,
): Promise<UrlVisit | undefined> {
  return (await shelf.known(url))?.visit;
}

/** A message names so many. */
const maxGraphs = 20;

/** @throws {UsageFault} when the records are of several documents, which would make no JSON together */
export async function rawOf(
  records: readonly FoundRecord[],
  shelf: RecordShelf,
): Promise<Pick<KeptDocument, 'json' | 'piece'>> {
  const documents = new Map(
    records.map(({ record }) => [`${record.document} ${record.documentUrl}`, record.graph]),
  );
  const [graph = '', ...others] = documents.values();
  if (others.length > 0) {
    const more = records.length - maxGraphs;
    const graphs = [
      ...records.slice(0, maxGraphs).map((each) => `  ${printable(each.record.graph)}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ];
    throw new UsageFault(
      `${records.length} records from ${documents.size} documents have that name. Name one of these graphs:\n${graphs.join('\n')}`,
    );
  }
  return (await shelf.documentOf(graph)) ?? { json: '' };
}

/** The statements of the records, or what our own graphs say of them. */
export async function* piecesOf(
  records: readonly FoundRecord[],
  view: 'graph' | 'provenance' | 'problems',
  shelf: RecordShelf,
): AsyncGenerator<GraphPiece> {
  if (view === 'problems') {
    yield* problemPieces(records, shelf);
    return;
  }
  for (const { record } of records) {
    const { graph } = record;
    if (view === 'graph') yield { graph, nquads: (await shelf.graphOf(graph)) ?? '' };
    else yield { graph: ownGraphIri(view), nquads: await shelf.provenanceOf(graph) };
  }
}

/** Those of the URLs of the records that belong to no record, then those of the records. */
async function* problemPieces(
  found: readonly FoundRecord[],
  shelf: Pick<RecordShelf, 'problems'>,
): AsyncGenerator<GraphPiece> {
  const records = found.map(({ record }) => record.graph);
  const beside = [...new Set(found.map(({ record }) => record.documentUrl))];
  const graph = ownGraphIri('problems');
  const writer = new ProblemWriter();
  for await (const each of shelf.problems({ records, beside })) {
    yield { graph, nquads: writer.write(each) };
  }
}
