import { hash } from 'node:crypto';
import type { Snapshot } from '../../catalogue/snapshot.ts';
import { recordJsonLdObject } from '../../export/record-json-ld.ts';
import { jsonLdContext } from '../../export/serialisations.ts';
import { isBlankNode, iterateStatements, type StatementText } from '../../rdf/n-quads.ts';
import { type PageAnswer, type PageRequest, problemAnswer } from '../page.ts';
import { publishedRecord } from '../pages/dataset/dataset-formats.ts';
import { type Site, urlOnSite } from '../site.ts';
import {
  countRecordFiles,
  type FiledRecord,
  readFileNumber,
  recordsOfFile,
} from './record-files.ts';

/** How many records a page of the list has, on average. */
const recordsOfPage = 100;

/** The first page of the list of all records. */
export function recordListPage(request: PageRequest): PageAnswer {
  return recordListAnswer(request, recordsOfPage);
}

/**
 * A page of the list of all records, as CDIF asks for: an `ItemList` with the records as items. The
 * further pages are named by `Link` fields and with Hydra.
 * @param most see `countRecordFiles`
 */
export function recordListAnswer({ site, state, parts }: PageRequest, most: number): PageAnswer {
  const count = countRecordFiles(state, most);
  const number = parts['list'] === undefined ? 1 : readFileNumber(parts['list'], count);
  // The first page has one address only.
  if (number === undefined || (number === 1 && parts['list'] !== undefined)) {
    return problemAnswer(404, 'There is no such page of the list');
  }
  const pages = pageLinks(site, number, count);
  const fields = Object.entries(pages).map(([rel, url]) => `<${url}>; rel="${rel}"`);
  const { snapshot } = state;
  const records = recordsOfFile(state, { number, count });
  return {
    contentType: 'application/ld+json; profile="CDIF-list-1.0"',
    body: listText({ site, snapshot, pages, url: pageUrl(site, number) }, records),
    headers: { Link: fields.join(', ') },
  };
}

function pageUrl(site: Site, number: number): string {
  return urlOnSite(site, number === 1 ? '/cdif-list.json' : `/cdif-list-${number}.json`);
}

type PageLinks = Readonly<Partial<Record<'first' | 'last' | 'next' | 'prev', string>>>;

function pageLinks(site: Site, number: number, count: number): PageLinks {
  return {
    first: pageUrl(site, 1),
    ...(number > 1 && { prev: pageUrl(site, number - 1) }),
    ...(number < count && { next: pageUrl(site, number + 1) }),
    last: pageUrl(site, count),
  };
}

interface ListPage {
  readonly site: Site;
  readonly snapshot: Snapshot;
  readonly pages: PageLinks;
  readonly url: string;
}

const hydra = 'http://www.w3.org/ns/hydra/core#';
const hydraNames = { first: 'first', last: 'last', next: 'next', prev: 'previous' } as const;

function* listText(page: ListPage, records: Iterable<FiledRecord>): Generator<string> {
  const { site, snapshot, pages, url } = page;
  const links = Object.entries(hydraNames).flatMap(([rel, name]) => {
    const target = pages[rel as keyof PageLinks]; // its own names
    return target === undefined ? [] : [[hydra + name, { '@id': target }]];
  });
  const view = { '@id': url, '@type': `${hydra}PartialCollectionView` };
  const members = JSON.stringify({
    '@id': pageUrl(site, 1),
    '@type': 'ItemList',
    name: site.title,
    itemListOrder: 'http://schema.org/ItemListUnordered',
    numberOfItems: snapshot.totals().graphs,
    [`${hydra}view`]: { ...view, ...(Object.fromEntries(links) as object) },
  });
  yield `{${jsonLdContext},${members.slice(1, -1)},"itemListElement":[`;
  const items = yield* readItems(snapshot, records);
  for (const [at, { record, isLink }] of items.entries()) {
    yield at === 0 ? '\n' : ',\n';
    if (isLink) {
      const target = urlOnSite(site, `/record/${record.key}.jsonld`);
      yield JSON.stringify({ '@type': 'ListItem', url: target });
    } else yield* recordJsonLdObject(publishedRecord(snapshot, record.facts));
  }
  yield '\n]}\n';
}

interface ListedItem {
  readonly record: FiledRecord;
  /** Whether the list only links to the record. */
  readonly isLink: boolean;
}

/** Records with more statements are only linked. */
const maxItemStatements = 2000;

/**
 * Decides which records a page only links to, because in one JSON-LD document they would be read
 * otherwise than alone:
 * - long ones;
 * - those that name a node without describing it while another record of the page describes it: the
 *   description would become a part of both;
 * - those that have the name or the content of an earlier one.
 */
function* readItems(
  snapshot: Snapshot,
  records: Iterable<FiledRecord>,
): Generator<string, readonly ListedItem[]> {
  const items: { readonly record: FiledRecord; readonly nodes: RecordNodes | undefined }[] = [];
  const described = new Set<string>();
  const names = new Set<string>();
  for (const record of records) {
    const text = readShort(snapshot, record);
    const own = text === undefined ? [] : namesOf(record, text);
    const isInside = text !== undefined && !own.some((name) => names.has(name));
    for (const name of own) names.add(name);
    const nodes = isInside ? readNodes(text) : undefined;
    for (const node of nodes?.described ?? []) described.add(node);
    items.push({ record, nodes });
    yield '';
  }
  return items.map(({ record, nodes }) => ({
    record,
    isLink: nodes === undefined || nodes.named.some((node) => described.has(node)),
  }));
}

/** The statements of a record, unless there are very many. */
function readShort(snapshot: Snapshot, { facts }: FiledRecord): StatementText | undefined {
  if (facts.quads > maxItemStatements) return undefined;
  return { graph: facts.graph, nquads: snapshot.nquadsOf(facts.graph) ?? '' };
}

/** The IRIs of a record and of what it describes; else a name made of its content. */
function namesOf({ facts }: FiledRecord, { nquads }: StatementText): readonly string[] {
  const iris = [facts.recordIri, ...facts.describes.map(({ iri }) => iri)];
  const names = iris.filter((iri) => iri !== undefined);
  return names.length > 0 ? names : [contentName(nquads)];
}

/** A hash of statements that does not depend on the name of the graph, nor on its labels. */
function contentName(nquads: string): string {
  const text = nquads.replaceAll(/_:g[\da-f]+n/gu, '_:').replaceAll(/ <[^ <>]*> \.$/gmu, '');
  return hash('sha256', text, 'hex');
}

interface RecordNodes {
  /** The IRIs of nodes with statements. */
  readonly described: ReadonlySet<string>;
  /** The IRIs of nodes that are only named. */
  readonly named: readonly string[];
}

function readNodes(text: StatementText): RecordNodes {
  const described = new Set<string>();
  const named = new Set<string>();
  for (const { subject, object } of iterateStatements(text)) {
    if (!isBlankNode(subject)) described.add(subject);
    if (object.startsWith('<')) named.add(object);
  }
  return { described, named: [...named].filter((node) => !described.has(node)) };
}
