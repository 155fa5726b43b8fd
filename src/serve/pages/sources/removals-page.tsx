import type { Tombstone } from '../../../model/tombstone.ts';
import type { LeavingRecord } from '../../../model/url-update.ts';
import { removalTexts } from '../../../render/tombstone.ts';
import type { PausingReading } from '../../../store/in-turns.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import type { Answer, PageRequest } from '../../page.ts';
import type { Site } from '../../site.ts';
import { explainHref, recordHref, runHref } from '../../parts/addresses.ts';
import { Moment } from '../../parts/moment.tsx';
import { noSourceAnswer } from './no-source.tsx';
import { pageOf } from '../../parts/paging.tsx';
import { readSources } from './read-sources.ts';
import { sourceListAnswer } from './source-list.tsx';

/** The records of a source that went, or are to go. */
export interface Removals {
  readonly leaving: LeavingRecord[];
  readonly removed: Tombstone[];
}

/** Those that a run removed, and that have not come back. */
export function removedBy(removals: Removals | undefined, run: string): readonly Tombstone[] {
  return (removals?.removed ?? []).filter((tombstone) => tombstone.run === run);
}

/** By the name of the source. */
export function* readRemovals(snapshot: Snapshot): PausingReading<ReadonlyMap<string, Removals>> {
  const found = new Map<string, Removals>();
  const of = (source: string): Removals => {
    const known = found.get(source) ?? { leaving: [], removed: [] };
    found.set(source, known);
    return known;
  };
  for (const record of snapshot.leaving()) {
    for (const { source } of snapshot.listingsOf(record.url)) of(source).leaving.push(record);
    yield;
  }
  for (const tombstone of snapshot.tombstones()) {
    for (const source of tombstone.sources) of(source).removed.push(tombstone);
    yield;
  }
  return found;
}

/** Records of a source that were removed or wait to be: all, of one run, or those that wait. */
export async function removalsPage(request: PageRequest): Promise<Answer> {
  const { site, state, parts, query } = request;
  const name = parts['name'] ?? '';
  const { sources } = await state.surveys.read(readSources);
  if (!sources.some(({ status }) => status.source === name)) return noSourceAnswer(request);
  const removals = (await state.surveys.read(readRemovals)).get(name);
  const { text, records } = wantedRemovals(removals, query);
  return sourceListAnswer(request, {
    list: 'removals',
    text,
    page: pageOf(records, query),
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
  readonly records: readonly (LeavingRecord | Tombstone)[];
}

function wantedRemovals(removals: Removals | undefined, query: URLSearchParams): WantedRemovals {
  const { leaving = [], removed = [] } = removals ?? {};
  const run = query.get('run');
  if (run !== null) return { text: `that run ${run} removed`, records: removedBy(removals, run) };
  const state = query.get('state');
  if (state === 'waiting') return { text: 'that wait to be removed', records: leaving };
  if (state === 'removed') return { text: 'that were removed', records: removed };
  return { text: 'removed and to be removed', records: [...leaving, ...removed] };
}

interface RemovalRowProps {
  readonly site: Site;
  readonly snapshot: Snapshot;
  readonly record: LeavingRecord | Tombstone;
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
            <Moment at={record.at} />
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
