import type {
  FullReason,
  PushProgress,
  PushReport,
  PushRefusal,
} from '../export/push/push-outcome.ts';
import type { PushLayer } from '../catalogue/push-ledger.ts';
import type { GraphDifference, PushComparison } from '../export/push/verify-push.ts';
import type { UnitCounts } from '../export/push/push-layer.ts';
import { formatCount, formatSeconds, groupDigits } from '../text/amounts.ts';
import { cutToWidth, escapeControls } from '../text/printable.ts';
import { inColumns, textParts } from './layout.ts';

const reasons = {
  first: 'this catalogue has no record of a push to that address',
  'no-marker': 'the store has no marker of the last push: it was emptied, or is another one',
  'older-marker':
    'the store has the marker of an earlier push: it was restored from a backup, or pushed to by ' +
    'another address',
  asked: '--full asks for it',
} as const satisfies Record<FullReason, string>;

/** A push, or what it would do, as text. */
export function formatPush(report: PushReport, isDryRun: boolean): string {
  const { store, change, full, records, graphs, statements, writes, refused, ms } = report;
  const layers = [
    ['record graphs', records] as const,
    ...Object.entries(graphs).map(
      ([name, counts]) => [`contributions to ${name}`, counts] as const,
    ),
  ];
  const more = sum(layers.map(([, counts]) => counts.refused)) - refused.length;
  const isDone = layers.every(([, counts]) => counts.added + counts.changed + counts.removed === 0);
  const what = isDryRun ? 'is to be pushed' : 'was pushed';
  return textParts(
    `${store}: change ${groupDigits(change)} of the catalogue`,
    full !== undefined && `Everything ${what}, because ${reasons[full]}.`,
    // A graph that is no longer wanted is removed without a difference.
    isDone && full === undefined && writes === 0
      ? 'The store is up to date: nothing to push.'
      : inColumns([['', ...columns], ...layers.map(countRow)], 'lrrrrr'),
    !isDryRun &&
      writes > 0 &&
      `${formatCount(statements, 'statement')} in ${formatCount(writes, 'write')}, ` +
        formatSeconds(ms / 1000),
    refused.length > 0 && '',
    refused.length > 0 && 'The store refused the following, and the next push sends them again:',
    refused.map(refusedLine),
    more > 0 && `  and ${groupDigits(more)} more`,
    '',
  ).join('\n');
}

function refusedLine({ graph, from, reason }: PushRefusal): string {
  const what = from === undefined ? graph : `${graph}, ${from}`;
  return `  ${escapeControls(what)}: ${escapeControls(reason)}`;
}

const columns = ['added', 'changed', 'removed', 'unchanged', 'refused'] as const;

function countRow([name, counts]: readonly [string, Readonly<UnitCounts>]): readonly string[] {
  return [name, ...columns.map((column) => groupDigits(counts[column]))];
}

/** A comparison of a store with a catalogue as text. */
export function formatComparison({
  store,
  equal,
  different,
  missing,
  differences,
}: PushComparison & { readonly store: string }): string {
  const counts = [
    `${formatCount(equal, 'graph')} equal`,
    `${groupDigits(different)} different`,
    `${groupDigits(missing)} missing`,
  ];
  const more = different + missing - differences.length;
  return textParts(
    `${store}: ${counts.join(', ')}`,
    differences.flatMap(({ graph, here, there }) => [
      '',
      escapeControls(graph),
      ...oneSide('only in the catalogue', here),
      ...oneSide('only in the store', there),
    ]),
    more > 0 && `and ${formatCount(more, 'more graph')}`,
    different + missing > 0 && '',
    different + missing > 0 &&
      'cdif-graph push sends what changed in the catalogue since the last push. What others ' +
        'changed in the store is mended by push --full, which sends everything.',
    '',
  ).join('\n');
}

function oneSide(where: string, { count, examples }: GraphDifference['here']): readonly string[] {
  if (count === 0) return [];
  const shown = examples.map((each) => `    ${cutToWidth(escapeControls(each), widestExample)}`);
  return [`  ${formatCount(count, 'statement')} ${where}:`, ...shown];
}

const widestExample = 200;

/** How far a push is, in one line. */
export function formatPushProgress(progress: PushProgress): string {
  const layers = [...progress];
  const compared = (isWanted: (layer: PushLayer) => boolean): string => {
    const counts = layers.filter(([layer]) => isWanted(layer)).map(([, each]) => each);
    const differ = sum(counts.map(({ added, changed, removed }) => added + changed + removed));
    const all = differ + sum(counts.map(({ unchanged }) => unchanged));
    return `${groupDigits(all)} compared, ${groupDigits(differ)} differ`;
  };
  const statements = sum(layers.map(([, counts]) => counts.statements));
  return [
    `record graphs: ${compared((layer) => layer === 'records')}`,
    `derived graphs: ${compared((layer) => layer !== 'records')}`,
    `${formatCount(statements, 'statement')} sent`,
  ].join('; ');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
