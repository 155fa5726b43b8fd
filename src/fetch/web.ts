import type { Response } from '../model/response.ts';
import type { Target } from '../model/target.ts';
import type { FetchOptions } from './fetch-options.ts';
import { takeBody } from './take-body.ts';

/**
 * A landing page and a JSON-LD document are equally welcome, so that a server that has both gives what it gives
 * everybody; other JSON may be metadata, and the rest is taken because many servers mislabel.
 */
const metadataAccept =
  'text/html, application/xhtml+xml, application/ld+json, application/json;q=0.8, */*;q=0.5';

/**
 * Asks for a target. A list may be as large as `limits.listBytes`, everything else as large as HTTP allows.
 * @throws {ResourceError} what `HttpReader` throws
 * @throws {SpoolFault} when a large body cannot be written to a temporary file
 */
export async function askWeb(
  target: Target,
  { http, limits, accept = metadataAccept, temporaryFolder }: FetchOptions,
  signal: AbortSignal,
): Promise<Response> {
  const maxBytes = target.isList === true ? limits.listBytes : undefined;
  const { retrieval, headers, body } = await http.read(
    target.url,
    { signal, accept, maxBytes },
    (pieces) => takeBody(pieces, limits.pieceBytes, temporaryFolder),
  );
  const { 'content-type': contentType = '', link = '' } = headers;
  return { target, retrieval, contentType, link, body };
}
