import type { Outcome } from '../model/outcome.ts';
import type { Extracted } from '../model/record.ts';
import type { Body, BodyFile, Response } from '../model/response.ts';
import { linksetFormOf, parseMediaType } from '../model/media-type.ts';
import type { Problem } from '../model/problem.ts';
import { remembered } from '../text/remembered.ts';
import type { Stage } from '../model/stage.ts';
import { unreadableFile } from '../model/unreadable-file.ts';
import { bytesOf, headOf, sizeOf } from './body-bytes.ts';
import { charsetProblems, withProblems } from './charset-problems.ts';
import { chooseRoute } from './choose-route.ts';
import { extractElsewhere, isOutranked } from './elsewhere.ts';
import { signpostOutcomes } from './link-offers.ts';
import { extractLinkset } from './linkset.ts';
import { FileChanged } from './pieces/open-file.ts';
import { readPieces } from './pieces/read-pieces.ts';
import { linksOfFields } from './response-links.ts';
import type { ExtractLimits, Route, UnreadInput } from './route.ts';
import { routes } from './routes.ts';
import { createPartFinder } from '../text/text-position.ts';

/** How much of a body is looked at to find out what it is; a page may begin with blanks. */
const headBytes = 65_536;
/** How many times as large as a piece of a list a document in a file may be that is no list. */
const wholePieces = 16;

/**
 * Makes the stage that finds the metadata in a response. It yields, in document order:
 * - a document for each JSON-LD document that describes a resource, which may hold several records; of a list in a
 *   file that is larger than `limits.pieceBytes`, one for each piece of it (see `pieces/read-pieces.ts`);
 * - a link for each offer of metadata elsewhere that is better than what the response holds itself (`link-choice.ts`);
 * - `page-furniture`, `template` and `outranked` for JSON that was left alone;
 * - `json-malformed`, `json-not-metadata` and `json-too-complex` for what costs only itself; `no-metadata`,
 *   `content-type-unsupported`, `linkset-malformed` and `too-many-links` for the response as a whole;
 * - `file-unreadable` in place of the rest of a body in a file that is written to meanwhile, or gone;
 * - its signposts, where it has any.
 * `json-mended` and `json-duplicate-key` go with the document, `charset-unknown` and `link-field-malformed` with the first of
 * these, and `charset-wrong` with the first of the script, document or list whose text it is. It computes and does not wait,
 * but for the disk.
 */
export function createExtractStage(options: {
  readonly limits: ExtractLimits;
}): Stage<Response, Extracted> {
  const { limits } = options;
  return {
    name: 'extract',
    async *process(response) {
      const { links, problems } = linksOfFields(response);
      try {
        yield* withProblems(extractFrom({ response, links, limits }), problems);
      } catch (error) {
        if (response.body === undefined || response.body instanceof Uint8Array) throw error;
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

function* extractFrom(given: Omit<UnreadInput, 'mediaType'>): Iterable<Outcome<Extracted>> {
  const { response } = given;
  const { body, contentType, target } = response;
  const input = { ...given, mediaType: readContentType(contentType) };
  const { essence } = input.mediaType;
  const form = linksetFormOf(essence) ?? linksetFormOf(target.label?.type ?? '');
  if (body === undefined) yield* extractElsewhere(input, 'content-type-unsupported');
  else if (form !== undefined) yield* extractLinkset(input, form, bytesOf(body));
  else {
    const chosen = chooseRoute(essence, headOf(body, headBytes));
    if (chosen === undefined && sizeOf(body) > 0) {
      yield* extractElsewhere(input, 'content-type-unsupported');
    } else if (chosen === 'direct') yield* extractDirect(input, body);
    else yield* extractWhole(input, routes[chosen ?? 'embedded'], body);
  }
}

/** Reads a response that is no page: it is metadata itself, unless its links lead to better. */
function* extractDirect(input: UnreadInput, body: Body): Iterable<Outcome<Extracted>> {
  const { response, mediaType, limits, links } = input;
  const { essence: type, profiles } = mediaType;
  const typed = type === '' ? {} : { type };
  const content = { via: 'content', url: response.retrieval.finalUrl, ...typed, profiles } as const;
  if (isOutranked(input, body)) {
    yield* extractElsewhere(input, 'no-metadata', [{ ...content, verdict: 'outranked' }]);
    return;
  }
  yield* body instanceof Uint8Array || body.bytes <= limits.pieceBytes
    ? extractWhole(input, routes.direct, body)
    : extractLarge(input, body);
  yield* signpostOutcomes([{ ...content, verdict: 'taken' }], links);
}

/** Reads a document in a file: a list piece by piece, everything else as a whole. */
function* extractLarge(input: UnreadInput, body: BodyFile): Iterable<Outcome<Extracted>> {
  const isList = yield* readPieces(input, body);
  if (isList) return;
  const maxBytes = input.limits.pieceBytes * wholePieces;
  if (body.bytes <= maxBytes) yield* extractWhole(input, routes.direct, body);
  else {
    const { url } = input.response.target;
    yield { kind: 'failed', problem: { kind: 'body-too-large', url, maxBytes } };
  }
}

function* extractWhole(input: UnreadInput, route: Route, body: Body): Iterable<Outcome<Extracted>> {
  const { response, mediaType } = input;
  const { url } = response.target;
  const bytes = bytesOf(body);
  const decoded = route.decode(bytes, mediaType.charset);
  if (decoded.text.trim() === '') {
    yield* extractElsewhere(input, 'no-metadata');
    return;
  }
  const problems = charsetProblems(decoded, url, createPartFinder(decoded.text));
  yield* withProblems(route.extract({ ...input, bytes, decoded }), problems);
}
