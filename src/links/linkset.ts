import { parseLinkField } from './link-field.ts';
import { maxLinks, type LinksetReading } from './link-reading.ts';

/**
 * Reads an `application/linkset` (RFC 9264 §4.1): a `Link` header with line breaks. A link without
 * anchor is about the linkset itself. Non-empty text without any link is not a linkset; an empty
 * text is.
 * @param base the final URL of the linkset
 * @param max the most typed links that are read
 */
export function parseLinkset(text: string, base: string, max = maxLinks): LinksetReading {
  // A byte order mark is left only where the text was not decoded as such. Offsets stay those of
  // the text.
  const field = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const reading = parseLinkField(field, base, max);
  const [fault] = reading.faults;
  return fault !== undefined && reading.links.length === 0
    ? { kind: 'malformed', fault }
    : { kind: 'linkset', ...reading };
}
