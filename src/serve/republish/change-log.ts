import type { InterruptibleReading } from '../../catalogue/interruptible-reading.ts';
import type { RunHead } from '../../catalogue/rows.ts';
import type { Snapshot } from '../../catalogue/snapshot.ts';
import { pageKey } from '../page-keys.ts';

/** What a run did to a record. */
export type ChangeKind = 'Create' | 'Delete' | 'Update';

/** A change of a record. */
export interface PublishedChange {
  readonly kind: ChangeKind;
  /** The page key of the record. */
  readonly key: string;
}

/** The changes between the ends of two runs. */
export interface RunChanges {
  /** The run at whose end the changes are complete. */
  readonly run: Pick<RunHead, 'number' | 'run'>;
  /** The time of its end, ISO 8601 in UTC; never before that of an earlier run. */
  readonly at: string;
  readonly count: number;
  /** In the order of the page keys. */
  readonly slice: (start: number, end: number) => readonly PublishedChange[];
}

/** The states of a catalogue at the ends of two consecutive runs. */
interface RunWindow {
  readonly run: RunHead;
  readonly at: string;
  /** The changes after this one, */
  readonly after: number;
  /** up to this one. */
  readonly upTo: number;
  /** Initial of the kind, and page key. */
  readonly changes: string[];
}

/**
 * Reads which records each finished run created, updated and deleted, the earliest run first: those
 * runs of which the catalogue keeps the history. Each record is compared between the ends of two
 * runs, as `export --since` does. Changes after the latest finished run are not included: they
 * belong to the next one.
 */
export function* readChangeLog(snapshot: Snapshot): InterruptibleReading<readonly RunChanges[]> {
  const windows = runWindows(snapshot);
  const former = new Map<string, Version[]>();
  for (const { graph, from, until } of snapshot.formerVersions()) {
    yield;
    const versions = former.get(graph);
    if (versions === undefined) former.set(graph, [{ from, until }]);
    else versions.push({ from, until });
  }
  for (const { graph, changed = 0 } of snapshot.facts()) {
    yield;
    const versions = former.get(graph) ?? [];
    former.delete(graph);
    noteChanges(windows, graph, [...versions, { from: changed, until: Number.POSITIVE_INFINITY }]);
  }
  for (const [graph, versions] of former) {
    yield;
    noteChanges(windows, graph, versions);
  }
  for (const { changes } of windows) {
    changes.sort((one, other) => (one.slice(1) < other.slice(1) ? -1 : 1));
    yield;
  }
  return windows
    .filter(({ changes }) => changes.length > 0)
    .map(({ run, at, changes }) => ({
      run,
      at,
      count: changes.length,
      slice: (start, end) => changes.slice(start, end).map(readChange),
    }));
}

/** When a version of a record was in the catalogue: from one change to another, excluded. */
interface Version {
  readonly from: number;
  readonly until: number;
}

function runWindows(snapshot: Snapshot): readonly RunWindow[] {
  const known = snapshot.historyFrom();
  const windows: RunWindow[] = [];
  let after = 0;
  let at = '';
  for (const run of snapshot.runs().all()) {
    const { change, endedAt } = run;
    if (change === undefined || endedAt === undefined) continue;
    // Runs end in another order than they begin where one was continued, or a clock was set back.
    if (change <= after) continue;
    if (endedAt > at) at = endedAt;
    if (after >= known) windows.push({ run, at, after, upTo: change, changes: [] });
    after = change;
  }
  return windows;
}

/** @param versions of the record, in their order */
function noteChanges(
  windows: readonly RunWindow[],
  graph: string,
  versions: readonly Version[],
): void {
  const touched = new Set(
    versions.flatMap(({ from, until }) => [windowOf(windows, from), windowOf(windows, until)]),
  );
  for (const window of touched) {
    if (window === undefined) continue;
    const before = versions.find((version) => isAt(version, window.after));
    const after = versions.find((version) => isAt(version, window.upTo));
    if (before === after) continue;
    const initial = before === undefined ? 'C' : after === undefined ? 'D' : 'U';
    window.changes.push(initial + pageKey(graph));
  }
}

function isAt({ from, until }: Version, change: number): boolean {
  return from <= change && change < until;
}

/** The window with a change, by binary search. */
function windowOf(windows: readonly RunWindow[], change: number): RunWindow | undefined {
  let [low, high] = [0, windows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((windows[middle]?.upTo ?? 0) < change) low = middle + 1;
    else high = middle;
  }
  const found = windows[low];
  return found !== undefined && change > found.after ? found : undefined;
}

const kinds: Readonly<Record<string, ChangeKind>> = { C: 'Create', D: 'Delete', U: 'Update' };

function readChange(text: string): PublishedChange {
  return { kind: kinds[text.slice(0, 1)] ?? 'Update', key: text.slice(1) };
}
