import type { Child } from 'hono/jsx';
import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import type { ProblemCounts } from '../../../model/problem-tally.ts';
import type { Severity } from '../../../model/problem.ts';
import type { DeferredHost } from '../../../model/run-costs.ts';
import type { SourceReport } from '../../../model/run.ts';
import { sourceFigures } from '../../../pipeline/report/run-report.ts';
import { formatCount, formatSeconds, groupDigits } from '../../../text/amounts.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { explainHref, problemsHref, sourceHref } from '../../parts/addresses.ts';
import { severityTotals } from '../../parts/problem-list.tsx';
import type { Site } from '../../site.ts';
import { readRemovals, removalsByRun, type Removals } from './removals-page.tsx';
import { readSources } from './source-care.ts';
import { readSourceUrls, type SourceUrls } from './source-urls-page.tsx';
import { CountedNoun } from './source-parts.tsx';

/** The lists of one source. */
export interface SourceLists {
  /** The latest run that reported about it. */
  readonly latestRun?: string | undefined;
  readonly urls?: SourceUrls | undefined;
  readonly removals?: Removals | undefined;
  /** The problems of the latest visits. */
  readonly problems?: ProblemCounts | undefined;
}

/** The lists of a catalogue. */
export interface CatalogueLists {
  /** The problems of the latest visits, each once. */
  readonly problems: ProblemCounts;
  readonly ofSource: (name: string) => SourceLists;
}

/** Reads the lists that the figures of the latest runs can link to. */
export async function readLists({ surveys }: CatalogueState): Promise<CatalogueLists> {
  const urls = await surveys.read(readSourceUrls);
  const removals = await surveys.read(readRemovals);
  const { content, sources } = await surveys.read(readSources);
  const known = new Map(sources.map((source) => [source.status.source, source]));
  return {
    problems: content.problems,
    ofSource: (name) => ({
      latestRun: known.get(name)?.latest?.run.run,
      urls: urls.get(name),
      removals: removals.get(name),
      problems: known.get(name)?.status.problems,
    }),
  };
}

/**
 * Links the figures of a source in a run to lists. A run is stored as figures, while the lists come
 * from the latest visit of each URL: a figure links only to a list of exactly that length.
 */
export class RunNumbers {
  readonly #site: Site;
  readonly #source: string;
  readonly #run: string;
  readonly #lists: SourceLists;

  constructor(site: Site, source: string, run: string, lists: SourceLists) {
    this.#site = site;
    this.#source = source;
    this.#run = run;
    this.#lists = lists;
  }

  /** Whether no later run reported about the source. */
  get isLatest(): boolean {
    return this.#lists.latestRun === this.#run;
  }

  /** @param groups of `url-groups.ts`: the first one with the same number is used */
  urls(count: number, ...groups: readonly string[]): string | undefined {
    return this.#group('urls', count, groups);
  }

  records(count: number, ...groups: readonly string[]): string | undefined {
    return this.#group('records', count, groups);
  }

