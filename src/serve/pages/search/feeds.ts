import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { periodBounds } from '../../../facts/time/calendar.ts';
import type { AgentFacts, Text } from '../../../model/search-facts.ts';
import { searchCsv, searchGeoJsonText } from '../../../render/search-formats.ts';
import type { FoundResource, SearchResult } from '../../../search/search-answer.ts';
import { searchIndexContent, streamSearchResults } from '../../../search/search-index.ts';
import type { SearchRequest } from '../../../search/search-request.ts';
import { removeMailAddresses, undefinedIfMail } from '../../../text/clean-text.ts';
import { version } from '../../../version.ts';
import { isLanguageTag } from '../../negotiation.ts';
import type { PageAnswer, PageRequest } from '../../page.ts';
import { datasetUrl, resourceLinks } from '../../parts/addresses.ts';
import { resultText } from '../../parts/published.tsx';
import { licenceName, shortened } from '../../parts/short-names.tsx';
import { atomLink, xmlElement, xmlText } from '../../../text/xml-text.ts';
import type { Site } from '../../site.ts';
import { searchWords } from './condition-chips.tsx';
import { readRequestedSearch, type RequestedSearch } from './run-search.ts';
import { readSearchState, searchForOnly, searchHref } from './search-address.ts';

/** All results as CSV. */
export function searchCsvFile(request: PageRequest): PageAnswer {
  return fileAnswer(request, ({ site, state }, asked) => {
    const { found } = streamSearchResults(state.index, state.snapshot, asked);
    return {
      contentType: 'text/csv; charset=utf-8; header=present',
      headers: { 'Content-Disposition': 'attachment; filename="search.csv"' },
      body: searchCsv(resultsOf(found), (key) => resourceLinks(site, key)),
    };
  });
}

/** All results as GeoJSON. */
export function searchGeoJsonFile(request: PageRequest): PageAnswer {
  return fileAnswer(request, ({ site, state }, asked) => {
    const { total, found } = streamSearchResults(state.index, state.snapshot, asked);
    return {
      contentType: 'application/geo+json',
      headers: { 'Content-Disposition': 'inline; filename="search.geojson"' },
      body: searchGeoJsonText({
        total,
        results: resultsOf(found),
        linksOf: (key) => resourceLinks(site, key),
      }),
    };
  });
}

/** The number of entries of a feed; feed readers fetch it often. */
const feedSize = 50;

/** The most recently changed results as an Atom feed. */
export function searchAtomFeed(request: PageRequest): PageAnswer {
  return fileAnswer(request, ({ site, state, languages }, asked, { search }) => {
    const { snapshot } = state;
    const latest = { ...asked, sort: 'modified', limit: feedSize } as const;
    const { found } = searchIndexContent(state.index, snapshot, latest);
    const alone = { ...searchForOnly(search), sort: 'relevance' } as const;
    const words = searchWords(search);
    const body = atomFeed({
      site,
      snapshot,
      title: words === undefined ? site.title : `${words} · ${site.title}`,
      self: absolute(site, searchHref(site, alone, '/search.atom')),
      page: absolute(site, searchHref(site, alone)),
      found,
      languages,
    });
    return { contentType: 'application/atom+xml; charset=utf-8', body };
  });
}

function absolute({ base }: Site, path: string): string {
  return new URL(path, base).href;
}

/**
 * A program would not notice that a condition was dropped: an invalid search gets an error instead.
 */
function fileAnswer(
  request: PageRequest,
  answer: (request: PageRequest, asked: SearchRequest, search: RequestedSearch) => PageAnswer,
): PageAnswer {
  const asked = readRequestedSearch(readSearchState(request.query));
  if (asked.faults.length === 0) return answer(request, asked.request, asked);
  return {
    status: 400,
    contentType: 'text/plain; charset=utf-8',
    body: asked.faults.map(({ name, reason }) => `${name}: ${reason}\n`).join(''),
  };
}

