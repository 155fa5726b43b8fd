import type { Fallback } from './fallback.ts';
import type { GeometryDoubt, GeometryFault, GeometryRepair } from './geometry-remarks.ts';
import type { RdfSyntax } from './media-type.ts';
import type { TimeAsText, TimeFault, TimeRepair } from './time-remarks.ts';
import type { Position } from '../text/text-position.ts';

export type { Position };

/** How grave a problem is: an error costs a record, a warning may have changed one, an info is only worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/** What each kind of problem knows beside the URL it was found at. Only facts, no sentences. */
export interface ProblemFacts {
  // Asking for a resource
  'address-refused': { readonly address: string };
  /** By decompression it became more than `maxRatio` times as large as it was sent. */
  'body-bomb': { readonly maxRatio: number };
  'body-too-large': { readonly maxBytes: number };
  'body-undecodable': { readonly encoding: string };
  'connection-failed': { readonly code: string };
  /** Of an answer with this `status`, where that is the reason; otherwise another problem of asking is. */
  'content-unavailable': { readonly reason: string; readonly status?: number };
  'headers-too-large': { readonly limit: 'bytes' | 'interim-answers'; readonly max: number };
  /**
   * How many URLs failed in a row, and how the last one did: with this `status`, with a broken
   * connection's `code`, or since its document was given up.
   */
  'host-given-up': {
    readonly host: string;
    readonly failures: number;
    readonly reason: ProblemKind;
    readonly status?: number;
    readonly code?: string;
  };
  'http-status': { readonly status: number };
  /** The time that was given to the host, or to the run. */
  'out-of-time': { readonly of: 'host' | 'run'; readonly host: string; readonly maxMs: number };
  /**
   * The range that came where the whole was asked for, as the server names it, if it does; and
   * where that is the whole, how many bytes came of it.
   */
  'partial-content': { readonly range?: string; readonly bytes?: number };
  'redirect-invalid': { readonly location: string };
  'timed-out': { readonly phase: RequestPhase; readonly timeoutMs: number };
  'too-many-redirects': { readonly maxRedirects: number };

  // What robots.txt says, and whether it can be had
  'crawl-delay-capped': {
    /** As it is asked for. */
    readonly seconds: number;
    readonly maxMs: number;
  };
  'robots-disallowed': {
    /** The user-agent line by which the rule holds, as written: `*`. */
    readonly agent: string;
    readonly rule: string;
    readonly line: number;
  };
  /** A user-agent line that means us, and a rule of the same group that stands under another one. */
  'robots-group-shared': {
    readonly agent: string;
    readonly line: number;
    readonly rule: string;
    readonly ruleLine: number;
  };
  'robots-not-text': {};
  'robots-too-large': { readonly maxBytes: number };
  /** It answered `status`, or did not answer, for which `code` is the reason where there is one. */
  'robots-unavailable': {
    readonly robots: string;
    readonly status?: number;
    readonly code?: string;
  };

