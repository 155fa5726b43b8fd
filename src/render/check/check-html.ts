import { severities } from '../../model/problem-catalogue.ts';
import type { Severity } from '../../model/problem.ts';
import type { CheckedUrl, FindingSummary, SiteReport, WaySummary } from '../../model/site-check.ts';
import { formatCount, formatDuration, formatMoment, groupDigits } from '../../text/amounts.ts';
import { version } from '../../version.ts';
import {
  changeItem,
  figure,
  pair,
  severityMark,
  shareOf,
  webLink,
  withCode,
} from '../report-parts/html-parts.ts';
import { markup, type Markup, pageEnd, pageStart } from '../report-parts/html-page.ts';
import { countAll, severityParts } from '../report-parts/severities.ts';
import { percentText } from '../validation/finding-groups.ts';
import {
  countFindings,
  findingsById,
  findingWords,
  gravestFirst,
  occurrenceTexts,
  originOf,
  pathBelow,
  shownUrl,
} from './checked-urls.ts';
import {
  countRoles,
  countUntried,
  countVisited,
  countWithoutWay,
  firstFindings,
  graphText,
  listingTexts,
  notVisitedText,
  noWayText,
  partialTexts,
  roleText,
  siteFacts,
  siteVerdict,
  spreadText,
  hasListing,
  startNames,
  stateNames,
  wayNames,
} from './check-words.ts';

/** Beyond these, a page is too large for a browser. */
const maxRows = 2000;
/** The rows of a table that are shown at first, and its findings that are open. */
const maxShown = 50;
const maxOpen = 3;
const maxFindingsOfUrl = 10;
const rowsOfPiece = 100;

/** Writes one page for people, that can be sent by mail and opened anywhere. */
export function* writeHtmlCheck(report: SiteReport): Iterable<string> {
  const roles = countRoles(report);
  const more = notVisitedText(report);
  const date = formatMoment(report.startedAt);
  const rowsOf = tableWriter(report);
  yield pageStart(`Check of ${shownUrl(report.url)}, ${date.slice(0, 10)}`).text;
  yield summaryMarkup(report, roles).text;
  yield markup`${firstMarkup(report)} ${waysMarkup(report)} ${findingsMarkup(report)}`.text;
  const pages = report.urls.filter(({ role }) => role !== 'listing');
  if (pages.length > 0) {
    yield markup`<h2>Pages</h2>
      <p class="soft">${roleText(roles.page, 'page')}</p>
      ${
        roles.metadata.urls > 0 &&
        markup`<p class="soft">${roleText(roles.metadata, 'metadata document')}</p>`
      }
      ${more !== undefined && markup`<p class="soft">${more}</p>`}`.text;
    yield* rowsOf(pages, 'Page');
  }
  const listings = report.urls.filter(({ role }) => role === 'listing');
  if (hasListing(report) || listings.length > 0) {
    yield markup`<h2>robots.txt and sitemaps</h2>
      <p class="soft">Listing: ${listingTexts[report.listing]}</p>`.text;
    yield* rowsOf(listings, 'Listing');
  }
  yield figuresMarkup(report).text;
  yield pageEnd(`Written by cdif-graph ${version}. The check began at ${date}.`).text;
}

function summaryMarkup(report: SiteReport, roles: ReturnType<typeof countRoles>): Markup {
  const { verdict, reason } = siteVerdict(report);
  const { url, start, records, conforming, required, recommended, counts, requests } = report;
  const visited = countVisited(roles.page);
  const left = countUntried(report);
  const parts = partialTexts(report, roles);
  return markup`<h1>${startNames[start]} <bdi>${shownUrl(url)}</bdi></h1>
    <p class="result ${report.passes ? 'passes' : 'fails'}"><b>${verdict}</b>: ${reason}</p>
    ${parts.length > 0 && markup`<p class="result partial">${parts.join(' ')}</p>`}
    <dl class="figures">
      ${figure('Pages visited', groupDigits(visited), {
        note: left === 0 ? '' : `${formatCount(left, 'URL')} not tried`,
      })}
      ${figure('Records that conform', `${groupDigits(conforming)} of ${groupDigits(records)}`, {
        share: shareOf(conforming, records),
      })}
      ${
        required !== undefined &&
        figure('Required content', percentText(required), { share: required })
      }
      ${
        recommended !== undefined &&
        figure('Recommended content', percentText(recommended), { share: recommended })
      }
      ${figure('Findings', groupDigits(countAll(counts)), { note: severityParts(counts) })}
      ${figure('Requests', groupDigits(requests), {
        note: `in ${formatDuration(report.startedAt, report.endedAt)}`,
      })}
    </dl>`;
}

