import { foaf } from '../../rdf/vocabularies.ts';
import { version } from '../../version.ts';
import type { CatalogueState } from '../open-catalogue.ts';
import { type PageAnswer, type PageRequest, problemAnswer } from '../page.ts';
import { shortened } from '../parts/short-names.tsx';
import { atomLink, xmlElement, xmlText } from '../../text/xml-text.ts';
import { type Site, urlOnSite } from '../site.ts';
import { readChangeLog, type PublishedChange, type RunChanges } from './change-log.ts';

/** The most changes on a page of the collection; a run with more has several pages. */
const changesOfPage = 1000;

/** A page of the collection: some changes of a run. */
interface ChangePage {
  readonly changes: RunChanges;
  /** From 1. */
  readonly part: number;
}

/** All pages, the earliest first. */
function pagesOf(log: readonly RunChanges[]): readonly ChangePage[] {
  return log.flatMap((changes) => {
    const parts = Math.ceil(changes.count / changesOfPage);
    return Array.from({ length: parts }, (_, at) => ({ changes, part: at + 1 }));
  });
}

/**
 * The context of Activity Streams 2.0, and a term for the IRI of the graph that a record page is
 * about.
 */
const context = [
  'https://www.w3.org/ns/activitystreams',
  { graph: { '@id': foaf.primaryTopic, '@type': '@id' } },
] as const;

/**
 * The changes of all runs as an `OrderedCollection` (Activity Streams 2.0), laid out like a change
 * list of IIIF Change Discovery 1.0: pages in the order of time, the latest one last.
 */
export async function changeCollection({ site, state }: PageRequest): Promise<PageAnswer> {
  const log = await state.surveys.read(readChangeLog);
  const pages = pagesOf(log);
  return activityAnswer({
    '@context': context,
    id: urlOnSite(site, '/changes/'),
    type: 'OrderedCollection',
    totalItems: log.reduce((sum, { count }) => sum + count, 0),
    ...pageLink(site, 'first', pages[0]),
    ...pageLink(site, 'last', pages.at(-1)),
  });
}

/** A page of the collection, named by the number of its run and by its part. */
export async function changePage({ site, state, parts }: PageRequest): Promise<PageAnswer> {
  const pages = pagesOf(await state.surveys.read(readChangeLog));
  const at = pages.findIndex((page) => nameOf(page) === parts['page']);
  const page = pages[at];
  if (page === undefined) return problemAnswer(404, 'There is no such page of changes');
  const { changes, part } = page;
  const items = changes.slice((part - 1) * changesOfPage, part * changesOfPage);
  return activityAnswer({
    '@context': context,
    id: pageUrl(site, page),
    type: 'OrderedCollectionPage',
    partOf: { id: urlOnSite(site, '/changes/'), type: 'OrderedCollection' },
    ...pageLink(site, 'prev', pages[at - 1]),
    ...pageLink(site, 'next', pages[at + 1]),
    orderedItems: items.map((change) => activityOf(site, state, { change, at: changes.at })),
  });
}

function nameOf({ changes, part }: ChangePage): string {
  return `${changes.run.number}-${part}`;
}

function pageUrl(site: Site, page: ChangePage): string {
  return urlOnSite(site, `/changes/${nameOf(page)}`);
}

function pageLink(site: Site, name: string, page: ChangePage | undefined): object {
  return page === undefined
    ? {}
    : { [name]: { id: pageUrl(site, page), type: 'OrderedCollectionPage' } };
}

function activityAnswer(value: object): PageAnswer {
  return { contentType: 'application/activity+json', body: `${JSON.stringify(value)}\n` };
}

interface DatedChange {
  readonly change: PublishedChange;
  readonly at: string;
}

function activityOf(
  site: Site,
  { keys }: CatalogueState,
  { change: { kind, key }, at }: DatedChange,
): object {
  const page = urlOnSite(site, `/record/${key}`);
  const graph = keys.graphOf(key);
  const metadata = { type: 'Link', href: `${page}.jsonld`, mediaType: 'application/ld+json' };
  return {
    type: kind,
    object: {
      id: page,
      type: 'Document',
      ...(graph !== undefined && { graph }),
      ...(kind !== 'Delete' && { url: metadata }),
    },
    endTime: at,
  };
}

/** How many changes the feed has. */
const changesOfFeed = 100;
const maxTitle = 300;
const noTime = '1970-01-01T00:00:00Z';

/** The latest changes as an Atom feed (RFC 4287), removed records as deleted entries (RFC 6721). */
export async function changeFeed({ site, state }: PageRequest): Promise<PageAnswer> {
  const log = await state.surveys.read(readChangeLog);
  const self = urlOnSite(site, '/changes.atom');
  const body = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0">',
    xmlElement('id', self),
    xmlElement('title', `${site.title}: changed records`),
    xmlElement('updated', log.at(-1)?.at ?? noTime),
    atomLink('alternate', 'text/html', urlOnSite(site, '/')),
    atomLink('self', 'application/atom+xml', self),
    atomLink('related', 'application/activity+json', urlOnSite(site, '/changes/')),
    `<author>${xmlElement('name', site.title)}</author>`,
    `<generator version="${xmlText(version)}">cdif-graph</generator>`,
    ...latestChanges(log).map((change) => entryOf(site, state, change)),
    '</feed>\n',
  ].join('\n');
  return { contentType: 'application/atom+xml; charset=utf-8', body };
}

/** The latest change of each of the records that changed last; the latest run first. */
function latestChanges(log: readonly RunChanges[]): readonly DatedChange[] {
  const found = new Map<string, DatedChange>();
  for (const { at, slice } of log.toReversed()) {
    for (const change of slice(0, changesOfFeed)) {
      if (found.size === changesOfFeed) return [...found.values()];
      if (!found.has(change.key)) found.set(change.key, { change, at });
    }
  }
  return [...found.values()];
}

function entryOf(
  site: Site,
  { keys, snapshot }: CatalogueState,
  { change: { kind, key }, at }: DatedChange,
): string {
  const page = urlOnSite(site, `/record/${key}`);
  if (kind === 'Delete') return `<at:deleted-entry ref="${xmlText(page)}" when="${at}"/>`;
  const graph = keys.graphOf(key) ?? '';
  const title = snapshot.factsOf(graph)?.describes[0]?.name ?? 'Without a title';
  return [
    '<entry>',
    xmlElement('id', page),
    xmlElement('title', shortened(title, maxTitle)),
    xmlElement('updated', at),
    atomLink('alternate', 'text/html', page),
    atomLink('describedby', 'application/ld+json', `${page}.jsonld`),
    `<category term="${kind}"/>`,
    '</entry>',
  ].join('\n');
}
