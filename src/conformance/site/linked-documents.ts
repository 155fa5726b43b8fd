import { decodeJson } from '../../extract/character-decoding.ts';
import type { MetadataDocument } from '../../facts/record/metadata-documents.ts';
import { ResourceError } from '../../model/http.ts';
import { isPageType, parseMediaType } from '../../model/media-type.ts';
import type { Problem } from '../../model/problem.ts';
import type { CheckRequests, LinkedVerdict } from '../../model/site-check.ts';
import { parseJson } from '../../text/json.ts';
import { locateJsonFault } from '../../text/json-grammar.ts';
import { createPositionFinder } from '../../text/text-position.ts';
import {
  collectBytes,
  failedRequest,
  isUndecided,
  requestedUrl,
  requestOptions,
} from './check-requests.ts';
import type { XmlResult } from './check-xml.ts';
import type { XmlChecker, XmlExcess } from './xml-checker.ts';
import { readXmlProlog } from './xml-prolog.ts';

/**
 * The most bytes of a linked document after decompression. Metadata have a fraction of it; as a
 * tree, it may take twenty times as much memory.
 */
const maxBytes = 5_242_880;

/** The record that links to a document. */
export interface LinkingRecord {
  /** The URL of its document, as visited. */
  readonly url: string;
  /** The IRI of its graph. */
  readonly record: string;
}

/** What a check found about a document that a record links to. */
export interface LinkedDocumentResult {
  /** As requested. */
  readonly document: string;
  readonly verdict: LinkedVerdict;
  /** Of the record that links to it; at most one. */
  readonly problems: readonly Problem[];
}

/** Checks XML documents, see `XmlChecker`. */
type CheckXml = Pick<XmlChecker, 'check'>;

/** Requests and checks linked metadata documents, each once. */
export class LinkedDocumentChecker {
  readonly #requests: CheckRequests;
  readonly #xml: CheckXml;
  readonly #known = new Map<string, Promise<DocumentResult>>();

  constructor(requests: CheckRequests, xml: CheckXml) {
    this.#requests = requests;
    this.#xml = xml;
  }

  /**
   * Checks a document for a record that links to it.
   * @throws the signal's reason when it is aborted
   */
  async check(document: MetadataDocument, from: LinkingRecord): Promise<LinkedDocumentResult> {
    const url = requestedUrl(document.url);
    if (url === undefined) return { document: document.url, verdict: 'unchecked', problems: [] };
    const { verdict, problem } = await this.#resultOf({ ...document, url });
    const problems = problem === undefined ? [] : [{ ...problem, ...from, document: url }];
    return { document: url, verdict, problems };
  }

  async #resultOf(document: MetadataDocument): Promise<DocumentResult> {
    const key = `${document.syntax} ${document.url}`;
    const result = this.#known.get(key) ?? checkDocument(document, this.#requests, this.#xml);
    this.#known.set(key, result);
    return result;
  }
}

/** The result of checking a document, whichever record links to it. */
interface DocumentResult {
  readonly verdict: LinkedVerdict;
  readonly problem?: DocumentProblem;
}

/** A problem without the record that has it, and without the document. */
type DocumentProblem = { [Kind in LinkedKind]: Facts<Kind> }[LinkedKind];
type LinkedKind = Extract<Problem['kind'], `linked-document-${string}`>;
type Facts<Kind extends LinkedKind> = Omit<
  Extract<Problem, { readonly kind: Kind }>,
  'url' | 'record' | 'document'
>;

async function checkDocument(
  document: MetadataDocument,
  requests: CheckRequests,
  xml: CheckXml,
): Promise<DocumentResult> {
  const options = { ...requestOptions(requests, acceptOf(document)), maxBytes };
  try {
    const { body, headers } = await requests.http.read(document.url, options, collectBytes);
    const contentType = headers['content-type'] ?? '';
    if (document.syntax === 'json') return checkJson(body, contentType);
    if (document.syntax === 'other') return checkOther(document, contentType);
    return await checkXmlDocument({ bytes: body, contentType }, document, {
      xml,
      signal: requests.signal,
    });
  } catch (error) {
    requests.signal.throwIfAborted();
    if (!(error instanceof ResourceError)) throw error;
    return resultOfFailure(error.problem);
  }
}

