import type { PhaseSeconds, RequestCounts, RunPhase } from '../model/run-costs.ts';
import type { RunReport } from '../model/run.ts';
import { byteSize, grouped, seconds, secondsBetween } from '../text/amounts.ts';
import { hostLine, notableHosts } from './host-lines.ts';

/** A run below both is too small for lines about its costs. */
const fewRequests = 100;
const shortSeconds = 60;
const maxHosts = 5;

/** Time and requests of a run; no lines for a small run whose hosts all answered. */
export function costLines(report: RunReport): string[] {
  const { requests, phases, startedAt, endedAt } = report;
  const took = secondsBetween(startedAt, endedAt);
  const isSmall = took < shortSeconds && requests.GET + requests.HEAD < fewRequests;
  const notable = notableHosts(report);
  const more = notable.length - maxHosts;
  const lines = [
    ...(isSmall
      ? []
      : [`  took      ${phaseText(phases)}`, `  requests  ${requestText(requests)}`]),
    ...(notable.length === 0 ? [] : ['  slowest hosts']),
    ...notable.slice(0, maxHosts).map((host) => `    ${hostLine(host)}`),
    ...(more > 0 ? [`    and ${more} more: cdif-graph status --run ${report.run}`] : []),
  ];
  return lines.length === 0 ? [] : ['', 'All sources', ...lines];
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
export function phaseText(phases: PhaseSeconds): string {
  const names = Object.keys(phaseTexts) as RunPhase[]; // The keys of a record by phase are phases.
  const texts = names
    .filter((phase) => phases[phase] >= 0.05)
    .map((phase) => `${phaseTexts[phase]} ${seconds(phases[phase])}`);
  return texts.join(', ') || 'less than 0.1 s';
}

/** `2,310 (1,950 not modified, 12 HEAD), 12.3 MB`. */
export function requestText(requests: RequestCounts): string {
  const { GET, HEAD, notModified, bytesReceived, bytesDecoded } = requests;
  const parts = [
    ...(notModified > 0 ? [`${grouped(notModified)} not modified`] : []),
    ...(HEAD > 0 ? [`${grouped(HEAD)} HEAD`] : []),
  ];
  const nature = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  const decoded = bytesDecoded > bytesReceived ? ` (${byteSize(bytesDecoded)} unpacked)` : '';
  return `${grouped(GET + HEAD)}${nature}, ${byteSize(bytesReceived)}${decoded}`;
}
