import type {
  CheckedRole,
  CheckedUrl,
  CheckFinding,
  FindingSummary,
  SiteReport,
} from '../../model/site-check.ts';
import { formatCount } from '../../text/amounts.ts';
import { terminalText } from '../../text/printable.ts';
import {
  junitCase,
  type JunitFault,
  junitFault,
  junitFrame,
  junitSuiteEnd,
  junitSuiteStart,
} from '../report-parts/junit-xml.ts';
import { isFailing } from '../report-parts/severities.ts';
import { findingsById, findingWords, type FindingWords, originOf } from './checked-urls.ts';
import { countRoles, partialTexts, siteFacts, siteVerdict } from './check-words.ts';

const suites = [
  ['listing', 'Listings'],
  ['page', 'Pages'],
  ['metadata', 'Metadata documents'],
] as const satisfies readonly (readonly [CheckedRole, string])[];

/**
 * Writes JUnit XML that is valid by the schemas of Ant and of Jenkins: a suite for each role, a case
 * for each URL. A case fails where its findings make the check fail (`failOn`); other findings are
 * in the output of the suite.
 */
export function* writeJunitCheck(report: SiteReport): Iterable<string> {
  const { verdict, reason } = siteVerdict(report);
  const head = { place: terminalText(report.url), startedAt: new Date(report.startedAt) };
  const properties = [
    ['url', terminalText(report.url)],
    ['verdict', `${verdict}: ${reason}`],
    ...partialTexts(report, countRoles(report)).map((text) => ['partial', text] as const),
    ...siteFacts(report),
  ] as const;
  const titles = findingsById(report.findings);
  yield junitFrame.start;
  let id = 0;
  for (const [role, name] of suites) {
    const urls = report.urls.filter((each) => each.role === role);
    if (urls.length === 0) continue;
    const failures = urls.filter((each) => failingFindings(each, report).length > 0).length;
    const counts = { tests: urls.length, failures, errors: 0 };
    yield junitSuiteStart({ ...head, name, id, counts, properties });
    for (const each of urls) yield urlCase(each, name, faultOfUrl(each, report, titles));
    yield junitSuiteEnd(otherLines(urls, report, titles).join('\n'));
    id += 1;
  }
  if (id === 0) {
    const fault = report.passes ? undefined : junitFault('error', 'nothing', [reason]);
    const counts = { tests: 1, failures: 0, errors: fault === undefined ? 0 : 1 };
    yield junitSuiteStart({ ...head, name: 'Site', id, counts, properties });
    yield urlCase(report, 'Site', fault) + junitSuiteEnd('');
  }
  yield junitFrame.end;
}

function urlCase(
  { url }: Pick<CheckedUrl, 'url'>,
  className: string,
  fault: JunitFault | undefined,
): string {
  return junitCase({ className, name: terminalText(url), ...(fault && { fault }) });
}

function failingFindings({ findings }: CheckedUrl, { failOn }: SiteReport) {
  return findings.filter(({ severity }) => isFailing(severity, failOn));
}

/** All that makes the check fail at a URL, in one failure: the schema of Ant permits no more. */
function faultOfUrl(
  url: CheckedUrl,
  report: SiteReport,
  titles: ReadonlyMap<string, FindingSummary>,
): JunitFault | undefined {
  const findings = failingFindings(url, report);
  const [gravest] = findings;
  if (gravest === undefined) return undefined;
  const more = findings.length - 1;
  const also = more === 0 ? '' : `; and ${formatCount(more, 'more finding')}`;
  return junitFault('failure', gravest.severity, [
    messageOf(wordsOf(gravest, report, titles)) + also,
    ...findings.flatMap((each) =>
      findingLines(each, report, titles).concat(
        `    ${terminalText(titles.get(each.id)?.remedy ?? '')}`,
      ),
    ),
  ]);
}

function wordsOf(
  finding: CheckFinding,
  { url }: SiteReport,
  titles: ReadonlyMap<string, FindingSummary>,
): FindingWords {
  const { id } = finding;
  return findingWords(finding, `${titles.get(id)?.title ?? id} (${id})`, originOf(url));
}

function messageOf({ what, occurrences: [first] }: FindingWords): string {
  return terminalText(first === undefined ? what : `${what}: ${first}`);
}

/** A finding with all its occurrences, in a line each where there are several. */
function findingLines(
  finding: CheckFinding,
  report: SiteReport,
  titles: ReadonlyMap<string, FindingSummary>,
): readonly string[] {
  const words = wordsOf(finding, report, titles);
  const { what, occurrences } = words;
  const start = `${finding.severity}: `;
  if (occurrences.length <= 1) return [start + messageOf(words)];
  return [start + terminalText(what), ...occurrences.map((text) => `    - ${terminalText(text)}`)];
}

/** What is found and does not make the check fail. */
function otherLines(
  urls: readonly CheckedUrl[],
  report: SiteReport,
  titles: ReadonlyMap<string, FindingSummary>,
): string[] {
  const { failOn } = report;
  return urls.flatMap(({ url, findings }) => {
    const others = findings.filter(({ severity }) => !isFailing(severity, failOn));
    if (others.length === 0) return [];
    const lines = others.flatMap((each) => findingLines(each, report, titles));
    return [terminalText(url)].concat(lines.map((line) => `    ${line}`));
  });
}
