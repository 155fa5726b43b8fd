import type { RemovalReason, Tombstone } from '../model/tombstone.ts';
import { printable } from '../text/printable.ts';
import { moment } from '../text/amounts.ts';

/** Why a record was removed, in a few words. */
export const removalTexts: Readonly<Record<RemovalReason, string>> = {
  gone: 'the server answered that its URL no longer exists',
  unlisted: 'its sources no longer list its URL',
  dropped: 'a visit of its URL no longer found it',
  rebuilt: 'a rebuild no longer derived it from the kept documents',
};

/** Says when and why a record was removed. */
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
