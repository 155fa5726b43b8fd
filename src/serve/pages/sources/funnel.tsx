import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import type { RecordState, SourceReport } from '../../../model/run.ts';
import { countKeptRecords, funnelOf, sourceFailures } from '../../../pipeline/report/run-report.ts';
import { countNotDue } from '../../../render/source-funnel.ts';
import { minuteText, Prose } from '../../parts/layout.tsx';
import { groupDigits } from '../../../text/amounts.ts';
import { CountedNoun } from './source-parts.tsx';
import { UnlistedNote, type RunNumbers } from './run-numbers.tsx';
import { recordStateTexts } from './url-groups.ts';

/** A step of the funnel: the number that came so far, and the losses since the step before. */
interface Step {
  readonly text: string;
  readonly count: number;
  /** The page that lists the counted items; absent where they are not known any more. */
  readonly href: string | undefined;
  readonly losses: readonly Loss[];
  /** The parts of the number that are not URLs, on another scale. */
  readonly isOther?: true;
}

interface Loss {
  /** The loss against the step before, shown in front of the number. */
  readonly sign?: string;
  readonly text: string;
  readonly count: number;
  readonly href: string | undefined;
  /** The parts of the number. */
  readonly parts?: string;
}

interface FunnelProps {
  readonly report: SourceReport;
  readonly numbers: RunNumbers;
}

/**
 * The path of the URLs of a source through a run: each number is the one above minus the losses
 * named beside it.
 */
export function FunnelTable({ report, numbers }: FunnelProps) {
  const steps = stepsOf(report, numbers);
  const most = Math.max(1, steps[0]?.count ?? 1);
  const all = [...steps, ...steps.flatMap(({ losses }) => losses)];
  return (
    <>
      <ol class="funnel">
        {steps.map(({ text, count, href, losses, isOther }) => (
          <li>
            <span class="step">
              <CountedNoun href={href}>
                <b>{groupDigits(count)}</b> {text}
              </CountedNoun>
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
      <UnlistedNote numbers={all} />
    </>
  );
}

function Losses({ losses }: { readonly losses: readonly Loss[] }) {
  const some = losses.filter(({ count }) => count > 0);
  if (some.length === 0) return <span class="losses" />;
  return (
    <ul class="losses">
      {some.map(({ text, count, href, parts, sign = '' }) => (
        <li>
          <CountedNoun href={href}>
            {sign}
            {groupDigits(count)} {text}
          </CountedNoun>
          {parts === undefined ? null : <span class="soft"> ({parts})</span>}
        </li>
      ))}
    </ul>
  );
}

function stepsOf(report: SourceReport, numbers: RunNumbers): readonly Step[] {
  const { urls } = report;
  const funnel = funnelOf(report);
  const step = (text: string, count: number, groups: string[], losses: readonly Loss[]): Step => ({
    text,
    count,
    href: numbers.urls(count, ...groups),
    losses,
  });
  const loss = (text: string, state: keyof SourceReport['urls'], sign = '−'): Loss => ({
    text,
    count: urls[state],
    sign,
    href: numbers.urls(urls[state], `run-${state}`),
  });
  return [
    step('listed', funnel.discovered, ['all', 'run-listed'], missed(report, numbers)),
    step(
      'allowed',
      funnel.allowed,
      ['run-allowed', 'run-due'],
      [loss('disallowed by robots.txt', 'disallowed')],
    ),
    step('due', funnel.due, ['run-due'], notDue(report, numbers)),
    step('requested', funnel.tried, ['run-tried'], [loss('not tried', 'not-tried')]),
    step(
      'answered',
      funnel.answered,
      ['run-answered'],
      [loss('could not be fetched', 'fetch-failed'), loss('gone', 'gone')],
    ),
    step(
      'offered metadata',
      funnel.withMetadata,
      ['run-with-metadata'],
      [loss('without metadata', 'no-metadata'), loss('only linking to it', 'linked')],
    ),
    step(
      'gave records',
      funnel.harvested,
      ['run-harvested'],
      [
        loss('with metadata that cannot be used', 'metadata-failed'),
        loss('with records that do not conform', 'nonconforming'),
        loss('new or changed', 'loaded', ''),
        loss('as before', 'unchanged', ''),
      ],
    ),
    recordStep(report, numbers),
  ];
}

/** URLs known from earlier runs that no list names any more do not count as listed. */
function missed({ urls: { unlisted, missing } }: SourceReport, numbers: RunNumbers): Loss[] {
  return [
    { text: 'no longer listed', count: unlisted, href: undefined },
    {
      text: 'not listed this time, kept for now',
      count: missing,
      href: numbers.urls(missing, 'run-not-due'),
    },
  ];
}

/** URLs that were not requested are listed together, whatever the reason. */
function notDue(report: SourceReport, numbers: RunNumbers): readonly Loss[] {
  const count = report.urls['not-due'];
  const reasons = Object.entries(countNotDue(report, minuteText)).filter(([, some]) => some > 0);
  const [only, ...others] = reasons;
  const parts = reasons.map(([text, some]) => `${groupDigits(some)} ${text}`).join(', ');
  const href = numbers.urls(count, 'run-not-due');
  return others.length > 0
    ? [{ text: 'not due', count, sign: '−', href, parts }]
    : [{ text: only?.[0] ?? 'not due', count, sign: '−', href }];
}

const recordTexts: Readonly<Partial<Record<RecordState, string>>> = {
  ...recordStateTexts,
  removed: 'removed',
  'failed-new': 'could not be made of metadata',
  'nonconforming-new': 'kept out, as they do not conform',
};

/** The number of records of a source after a run, and the changes by the run. */
function recordStep({ records }: SourceReport, numbers: RunNumbers): Step {
  const texts = Object.entries(recordTexts) as [RecordState, string][]; // The keys are states.
  const kept = countKeptRecords(records);
  return {
    text: `${kept === 1 ? 'record' : 'records'} in the catalogue`,
    count: kept,
    href: numbers.records(kept, 'all'),
    isOther: true,
    losses: texts.map(([state, text]) => {
      const count = records[state];
      return { text, count, href: recordsHref(state, count, numbers) };
    }),
  };
}

function recordsHref(state: RecordState, count: number, numbers: RunNumbers): string | undefined {
  if (state === 'removed') return numbers.removed(count);
  // Pages without a record are no records: the link lists their URLs.
  if (state === 'failed-new') return numbers.urls(count, 'run-metadata-failed');
  if (state === 'nonconforming-new') return numbers.urls(count, 'run-nonconforming');
  return numbers.records(count, ...(state === 'kept' ? ['kept', 'unasked'] : [state]));
}

const listingTexts = {
  complete: 'Its list of URLs was read to its end.',
  incomplete: 'Its list of URLs is empty or incomplete: URLs that it no longer lists are kept.',
  partial: 'Its list names only what is new; URLs that it named before are visited, too.',
  limited: 'The listing was cut off by --limit; the source lists more.',
  interrupted: 'The run ended before all was listed.',
} as const satisfies Record<SourceReport['listing'], string>;

/** How listing a source ended, and why the source failed as a whole. */
export function ListingStateText({ report }: { readonly report: SourceReport }) {
  const failures = sourceFailures(report);
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
