import type { Child } from 'hono/jsx';
import type { ProblemCounts } from '../../../model/problem-tally.ts';
import { severities } from '../../../model/problem-catalogue.ts';
import type { VisitState } from '../../../model/run.ts';
import { formatCount, groupDigits } from '../../../text/amounts.ts';
import type { ResourceCounts } from '../../open-catalogue.ts';
import { type Site, sitePath } from '../../site.ts';
import { problemsHref, runHref, urlsHref } from '../../parts/addresses.ts';
import { severityAmount, severityTotals } from '../../parts/problem-list.tsx';
import { searchHref } from '../search/search-address.ts';
import type { CareReason, CareState } from './source-care.ts';
import { visitTexts } from './url-groups.ts';

const careTexts = {
  failing: 'Failing',
  care: 'Needs care',
  late: 'Not harvested lately',
  report: 'Errors to report',
  'not-configured': 'Not configured',
  fine: 'Fine',
} as const satisfies Record<CareState, string>;

/** The shape inside the icon of a state. */
const careSigns = {
  failing: 'M5 5l6 6M11 5l-6 6',
  care: 'M8 4v5M8 11.4v.6',
  late: 'M8 4.4V8l2.4 1.6',
  report: 'M5.4 10.6l5-5M6.6 5.4h4v4',
  'not-configured': 'M5 8h6',
  fine: 'M4.6 8.2l2.4 2.4 4.4-4.8',
} as const satisfies Record<CareState, string>;

/** The state of a source as an icon and a word. */
export function CareMark({ state }: { readonly state: CareState }) {
  return (
    <b class={`care-mark ${state}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="7.2" />
        <path d={careSigns[state]} />
      </svg>
      {careTexts[state]}
    </b>
  );
}

interface CareReasonsProps {
  readonly site: Site;
  readonly reasons: readonly CareReason[];
}

/** The reasons for the state of a source. */
export function CareReasons({ site, reasons }: CareReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <ul>
      {reasons.map(({ text, hrefOf }) => (
        <li>
          <CountedNoun href={hrefOf?.(site)}>{text}</CountedNoun>
        </li>
      ))}
    </ul>
  );
}

interface SeverityCountsProps {
  readonly site: Site;
  readonly counts: ProblemCounts;
  readonly source: string;
}

/** The problems of a source by severity, each with a link. */
export function SeverityCounts({ site, counts, source }: SeverityCountsProps) {
  const totals = severityTotals(counts);
  if (totals.size === 0) return <span class="soft">none</span>;
  return (
    <ul class="severities">
      {severities.map((severity) => {
        const count = totals.get(severity) ?? 0;
        return count === 0 ? null : (
          <li class={severity}>
            <a href={problemsHref(site, { source, severity })}>{severityAmount(severity, count)}</a>
          </li>
        );
      })}
    </ul>
  );
}

/** The colours of the bar: gave records, answered, failed, skipped. */
const barClasses = {
  harvested: 'good',
  linked: 'link',
  'no-metadata': 'none',
  'metadata-failed': 'bad',
  nonconforming: 'bad',
  'fetch-failed': 'bad',
  gone: 'gone',
  disallowed: 'left',
  'not-tried': 'left',
} as const satisfies Record<VisitState, string>;

interface StateBarProps {
  readonly site: Site;
  readonly source: string;
  readonly urls: Readonly<Record<VisitState, number>>;
}

/** The URLs of a source by the result of their latest visits: a bar and figures. */
export function StateBar({ site, source, urls }: StateBarProps) {
  const states = Object.keys(visitTexts) as VisitState[]; // The keys of a record by state are states.
  const present = states.filter((state) => urls[state] > 0);
  const total = present.reduce((sum, state) => sum + urls[state], 0);
  if (total === 0) return <span class="soft">no URLs</span>;
  let at = 0;
  const parts = present.map((state) => {
    const width = (urls[state] / total) * 100;
    const part = { state, from: at, width };
    at += width;
    return part;
  });
  return (
    <div class="url-states">
      <svg class="state-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ state, from, width }) => (
          <rect class={barClasses[state]} x={from.toFixed(2)} width={width.toFixed(2)} height="6" />
        ))}
      </svg>
      <ul>
        {present.map((state) => (
          <li class={barClasses[state]}>
            <a href={urlsHref(site, source, state)}>
              {groupDigits(urls[state])} {visitTexts[state]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CountedProps {
  /** Absent where nothing can be listed. */
  readonly href: string | undefined;
  readonly children: Child;
}

/** A figure with a link to the items that it counts. */
export function CountedNoun({ href, children }: CountedProps) {
  return href === undefined ? <span>{children}</span> : <a href={href}>{children}</a>;
}

interface LatestRunTextProps {
  readonly site: Site;
  readonly run: string | undefined;
}

/** Names the latest run of a source above its results. */
export function LatestRunText({ site, run }: LatestRunTextProps) {
  if (run === undefined) return null;
  return (
    <>
      The latest run of the source is <a href={runHref(site, run)}>{run}</a>.{' '}
    </>
  );
}

/** A form that explains one URL. */
export function ExplainForm({ site, url = '' }: { readonly site: Site; readonly url?: string }) {
  return (
    <form class="explain-form" action={sitePath(site, '/explain')} role="search">
      <label for="explain-url">Explain a URL</label>
      <input id="explain-url" name="url" type="text" inputmode="url" value={url} required />
      <button type="submit" class="quiet">
        Explain
      </button>
    </form>
  );
}

interface ResourcesLinkProps {
  readonly site: Site;
  readonly source: string;
  readonly resources: ResourceCounts;
}

/** The resources of a source as a link to them. */
export function ResourcesLink({ site, source, resources }: ResourcesLinkProps) {
  const count = resources.ofSource.get(source) ?? 0;
  const href = count === 0 ? undefined : searchHref(site, { conditions: { source: [source] } });
  return <CountedNoun href={href}>{formatCount(count, 'resource')}</CountedNoun>;
}
