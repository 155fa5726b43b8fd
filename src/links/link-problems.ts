import type { Problem } from '../model/problem.ts';
import { createPartFinder, excerptAt } from '../text/text-position.ts';
import type { LinkFault, LinkReading, LinksetReading } from './link-reading.ts';

/**
 * A problem `link-field-malformed` for each fault of a `Link` field.
 * @param url that of the response
 */
export function linkFieldProblems(
  url: string,
  field: string,
  { faults }: LinkReading,
): readonly Problem[] {
  return faults.map(({ offset = 0, detail }) => {
    const excerpt = excerptAt(field, offset);
    return { kind: 'link-field-malformed', url, detail, excerpt };
  });
}

/**
 * A problem `linkset-malformed` for each fault of a linkset, or one that says why it is none.
 * @param url that of the linkset
 */
export function linksetProblems(
  url: string,
  text: string,
  reading: LinksetReading,
): readonly Problem[] {
  const isLinkset = reading.kind === 'linkset';
  const faults: readonly LinkFault[] = isLinkset ? reading.faults : [reading.fault];
  const linksRead = isLinkset ? reading.links.length : 0;
  const positionOf = createPartFinder(text);
  return faults.map(({ offset, detail }) =>
    Object.assign(
      { kind: 'linkset-malformed', url, detail, linksRead } as const,
      offset === undefined ? {} : positionOf(offset),
    ),
  );
}
