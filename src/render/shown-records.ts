import type { FoundRecord } from '../catalogue/find-records.ts';
import type { ShownResource } from '../catalogue/shown-resource.ts';
import type { CatalogueGraphs, HarvestLog, RecordFinder } from '../catalogue/store.ts';
import { readRecordGraph } from '../facts/record/record-graph.ts';
import { selectSignposts } from '../links/followable-links.ts';
import type { Problem } from '../model/problem.ts';
import { groupBy } from '../text/collections.ts';
import { readDetails } from '../views/details/read-details.ts';
import type { ResourceDetails } from '../views/details/resource-details.ts';
import { maxResources, recordJson, type ShownRecord } from './record-summary.ts';

/** Where the summary of a record comes from: a catalogue, one state of it, or a visit now. */
export type RecordSummarySource = Pick<
  CatalogueGraphs & HarvestLog & RecordFinder,
  'documentSummaryOf' | 'graphOf' | 'known' | 'linksOf' | 'problems'
> &
  Partial<Pick<RecordFinder, 'searchFactsOf'>>;

/** Puts the records first that give the title, types and description of the summary. */
export function statingFirst(
  records: readonly FoundRecord[],
  { title, types, description }: Partial<ShownResource> = {},
): readonly FoundRecord[] {
  const stating = [title, types, description].map((stated) => stated?.from);
  const placeOf = ({ record }: FoundRecord): number => {
    const place = stating.indexOf(record.graph);
    return place === -1 ? stating.length : place;
  };
  return records.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/**
 * A record with the details of its summary; of a list of thousands, only of the first resources.
 */
export async function shownRecord(
  found: FoundRecord,
  recordSource: RecordSummarySource,
): Promise<ShownRecord> {
  const { record, resourceIndex } = found;
  const resources = resourceIndex === undefined ? maxResources : resourceIndex + 1;
  const described = { ...record, describes: record.describes.slice(0, resources) };
  const details = await detailsOf(described, recordSource);
  const problems = await problemsByRecord([found], recordSource);
  return {
    ...(await withDocument(found, recordSource)),
    details,
    problems: problems.get(record.graph) ?? [],
  };
}

/** All records as JSON, with the details of each resource. */
export async function shownJson(
  records: readonly FoundRecord[],
  recordSource: RecordSummarySource,
): Promise<unknown[]> {
  const all: unknown[] = [];
  let last: DocumentedRecord | undefined;
  const problems = await problemsByRecord(records, recordSource);
  for (const found of records) {
    const { document, documentUrl } = found.record;
    // The records of one document, which may be large, share it.
    const isSame = last?.record.document === document && last.record.documentUrl === documentUrl;
    last = last && isSame ? { ...last, ...found } : await withDocument(found, recordSource);
    const details = await detailsOf(found.record, recordSource);
    const own = problems.get(found.record.graph) ?? [];
    all.push(recordJson({ ...last, details, problems: own }));
  }
  return all;
}

type DocumentedRecord = Omit<ShownRecord, 'details' | 'problems'>;

/**
 * The problems of records by the IRIs of their graphs, in one request, since many may share a name.
 */
async function problemsByRecord(
  found: readonly FoundRecord[],
  recordSource: Pick<RecordSummarySource, 'problems'>,
): Promise<ReadonlyMap<string, readonly Problem[]>> {
  const all: Problem[] = [];
  const records = found.map(({ record }) => record.graph);
  for await (const { problem } of recordSource.problems({ records })) all.push(problem);
  return groupBy(all, ({ record = '' }) => record);
}

async function detailsOf(
  { graph, describes }: FoundRecord['record'],
  recordSource: RecordSummarySource,
): Promise<readonly ResourceDetails[]> {
  const nquads = (await recordSource.graphOf(graph)) ?? '';
  const facts = (await recordSource.searchFactsOf?.(graph)) ?? [];
  const record = readRecordGraph({ graph, nquads });
  return describes.map((resource, at) => readDetails(record, resource, facts[at]));
}

async function withDocument(
  found: FoundRecord,
  recordSource: RecordSummarySource,
): Promise<DocumentedRecord> {
  const { graph, documentUrl } = found.record;
  const [document, known, links] = await Promise.all([
    recordSource.documentSummaryOf(graph),
    recordSource.known(documentUrl),
    recordSource.linksOf(documentUrl),
  ]);
  // Several pages can have the same link.
  return { ...found, visit: known?.visit, document, links: selectSignposts(links) };
}
