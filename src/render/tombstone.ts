import type { RemovalReason, Tombstone } from '../model/tombstone.ts';
import { printable } from '../text/printable.ts';
import { moment } from '../text/amounts.ts';

/** Why a record was removed, in a few words. */
export const removalTexts: Readonly<Record<RemovalReason, string>> = {
  gone: 'its URL answered that nothing is there any more',
  unlisted: 'its sources no longer list its URL',
  dropped: 'a look at its URL no longer gave it',
  rebuilt: 'a rebuild no longer made it from what is kept of its URL',
};

/** What became of a record that is not there any more. */
export function tombstoneSummary(tombstone: Tombstone): string {
  const { graph, documentUrl, at, run, reason, sources, recordIri, describes } = tombstone;
  const { title, copiedAt } = tombstone;
  const lines: (readonly [string, string | undefined])[] = [
    ['removed', `${moment(at)}${run === undefined ? '' : `, run ${run}`}: ${removalTexts[reason]}`],
    ['titled', title],
    ['copied', copiedAt && moment(copiedAt)],
    ['from', documentUrl === graph ? undefined : documentUrl],
    ['record', recordIri],
    ...describes.map((iri) => ['described', iri] as const),
    ['sources', sources.length === 0 ? undefined : sources.join(', ')],
  ];
  return [
    printable(graph),
    ...lines.flatMap(([label, value]) =>
      value === undefined ? [] : [`  ${label.padEnd(12)}${printable(value)}`],
    ),
    '',
  ].join('\n');
}
