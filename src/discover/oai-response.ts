import { Buffer } from 'node:buffer';
import { readPieces } from '../files/same-file.ts';
import { ResourceError } from '../model/http.ts';
import type { Problem, ProblemOf } from '../model/problem.ts';
import { decoderFor } from '../text/encoding.ts';
import { uncompressed } from '../web/body.ts';
import { maxBytesInMemory, removeTemporary, storeBody } from '../web/fetch-file.ts';
import type { DiscoverContext, permitListing } from './discoverer.ts';
import {
  decodeOaiText,
  namespacesOf,
  type OaiElement,
  readOaiElement,
  standaloneRecord,
} from './oai-elements.ts';
import { OaiScanner, type OaiPart } from './oai-scanner.ts';
import { detectListingEncoding } from './read-sitemap.ts';

const oaiAccept = 'application/xml, text/xml;q=0.9, */*;q=0.5';
const oaiNamespace = '"http://www.openarchives.org/OAI/2.0/"';
const headBytes = 1024;

/** The header of a record (OAI-PMH 2.0, 2.5). */
export interface OaiHeader {
  readonly identifier: string;
  /** As written; empty where missing. */
  readonly datestamp: string;
  readonly isDeleted: boolean;
}

/** What a response gives, in its order. */
export type OaiItem =
  /** A record, or a header in a list of headers. */
  | { readonly kind: 'record'; readonly header: OaiHeader; readonly content?: Uint8Array }
  | { readonly kind: 'element'; readonly name: string; readonly element: OaiElement }
  /** A part that cannot be read. */
  | { readonly kind: 'problem'; readonly problem: Problem };

/** What reading a response needs. */
export interface OaiReading extends Pick<DiscoverContext, 'source' | 'http' | 'signal'> {
  readonly limits: Pick<DiscoverContext['limits'], 'listBytes' | 'pieceBytes' | 'maxRatio'>;
  readonly permit: ReturnType<typeof permitListing>;
}

/**
 * Requests and reads a response. It is stored first, since its records are harvested while it is
 * read, and no server waits for that. Ends with `oai-malformed` where the response is none of
 * OAI-PMH, or breaks off.
 * @throws {ResourceError} when there is no response
 */
export async function* readOaiResponse(url: string, reading: OaiReading): AsyncGenerator<OaiItem> {
  const { http, source: credentialsOf, signal, limits, permit } = reading;
  const { listBytes: maxBytes, pieceBytes } = limits;
  const options = { signal, credentialsOf, accept: oaiAccept, maxBytes, permit };
  const { body } = await http.read(url, options, async (pieces) =>
    storeBody(pieces, maxBytesInMemory),
  );
  try {
    yield* readOaiPage(
      uncompressed(readPieces(body), { url, maxBytes, maxRatio: limits.maxRatio }),
      {
        url,
        maxLength: pieceBytes,
      },
    );
  } finally {
    await removeTemporary({ body });
  }
}

/** Reads the text of a response. @param maxLength of a record, in bytes */
export async function* readOaiPage(
  bytes: AsyncIterable<Uint8Array>,
  { url, maxLength }: { readonly url: string; readonly maxLength: number },
): AsyncGenerator<OaiItem> {
  const page = new OaiPage(url);
  const scanner = new OaiScanner(maxLength);
  let decode: ((piece: Uint8Array) => string) | undefined;
  let beginning = '';
  for await (const piece of bytes) {
    decode ??= page.decoding(piece.subarray(0, headBytes));
    const text = decode(piece);
    if (beginning.length < headBytes) beginning += text.slice(0, headBytes);
    for (const part of scanner.write(text)) yield* page.read(part);
  }
  for (const part of scanner.end()) yield* page.read(part);
  const problem = page.problemAtEnd(beginning, scanner.isClosed);
  if (problem !== undefined) yield { kind: 'problem', problem };
}

/** A response that is being read. */
class OaiPage {
  readonly #url: string;
  readonly #scope = new Map<string, string>([['xmlns', oaiNamespace]]);
  #encoding = 'utf-8';
  #isAnswer = false;
  #records = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** How bytes become characters, each of a byte; texts in UTF-16 become UTF-8. */
  decoding(head: Uint8Array): (piece: Uint8Array) => string {
    const { label: encoding = 'utf-8' } = detectListingEncoding(head);
    if (/^utf-16/iu.test(encoding)) {
      const decoder = decoderFor(encoding);
      return (piece) =>
        Buffer.from(decoder?.decode(piece, { stream: true }) ?? '').toString('latin1');
    }
    this.#encoding = encoding;
    return (piece) => Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
  }

  *read(part: OaiPart): Generator<OaiItem> {
    if (part.kind === 'tag') {
      if (part.name === 'OAI-PMH') this.#isAnswer = true;
      for (const [name, value] of namespacesOf(part.text)) this.#scope.set(name, value);
    } else if (!this.#isAnswer) {
      // A page about something else may have elements of these names.
      return;
    } else if (part.kind === 'broken') {
      // Where its header is whole, the fault costs this record alone, as one in its metadata.
      const item = part.name === 'record' ? this.#readRecord(part) : undefined;
      yield item?.kind === 'record'
        ? item
        : this.#malformed(`<${part.name}> without end`, part.line);
    } else if (part.name === 'record' || part.name === 'header') {
      yield this.#readRecord(part);
    } else {
      const element = readOaiElement(decodeOaiText(part.text, this.#encoding));
      yield { kind: 'element', name: part.name, element };
    }
  }

  #readRecord({ name, text, line }: Exclude<OaiPart, { kind: 'tag' }>): OaiItem {
    const headerText = name === 'header' ? text : (headerIn.exec(text)?.[0] ?? '<header/>');
    const { attributes, children } = readOaiElement(decodeOaiText(headerText, this.#encoding));
    const identifier = children.get('identifier')?.[0] ?? '';
    if (identifier === '') return this.#malformed(`<${name}> without identifier`, line);
    this.#records += 1;
    const datestamp = children.get('datestamp')?.[0] ?? '';
    const isDeleted = attributes['status']?.trim() === 'deleted';
    const header = { identifier, datestamp, isDeleted };
    if (isDeleted || name === 'header') return { kind: 'record', header };
    return { kind: 'record', header, content: standaloneRecord(text, this.#scope, this.#encoding) };
  }

  /** The problem of a response that is none, or is not whole. */
  problemAtEnd(beginning: string, isClosed: boolean): Problem | undefined {
    if (this.#isAnswer && isClosed) return undefined;
    const isHtml = /<(?:!doctype\s+html|html)\b/iu.test(beginning);
    const none = isHtml ? 'an HTML page' : 'no element <OAI-PMH>';
    const detail = this.#isAnswer ? 'the response breaks off' : none;
    return { ...this.#malformed(detail, 1).problem, isWhole: true };
  }

  #malformed(
    detail: string,
    line: number,
  ): { readonly kind: 'problem'; readonly problem: ProblemOf<'oai-malformed'> } {
    const facts = { url: this.#url, detail, line, recordsRead: this.#records };
    return { kind: 'problem', problem: { kind: 'oai-malformed', ...facts } };
  }
}

/** The header of a record, whose content is short. */
const headerIn = /<((?:[A-Za-z_][\w.-]{0,99}:)?header)(?=[\s>/])[^>]*(?:\/>|>[\s\S]*?<\/\1\s*>)/u;

/** The problem that an exception carries. @throws the exception where it is another one */
export function problemOf(error: unknown): Problem {
  if (error instanceof ResourceError) return error.problem;
  throw error;
}
