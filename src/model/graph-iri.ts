import { wellFormed } from '../text/well-formed.ts';
import { withoutForbidden } from './target-url.ts';

/**
 * The IRI of the graph that holds our copy of a record: the place it came from, so that two places can never
 * overwrite each other whatever identifiers they claim.
 * @param documentUrl the URL as listed or linked, absolute; as `targetUrl` gives it, it is the IRI itself
 * @param key tells the records of one document apart; any text
 * @throws {TypeError} when `documentUrl` is not an absolute URL
 */
export function graphIri(documentUrl: string, key?: string): string {
  const place = withoutForbidden(new URL(documentUrl).href);
  return key === undefined ? place : `${place}#${encodeURIComponent(wellFormed(key))}`;
}