  /** URLs that the run did not request because it gave up their host. */
  urlsOfHost(count: number, host: string): string | undefined {
    const left = this.#lists.urls?.counts.leftHosts.get(host);
    if (!this.isLatest || count === 0 || left !== count) return undefined;
    const query = new URLSearchParams({ state: 'run-not-tried', host });
    return sourceHref(this.#site, this.#source, `/urls?${query.toString()}`);
  }

  /** Records that the run removed. */
  removed(count: number): string | undefined {
    const removed = removalsByRun(this.#lists.removals, this.#run);
    if (count === 0 || removed.length !== count) return undefined;
    return sourceHref(this.#site, this.#source, `/removals?run=${encodeURIComponent(this.#run)}`);
  }

  problems(count: number, severity: Severity): string | undefined {
    const { problems } = this.#lists;
    if (count === 0 || problems === undefined || !this.isLatest) return undefined;
    if (severityTotals(problems).get(severity) !== count) return undefined;
    return problemsHref(this.#site, { source: this.#source, severity });
  }

  #group(of: 'urls' | 'records', count: number, groups: readonly string[]): string | undefined {
    const counts = this.isLatest ? this.#lists.urls?.counts[of] : undefined;
    const group = count > 0 && groups.find((name) => counts?.get(name) === count);
    if (!group) return undefined;
    return sourceHref(this.#site, this.#source, `/${of}?state=${group}`);
  }
}

/** The heads of the columns that `runFigures` fills. */
export const figureColumns = ['Records', 'Added', 'Changed', 'Removed', 'Errors', 'Warnings'];

/** A figure of a run, and its link. */
export interface RunNumber {
  readonly count: number;
  readonly href: string | undefined;
}

/** The figures of a source in a run, one for each of `figureColumns`. */
export function runFigures(report: SourceReport, numbers: RunNumbers): readonly RunNumber[] {
  const { records, added, changed, removed, errors, warnings } = sourceFigures(report);
  return [
    { count: records, href: numbers.records(records, 'all') },
    { count: added, href: numbers.records(added, 'added') },
    { count: changed, href: numbers.records(changed, 'replaced') },
    { count: removed, href: numbers.removed(removed) },
    { count: errors, href: numbers.problems(errors, 'error') },
    { count: warnings, href: numbers.problems(warnings, 'warning') },
  ];
}

interface FiguresTableProps {
  readonly label: string;
  /** The heading of the first column. */
  readonly subject: string;
  /** The headings of the figures. */
  readonly columns: readonly string[];
  readonly rows: readonly FiguresRow[];
}

/** One row: a figure for each column, and the seconds that the source took. */
export interface FiguresRow {
  readonly heading: Child;
  readonly numbers: readonly RunNumber[];
  readonly seconds: number;
}

/** A table of figures of runs, with their times. */
export function FiguresTable({ label, subject, columns, rows }: FiguresTableProps) {
  return (
    <>
      <div class="scroll" tabindex={0} role="region" aria-label={label}>
        <table>
          <thead>
            <tr>
              <th scope="col">{subject}</th>
              {[...columns, 'Time'].map((column) => (
                <th scope="col" class="number">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row">{row.heading}</th>
                {row.numbers.map(({ count, href }) => (
                  <td class="number">
                    <CountedNoun href={href}>{groupDigits(count)}</CountedNoun>
                  </td>
                ))}
                <td class="number">{formatSeconds(row.seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <UnlistedNote numbers={rows.flatMap((row) => row.numbers)} />
    </>
  );
}

/** Explains why some figures have no link. */
export function UnlistedNote({ numbers }: { readonly numbers: readonly RunNumber[] }) {
  if (numbers.every(({ count, href }) => count === 0 || href !== undefined)) return null;
  return (
    <p class="soft">
      A number has no link if its items cannot be listed: they are no longer in the catalogue,
      another source counts them as well, or a later run has harvested the source; of earlier runs
      only the numbers are kept.
    </p>
  );
}

interface LeftHostsProps {
  readonly site: Site;
  readonly hosts: readonly DeferredHost[];
  readonly numbers: RunNumbers;
}

/** The hosts that a run gave up, as list items. */
export function AbandonedHosts({ site, hosts, numbers }: LeftHostsProps) {
  return (
    <>
      {hosts.map(({ host, urls, problem }) => (
        <li>
          <p>
            <bdi>{host}</bdi>,{' '}
            <CountedNoun href={numbers.urlsOfHost(urls, host)}>
              {formatCount(urls, 'URL')}
            </CountedNoun>{' '}
            left for the next run:{' '}
            <a href={problemsHref(site, {}, problem.kind)}>
              {problemCatalogue[problem.kind].title}
            </a>
          </p>
          <p class="soft">
            for example{' '}
            <a href={explainHref(site, problem.url)}>
              <bdi>{problem.url}</bdi>
            </a>
          </p>
        </li>
      ))}
    </>
  );
}