function firstMarkup(report: SiteReport): Markup | undefined {
  const changes = firstFindings(report);
  if (changes.length === 0) return undefined;
  const of = report.urls.length;
  const items = changes.map(({ severity, title, remedy, urls }) => {
    return changeItem({ severity, title, text: withCode(remedy), helped: urls, of, noun: 'URL' });
  });
  return markup`<h2>What to do first</h2>
    <ol class="first">
      ${items}
    </ol>`;
}

function waysMarkup(report: SiteReport): Markup | undefined {
  const without = countWithoutWay(report);
  if (report.ways.length + without === 0) return undefined;
  const rows = report.ways.map((way) => wayRow(way));
  const none =
    without > 0 &&
    markup`<tr>
      <td>${noWayText}</td>
      <td class="side">${formatCount(without, 'page')}</td>
    </tr> `;
  return markup`<h2>How the metadata is published</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Way</th>
          <th scope="col">Pages</th>
        </tr>
      </thead>
      <tbody>
        ${rows}${none}
      </tbody>
    </table>`;
}

function wayRow(way: WaySummary): Markup {
  const { title, better, example, urls } = way;
  return markup`<tr>
    <td>
      <b>${title}</b>
      <p class="soft">${graphText(way)}; for example ${webLink(example, shownUrl(example))}</p>
      ${better !== undefined && markup`<p>Better: ${withCode(better)}</p>`}
    </td>
    <td class="side">${formatCount(urls, 'page')}</td>
  </tr> `;
}