  // Finding out where metadata may be
  /** What was tried in vain, and the catalogue that was taken then. */
  'catalogue-not-named': { readonly tried: readonly string[]; readonly taken: string };
  'file-unreadable': { readonly code: string };
  /** What was taken in place of what was taken before; of the sitemaps that robots.txt named where that is absent. */
  'listing-moved': { readonly taken: string; readonly before?: string };
  /** It names what is new, or what has changed. */
  'listing-partial': { readonly part: 'feed' | 'change-list' };
  'listing-timed-out': { readonly source: string; readonly timeoutMs: number };
  'no-sitemap': { readonly tried: readonly string[] };
  /** Why https could not be reached: a code of `connection-failed`, or `timed-out`. */
  'site-without-https': { readonly code: string; readonly taken: string };
  /** Where it has no text at all, it says nothing, and cannot be confirmed to be empty. */
  'sitemap-empty': { readonly isBlank?: true };
  'sitemap-entry-invalid': Position & { readonly value: string };
  /** Entries on other hosts than the sitemap's own; up to three of the hosts. */
  'sitemap-foreign-host': { readonly hosts: readonly string[]; readonly count: number };
  'sitemap-malformed': Position & { readonly detail: string; readonly entriesRead: number };
  /** An ampersand that begins no reference, with the word it is in. */
  'sitemap-mended': Position & { readonly value: string };
  /** Entries outside the sitemap's folder, the first as an example. */
  'sitemap-not-named': { readonly tried: readonly string[]; readonly taken: string };
  'sitemap-out-of-scope': { readonly example: string; readonly count: number };
  'sitemap-over-limit': { readonly limit: 'bytes' | 'entries'; readonly max: number };
  'sitemap-too-deep': { readonly maxDepth: number };
  'removals-held': {
    readonly source: string;
    /** How many records would go, of how many, and which share of them may. */
    readonly records: number;
    readonly of: number;
    readonly share: number;
  };
  'source-empty': { readonly source: string };
  /** How many of its documents in a row were given up, and why the last one was. */
  'source-given-up': {
    readonly source: string;
    readonly failures: number;
    readonly reason: 'record-timed-out' | 'record-out-of-memory';
  };
  'source-shrunk': { readonly source: string; readonly before: number; readonly now: number };
  'source-without-records': { readonly source: string };
  'source-too-large': { readonly source: string; readonly maxUrls: number };
  'too-many-pages': { readonly source: string; readonly maxPages: number };
  'too-many-sitemaps': { readonly source: string; readonly maxSitemaps: number };

  // Finding the metadata in a response
  'charset-unknown': { readonly charset: string };
  /** What was meant to be in a charset is not, from this place on; it was read as another, or the same with gaps. */
  'charset-wrong': Position & { readonly charset: string; readonly readAs: string };
  'cite-as-differs': { readonly citeAs: string; readonly identifier: string };
  'content-type-unsupported': { readonly contentType: string };
  /** A document that cannot be read part by part. */
  'document-too-large': { readonly maxBytes: number };
  /** A name for the second time in one object. */
  'json-duplicate-key': Position & { readonly name: string };
  'json-malformed': Position & { readonly detail: string; readonly excerpt: string };
  'json-mended': Position & { readonly what: JsonMend };
  'json-not-metadata': { readonly found: string };
  /** `excerpt` is what stands around the fault. */
  'link-field-malformed': { readonly detail: string; readonly excerpt: string };
  'link-too-deep': { readonly link: string; readonly maxDepth: number };
  'script-missing': { readonly id: string };
  'too-many-links': { readonly maxLinks: number };
  /** Without place where the text is JSON, but not as a linkset is. `linksRead` is 0 where it is no linkset at all. */
  'linkset-malformed': Partial<Position> & { readonly detail: string; readonly linksRead: number };
  'list-empty': {};
  /** An item of a list that is neither a description nor the URL of one, or is called as another item is. */
  'list-item-invalid': { readonly found: string };
  'list-item-too-large': { readonly maxBytes: number; readonly item: number };
  'list-malformed': Position & { readonly detail: string; readonly itemsRead: number };
  /** `format` is its name for people. */
  'metadata-format-unread': { readonly format: string; readonly contentType: string };
  /** `beside`: what the page has in place of metadata, and nobody asked for. */
  'no-metadata': {
    readonly beside?: readonly Fallback[];
    /** The types of JSON-LD that describes the page or its site. */
    readonly siteTypes?: readonly string[];
  };
  /** Of some faults the column is not known. */
  'rdf-line-malformed': {
    readonly detail: string;
    readonly line: number;
    readonly column?: number;
  };
  /** Of some syntaxes the column is not known. */
  'rdf-malformed': {
    readonly syntax: RdfSyntax;
    readonly detail: string;
    readonly line: number;
    readonly column?: number;
  };
  /** What was wrong and could mean one thing only, with the word it is in. */
  'rdf-mended': Position & { readonly what: RdfMendKind; readonly value: string };
  /** A statement, block or element, of which the others were read. */
  'rdf-part-malformed': {
    readonly syntax: RdfSyntax;
    readonly detail: string;
    readonly line: number;
    readonly column?: number;
  };

