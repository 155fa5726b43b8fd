import { asciiUri } from './link-field-value.ts';
import type { LinkSet, SignpostingLink } from './signposting-record.ts';

/** The links of a set as `link` elements for an HTML head (HTML §4.2.4), one a line, in ASCII. */
export function linkElements({ links }: LinkSet): string {
  return links.map((link) => `${formatLinkElement(link)}\n`).join('');
}

function formatLinkElement({ rel, target, type, profiles }: SignpostingLink): string {
  const attributes = [
    ['rel', rel],
    ['href', asciiUri(target)],
    ['type', type],
    // Not defined by HTML, but used by the FAIR Signposting profile.
    ['profile', profiles.length === 0 ? undefined : profiles.map(asciiUri).join(' ')],
  ] as const;
  const written = attributes.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${escapeHtml(value)}"`],
  );
  return `<link ${written.join(' ')}>`;
}

function escapeHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
