import type { Retrieval, Validators } from '../model/http.ts';
import type { Problem } from '../model/problem.ts';
import type { ExtractionRoute, ListPiece, RecordGraph, KeptDocument } from '../model/record.ts';
import type { LoadedContext } from '../model/remote-context.ts';
import type { RunReport, SourceReport } from '../model/run.ts';
import type { UrlOutcome } from '../model/url-update.ts';
import type { PlaceReading, SearchFacts } from '../model/search-facts.ts';
import type { MissingContext } from '../model/target.ts';
import type { Validation } from '../model/validation.ts';
import { canonicalJson } from '../text/json.ts';
import type { noRunCosts, noSourceCosts } from '../model/run-costs.ts';
import type { Transaction } from 'lmdb';

// Row types of the catalogue's databases that no stage uses; the others are in `src/model`.
// `layout.ts` lists the databases with their keys.

/** A record without its statements and search facts. */
export type RecordFacts = Omit<RecordGraph, 'isKeptOut' | 'nquads' | 'places' | 'search'>;

/** A row of the database `facts`. */
export interface GraphFacts extends RecordFacts {
  /** The change that wrote its statements; absent in old rows. */
  readonly changed?: number;
  /**
   * Digest of its statements as they are stored, which `changed` cannot replace: a catalogue that
   * is restored from a backup counts changes again. Absent in old rows.
   */
  readonly digest?: string;
}

/** A row of `outcomes`; its problems are in `problems`. */
export type OutcomeRow = Omit<UrlOutcome, 'problems'>;

/** A row of `problems`: at least one problem of a record, or of a URL and none of its records. */
export interface ProblemsRow {
  readonly url: string;
  /** The IRI of its graph. */
  readonly record?: string;
  /** As returned by `keptProblems`. */
  readonly problems: readonly SeenProblem[];
}

/** The visit that met a problem first. */
export interface FirstVisit {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The change that recorded it; absent in old rows. */
  readonly change?: number;
}

/** A problem and the visit that met it first. */
export interface SeenProblem extends FirstVisit {
  readonly problem: Problem;
}

/** First line of a row of `documents`, as JSON; the text of the document follows. */
export interface DocumentFacts {
  readonly documentUrl: string;
  readonly route: ExtractionRoute;
  readonly baseIri: string;
  readonly piece?: ListPiece;
  readonly placeReading?: PlaceReading;
  readonly missingContext?: MissingContext | undefined;
  readonly validation?: Validation | undefined;
  /** See `KeptDocument`. */
  readonly isOlder?: true;
  /** The first retrieval of the document in this form, and its run. */
  readonly retrieval: Retrieval;
  readonly run: string;
}

/** First line of a row of `former`, as JSON; the former statements follow. */
export interface FormerFacts {
  readonly graph: string;
  readonly documentUrl: string;
  /** The change that wrote these statements; 0 for changes before these numbers existed. */
  readonly from: number;
}

/**
 * A row of `runs` with its key: a run without plan and report. Without `endedAt` the run is in
 * progress, or its process was killed.
 */
export interface RunHead {
  /** Runs are numbered from 1 in the order in which they began. */
  readonly number: number;
  readonly run: string;
  /** ISO 8601, UTC, like all times; by the clock of the machine, which may be wrong. */
  readonly startedAt: string;
  /** The runs that this one continues, the latest first. Absent in old rows. */
  readonly continues?: readonly string[];
  /** Whether the run asks for everything (`--full`). Absent in old rows. */
  readonly full?: boolean;
  /** The latest time of the previous run, if that is after `startedAt`. */
  readonly behind?: RunMoment;
  /** The change in which the run began; absent in old rows. */
  readonly began?: number;
  readonly endedAt?: string;
  /** Whether the run was interrupted; present in finished runs. */
  readonly interrupted?: boolean;
  /** The change in which the run ended; absent before its end, and in old rows. */
  readonly change?: number;
}