  // Turning JSON-LD into RDF
  'blank-node-predicate': { readonly predicate: string };
  /**
   * Nodes whose terms have no meaning: a type or property of the first, and its name; how many
   * there are.
   */
  'context-missing': ContextlessNodes;
  /** Such nodes were read with schema.org's context. */
  'context-assumed': ContextlessNodes;
  'context-unavailable': LostItem & { readonly context: string };
  /** An IRI or identifier that names nothing in particular: `nan`, a nil. */
  'identifier-unusable': { readonly value: string };
  'graph-too-large': { readonly maxCharacters: number };
  'iri-dropped': { readonly value: string; readonly role: IriRole };
  'iri-repaired': { readonly value: string; readonly repaired: string };
  /**
   * `detail` is the term or value at fault; `pointer` (RFC 6901) where it stands in the document.
   */
  'json-ld-invalid': LostItem & {
    readonly code: string;
    readonly detail: string;
    readonly pointer?: string;
  };
  'json-too-complex': {
    readonly limit: 'depth' | 'values' | 'statements' | 'context-terms';
    readonly max: number;
  };
  'language-tag-repaired': { readonly value: string; readonly repaired: string | undefined };
  'literal-repaired': { readonly value: string };
  'named-graph-folded': { readonly name: string };
  'no-triples': {};
  /** A value with the prefix; the namespace that was put in its place, if it is a well-known one. */
  'prefix-undeclared': {
    readonly prefix: string;
    readonly value: string;
    readonly namespace?: string;
  };
  /** As above, where a context declares it as `declared`, and JSON-LD takes that for no prefix. */
  'prefix-unusable': {
    readonly prefix: string;
    readonly value: string;
    readonly declared: string;
    readonly namespace?: string;
  };
  /** A cut: `count` further ones of a kind, of the same record or URL, that are not kept. */
  'problems-omitted': { readonly of: ProblemKind; readonly count: number };
  'record-out-of-memory': LostItem & { readonly maxBytes: number };
  'record-timed-out': LostItem & { readonly timeoutMs: number };
  'schema-org-slash-missing': { readonly value: string };
  /** `name` is not in schema.org's vocabulary; `meant` is the term that it resembles. */
  'schema-org-term-misspelt': {
    readonly name: string;
    readonly meant: string;
    readonly role: IriRole;
  };
  'term-undefined': { readonly term: string };
  /** A text that became `iri`, since the context takes the values of its property for IRIs. */
  'text-as-iri': { readonly value: string; readonly iri: string };
  'value-dropped': { readonly value: string; readonly reason: DropReason };

  // Reading what a record can be searched by. `value` is as published
  /** `taken` is the reading that was taken: boxes as `S W N E`. */
  'geometry-doubtful': {
    readonly value: string;
    readonly doubt: GeometryDoubt;
    readonly taken: string;
  };
  'geometry-repaired': {
    readonly value: string;
    readonly repair: GeometryRepair;
    readonly result: string;
  };
  'geometry-unusable': { readonly value: string; readonly reason: GeometryFault };
  /** Of so many resources of the record that many have facts missing. */
  'search-facts-cut': { readonly resources: number; readonly of: number };
  'time-as-text': { readonly value: string; readonly reason: TimeAsText };
  'time-repaired': { readonly value: string; readonly repair: TimeRepair; readonly result: string };
  'time-unusable': { readonly value: string; readonly reason: TimeFault };

