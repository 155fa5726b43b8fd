import type { Response } from 'undici';
import { isPageType } from '../../model/media-type.ts';
import { formatBytes } from '../../text/amounts.ts';
import { bodyChunks, readExplanation, responseType } from './response-text.ts';
import type { StoreConnection, StoreRequest } from './store-connection.ts';
import { shownAddress, StoreFault } from './store-fault.ts';

/** The `Accept` field of a request for a graph. */
export const triplesType = 'application/n-triples';

/** The longest line, in bytes; a longer one is not read. */
const maxLineBytes = 67_108_864;

/**
 * Requests a graph as N-Triples and reads it in pieces of whole lines. The request is repeated
 * until the body begins; a status 404 means an empty graph.
 * @throws {StoreFault} where something else comes, a line is too long, or the body breaks off
 */
export async function* readGraph(
  connection: StoreConnection,
  request: StoreRequest,
): AsyncGenerator<string> {
  const { url, signal } = request;
  const response = await connection.exchange(
    { ...request, accept: triplesType },
    async (answer) => answer,
  );
  if (response.status === 404) {
    await response.body?.cancel();
    return;
  }
  if (!response.ok) {
    const { detail } = await readExplanation(response);
    throw connection.refusal(request, response, detail);
  }
  await assertIsTriples(response, request);
  try {
    yield* wholeLines(response, url);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

async function assertIsTriples(
  response: Response,
  { url, role }: Pick<StoreRequest, 'role' | 'url'>,
): Promise<void> {
  const type = responseType(response);
  const isCut = response.headers.get('x-sql-state') !== null;
  // RDF 1.0 knew N-Triples as plain text.
  if ((type === triplesType || type === 'text/plain') && !isCut) return;
  await response.body?.cancel();
  const at = shownAddress(url);
  if (isCut) throw new StoreFault(`${at} sent a part of the graph: it has a limit (X-SQL-State)`);
  throw isPageType(type)
    ? new StoreFault(`${at} is no ${role}: it answered with an HTML page`)
    : new StoreFault(`${at} sent ${type || 'a graph without a media type'}, not ${triplesType}`);
}

async function* wholeLines(response: Response, url: URL): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let [begun, bytes] = ['', 0];
  for await (const chunk of bodyChunks(response)) {
    const text = decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    bytes = end === 0 ? bytes + chunk.length : chunk.length;
    if (bytes > maxLineBytes) {
      const most = formatBytes(maxLineBytes);
      throw new StoreFault(`${shownAddress(url)} sent a line of more than ${most}`);
    }
    if (end > 0) yield begun + text.slice(0, end);
    begun = (end === 0 ? begun : '') + text.slice(end);
  }
  const last = begun + decoder.decode();
  if (last.trim() === '') return;
  // Without a length, a connection that is cut off looks like the end.
  if (!/^[ \t]*#|\.[ \t\r]*$/u.test(last)) {
    throw new StoreFault(`the answer of ${shownAddress(url)} broke off in the middle of a line`);
  }
  yield `${last}\n`;
}
