import type { FleetStatus, RunStatus } from '../distributed/fleet-status.ts';
import type { ListedWorker } from '../distributed/worker-list.ts';
import { formatBytes, formatCount, groupDigits } from '../text/amounts.ts';
import { escapeControls } from '../text/printable.ts';
import { firstLines, inColumns, nameList, textParts } from './layout.ts';

/** The most workers, and hosts of one, that are listed. */
const maxWorkers = 50;
const maxHosts = 3;

/** Writes what workers and coordinators are at, for people. */
export function formatFleet({ workers, runs, slices, leasedHosts, redis }: FleetStatus): string {
  const limit = redis.maxBytes === 0 ? '' : ` of ${formatBytes(redis.maxBytes)}`;
  return textParts(
    workers.length === 0 ? 'No worker is there' : formatCount(workers.length, 'worker'),
    firstLines(inColumns(workers.map(workerCells), 'lllrrl'), maxWorkers, (line) => `  ${line}`),
    '',
    runs.length === 0 ? 'No harvest is under way' : formatCount(runs.length, 'harvest'),
    runs.map((run) => `  ${runText(run)}`),
    '',
    'Redis',
    `  slices  ${groupDigits(slices.active)} under way, ${groupDigits(slices.waiting)} waiting, ` +
      `${groupDigits(slices.delayed)} until their hosts have rested`,
    `  hosts   ${groupDigits(leasedHosts)} leased`,
    `  memory  ${formatBytes(redis.usedBytes)}${limit}`,
    '',
  ).join('\n');
}

function workerCells(worker: ListedWorker): readonly string[] {
  return [
    escapeControls(worker.worker),
    `version ${escapeControls(worker.version)}`,
    `${worker.busyHosts.length} of ${formatCount(worker.hosts, 'host')}`,
    formatCount(worker.visits, 'visit'),
    formatBytes(worker.memoryBytes),
    worker.isLeaving ? 'is leaving' : escapeControls(nameList(worker.busyHosts, maxHosts)),
  ];
}

function runText({ name, version, visits, batches, isEnding }: RunStatus): string {
  const ending = isEnding ? ', ending' : '';
  return (
    `${escapeControls(name)} (version ${escapeControls(version)}${ending}): ` +
    `${formatCount(visits.handedOut, 'visit')} handed out, ${groupDigits(visits.waiting)} waiting, ` +
    `${formatCount(batches, 'batch', 'batches')} to be stored`
  );
}
