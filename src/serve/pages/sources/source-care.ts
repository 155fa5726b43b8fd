import { type LastRun, latestRunsOfSources } from '../../../catalogue/find-runs.ts';
import type { InterruptibleReading } from '../../../catalogue/interruptible-reading.ts';
import {
  type CatalogueContent,
  readStatus,
  type FailingUrls,
  type SourceStatus,
} from '../../../catalogue/status.ts';
import type { SourceRun } from '../../../catalogue/run-rows.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { problemCatalogue } from '../../../model/problem-catalogue.ts';
import { isHarvested, sourceFailures } from '../../../pipeline/report/run-report.ts';
import { sumCounts } from '../../../pipeline/report/source-ledger.ts';
import { kindCounts } from '../../../render/problem-report.ts';
import { formatCount, groupDigits } from '../../../text/amounts.ts';
import { problemsHref, runHref, sourceHref, urlsHref } from '../../parts/addresses.ts';
import { minuteText } from '../../parts/layout.tsx';
import type { Site } from '../../site.ts';

/** The states of a source, the worst first. */
const careStates = ['failing', 'care', 'late', 'report', 'not-configured', 'fine'] as const;

/** The state of a source: whether it needs attention, and from whom. */
export type CareState = (typeof careStates)[number];

/** The reason for the state of a source. */
export interface CareReason {
  readonly text: string;
  /** The page with the details. */
  readonly hrefOf?: (site: Site) => string;
}

/** The judgement of one source. */
interface SourceCare {
  readonly state: CareState;
  /** The reasons, the worst first. A source in good state can have minor ones. */
  readonly reasons: readonly CareReason[];
  /** Orders sources of the same state: the share of the source that is in trouble. */
  readonly share: number;
}

/** The input of the judgement. */
interface SourceFacts {
  readonly status: SourceStatus;
  /** The latest run that reported about it. */
  readonly latest?: SourceRun | undefined;
  /** The latest run that read the source to its end and harvested something. */
  readonly harvested?: LastRun | undefined;
}

/** A source without a run for this many days needs attention. */
const lateDays = 7;
const dayMs = 24 * 3_600_000;

/** A smaller share in trouble is usual and can wait. */
const usualShare = 0.05;

/** A part of a source that is in trouble. */
interface Trouble extends CareReason {
  /**
   * The share of the source that is in trouble; 1 where somebody must decide, whatever the share.
   */
  readonly share: number;
}

/**
 * Judges a source by the share that is in trouble and by who can act: the operator on what was not
 * harvested, the publisher on metadata.
 * @param asOf the latest time of any run (ISO 8601); ages are counted up to it, so that a page does
 * not change by itself
 */
export function assessSource(facts: SourceFacts, asOf: string): SourceCare {
  const failures = failureReasons(facts);
  const harvest = harvestTroubles(facts);
  const late = failures.length > 0 ? [] : lateReasons(facts, asOf);
  const metadata = metadataTroubles(facts.status);
  const errors = errorTroubles(facts.status);
  const lost = [...harvest, ...metadata].toSorted((one, other) => other.share - one.share);
  const troubles = [...lost, ...errors];
  const isEmpty = failures.length > 0 && facts.status.records === 0;
  const share = Math.max(isEmpty ? 1 : 0, ...troubles.map((trouble) => trouble.share));
  const state = worstState(facts.status, {
    failing: failures.length > 0,
    care: harvest.some(isGreat),
    late: late.length > 0,
    report: [...metadata, ...errors].some(isGreat),
  });
  const former = state === 'not-configured' ? [notConfigured(facts.status)] : [];
  return { state, reasons: [...former, ...failures, ...late, ...troubles], share };
}

function isGreat({ share }: Trouble): boolean {
  return share >= usualShare;
}

type Judged = Exclude<CareState, 'not-configured' | 'fine'>;

/** Nobody harvests a source that is not configured: its problems will not change. */
function worstState(status: SourceStatus, is: Readonly<Record<Judged, boolean>>): CareState {
  if (status.notConfigured !== undefined) return 'not-configured';
  const judged = careStates.filter((state): state is Judged => state in is);
  return judged.find((state) => is[state]) ?? 'fine';
}

function notConfigured({ notConfigured: { lastRun } = {} }: SourceStatus): CareReason {
  const text = 'The configuration of the latest run does not name it';
  if (lastRun === undefined) return { text };
  return {
    text: `${text}; last harvested by run ${lastRun}`,
    hrefOf: (site) => runHref(site, lastRun),
  };
}

/** Trouble with the whole source: it failed or is incomplete. */
function failureReasons({ status, latest }: SourceFacts): CareReason[] {
  const { source, failing, records, urls } = status;
  const failures = latest === undefined ? [] : sourceFailures(latest.source);
  const isListingCut = latest?.source.listing === 'incomplete' && failures.length === 0;
  return [
    ...failures.map((kind) => ({
      text: problemCatalogue[kind].title,
      hrefOf: (site: Site) => problemsHref(site, { source }, kind),
    })),
    ...(isListingCut ? [{ text: 'Its list of URLs could not be read to its end' }] : []),
    ...(failing !== undefined && failing.urls === sumCounts(urls)
      ? [failingReason(source, failing, 'All of its URLs fail')]
      : []),
    ...(records === 0 && latest !== undefined
      ? [{ text: 'It has no records in the catalogue' }]
      : []),
  ];
}