  // The catalogue as a whole
  'record-iri-shared': Sharing;
  'resource-shared': Sharing;
  /** What is kept of a source that the configuration does not name, and the latest run that harvested it. `url` is its IRI. */
  'source-not-configured': {
    readonly source: string;
    readonly urls: number;
    readonly records: number;
    readonly lastRun?: string;
  };

  /**
   * A run began before the latest time of the run before it, by the clocks of both. `url` is the
   * IRI of the run.
   */
  'clock-set-back': {
    /** Times are ISO 8601, UTC. */
    readonly startedAt: string;
    readonly lastRun: string;
    readonly lastAt: string;
  };

  // Our own
  'internal-error': { readonly stage: string; readonly detail: string; readonly stack: string };
}

/** Whether the document is lost, or an item of it. */
export interface LostItem {
  /**
   * The item, by its `@id` or identifier as published, else by its place in the list or array:
   * `item 3`.
   */
  readonly item?: string;
}

/** Nodes of a document that no context gives a meaning. */
export interface ContextlessNodes {
  readonly term: string;
  readonly id?: string;
  readonly nodes: number;
}

/** One IRI in several records, as one of them has it. */
export interface Sharing {
  readonly iri: string;
  /** How many records have it, this one included; and how many of them are of the same site. */
  readonly records: number;
  readonly onSite: number;
  /** The graphs of the others, up to ten, in the order of their IRIs. */
  readonly others: readonly string[];
}

export type RequestPhase = 'connect' | 'headers' | 'body' | 'total';
/** What has no place in JSON and can mean one thing only. */
export type JsonMend =
  /** A blank that JSON does not know, such as U+00A0. */
  | 'blank'
  | 'byte-order-mark'
  /** `<![CDATA[` and `]]>`, perhaps in comments. */
  | 'cdata'
  /** As in JavaScript. */
  | 'comment'
  /** In a string, not escaped. */
  | 'control-character'
  /** `\'`, which is `'`. */
  | 'escape'
  /** `<!--` and `-->` around the JSON, or such a comment in it. */
  | 'html-comment'
  /** `&quot;` in place of all quotes. */
  | 'html-escaped'
  | 'several-values'
  | 'trailing-comma'
  | 'trailing-semicolon';
/** What has no place in an RDF syntax and can mean one thing only. */
export type RdfMendKind =
  /** An `&` in XML that begins no reference. */
  | 'ampersand'
  /** One that XML cannot hold, as it is or by its number. */
  | 'control-character'
  /** One that has a dot as SPARQL's form has none, or none where it needs one. */
  | 'declaration'
  /** None between two statements. */
  | 'missing-dot';
export type IriRole = 'subject' | 'predicate' | 'object' | 'type' | 'datatype';
/** Why a value is in no statement. */
export type DropReason =
  /** It is said of nothing. */
  | 'free-floating'
  /** Beyond the range of a double. */
  | 'number-too-large'
  /** An `@id` or `@type` that is no text. */
  | 'no-name'
  /** Names with an at sign are JSON-LD's own. */
  | 'reserved-name'
  /** `@direction`, for which RDF 1.1 has no place. */
  | 'text-direction'
  /** A statement about a statement (RDF 1.2), for which JSON-LD has no place. */
  | 'triple-term'
  /** `__proto__`, which JavaScript cannot copy. */
  | 'unsafe-name';
export type ProblemKind = keyof ProblemFacts;

/**
 * A fact about somebody's resource. A plain value: it can be sent between threads, counted, kept and
 * printed; it never stops a run. Its severity and its texts stand in `problemCatalogue`.
 */
export type Problem = { [Kind in ProblemKind]: ProblemOf<Kind> }[ProblemKind];

export type ProblemOf<Kind extends ProblemKind> = {
  readonly kind: Kind;
  /** The resource the problem is about. */
  readonly url: string;
  /** The IRI of the graph of the record that it belongs to; absent where it belongs to none. */
  readonly record?: string;
} & ProblemFacts[Kind];
