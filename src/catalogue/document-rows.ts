import type { Transaction } from 'lmdb';
import type { Retrieval } from '../model/http.ts';
import type { KeptDocument } from '../model/record.ts';
import { type DocumentFacts, equalAsJson } from './rows.ts';

const lineFeed = 0x0a;

/** Serialises a document: its facts on the first line, then the text. */
export function writeDocument(facts: DocumentFacts, json: string): string {
  return `${JSON.stringify(facts)}\n${json}`;
}

/** @param kept text written by `writeDocument` */
export function readDocumentFacts(kept: string): DocumentFacts {
  // Only `writeDocument` writes what is read here.
  return JSON.parse(kept.slice(0, kept.indexOf('\n'))) as DocumentFacts;
}

/** The database of stored documents. */
interface DocumentDatabase {
  /**
   * @returns bytes that the next read may overwrite; the package's types lack the second parameter
   */
  getBinaryFast(key: string, options?: { readonly transaction: Transaction }): Buffer | undefined;
}

/** Reads the facts of a stored document without decoding its text, which would take much longer. */
export function readStoredFacts(
  documents: DocumentDatabase,
  ...place: Parameters<DocumentDatabase['getBinaryFast']>
): DocumentFacts | undefined {
  const bytes = documents.getBinaryFast(...place);
  if (bytes === undefined) return undefined;
  // As above.
  return JSON.parse(bytes.toString('utf8', 0, bytes.indexOf(lineFeed))) as DocumentFacts;
}

/** A document without its text. */
export interface DocumentSummary extends Pick<KeptDocument, 'route' | 'baseIri' | 'piece'> {
  /** Length of its text in UTF-8. */
  readonly jsonBytes: number;
}

/** Reads the facts of a stored document and the length of its text. */
export function readStoredSummary(
  documents: DocumentDatabase,
  ...place: Parameters<DocumentDatabase['getBinaryFast']>
): DocumentSummary | undefined {
  const bytes = documents.getBinaryFast(...place);
  if (bytes === undefined) return undefined;
  const end = bytes.indexOf(lineFeed);
  // As above.
  const facts = JSON.parse(bytes.toString('utf8', 0, end)) as DocumentFacts;
  return { ...formOf(facts), jsonBytes: bytes.length - end - 1 };
}

/** @param kept text written by `writeDocument` */
export function readDocument(kept: string, sha256: string): KeptDocument {
  const json = kept.slice(kept.indexOf('\n') + 1);
  return { ...formOf(readDocumentFacts(kept)), json, sha256 };
}

/** The facts of a document that a run retrieved. */
export function documentFacts(
  document: KeptDocument,
  retrieval: Retrieval,
  run: string,
): DocumentFacts {
  return { ...formOf(document), retrieval, run };
}

type DocumentForm = Omit<DocumentFacts, 'retrieval' | 'run'>;

function formOf(form: DocumentForm): DocumentForm {
  const { documentUrl, route, baseIri, piece, placeReading, missingContext } = form;
  return {
    documentUrl,
    route,
    baseIri,
    ...(piece === undefined ? {} : { piece }),
    ...(placeReading === undefined ? {} : { placeReading }),
    ...(missingContext === undefined ? {} : { missingContext }),
  };
}

/** The URLs after the requested one: the redirect targets, of which the last one answered. */
export function redirectedUrls({ redirects, finalUrl }: Retrieval): readonly string[] {
  return [...redirects.map(({ to }) => to), finalUrl];
}

/** Whether two documents were retrieved through the same redirects. */
export function sameRedirects(one: DocumentFacts, other: DocumentFacts): boolean {
  return equalAsJson(redirectedUrls(one.retrieval), redirectedUrls(other.retrieval));
}

/**
 * Whether two visits found a document of one hash at the same place in the same form; times do not
 * count.
 */
export function sameDocumentForm(one: DocumentFacts, other: DocumentFacts): boolean {
  return (
    one.route === other.route &&
    one.retrieval.negotiated === other.retrieval.negotiated &&
    one.baseIri === other.baseIri &&
    one.missingContext === other.missingContext &&
    equalAsJson(one.piece ?? null, other.piece ?? null) &&
    equalAsJson(one.placeReading ?? null, other.placeReading ?? null)
  );
}
