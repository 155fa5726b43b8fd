import { severities } from '../../model/problem-catalogue.ts';
import type { CheckedUrl, FindingSummary, SiteReport, WaySummary } from '../../model/site-check.ts';
import { formatCount, formatCounts, groupDigits } from '../../text/amounts.ts';
import { cutToWidth, terminalText } from '../../text/printable.ts';
import { firstLines, inColumns, inWrappedColumns, textParts, wrapWords } from '../layout.ts';
import { severityCounts } from '../report-parts/severities.ts';
import {
  findingTitleLines,
  labelledLines,
  labelledWidth,
  reportWidth,
  severityWidth,
  wrappedLines,
} from '../report-parts/terminal-lines.ts';
import {
  countFindings,
  findingWords,
  gravestFirst,
  occurrenceTexts,
  originOf,
  pathBelow,
  shownUrl,
} from './checked-urls.ts';
import {
  countRoles,
  countWithoutWay,
  firstFindings,
  graphText,
  listingTexts,
  notVisitedText,
  noWayText,
  partialTexts,
  recordsText,
  type RoleCount,
  roleText,
  siteFacts,
  siteVerdict,
  spreadText,
  hasListing,
  startNames,
  stateNames,
  wayNames,
} from './check-words.ts';

/** The most URLs of a table that has all, and of one that has only those with findings. */
const maxUrls = 50;
const maxFaultyUrls = 20;
const maxFindingsOfUrl = 5;
const maxOccurrencesOfRow = 3;
/** The most lines that an occurrence of an example takes. */
const maxFactLines = 2;

type RoleCounts = ReturnType<typeof countRoles>;

/** What a format may use besides the report. */
export interface CheckWriterOptions {
  /** The folder of the documentation on this machine, with `rules` and `problems`. */
  readonly docs: string;
  /** Of the terminal, in columns; undefined where the text is not for one. */
  readonly width?: number | undefined;
}

/** Writes a report for a person at a terminal: what to do first, then the whole. */
export function* writeTextCheck(
  report: SiteReport,
  { docs, width }: CheckWriterOptions,
): Iterable<string> {
  const columns = reportWidth(width);
  const roles = countRoles(report);
  const parts = [
    headLines(report, roles, columns),
    firstChanges(report, columns),
    wayLines(report, columns),
    findingLines(report, columns),
    pageLines(report, roles, columns),
    listingLines(report, roles, columns),
    factLines(report, columns),
    report.findings.length > 0 ? [`What findings mean: ${docs}problems and ${docs}rules`] : [],
  ];
  for (const [at, lines] of parts.filter((each) => each.length > 0).entries()) {
    yield `${at === 0 ? '' : '\n'}${lines.join('\n')}\n`;
  }
}

function headLines(report: SiteReport, roles: RoleCounts, width: number): string[] {
  const { verdict, reason } = siteVerdict(report);
  const { page } = roles;
  const start = `${startNames[report.start]} ${terminalText(shownUrl(report.url))}`;
  const isOnePage = !hasListing(report) && page.urls === 1;
  const counts = textParts(
    !isOnePage && (page.urls === 0 ? 'no page' : formatCount(page.urls, 'page')),
    notVisitedText(report),
    recordsText(report),
  );
  return textParts(
    wrapWords(`${verdict}: ${reason}. ${start}: ${counts.join(', ')}`, width),
    partialTexts(report, roles).flatMap((text) => wrapWords(text, width)),
  );
}

function firstChanges(report: SiteReport, width: number): string[] {
  const changes = firstFindings(report);
  if (changes.length === 0) return [];
  return [
    'What to do first',
    ...changes.flatMap(({ severity, title, id, urls, remedy }) =>
      textParts(
        findingTitleLines(severity, `${title} (${id}), helps ${formatCount(urls, 'URL')}`, width),
        wrappedLines(terminalText(remedy), width, ' '.repeat(severityWidth + 4)),
      ),
    ),
  ];
}

/** Which ways lead to the metadata of pages, and which would be better. */
function wayLines(report: SiteReport, width: number): string[] {
  const without = countWithoutWay(report);
  if (report.ways.length + without === 0) return [];
  const rows = [
    ...report.ways.flatMap((way) => wayRows(way)),
    ...(without === 0 ? [] : [[formatCount(without, 'page'), noWayText] as const]),
  ];
  const lines = inWrappedColumns(rows, 'rl', width - 2);
  return ['How the metadata is published', ...lines.map((line) => `  ${line}`)];
}

function wayRows(way: WaySummary): (readonly [string, string])[] {
  const { urls, title, better, example } = way;
  return [
    [formatCount(urls, 'page'), terminalText(`${title} (${graphText(way)})`)],
    ['', `for example ${terminalText(shownUrl(example))}`],
    ...(better === undefined ? [] : [['', terminalText(`Better: ${better}`)] as const]),
  ];
}

function findingLines({ findings, counts, url }: SiteReport, width: number): string[] {
  const origin = originOf(url);
  if (findings.length === 0) return ['No findings'];
  return [
    `Findings: ${severityCounts(counts)}`,
    ...findings.flatMap((finding) => summaryLines(finding, origin, width)),
  ];
}

