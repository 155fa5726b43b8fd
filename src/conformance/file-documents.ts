import { isUtf8 } from 'node:buffer';
import type { Limits } from '../config/schema.ts';
import { withContexts } from '../expand/context-supply.ts';
import { createExpander } from '../expand/expand-stage.ts';
import { createExtractStage } from '../extract/extract-stage.ts';
import { type Body, ResourceError, type Response } from '../model/http.ts';
import { problemsOfOutcome, type StageContext } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { JsonLdDocument } from '../model/record.ts';
import type { ContextSource } from '../model/remote-context.ts';
import type { Signpost } from '../model/typed-link.ts';
import { createPartLocator, createPositionFinder, type TextPlace } from '../text/text-position.ts';
import { readTargetFile, removeTemporary } from '../web/fetch-file.ts';

/** The documents of one file or URL, and what kept others from being read. */
export interface ReadDocuments {
  readonly documents: readonly JsonLdDocument[];
  readonly problems: readonly Problem[];
}

/** A text or file that holds metadata. */
export interface MetadataFile {
  /** The URL that stands for it: the base of its relative IRIs. */
  readonly url: string;
  /** Its absolute path, or its bytes. */
  readonly content: string | Uint8Array;
}

/**
 * Reads the JSON-LD documents of a file as a harvest reads them: JSON-LD, pages with scripts, other
 * RDF, lists.
 * @param contexts loads those that are not bundled; by default there are none
 */
export async function readFileDocuments(
  { url, content }: MetadataFile,
  limits: Limits,
  context: StageContext & { readonly now: () => Date },
  contexts?: ContextSource,
): Promise<ReadDocuments> {
  try {
    const response = await openResponse(url, content, limits, context.now);
    try {
      const startOf = createStartFinder(response.body);
      const read = await readResponse(response, limits, context, contexts);
      const documents: JsonLdDocument[] = [];
      for (const document of read.documents) {
        documents.push({ ...document, start: document.start ?? startOf(document) });
      }
      return { documents, problems: read.problems };
    } finally {
      await removeTemporary(response);
    }
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    return { documents: [], problems: [error.problem] };
  }
}

/** The documents and the typed links of a response. */
export interface ReadResponse extends ReadDocuments {
  readonly links: readonly Signpost[];
}

/**
 * Reads a response as a harvest reads it, and follows none of its links.
 * @param contexts loads those that are not bundled; by default there are none
 */
export async function readResponse(
  response: Response,
  limits: Limits,
  context: StageContext,
  contexts?: ContextSource,
): Promise<ReadResponse> {
  const { readListFrame } = createExpander({ limits });
  const extract = withContexts(createExtractStage({ limits, readListFrame }), contexts);
  const documents: JsonLdDocument[] = [];
  const problems: Problem[] = [];
  const links: Signpost[] = [];
  for await (const outcome of extract.process(response, context)) {
    if (outcome.kind === 'skipped') continue;
    problems.push(...problemsOfOutcome(outcome));
    if (outcome.kind !== 'produced') continue;
    const { value } = outcome;
    if (value.kind === 'document') documents.push(value.document);
    if (value.kind === 'signposts') links.push(...value.signposts.links);
  }
  return { documents, problems, links };
}

/**
 * Finds where the documents of a file, one after the other, begin in its text, if that is UTF-8 and
 * in memory. For scripts of a page, which can show the same text, the extraction knows it.
 */
function createStartFinder(
  body: Body | undefined,
): (document: JsonLdDocument) => TextPlace | undefined {
  if (!(body instanceof Uint8Array) || !isUtf8(body)) return () => undefined;
  const text = new TextDecoder().decode(body);
  const positionAt = createPositionFinder(text);
  const locate = createPartLocator(text);
  return ({ json, route }) => {
    const offset = route === 'embedded' ? undefined : locate(json);
    return offset === undefined ? undefined : { offset, ...positionAt(offset) };
  };
}

async function openResponse(
  url: string,
  content: string | Uint8Array,
  limits: Limits,
  now: () => Date,
): Promise<Response> {
  const target = { url, source: 'command-line', found: { by: 'folder' }, depth: 0 } as const;
  if (typeof content === 'string') {
    return readTargetFile({ ...target, file: content }, limits, now);
  }
  const retrieval = { finalUrl: url, redirects: [], at: now().toISOString() };
  return { target, retrieval, contentType: '', linkFields: [], body: content };
}
