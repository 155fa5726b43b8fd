import { wellFormed } from '../text/well-formed.ts';
import { withoutForbidden } from './target-url.ts';

/**
 * The IRI of the graph that holds our copy of a record. It is derived from the place of the record,
 * so that two places never overwrite each other, whatever identifiers they claim.
 * @param documentUrl the URL as listed or linked, absolute; in the spelling of `targetUrl` it is
 * itself the graph IRI
 * @param key separates the records of one document; any text
 * @throws {TypeError} when `documentUrl` is not an absolute URL
 */
export function graphIri(documentUrl: string, key?: string): string {
  const place = withoutForbidden(new URL(documentUrl).href);
  return key === undefined ? place : `${place}#${encodeURIComponent(wellFormed(key))}`;
}