/** A time of a run, by the clock of the machine at that time. */
export interface RunMoment {
  readonly run: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A row of `plans`. */
export interface RunPlanRow {
  /** The sources that the run harvests. Absent in old rows. */
  readonly sources?: readonly string[];
  /** The names of all sources in the configuration of the run. Absent in old rows. */
  readonly configured?: readonly string[];
}

/** A row of `reports`; the source reports are in `sourceReports`. */
export interface ReportRow extends Omit<RunReport, 'sources'> {
  readonly sources: readonly string[];
}

/** A report as stored; fields that its program did not count are missing. */
export type StoredReport = Omit<RunReport, keyof typeof noRunCosts | 'sources'> &
  Partial<Pick<RunReport, keyof typeof noRunCosts>> & {
    readonly sources: readonly StoredSourceReport[];
  };

/** A source report as stored; fields that its program did not count are missing. */
export type StoredSourceReport = Omit<
  SourceReport,
  keyof typeof noSourceCosts | 'urls' | 'records'
> &
  Partial<Pick<SourceReport, keyof typeof noSourceCosts>> & {
    readonly urls: Partial<SourceReport['urls']>;
    readonly records: Partial<SourceReport['records']>;
  };

/** A run with its plan and its report. */
export interface StoredRunFacts extends RunHead, RunPlanRow {
  readonly report?: RunReport;
}

/** A row of `listings`: a sitemap or feed that was read completely. Its entries are in `listed`. */
export interface ListingRow {
  /** Part of the key of the entries, so that a new version can be written beside the old one. */
  readonly version: number;
  readonly validators: Validators;
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  /** When the last byte arrived, ISO 8601. */
  readonly at: string;
  readonly items: number;
  /** The program version that read the listing: another one may read it differently. */
  readonly program: string;
  /** The sources that read the listing in finished runs; sorted. */
  readonly sources: readonly string[];
  /** The name of the listing, if it is too long for the key. */
  readonly name?: string;
}

/** A row of `robots`: `KeptRobots` in JSON. */
export interface RobotsRow {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Absent where the server has no robots.txt. */
  readonly file?: {
    /** One character per octet, since the file may be in any or no encoding. */
    readonly octets: string;
    readonly finalUrl: string;
    readonly etag?: string | undefined;
    readonly lastModified?: string | undefined;
  };
}

/** A row of `contexts`. */
export interface ContextRow extends LoadedContext {
  /** When it was fetched, ISO 8601, UTC. */
  readonly at: string;
}

/** The keys of the database `meta` with their value types. */
export interface MetaValues {
  readonly format: number;
  readonly totals: Totals;
  /** The first change whose state `changesSince` can reconstruct; 0 where no history was pruned. */
  readonly history: number;
  readonly writer: WriterRecord;
}

/** Sums over the whole catalogue. */
export interface Totals {
  /** Incremented by each commit that changes anything readable. */
  readonly change: number;
  readonly graphs: number;
  readonly quads: number;
  /** Total length of the statements of all graphs, as N-Quads. */
  readonly characters: number;
  /** The oldest change in the log; see `history.ts`. */
  readonly oldestChange: number;
  /** The weight of the change log. */
  readonly memory: number;
}

/** The totals of an empty catalogue. */
export const noTotals: Totals = {
  change: 0,
  graphs: 0,
  quads: 0,
  characters: 0,
  oldestChange: 1,
  memory: 0,
};

/** Identifies a process globally. */
export interface ProcessIdentity {
  readonly pid: number;
  /**
   * Its start time, in a unit of the operating system, since process numbers are used again; absent
   * where it is not available.
   */
  readonly started?: string;
  readonly host: string;
  /**
   * Where the process number is valid: this machine since its boot and, on Linux, this PID
   * namespace (a container has its own).
   */
  readonly place: string;
}

/** The process that holds the writer lock. Times are ISO 8601, UTC. */
export interface WriterRecord extends ProcessIdentity {
  readonly since: string;
  /** The time of its latest heartbeat. */
  readonly seen: string;
}

/** Decodes a row of `search`, written by expansion; empty where there is none. */
export function readSearchFacts(kept: string | undefined): readonly SearchFacts[] {
  return kept === undefined ? [] : (JSON.parse(kept) as readonly SearchFacts[]);
}

/**
 * Builds the facts with a fixed member order, so that equal facts are nearly always equal as text.
 * @param written absent for the facts of the record alone
 */
export function toGraphFacts(
  graph: RecordFacts,
  { changed, digest }: Pick<GraphFacts, 'changed' | 'digest'> = {},
): GraphFacts {
  return {
    graph: graph.graph,
    documentUrl: graph.documentUrl,
    ...(graph.key === undefined ? {} : { key: graph.key }),
    document: graph.document,
    quads: graph.quads,
    ...(graph.recordIri === undefined ? {} : { recordIri: graph.recordIri }),
    describes: graph.describes,
    profiles: graph.profiles,
    memberOf: graph.memberOf,
    ...(graph.conformance === undefined ? {} : { conformance: graph.conformance }),
    ...(changed === undefined ? {} : { changed }),
    ...(digest === undefined ? {} : { digest }),
  };
}

/** Whether two values are equal as JSON, whatever the order of their members. */
export function equalAsJson(one: unknown, other: unknown): boolean {
  return (
    JSON.stringify(one) === JSON.stringify(other) || canonicalJson(one) === canonicalJson(other)
  );
}

/** Serialises a document: its facts on the first line, then the text. */
export function writeDocument(facts: DocumentFacts, json: string): string {
  return `${JSON.stringify(facts)}\n${json}`;
}

/** Reads the facts of a document that `writeDocument` wrote. */
export function readDocumentFacts(stored: string): DocumentFacts {
  return JSON.parse(stored.slice(0, stored.indexOf('\n'))) as DocumentFacts;
}

/** Reads a document that `writeDocument` wrote. */
export function readDocument(stored: string, sha256: string): KeptDocument {
  const json = stored.slice(stored.indexOf('\n') + 1);
  return { ...formOf(readDocumentFacts(stored)), json, sha256 };
}

/** A database whose values can be read as bytes; the types of lmdb lack the second parameter. */
export interface BinaryDatabase {
  /** Returns bytes that the next read may overwrite. */
  getBinaryFast(key: string, options?: { readonly transaction: Transaction }): Buffer | undefined;
}

/** A document without its text. */
export interface DocumentSummary extends Pick<KeptDocument, 'route' | 'baseIri' | 'piece'> {
  /** Length of its text in UTF-8. */
  readonly jsonBytes: number;
}

/** Reads the facts of a stored document without decoding its text, which would take much longer. */
export function readStoredFacts(
  documents: BinaryDatabase,
  ...place: Parameters<BinaryDatabase['getBinaryFast']>
): DocumentFacts | undefined {
  return readStoredHead(documents, ...place)?.facts;
}

/** Reads the facts of a stored document and the length of its text. */
export function readStoredSummary(
  documents: BinaryDatabase,
  ...place: Parameters<BinaryDatabase['getBinaryFast']>
): DocumentSummary | undefined {
  const head = readStoredHead(documents, ...place);
  return head && { ...formOf(head.facts), jsonBytes: head.jsonBytes };
}

function readStoredHead(
  documents: BinaryDatabase,
  ...place: Parameters<BinaryDatabase['getBinaryFast']>
): { readonly facts: DocumentFacts; readonly jsonBytes: number } | undefined {
  const bytes = documents.getBinaryFast(...place);
  if (bytes === undefined) return undefined;
  const end = bytes.indexOf('\n');
  const facts = JSON.parse(bytes.toString('utf8', 0, end)) as DocumentFacts;
  return { facts, jsonBytes: bytes.length - end - 1 };
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
  const { documentUrl, route, baseIri, piece, placeReading, missingContext, validation } = form;
  const { isOlder } = form;
  return {
    documentUrl,
    route,
    baseIri,
    ...(piece === undefined ? {} : { piece }),
    ...(placeReading === undefined ? {} : { placeReading }),
    ...(missingContext === undefined ? {} : { missingContext }),
    ...(validation === undefined ? {} : { validation }),
    ...(isOlder === undefined ? {} : { isOlder }),
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
  const isNegotiated = one.retrieval.negotiated;
  return isNegotiated === other.retrieval.negotiated && equalAsJson(formOf(one), formOf(other));
}
