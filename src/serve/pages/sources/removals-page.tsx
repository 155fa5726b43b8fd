import type { PendingRemoval, Tombstone } from '../../../model/url-update.ts';
import { removalTexts } from '../../../render/record-summary.ts';
import type { InterruptibleReading } from '../../../catalogue/interruptible-reading.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import type { PageAnswer, PageRequest } from '../../page.ts';
import type { Site } from '../../site.ts';
import { explainHref, recordHref, runHref } from '../../parts/addresses.ts';
import { TimeElement } from '../../parts/layout.tsx';
import { noSourceAnswer, sourceListAnswer } from './source-lists.tsx';
import { choosePage } from '../../parts/paging.tsx';
import { readSources } from './source-care.ts';

/** The records of a source that were removed or wait for removal. */
export interface Removals {
  readonly leaving: PendingRemoval[];
  readonly removed: Tombstone[];
}

/** Records that a run removed and that have not been found since. */
export function removalsByRun(removals: Removals | undefined, run: string): readonly Tombstone[] {
  return (removals?.removed ?? []).filter((tombstone) => tombstone.run === run);
}

/** By the name of the source. */
export function* readRemovals(
  snapshot: Snapshot,
): InterruptibleReading<ReadonlyMap<string, Removals>> {
  const found = new Map<string, Removals>();
  const of = (source: string): Removals => {
    const known = found.get(source) ?? { leaving: [], removed: [] };
    found.set(source, known);
    return known;
  };
  for (const record of snapshot.pendingRemovals()) {
    for (const { source } of snapshot.listingsOf(record.url)) of(source).leaving.push(record);
    yield;
  }
  for (const tombstone of snapshot.tombstones()) {
    for (const source of tombstone.sources) of(source).removed.push(tombstone);
    yield;
  }
  return found;
}

/**
 * Records of a source that were removed or wait for removal: all, or those of one run, or those
 * that wait.
 */
export async function removalsPage(request: PageRequest): Promise<PageAnswer> {
  const { site, state, parts, query } = request;
  const name = parts['name'] ?? '';
  const { sources } = await state.surveys.read(readSources);
  if (!sources.some(({ status }) => status.source === name)) return noSourceAnswer(request);
  const removals = (await state.surveys.read(readRemovals)).get(name);
  const { text, records } = wantedRemovals(removals, query);
  return sourceListAnswer(request, {
    list: 'removals',
    text,
    page: choosePage(records, query),
    lead: (
      <>
        A record that waits is removed once fewer would go at the same time, or with{' '}
        <code>--allow-removals</code>. One that came back is not listed any more.
      </>
    ),
    row: (record) => <RemovalRow site={site} snapshot={state.snapshot} record={record} />,
  });
}

interface WantedRemovals {
  readonly text: string;
  readonly records: readonly (PendingRemoval | Tombstone)[];
}

function wantedRemovals(removals: Removals | undefined, query: URLSearchParams): WantedRemovals {
  const { leaving = [], removed = [] } = removals ?? {};
  const run = query.get('run');
  if (run !== null)
    return { text: `that run ${run} removed`, records: removalsByRun(removals, run) };
  const state = query.get('state');
  if (state === 'waiting') return { text: 'that wait to be removed', records: leaving };
  if (state === 'removed') return { text: 'that were removed', records: removed };
  return { text: 'removed and to be removed', records: [...leaving, ...removed] };
}

interface RemovalRowProps {
  readonly site: Site;
  readonly snapshot: Snapshot;
  readonly record: PendingRemoval | Tombstone;
}

function RemovalRow({ site, snapshot, record }: RemovalRowProps) {
  const isGone = 'at' in record;
  const name = isGone ? record.title : snapshot.factsOf(record.graph)?.describes[0]?.name;
  return (
    <li>
      <a href={recordHref(site, record.graph)}>
        <bdi>{name ?? record.graph}</bdi>
      </a>
      <p class="facts">
        <span>{isGone ? 'removed' : 'waits to be removed'}</span>
        <span>{removalTexts[record.reason]}</span>
        {isGone ? (
          <span>
            <TimeElement at={record.at} />
          </span>
        ) : null}
        {isGone && record.run !== undefined ? (
          <span>
            <a href={runHref(site, record.run)}>run {record.run}</a>
          </span>
        ) : null}
        <span>
          <a href={explainHref(site, isGone ? record.documentUrl : record.url)}>explain its URL</a>
        </span>
      </p>
    </li>
  );
}
