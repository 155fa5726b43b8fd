import { asciiUri } from './link-field-value.ts';
import type { LinkSet, SignpostingLink } from './signposting-record.ts';

/** The links of a set as elements for the head of an HTML page (HTML §4.2.4), one a line, in ASCII. */
export function linkElements({ links }: LinkSet): string {
  return links.map((link) => `${linkElement(link)}\n`).join('');
}

function linkElement({ rel, target, type, profiles }: SignpostingLink): string {
  const attributes = [
    ['rel', rel],
    ['href', asciiUri(target)],
    ['type', type],
    // Not in HTML, but what the FAIR Signposting profile uses.
    ['profile', profiles.length === 0 ? undefined : profiles.map(asciiUri).join(' ')],
  ] as const;
  const written = attributes.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${escaped(value)}"`],
  );
  return `<link ${written.join(' ')}>`;
}

function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