function summaryLines(finding: FindingSummary, origin: string, width: number): string[] {
  const { severity, title, id, meaning = '', remedy, examples, urls } = finding;
  const space = labelledWidth(width);
  const wrap = (text: string): string[] =>
    text === '' ? [] : wrapWords(terminalText(text), space);
  const more = urls - examples.length;
  const where = examples.flatMap((example) =>
    textParts(
      terminalText(shownUrl(example.url)),
      occurrenceTexts(example, origin).flatMap((text) => occurrenceLines(text, space)),
    ),
  );
  return [
    ...findingTitleLines(severity, `${title} (${id}), ${spreadText(finding)}`, width),
    ...labelledLines('means', wrap(meaning)),
    ...labelledLines('fix', wrap(remedy)),
    ...labelledLines('at', [
      ...where,
      ...(more > 0 ? [`and ${formatCount(more, 'more URL')}`] : []),
    ]),
  ];
}

/** An occurrence of an example; cut where it is long. */
function occurrenceLines(text: string, width: number): string[] {
  const space = width - 2;
  return wrappedLines(cutToWidth(terminalText(text), maxFactLines * space), width, '  ');
}

/** The pages, each followed by the metadata that it leads to. */
function pageLines(report: SiteReport, { page, metadata }: RoleCounts, width: number): string[] {
  const urls = report.urls.filter(({ role }) => role !== 'listing');
  if (urls.length === 0) return [];
  const origin = originOf(report.url);
  const path = (url: string): string => terminalText(pathBelow(url, origin));
  const more = notVisitedText(report);
  return textParts(
    origin === '' ? 'Pages' : `Pages of ${terminalText(shownUrl(origin))}`,
    `  ${roleText(page, 'page')}`,
    metadata.urls > 0 && `  ${roleText(metadata, 'metadata document')}`,
    more !== undefined && `  ${more}`,
    urlTable(urls, report, {
      width,
      head: ['state', 'way', 'conform', ...severityHeads, origin === '' ? 'URL' : 'path'],
      cellsOf: ({ url, of, state, way, records, conforming, findings }) => [
        state === undefined ? '' : stateNames[state],
        way === undefined ? '' : wayNames[way],
        records === 0 ? '' : `${groupDigits(conforming)} of ${groupDigits(records)}`,
        ...severityCells(findings),
        path(url) + (of === undefined ? '' : ` (metadata of ${path(of)})`),
      ],
    }),
  );
}

const severityHeads = ['err', 'warn', 'info'];

function severityCells(findings: CheckedUrl['findings']): string[] {
  const counts = countFindings(findings);
  return severities.map((severity) =>
    counts[severity] === 0 ? '-' : groupDigits(counts[severity]),
  );
}

interface UrlTable {
  readonly width: number;
  readonly head: readonly string[];
  /** The last one is the URL. */
  readonly cellsOf: (url: CheckedUrl) => readonly string[];
}

/** A line for each URL, and below it its findings; of many URLs only those with findings. */
function urlTable(
  urls: readonly CheckedUrl[],
  report: SiteReport,
  { width, head, cellsOf }: UrlTable,
): string[] {
  const origin = originOf(report.url);
  const isWhole = urls.length <= maxUrls;
  const found = isWhole ? urls : gravestFirst(urls).filter(({ findings }) => findings.length > 0);
  const shown = isWhole ? found : found.slice(0, maxFaultyUrls);
  const alignment = head.length === severityHeads.length + 1 ? 'rrrl' : 'llrrrrl';
  const [headLine = '', ...lines] = inColumns([head, ...shown.map(cellsOf)], alignment);
  // The findings of the only URL are above.
  const hasDetails = report.urls.length > 1;
  const others = formatCounts({
    'more with findings': found.length - shown.length,
    'without findings': urls.length - found.length,
  });
  return textParts(
    shown.length > 0 && `  ${headLine}`,
    shown.flatMap(({ findings }, at) =>
      [`  ${lines[at] ?? ''}`].concat(hasDetails ? briefFindings(findings, origin, width) : []),
    ),
    !isWhole && `  ${others}: --format json has all`,
  );
}

/** A line for each finding of a URL, without title and remedy, which are above. */
function briefFindings(findings: CheckedUrl['findings'], origin: string, width: number): string[] {
  return firstLines(
    findings,
    maxFindingsOfUrl,
    (finding) => {
      const words = findingWords(finding, finding.id, origin, maxOccurrencesOfRow);
      const [first = '', ...others] = words.occurrences;
      const isOneLine = others.length === 0 || finding.occurrences.length === 1;
      const what = isOneLine && first !== '' ? `${words.what}: ${first}` : words.what;
      const start = `      ${finding.severity.padEnd(severityWidth)}  `;
      const lines = [
        start + terminalText(what),
        ...(isOneLine ? [] : words.occurrences).map((text) => {
          return `${' '.repeat(start.length + 2)}${terminalText(text)}`;
        }),
      ];
      return lines.map((line) => cutToWidth(line, width));
    },
    (count) => `      and ${formatCount(count, 'more finding')}`,
  );
}

/** The listing of the site, and the problems of its robots.txt and sitemaps. */
function listingLines(
  report: SiteReport,
  { listing }: { readonly listing: RoleCount },
  width: number,
): string[] {
  if (!hasListing(report) && listing.urls === 0) return [];
  const urls = report.urls.filter(({ role }) => role === 'listing');
  const state = wrapWords(`Listing: ${listingTexts[report.listing]}`, width);
  if (urls.length === 0) return state;
  return [
    ...state,
    ...urlTable(urls, report, {
      width,
      head: [...severityHeads, 'URL'],
      cellsOf: (each) => [...severityCells(each.findings), terminalText(shownUrl(each.url))],
    }),
  ];
}

function factLines(report: SiteReport, width: number): string[] {
  const lines = inWrappedColumns(siteFacts(report), 'll', width - 2);
  return ['In figures', ...lines.map((line) => `  ${line}`)];
}
