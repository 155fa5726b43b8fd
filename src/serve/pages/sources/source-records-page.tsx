import type { InterruptibleReading } from '../../../catalogue/interruptible-reading.ts';
import type { GraphFacts } from '../../../catalogue/rows.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { formatCount } from '../../../text/amounts.ts';
import type { PageAnswer, PageRequest } from '../../page.ts';
import { explainHref, recordHref } from '../../parts/addresses.ts';
import { pageRange } from '../../parts/paging.tsx';
import { readInShortTurns } from '../../surveys.ts';
import type { Site } from '../../site.ts';
import { noSourceAnswer, sourceListAnswer } from './source-lists.tsx';
import { LatestRunText } from './source-parts.tsx';
import { recordChanges, urlsOfSource, type SourceUrls } from './source-urls-page.tsx';
import {
  stateInLatestRun,
  countInGroup,
  recordGroup,
  recordState,
  recordStateTexts,
  type ShownState,
} from './url-groups.ts';

/** The records that a figure of a source counts, in the order of their URLs. */
export async function sourceRecordsPage(request: PageRequest): Promise<PageAnswer> {
  const { site, state, parts, query } = request;
  const name = parts['name'] ?? '';
  const found = await urlsOfSource(state, name);
  if (found === undefined) return noSourceAnswer(request);
  const group = query.get('state');
  const states = recordGroup(group);
  const total = found.counts.records.get(states === undefined ? 'all' : (group ?? '')) ?? 0;
  const range = pageRange(total, query);
  const reading = readRecords(state.snapshot, { found, states, ...range });
  return sourceListAnswer(request, {
    list: 'records',
    text: states === undefined ? 'in the catalogue' : groupText(states),
    page: { ...range, items: await readInShortTurns(reading) },
    lead: <LatestRunText site={site} run={found.run} />,
    row: (record) => <RecordRow site={site} record={record} />,
  });
}

function groupText(states: readonly ShownState[]): string {
  const text = states.map((state) => recordStateTexts[state]).join(', or ');
  return states.includes('kept') ? text : `${text} in the latest run`;
}

interface ShownRecord {
  readonly facts: GraphFacts;
  readonly state: ShownState;
}

interface RecordRange {
  readonly found: SourceUrls;
  readonly states: readonly ShownState[] | undefined;
  readonly from: number;
  readonly to: number;
}

/** One page of the records of a group. Records of URLs on earlier pages are not read. */
function* readRecords(
  snapshot: Snapshot,
  { found: { urls, run }, states, from, to }: RecordRange,
): InterruptibleReading<readonly ShownRecord[]> {
  const changeOf = recordChanges(snapshot);
  const shown: ShownRecord[] = [];
  let at = 0;
  for (const url of urls) {
    yield;
    if (at >= to) break;
    const count = countInGroup(url, run, states);
    if (count === 0 || at + count <= from) {
      at += count;
      continue;
    }
    for (const facts of snapshot.factsOfUrl(url.url)) {
      yield;
      if (at >= to) break;
      const state = recordState(stateInLatestRun(url, run), changeOf(facts, url.run));
      if (states !== undefined && !states.includes(state)) continue;
      if (at >= from) shown.push({ facts, state });
      at += 1;
    }
  }
  return shown;
}

function RecordRow({ site, record }: { readonly site: Site; readonly record: ShownRecord }) {
  const { facts, state } = record;
  const { graph, documentUrl, describes, quads } = facts;
  const [first, ...others] = describes;
  return (
    <li>
      <a href={recordHref(site, graph)}>
        <bdi>{first?.name ?? first?.iri ?? graph}</bdi>
      </a>
      <p class="facts">
        <span>{recordStateTexts[state]}</span>
        {others.length === 0 ? null : (
          <span>and {formatCount(others.length, 'more resource')} described</span>
        )}
        <span>{formatCount(quads, 'statement')}</span>
        <span>
          <a href={explainHref(site, documentUrl)}>
            <bdi>{documentUrl}</bdi>
          </a>
        </span>
      </p>
    </li>
  );
}
