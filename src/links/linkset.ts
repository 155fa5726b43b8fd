import { parseLinkField } from './link-field.ts';
import { maxLinks, type LinksetReading } from './link-reading.ts';

/**
 * Reads an `application/linkset` (RFC 9264 §4.1): written as a `Link` field is, with line breaks. Its links should have
 * anchors; one without is taken to speak of the linkset itself, as in a field. Text in which there is no link, but something
 * else, is no linkset; an empty one is.
 * @param base the final URL of the linkset
 * @param max the most typed links that are read
 */
export function parseLinkset(text: string, base: string, max = maxLinks): LinksetReading {
  // Only a text that was not decoded as one has a byte order mark left. Offsets stay those of the text.
  const field = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const reading = parseLinkField(field, base, max);
  const [fault] = reading.faults;
  return fault !== undefined && reading.links.length === 0
    ? { kind: 'malformed', fault }
    : { kind: 'linkset', ...reading };
}