function failingReason(source: string, { since }: FailingUrls, text: string): CareReason {
  return {
    text: `${text}, the first since ${minuteText(since)}`,
    hrefOf: (site) => urlsHref(site, source, 'failing'),
  };
}

/** URLs that were not harvested, and removals that wait for a decision. */
function harvestTroubles({ status, latest }: SourceFacts): Trouble[] {
  const { source, failing, leaving, urls } = status;
  const all = Math.max(1, sumCounts(urls));
  const hosts = latest?.source.leftHosts ?? [];
  const left = hosts.reduce((count, host) => count + host.urls, 0);
  return [
    ...(leaving > 0
      ? [
          {
            text: `${formatCount(leaving, 'record waits', 'records wait')} to be removed`,
            hrefOf: (site: Site) => sourceHref(site, source, '/removals?state=waiting'),
            share: 1,
          },
        ]
      : []),
    ...(failing !== undefined && failing.urls < all
      ? [
          {
            ...failingReason(source, failing, `${shareText(failing.urls, all)} fail`),
            share: failing.urls / all,
          },
        ]
      : []),
    ...(hosts.length > 0
      ? [
          {
            text: `${formatCount(hosts.length, 'host was', 'hosts were')} given up with ${formatCount(left, 'URL')}`,
            hrefOf: (site: Site) => `${sourceHref(site, source)}#hosts`,
            share: left / all,
          },
        ]
      : []),
  ];
}

function shareText(count: number, all: number): string {
  return `${groupDigits(count)} of ${formatCount(all, 'URL')}`;
}

/** Metadata without a record, which its publisher can repair. */
function metadataTroubles({ source, urls }: SourceStatus): Trouble[] {
  const lost = {
    'metadata-failed': 'metadata that cannot be used',
    nonconforming: 'records that do not conform and were kept out',
  } as const;
  return (['metadata-failed', 'nonconforming'] as const).flatMap((state): Trouble[] => {
    const count = urls[state];
    if (count === 0) return [];
    const text = `${shareText(count, sumCounts(urls))} ${count === 1 ? 'has' : 'have'} ${lost[state]}`;
    const share = count / sumCounts(urls);
    return [{ text, hrefOf: (site) => urlsHref(site, source, state), share }];
  });
}

/** All errors, where failed URLs and unusable metadata are not the only ones. */
function errorTroubles({ source, problems, records, urls, failing }: SourceStatus): Trouble[] {
  const errors = kindCounts(problems)
    .filter(({ severity }) => severity === 'error')
    .reduce((total, { count }) => total + count, 0);
  const all = sumCounts(urls);
  // Without URLs, all errors concern their listing, and are reasons already.
  if (all === 0 || errors <= urls['metadata-failed'] + (failing?.urls ?? 0)) return [];
  const size = records > all ? formatCount(records, 'record') : formatCount(all, 'URL');
  return [
    {
      text: `${formatCount(errors, 'error')} in a source of ${size}`,
      hrefOf: (site) => problemsHref(site, { source, severity: 'error' }),
      share: Math.min(1, errors / Math.max(records, all)),
    },
  ];
}

function lateReasons({ harvested, latest }: SourceFacts, asOf: string): CareReason[] {
  if (harvested === undefined) {
    const text = latest === undefined ? 'No run came to its end' : 'No run harvested it to its end';
    return [{ text }];
  }
  const { run, endedAt } = harvested;
  const days = Math.floor((Date.parse(asOf) - Date.parse(endedAt)) / dayMs);
  if (days < lateDays) return [];
  return [
    {
      text: `Last harvested to its end ${formatCount(days, 'day')} before the newest run`,
      hrefOf: (site) => runHref(site, run),
    },
  ];
}

/** A source with its judgement. */
export interface SourceWithCare extends SourceFacts {
  readonly care: SourceCare;
}

/** All sources with their judgements, and the content of the catalogue. */
export interface SourcesSurvey {
  readonly content: CatalogueContent;
  /** Sources that need attention come first. */
  readonly sources: readonly SourceWithCare[];
}

/** Judges all sources of a catalogue state, and reads the content of the catalogue. */
export function* readSources(snapshot: Snapshot): InterruptibleReading<SourcesSurvey> {
  const content = yield* readStatus(snapshot);
  const names = content.sources.map(({ source }) => source);
  const harvested = yield* latestRunsOfSources(snapshot, names, isHarvested);
  const asOf = latestTime(content);
  const sources: SourceWithCare[] = [];
  for (const status of content.sources) {
    const { source } = status;
    const facts = {
      status,
      latest: latestRun(snapshot, source),
      harvested: harvested.get(source),
    };
    sources.push({ ...facts, care: assessSource(facts, asOf) });
    yield;
  }
  return { content, sources: sources.toSorted(byCare) };
}

/** The latest run that ended and reported about the source. */
export function latestRun(snapshot: Snapshot, source: string): SourceRun | undefined {
  for (const run of snapshot.runs().reportsOfSource(source)) return run;
  return undefined;
}

/** The time of the latest run of any source: ages are counted up to it. */
export function latestTime({ runs }: CatalogueContent): string {
  const [latest] = runs;
  return latest?.report?.endedAt ?? latest?.startedAt ?? '';
}

function byCare(one: SourceWithCare, other: SourceWithCare): number {
  return (
    careStates.indexOf(one.care.state) - careStates.indexOf(other.care.state) ||
    other.care.share - one.care.share ||
    (one.status.source < other.status.source ? -1 : 1)
  );
}