function findingsMarkup({ findings, url }: SiteReport): Markup {
  const origin = originOf(url);
  if (findings.length === 0) return markup`<h2>Findings</h2> <p>There are none.</p>`;
  const rows = findings.map(
    (finding, at) => markup`<tr>
      <td>${summaryDetails(finding, origin, at < maxOpen)}</td>
      <td class="side">${spreadText(finding)}</td>
    </tr> `,
  );
  return markup`<h2>Findings</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Finding</th>
          <th scope="col">How many</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function summaryDetails(finding: FindingSummary, origin: string, isOpen: boolean): Markup {
  const { id, severity, title, meaning, remedy, examples, urls } = finding;
  const more = urls - examples.length;
  const items = examples.map(
    (example) =>
      markup`<li>
        ${webLink(example.url, shownUrl(example.url))}${occurrenceTexts(example, origin).map(
          (text) => markup`<br /><span class="soft"><bdi>${text}</bdi></span>`,
        )}
      </li>`,
  );
  return markup`<details class="found" ${isOpen && markup` open`}>
    <summary>${severityMark(severity)} <b>${title}</b> <code>${id}</code></summary>
    <dl class="pairs">
      ${meaning !== undefined && pair('Means', withCode(meaning))}
      ${pair('Remedy', withCode(remedy))}
      ${pair(
        'At',
        markup`<ul>
          ${items}${more > 0 && markup`<li class="soft">and ${formatCount(more, 'more URL')}</li>`}
        </ul>`,
      )}
    </dl>
  </details>`;
}

/** Writes URLs as a table, of many in two: the first ones, and others that are folded. */
function tableWriter(
  report: SiteReport,
): (urls: readonly CheckedUrl[], head: 'Page' | 'Listing') => Iterable<string> {
  const titles = findingsById(report.findings);
  const origin = originOf(report.url);
  const rowOf = (url: CheckedUrl): Markup => urlRow(url, titles, origin);
  return function* write(urls, head) {
    if (urls.length === 0) return;
    const sorted = urls.length <= maxShown ? urls : gravestFirst(urls);
    const shown = sorted.slice(0, maxRows);
    yield* tableTexts(shown.slice(0, maxShown), head, rowOf);
    const folded = shown.slice(maxShown);
    if (folded.length > 0) {
      yield markup`<details class="record">
        <summary><div><h3>${formatCount(folded.length, 'more URL')}</h3></div></summary>`.text;
      yield* tableTexts(folded, head, rowOf);
      yield '</details>\n';
    }
    const more = urls.length - shown.length;
    if (more > 0) {
      yield markup`<p>${formatCount(more, 'more URL')} are not shown: see --format json</p>`.text;
    }
  };
}

function* tableTexts(
  urls: readonly CheckedUrl[],
  head: 'Page' | 'Listing',
  rowOf: (url: CheckedUrl) => Markup,
): Iterable<string> {
  const heads = head === 'Page' ? [head, 'State', 'Records'] : [head];
  yield markup`<table>
    <thead>
      <tr>
        ${heads.map((each) => markup`<th scope="col">${each}</th> `)}
      </tr>
    </thead>
    <tbody>`.text;
  for (let at = 0; at < urls.length; at += rowsOfPiece) {
    yield markup`${urls.slice(at, at + rowsOfPiece).map(rowOf)}`.text;
  }
  yield '</tbody></table>\n';
}

function urlRow(
  url: CheckedUrl,
  titles: ReadonlyMap<string, FindingSummary>,
  origin: string,
): Markup {
  const { role, of, state, way, records, conforming, name } = url;
  const shown = pathBelow(url.url, origin);
  const how = [state && stateNames[state], way && `by ${wayNames[way]}`].filter(Boolean);
  const conform =
    records > 0 &&
    `${groupDigits(conforming)} of ${groupDigits(records)} ${records === 1 ? 'conforms' : 'conform'}`;
  return markup`<tr>
    <td>
      ${webLink(url.url, shown)}
      ${name !== undefined && markup`<p class="soft"><bdi>${name}</bdi></p>`}
      ${of !== undefined && markup`<p class="soft">metadata of ${pathBelow(of, origin)}</p>`}
      ${foundMarkup(url, titles, origin)}
    </td>
    ${
      role !== 'listing' &&
      markup`<td class="side">${how.join(', ')}</td>
        <td class="side">${conform}</td>`
    }
  </tr> `;
}

/** The findings of one URL, folded. */
function foundMarkup(
  { findings }: CheckedUrl,
  titles: ReadonlyMap<string, FindingSummary>,
  origin: string,
): Markup | undefined {
  if (findings.length === 0) return undefined;
  const more = findings.length - maxFindingsOfUrl;
  const items = findings.slice(0, maxFindingsOfUrl).map((finding) => {
    const { id, severity } = finding;
    const { what, occurrences } = findingWords(finding, titles.get(id)?.title ?? id, origin);
    return markup`<li>
      ${severityMark(severity)} ${what}${occurrencesMarkup(occurrences)}
    </li> `;
  });
  return markup`<details class="found">
    <summary>${severityWords(countFindings(findings))}</summary>
    <ul>
      ${items}${more > 0 && markup`<li class="soft">and ${groupDigits(more)} more</li>`}
    </ul>
  </details>`;
}

function occurrencesMarkup(occurrences: readonly string[]): Markup | undefined {
  const [first, ...others] = occurrences;
  if (first === undefined) return undefined;
  if (others.length === 0) return markup`: <bdi>${first}</bdi>`;
  return markup`<ul>
    ${occurrences.map((text) => markup`<li><bdi>${text}</bdi></li> `)}
  </ul>`;
}

/** `2 errors, 1 info`, in the colours of the severities. */
function severityWords(counts: Readonly<Record<Severity, number>>): readonly Markup[] {
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity, at) => {
      const text = severityParts({ error: 0, warning: 0, info: 0, [severity]: counts[severity] });
      return markup`${at > 0 && ', '}<span class="severity ${severity}">${text}</span>`;
    });
}

function figuresMarkup(report: SiteReport): Markup {
  const pairs = siteFacts(report).map(([name, text]) =>
    pair(name.slice(0, 1).toUpperCase() + name.slice(1), markup`${text}`),
  );
  return markup`<h2>In figures</h2>
    <dl class="pairs">
      ${pairs}
    </dl>`;
}