function resultOfFailure(problem: Problem): DocumentResult {
  if (isUndecided(problem)) return { verdict: 'unchecked' };
  if (problem.kind === 'body-too-large') return tooLarge('bytes', problem.maxBytes);
  const reason = failedRequest(problem);
  return { verdict: 'missing', problem: { kind: 'linked-document-missing', ...reason } };
}

function tooLarge(limit: 'bytes' | 'memory' | 'milliseconds', max: number): DocumentResult {
  return { verdict: 'unchecked', problem: { kind: 'linked-document-too-large', limit, max } };
}

function notMetadata(found: string): DocumentResult {
  return { verdict: 'missing', problem: { kind: 'linked-document-not-metadata', found } };
}

/** The `Accept` field for a document: its own type first. */
function acceptOf({ format, syntax }: MetadataDocument): string {
  const { essence } = parseMediaType(format);
  const own = /^[a-z]+\/[\w.+-]+$/u.test(essence) ? [essence] : [];
  const usual = {
    xml: ['application/xml;q=0.9', 'text/xml;q=0.8'],
    json: ['application/ld+json;q=0.9', 'application/json;q=0.8'],
    other: [],
  }[syntax];
  return [...own, ...usual, '*/*;q=0.1'].join(', ');
}

/** A page in place of a document that is none. */
function checkOther({ format }: MetadataDocument, contentType: string): DocumentResult {
  const isPage = isPageType(parseMediaType(contentType).essence);
  const mayBePage = isPageType(parseMediaType(format).essence);
  return isPage && !mayBePage ? notMetadata(contentType) : { verdict: 'well-formed' };
}

function checkJson(bytes: Uint8Array, contentType: string): DocumentResult {
  const { essence, charset } = parseMediaType(contentType);
  const { text } = decodeJson(bytes, charset);
  const json = text.trim();
  if (parseJson(json) !== undefined) return { verdict: 'well-formed' };
  if (json.startsWith('<')) return notMetadata(isPageType(essence) ? contentType : 'XML or HTML');
  const { offset, detail } = locateJsonFault(json) ?? { offset: 0, detail: 'not JSON' };
  const { line, column } = createPositionFinder(text)(text.indexOf(json) + offset);
  return malformed(detail, line, column);
}

function malformed(detail: string, line: number, column: number): DocumentResult {
  return {
    verdict: 'malformed',
    problem: { kind: 'linked-document-malformed', detail, line, column },
  };
}

const withEntities: DocumentResult = {
  verdict: 'unchecked',
  problem: { kind: 'linked-document-has-entities' },
};

/** Root elements of answers that report an error: of OGC services, and of object stores. */
const errorRoots: ReadonlySet<string> = new Set([
  'Error',
  'ExceptionReport',
  'ServiceExceptionReport',
]);

interface XmlResponse {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

async function checkXmlDocument(
  { bytes, contentType }: XmlResponse,
  { profile }: MetadataDocument,
  { xml, signal }: { readonly xml: CheckXml; readonly signal: AbortSignal },
): Promise<DocumentResult> {
  const { root, isPage, declaresEntities } = readXmlProlog(bytes);
  const isText = root === undefined && isPageType(parseMediaType(contentType).essence);
  if (isPage || isText) return notMetadata('a page in HTML');
  if (root !== undefined && errorRoots.has(root)) return notMetadata(`an error report: ${root}`);
  // It is not parsed, since its entities might multiply.
  if (declaresEntities) return withEntities;
  return resultOfXml(await xml.check(bytes, { profile, signal }));
}

function resultOfXml(result: XmlResult | XmlExcess): DocumentResult {
  switch (result.kind) {
    case 'excess':
      return tooLarge(result.limit, result.max);
    case 'has-entities':
      return withEntities;
    case 'malformed':
      return malformed(result.fault.detail, result.fault.line, result.fault.column);
    case 'invalid': {
      const { namespace, count, first } = result;
      const problem = { kind: 'linked-document-invalid', namespace, count, ...first } as const;
      return { verdict: 'invalid', problem };
    }
    case 'unvalidated':
      return { verdict: 'unchecked' };
    case 'valid':
    case 'no-schema':
      return { verdict: result.kind };
  }
}
