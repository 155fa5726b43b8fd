import type {
  HostFacts,
  HostState,
  PhaseSeconds,
  RequestCounts,
  RunPhase,
} from '../model/run-costs.ts';
import type { RunReport, WorkerShare } from '../model/run.ts';
import { hostTimeMs } from '../pipeline/report/run-costs.ts';
import {
  formatBytes,
  formatCount,
  formatSeconds,
  groupDigits,
  secondsBetween,
} from '../text/amounts.ts';
import { firstLines, textParts } from './layout.ts';
import { escapeControls } from '../text/printable.ts';

/** A run below both is too small for lines about its costs. */
const fewRequests = 100;
const shortSeconds = 60;
const maxHosts = 5;
const maxWorkers = 50;

/** Time and requests of a run; no lines for a small run whose hosts all answered. */
export function formatCosts(report: RunReport): string[] {
  const { requests, phases, startedAt, endedAt } = report;
  const took = secondsBetween(startedAt, endedAt);
  const isSmall = took < shortSeconds && requests.GET + requests.HEAD < fewRequests;
  const notable = selectNotableHosts(report);
  return textParts(
    !isSmall && [`  took      ${formatPhases(phases)}`, `  requests  ${formatRequests(requests)}`],
    formatWorkerShares(report.workers),
    notable.length > 0 && '  slowest hosts',
    firstLines(
      notable,
      maxHosts,
      (host) => `    ${formatHost(host)}`,
      (more) => `    and ${more} more: cdif-graph status --run ${report.run}`,
    ),
  );
}

/** What each worker did for a run; no lines where none worked for it. */
function formatWorkerShares(workers: readonly WorkerShare[] = []): string[] {
  if (workers.length === 0) return [];
  const lines = firstLines(
    workers,
    maxWorkers,
    ({ worker, visits, slices, requests }) =>
      `    ${escapeControls(worker)}: ${formatCount(visits, 'visit')} in ` +
      `${formatCount(slices, 'slice')}, ${formatCount(requests, 'request')}`,
    (more) => `    and ${more} more`,
  );
  return ['  workers', ...lines];
}

/** The phases of a run in words, in the order of a text. */
export const phaseTexts: Readonly<Record<RunPhase, string>> = {
  listing: 'listing',
  waiting: 'waiting for responses',
  downloading: 'downloading',
  deriving: 'converting to RDF',
  loading: 'storing',
};

/** The phases that took any time, joined by commas. */
export function formatPhases(phases: PhaseSeconds): string {
  const names = Object.keys(phaseTexts) as RunPhase[]; // The keys of a record by phase are phases.
  const texts = names
    .filter((phase) => phases[phase] >= 0.05)
    .map((phase) => `${phaseTexts[phase]} ${formatSeconds(phases[phase])}`);
  return texts.join(', ') || 'less than 0.1 s';
}

/** `2,310 (1,950 not modified, 12 HEAD), 12.3 MB`. */
export function formatRequests(requests: RequestCounts): string {
  const { GET, HEAD, notModified, bytesReceived, bytesDecoded } = requests;
  const parts = textParts(
    notModified > 0 && `${groupDigits(notModified)} not modified`,
    HEAD > 0 && `${groupDigits(HEAD)} HEAD`,
  );
  const nature = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  const decoded = bytesDecoded > bytesReceived ? ` (${formatBytes(bytesDecoded)} unpacked)` : '';
  return `${groupDigits(GET + HEAD)}${nature}, ${formatBytes(bytesReceived)}${decoded}`;
}

/** In a shorter run no host is notable for the time that it took. */
const shortMs = 10_000;

const states: Readonly<Record<HostState, string | undefined>> = {
  answering: undefined,
  slow: 'slower than usual',
  resting: 'still paused at the end',
  'given-up': 'given up for this run',
  'out-of-time': 'stopped by the time limit',
};

/**
 * Hosts that were paused or given up, reached their time limit, or took more than half the time of
 * a run with several hosts.
 */
function selectNotableHosts({ hosts, startedAt, endedAt }: RunReport): readonly HostFacts[] {
  const ms = Date.parse(endedAt) - Date.parse(startedAt);
  const isAlone = hosts.slowest.length < 2 || ms < shortMs;
  return hosts.slowest.filter(
    (host) =>
      host.restedMs > 0 ||
      host.state === 'given-up' ||
      host.state === 'out-of-time' ||
      (!isAlone && hostTimeMs(host) > ms / 2),
  );
}

/** Requests, failures and pauses of one host, in a line. */
export function formatHost(host: HostFacts): string {
  const { requests, failures, waitingMs, restedMs, state } = host;
  const parts = textParts(
    `${formatCount(requests, 'request')} took ${formatSeconds(waitingMs / 1000)}`,
    failures > 0 && formatCount(failures, 'failure'),
    restedMs > 0 && `paused for ${formatSeconds(restedMs / 1000)}`,
    states[state],
  );
  return `${escapeControls(host.host)}: ${parts.join(', ')}`;
}
