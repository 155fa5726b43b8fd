import type { Tombstone } from '../../../model/tombstone.ts';
import type { LeavingRecord } from '../../../model/url-update.ts';
import { removalTexts } from '../../../render/tombstone.ts';
import type { PausingReading } from '../../../store/in-turns.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import { grouped } from '../../../text/amounts.ts';
import { htmlAnswer, type Answer, type PageRequest } from '../../page.ts';
import { Layout } from '../../parts/layout.tsx';
import { explainHref, recordHref, runHref, sourceHref } from '../../parts/addresses.ts';
import { Moment } from '../../parts/moment.tsx';
import { noSourceAnswer } from './no-source.tsx';
import { pageHrefs, PageLinks, pageOf, shownText } from '../../parts/paging.tsx';
import { readSources } from './read-sources.ts';

/** The records of a source that went, or are to go. */
interface Removals {
  readonly leaving: LeavingRecord[];
  readonly removed: Tombstone[];
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

/** The records of a source that were removed or wait to be. */
export async function removalsPage(request: PageRequest): Promise<Answer> {
  const { site, state, parts, query } = request;
  const name = parts['name'] ?? '';
  const { sources } = await state.surveys.read(readSources);
  if (!sources.some(({ status }) => status.source === name)) return noSourceAnswer(request);
  const { leaving = [], removed = [] } = (await state.surveys.read(readRemovals)).get(name) ?? {};
  const page = pageOf([...leaving, ...removed], query);
  return htmlAnswer(
    <Layout site={site} state={state} title={`Removals of ${name}`} section="/sources" kind="urls">
      <p class="crumb">
        <a href={sourceHref(site, name)}>
          <bdi>{name}</bdi>
        </a>
      </p>
      <h1>
        Records removed and to be removed <span class="count">{grouped(page.total)}</span>
      </h1>
      <p class="soft">
        {grouped(leaving.length)} wait until fewer would go at once or --allow-removals is given;{' '}
        {grouped(removed.length)} were removed and have not come back. Shown:{' '}
        {shownText(page, 'record')}.
      </p>
      <ul class="rows">
        {page.items.map((record) => (
          <li>
            <a href={recordHref(site, record.graph)}>
              <bdi>{record.graph}</bdi>
            </a>
            <p class="facts">
              <span>{'at' in record ? 'removed' : 'waits to be removed'}</span>
              <span>{removalTexts[record.reason]}</span>
              {'at' in record ? (
                <span>
                  <Moment at={record.at} />
                </span>
              ) : null}
              {'run' in record && record.run !== undefined ? (
                <span>
                  <a href={runHref(site, record.run)}>run {record.run}</a>
                </span>
              ) : null}
              <span>
                <a href={explainHref(site, 'url' in record ? record.url : record.documentUrl)}>
                  explain its URL
                </a>
              </span>
            </p>
          </li>
        ))}
      </ul>
      <PageLinks page={page} hrefOf={pageHrefs(sourceHref(site, name, '/removals'), query)} />
    </Layout>,
  );
}
