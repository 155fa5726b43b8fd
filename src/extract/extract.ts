import type { Outcome } from '../model/outcome.ts';
import type { Extracted } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import type { Problem } from '../model/problem.ts';
import { remembered } from '../text/remembered.ts';
import type { Stage } from '../model/stage.ts';
import { unreadableFile } from '../model/unreadable-file.ts';
import { bytesOf, headOf, sizeOf } from './body-bytes.ts';
import { chooseRoute } from './choose-route.ts';
import { parseMediaType } from '../model/media-type.ts';
import { FileChanged } from './pieces/open-file.ts';
import { readPieces } from './pieces/read-pieces.ts';
import type { ExtractLimits, Route, RouteInput } from './route.ts';
import { routes } from './routes.ts';
import { withCharset } from './unknown-charset.ts';

/** How much of a body is looked at to find out what it is; a page may begin with blanks. */
const headBytes = 65_536;
/** How many times as large as a piece of a list a document in a file may be that is no list. */
const wholePieces = 16;

/**
 * Makes the stage that finds the metadata in a response. It yields, in document order:
 * - a document for each JSON-LD document that describes a resource, which may hold several records; of a list in a
 *   file that is larger than `limits.pieceBytes`, one for each piece of it (see `pieces/read-pieces.ts`);
 * - a link for each `<link rel="describedby">` to JSON, where a page has no metadata of its own;
 * - `page-furniture` and `template` for JSON that was left alone;
 * - `json-malformed`, `json-not-metadata` and `json-too-complex` for what costs only itself; `no-metadata`,
 *   `content-type-unsupported` and `too-many-links` for the response as a whole.
 * - `file-unreadable` in place of the rest of a body in a file that is written to meanwhile, or gone.
 * `charset-unknown` goes with the first of these. It computes and does not wait, but for the disk.
 */
export function createExtractStage(options: {
  readonly limits: ExtractLimits;
}): Stage<Response, Extracted> {
  const { limits } = options;
  return {
    name: 'extract',
    async *process(response) {
      try {
        yield* extractFrom(response, limits);
      } catch (error) {
        if (response.body instanceof Uint8Array) throw error;
        yield { kind: 'failed', problem: unreadable(response.target.url, error) };
      }
    },
  };
}

/** What became of a body in a file. @throws what is neither a change of it nor an error of the system */
function unreadable(url: string, error: unknown): Problem {
  if (error instanceof FileChanged) return { kind: 'file-unreadable', url, code: 'ESTALE' };
  return unreadableFile(url, error);
}

/** Servers send few different ones. Not for what stands in pages: a part of a text keeps the whole of it in memory. */
const readContentType = remembered(parseMediaType, 100);

function* extractFrom(response: Response, limits: ExtractLimits): Iterable<Outcome<Extracted>> {
  const { contentType, body, target } = response;
  const { url } = target;
  const mediaType = readContentType(contentType);
  const chosen = chooseRoute(mediaType.essence, headOf(body, headBytes));
  if (chosen === undefined && sizeOf(body) > 0) {
    yield { kind: 'failed', problem: { kind: 'content-type-unsupported', url, contentType } };
    return;
  }
  const input = { response, mediaType, limits };
  if (chosen === 'direct' && !(body instanceof Uint8Array) && body.bytes > limits.pieceBytes) {
    const isList = yield* readPieces(input, body);
    if (isList) return;
    const maxWholeBytes = limits.pieceBytes * wholePieces;
    if (body.bytes > maxWholeBytes) {
      yield { kind: 'failed', problem: { kind: 'body-too-large', url, maxBytes: maxWholeBytes } };
      return;
    }
  }
  yield* extractWhole(input, routes[chosen ?? 'embedded']);
}

function* extractWhole(
  input: Omit<RouteInput, 'decoded'>,
  route: Route,
): Iterable<Outcome<Extracted>> {
  const { response, mediaType } = input;
  const { url } = response.target;
  const decoded = route.decode(bytesOf(response.body), mediaType.charset);
  if (decoded.text.trim() === '') {
    yield { kind: 'failed', problem: { kind: 'no-metadata', url } };
    return;
  }
  yield* withCharset(route.extract({ ...input, decoded }), url, decoded.unknownCharset);
}