function* resultsOf(found: Iterable<FoundResource>): Generator<SearchResult> {
  for (const { result } of found) yield result;
}

interface FeedOptions {
  readonly site: Site;
  readonly snapshot: Snapshot;
  readonly title: string;
  /** The URL of the feed, and of the page with the same results. */
  readonly self: string;
  readonly page: string;
  readonly found: readonly FoundResource[];
  /** As `PageRequest.languages`. */
  readonly languages: readonly string[];
}

const longest = { title: 300, summary: 2000 } as const;
const maxAuthors = 20;

/** Results of a search as an Atom feed (RFC 4287). The keys of resources are the ids of entries. */
function atomFeed(options: FeedOptions): string {
  const { site, title, self, page, found } = options;
  const entries = found.map((each) => entryOf(each, options));
  const times = entries.map(({ updated }) => updated).toSorted();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    xmlElement('id', self),
    xmlElement('title', title),
    // The update time of a feed without entries: no result was found since that moment.
    xmlElement('updated', times.at(-1) ?? noTime),
    // Some readers take the first link for the page.
    atomLink('alternate', 'text/html', page),
    atomLink('self', 'application/atom+xml', self),
    `<author>${xmlElement('name', site.title)}</author>`,
    `<generator version="${xmlText(version)}">cdif-graph</generator>`,
    ...entries.map(({ text }) => text),
    '</feed>\n',
  ].join('\n');
}

const noTime = '1970-01-01T00:00:00Z';

interface Entry {
  readonly updated: string;
  readonly text: string;
}

function entryOf(
  { result, facts }: FoundResource,
  { site, snapshot, languages }: FeedOptions,
): Entry {
  const { texts } = facts;
  const title = resultText(result.title ?? 'Without a title', texts.titles, languages);
  const summary = resultText(result.description, texts.descriptions, languages);
  const issued = dateTime(texts.issued);
  const updated = dateTime(texts.modified) ?? issued ?? harvestedAt(snapshot, result) ?? noTime;
  const authors = texts.agents.filter(({ role }) => role === 'creator').flatMap(nameOf);
  const page = datasetUrl(site, result.key);
  const text = [
    '<entry>',
    xmlElement('id', undefinedIfMail(result.key) ?? page),
    title && textElement('title', title, longest.title),
    xmlElement('updated', updated),
    issued && xmlElement('published', issued),
    atomLink('alternate', 'text/html', page),
    ...[...new Set(authors)]
      .slice(0, maxAuthors)
      .map((name) => `<author>${xmlElement('name', name)}</author>`),
    summary && textElement('summary', summary, longest.summary),
    texts.licences.length > 0 && xmlElement('rights', texts.licences.map(licenceName).join(', ')),
    '</entry>',
  ];
  return { updated, text: text.filter((line) => typeof line === 'string').join('\n') };
}

function nameOf({ names: [name] }: AgentFacts): readonly string[] {
  const said = removeMailAddresses(name?.text ?? '');
  return said === '' ? [] : [said];
}

/** A moment in the form of RFC 3339, which allows only years of four digits. */
function dateTime(moment: string | undefined): string | undefined {
  if (moment === undefined) return undefined;
  const { startDateTime = '' } = periodBounds({ start: moment });
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(startDateTime) ? startDateTime : undefined;
}

/** The time when the record took its current form. */
function harvestedAt(snapshot: Snapshot, { records }: FoundResource['result']): string | undefined {
  const facts = snapshot.factsOf(records[0]?.graph ?? '');
  return facts && snapshot.documentFacts(facts.documentUrl, facts.document)?.retrieval.at;
}

function textElement(name: string, { text, language }: Text, most: number): string {
  const tag = isLanguageTag(language) ? ` xml:lang="${language}"` : '';
  return `<${name} type="text"${tag}>${xmlText(shortened(text, most))}</${name}>`;
}
