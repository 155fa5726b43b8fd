import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import type { RecordState, SourceReport } from '../../../model/run.ts';
import { funnelOf } from '../../../report/funnel.ts';
import { failuresOf } from '../../../report/source-failures.ts';
import { keptRecords } from '../../../report/source-figures.ts';
import { notDueLosses } from '../../../report/summary.ts';
import { grouped } from '../../../text/amounts.ts';
import { Prose } from '../../parts/prose.tsx';
import type { Site } from '../../site.ts';
import { sourceHref, urlsHref } from '../../parts/addresses.ts';
import { recordTexts } from '../../../render/catalogue-status.ts';

/** How many came so far, and what was lost on the way from the step before. */
interface Step {
  readonly text: string;
  readonly count: number;
  /** The page with what is counted; of records there is none. */
  readonly href?: string;
  readonly losses: readonly Loss[];
  /** What of it is not URLs, and not as long as the others. */
  readonly isOther?: true;
}

interface Loss {
  /** Before the number, where it is less by this than the step before. */
  readonly sign?: string;
  readonly text: string;
  readonly count: number;
  readonly href?: string;
}

interface FunnelProps {
  readonly site: Site;
  readonly report: SourceReport;
}

/** How far the URLs of a source came in a run: each number is the one above less what stands beside it. */
export function Funnel({ site, report }: FunnelProps) {
  const steps = stepsOf(site, report);
  const most = Math.max(1, steps[0]?.count ?? 1);
  return (
    <ol class="funnel">
      {steps.map(({ text, count, href, losses, isOther }) => (
        <li>
          <span class="step">
            {href === undefined ? (
              <>
                <b>{grouped(count)}</b> {text}
              </>
            ) : (
              <a href={href}>
                <b>{grouped(count)}</b> {text}
              </a>
            )}
          </span>
          {isOther === true ? (
            <span />
          ) : (
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
              <rect class="full" width="100" height="6" />
              <rect width={((count / most) * 100).toFixed(2)} height="6" />
            </svg>
          )}
          <Losses losses={losses} />
        </li>
      ))}
    </ol>
  );
}

function Losses({ losses }: { readonly losses: readonly Loss[] }) {
  const some = losses.filter(({ count }) => count > 0);
  if (some.length === 0) return <span class="losses" />;
  return (
    <ul class="losses">
      {some.map(({ text, count, href, sign = '' }) => (
        <li>
          {href === undefined ? (
            `${sign}${grouped(count)} ${text}`
          ) : (
            <a href={href}>
              {sign}
              {grouped(count)} {text}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function stepsOf(site: Site, report: SourceReport): readonly Step[] {
  const { source, urls } = report;
  const funnel = funnelOf(report);
  const href = (state: string): string => urlsHref(site, source, state);
  const loss = (text: string, state: keyof SourceReport['urls']): Loss => ({
    text,
    count: urls[state],
    sign: '−',
    href: href(`run-${state}`),
  });
  const notDue = Object.entries(notDueLosses(report)).map(([text, count]) => ({
    text,
    count,
    sign: '−',
    href: href('run-not-due'),
  }));
  return [
    { text: 'listed', count: funnel.discovered, href: href('all'), losses: missed(site, report) },
    {
      text: 'allowed',
      count: funnel.allowed,
      href: href('run-allowed'),
      losses: [loss('disallowed by robots.txt', 'disallowed')],
    },
    { text: 'due', count: funnel.due, href: href('run-due'), losses: notDue },
    {
      text: 'asked for',
      count: funnel.tried,
      href: href('run-tried'),
      losses: [loss('not tried', 'not-tried')],
    },
    {
      text: 'answered',
      count: funnel.answered,
      href: href('run-answered'),
      losses: [loss('could not be fetched', 'fetch-failed'), loss('gone', 'gone')],
    },
    {
      text: 'offered metadata',
      count: funnel.withMetadata,
      href: href('run-with-metadata'),
      losses: [loss('without metadata', 'no-metadata'), loss('only linking to it', 'linked')],
    },
    {
      text: 'gave records',
      count: funnel.harvested,
      href: href('run-harvested'),
      losses: [
        loss('with metadata that cannot be used', 'metadata-failed'),
        { text: 'new or changed', count: urls.loaded },
        { text: 'as before', count: urls.unchanged },
      ],
    },
    recordStep(site, report),
  ];
}

/** What was known from before and is in no list any more does not count as listed. */
function missed(site: Site, { source, urls }: SourceReport): readonly Loss[] {
  return [
    {
      text: 'no longer listed, let go',
      count: urls.unlisted,
      href: sourceHref(site, source, '/removals'),
    },
    { text: 'not listed this time, kept for now', count: urls.missing },
  ];
}

/** How many records the catalogue had of a source after a run, and how the run changed them. */
function recordStep(site: Site, { records, source }: SourceReport): Step {
  const states = Object.keys(recordTexts) as RecordState[]; // its keys are states
  return {
    text: 'records in the catalogue',
    count: keptRecords(records),
    isOther: true,
    losses: states.map((state) => {
      const loss = { text: recordTexts[state], count: records[state] };
      if (state !== 'removed') return loss;
      return { text: loss.text, count: loss.count, href: sourceHref(site, source, '/removals') };
    }),
  };
}

const listingTexts = {
  complete: 'Its list of URLs was read to its end.',
  incomplete: 'Its list of URLs is empty or not whole: what it no longer lists is kept.',
  partial: 'Its list names what is new, not all there is; what it named before is asked for, too.',
  limited: 'The list was ended by --limit; more is listed.',
  interrupted: 'The run ended before all was listed.',
} as const satisfies Record<SourceReport['listing'], string>;

/** How listing a source ended, and why the source failed as a whole, if it did. */
export function ListingState({ report }: { readonly report: SourceReport }) {
  const failures = failuresOf(report);
  return (
    <>
      <p>{listingTexts[report.listing]}</p>
      {failures.map((kind) => (
        <p class="failure">
          <b>{problemCatalogue[kind].title}.</b>{' '}
          <Prose text={`${problemCatalogue[kind].meaning} ${problemCatalogue[kind].remedy}`} />
        </p>
      ))}
    </>
  );
}
