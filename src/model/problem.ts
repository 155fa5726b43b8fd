import type { Position } from '../text/text-position.ts';
import type { RdfSyntax } from './media-type.ts';
import type {
  AxisOrder,
  BoxOrder,
  GeometryDoubt,
  GeometryFault,
  GeometryRepair,
  TimeAsText,
  TimeFault,
  TimeRepair,
} from './search-facts.ts';
import type { Fallback, SignpostingFault, SignpostingRelation } from './typed-link.ts';

export type { Position };

/** An error costs a record, a warning may have changed one, an info is only worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/** Whether the operator allowed removals in the run that met an empty listing. */
interface RemovalFacts {
  readonly removalsAllowed?: true;
}

/** The facts of each kind of problem besides the URL. Only values, no sentences. */
export interface ProblemFacts {
  // Requests
  'address-refused': { readonly address: string };
  /** Decompression made the body more than `maxRatio` times as large as it was sent. */
  'body-bomb': { readonly maxRatio: number };
  'body-too-large': { readonly maxBytes: number };
  'body-undecodable': { readonly encoding: string };
  'connection-failed': { readonly code: string };
  /** For a response with this `status`, if that is the reason; else another request problem is. */
  'content-unavailable': { readonly reason: string; readonly status?: number };
  /** How many bytes, as sent, follow the end of the compressed data. */
  'gzip-bytes-ignored': { readonly bytes: number };
  'headers-too-large': { readonly limit: 'bytes' | 'interim-answers'; readonly max: number };
  /**
   * How many URLs failed in a row, and how the last one did: with this `status`, with the `code` of
   * a broken connection, or because its document was given up.
   */
  'host-given-up': {
    readonly host: string;
    readonly failures: number;
    readonly reason: ProblemKind;
    readonly status?: number;
    readonly code?: string;
  };
  'http-status': { readonly status: number };
  /** The most requests that the run may send. */
  'out-of-requests': { readonly maxRequests: number };
  /** The time limit of the host, or of the run. */
  'out-of-time': { readonly of: 'host' | 'run'; readonly host: string; readonly maxMs: number };
  /**
   * The range that came where the whole was requested, if the server names it; and if it covers
   * everything, how many bytes came.
   */
  'partial-content': { readonly range?: string; readonly bytes?: number };
  'redirect-invalid': { readonly location: string };
  'timed-out': { readonly phase: RequestPhase; readonly timeoutMs: number };
  'too-many-redirects': { readonly maxRedirects: number };

  // robots.txt
  'crawl-delay-capped': {
    /** As requested. */
    readonly seconds: number;
    readonly maxMs: number;
  };
  'robots-disallowed': {
    /** The user-agent line of the rule, as written: `*`. */
    readonly agent: string;
    readonly rule: string;
    readonly line: number;
  };
  /** A user-agent line that applies to us, and a rule of the same group below another one. */
  'robots-group-shared': {
    readonly agent: string;
    readonly line: number;
    readonly rule: string;
    readonly ruleLine: number;
  };
  /** How many of its lines are rules or name sitemaps, which count; absent where none is. */
  'robots-not-text': { readonly lines?: number };
  'robots-too-large': { readonly maxBytes: number };
  /** `status`, if the server responded; `code`, if the connection failed. */
  'robots-unavailable': {
    readonly robots: string;
    readonly status?: number;
    readonly code?: string;
  };

  // Listings: what a publisher could say better
  /** A later date than the day after the sitemap was read: the first, and how many there are. */
  'lastmod-in-future': {
    readonly lastmod: string;
    readonly line: number;
    readonly entries: number;
  };
  /**
   * Records that were modified more than a day after the `lastmod` of their entries: the first page
   * by URL with both dates, and the number of pages.
   */
  'lastmod-outdated': {
    readonly example: string;
    readonly lastmod: string;
    readonly modified: string;
    readonly pages: number;
  };
  /**
   * Locations that redirect for good and lead to metadata: the first by URL, where it leads, the
   * status of its redirect, and the number of such locations.
   */
  'location-redirects': {
    readonly example: string;
    readonly to: string;
    readonly status: number;
    readonly locations: number;
  };
  /** The `lastmod` of all entries, and the number of entries. */
  'sitemap-lastmod-uniform': { readonly lastmod: string; readonly entries: number };
  /** The programs to which robots.txt names the sitemap, and the number of visited locations. */
  'sitemap-scope-unsuited': { readonly namedTo: 'all' | 'cdif'; readonly locations: number };
  'sitemap-without-lastmod': { readonly locations: number };

  // Discovery: the listings of sources
  /** What was tried without success, and the catalogue that was taken instead. */
  'catalogue-not-named': { readonly tried: readonly string[]; readonly taken: string };
  /** A text that is no DOI, and its line in a file. */
  'doi-invalid': { readonly value: string; readonly line?: number };
  'file-unreadable': { readonly code: string };
  /** The new listing; and the earlier one, or absent if it replaces sitemaps of robots.txt. */
  'listing-moved': { readonly taken: string; readonly before?: string };
  /** The list that says so, and the date that it gives. */
  'listed-as-deleted': { readonly list?: string; readonly lastmod?: string };
  /** The listing contains only new or changed entries. */
  'listing-partial': { readonly part: 'feed' | 'change-list' };
  'listing-timed-out': { readonly source: string; readonly timeoutMs: number };
  'no-sitemap': { readonly tried: readonly string[] };
  /** Why https failed: a code of `connection-failed`, or `timed-out`. */
  'site-without-https': { readonly code: string; readonly taken: string };
  /** An error of the protocol: its code and text as sent. */
  'oai-error': { readonly code: string; readonly detail: string };
  /** The wanted format, if the source names one, and those that the repository offers. */
  'oai-format-unavailable': { readonly wanted?: string; readonly offered: readonly string[] };
  /** How often a list was begun again. */
  'oai-list-restarted': { readonly restarts: number };
  /** Present where the fault concerns the response as a whole. */
  'oai-malformed': {
    readonly detail: string;
    readonly line: number;
    readonly recordsRead: number;
    readonly isWhole?: true;
  };
  'sitemap-among-pages': {};
  /** As in `robots-disallowed`. */
  'sitemap-disallowed': ProblemFacts['robots-disallowed'];
  /** Present where it has no text at all, so that it does not even confirm to be empty. */
  'sitemap-empty': { readonly isBlank?: true } & RemovalFacts;
  'sitemap-entry-invalid': Position & { readonly value: string };
  /** Entries on other hosts than that of the sitemap; up to three of the hosts. */
  'sitemap-foreign-host': { readonly hosts: readonly string[]; readonly count: number };
  'sitemap-malformed': Position & { readonly detail: string; readonly entriesRead: number };
  /**
   * An ampersand that starts no reference, with its surrounding word; a URL with references where
   * these are resolved; or the XML declaration.
   */
  'sitemap-mended': Position & { readonly value: string };
  /** Entries outside of the sitemap's folder, with the first as an example. */
  'sitemap-not-named': { readonly tried: readonly string[]; readonly taken: string };
  'sitemap-out-of-scope': { readonly example: string; readonly count: number };
  'sitemap-over-limit': { readonly limit: 'bytes' | 'entries'; readonly max: number };
  'sitemap-too-deep': { readonly maxDepth: number };
  'removals-held': {
    readonly source: string;
    /** How many records would be removed, of how many, and the permitted share. */
    readonly records: number;
    readonly of: number;
    readonly share: number;
  };
  'source-empty': { readonly source: string } & RemovalFacts;
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

  // Extraction: metadata in a response
  'charset-unknown': { readonly charset: string };
  /**
   * From this position on, the text is not in its charset; it was read in another one, or in the
   * same with replacement characters.
   */
  'charset-wrong': Position & { readonly charset: string; readonly readAs: string };
  'cite-as-differs': { readonly citeAs: string; readonly identifier: string };
  'content-type-unsupported': { readonly contentType: string };
  /** A document that cannot be read in parts. */
  'document-too-large': { readonly maxBytes: number };
  /** A name that occurs twice in one object. */
  'json-duplicate-key': Position & { readonly name: string };
  'json-malformed': Position & { readonly detail: string; readonly excerpt: string };
  'json-mended': Position & { readonly what: JsonMend };
  'json-not-metadata': { readonly found: string };
  /** `excerpt` is the text around the fault. */
  'link-field-malformed': { readonly detail: string; readonly excerpt: string };
  'link-too-deep': { readonly link: string; readonly maxDepth: number };
  'script-missing': { readonly id: string };
  'too-many-links': { readonly maxLinks: number };
  /** Without position if the text is JSON, but no linkset; `linksRead` is then 0. */
  'linkset-malformed': Partial<Position> & { readonly detail: string; readonly linksRead: number };
  'list-empty': RemovalFacts;
  /** A list item that is no description and no URL of one, or has the name of another item. */
  'list-item-invalid': { readonly found: string };
  'list-item-too-large': { readonly maxBytes: number; readonly item: number };
  'list-malformed': Position & { readonly detail: string; readonly itemsRead: number };
  /** `format` is a name for people. */
  'metadata-format-unread': { readonly format: string; readonly contentType: string };
  /** For some faults without column. */
  'rdf-line-malformed': {
    readonly detail: string;
    readonly line: number;
    readonly column?: number;
  };
  /** For some syntaxes without column. */
  'rdf-malformed': {
    readonly syntax: RdfSyntax;
    readonly detail: string;
    readonly line: number;
    readonly column?: number;
  };
  /** The fault, which had only one possible meaning, with its surrounding word. */
  'rdf-mended': Position & { readonly what: RdfMendKind; readonly value: string };
  /** Characters that XML forbids: the first, and how many. */
  'xml-mended': Position & { readonly characters: number };
  /** Metadata in an XML format. */
  'xml-malformed': Position & { readonly detail: string };
  /** A statement, block or element that was left out. */
  'rdf-part-malformed': {
    readonly syntax: RdfSyntax;
    readonly detail: string;
    readonly line: number;
    readonly column?: number;
  };

  // Why a page has no metadata
  /** `status` is that of the response, where its headers tell of the challenge. */
  'bot-challenge': { readonly service: string; readonly status?: number };
  /** What the page has, and no source asked for. */
  'fallback-metadata-only': { readonly beside: readonly Fallback[] };
  /** Where a redirect led to; absent where the page asks for a password. */
  'login-required': { readonly redirectedTo?: string };
  'no-metadata': {};
  /** What shows it, in words. */
  'page-needs-javascript': { readonly mark: string };
  /** The type as in the page without parameters, empty for none; and the right one. */
  'script-type-unread': { readonly type: string; readonly suggestion: string };
  /** The page of the site that answered, and the types of its metadata, which was not taken. */
  'redirected-away': {
    readonly redirectedTo: string;
    readonly page: 'home' | 'search';
    readonly types?: readonly string[];
  };
  /** The types in the JSON-LD, and what the page has beside it that no source asked for. */
  'site-metadata-only': {
    readonly types: readonly string[];
    readonly beside?: readonly Fallback[];
  };
  /** `format` is a name for people: `sitemap index`. */
  'sitemap-as-page': { readonly format: string };
  /** The title or heading that says so. */
  'soft-404': { readonly text: string };
  /** The title, heading or sentence that says so. */
  'tombstone-page': { readonly text: string };

  // Expansion: JSON-LD as RDF
  'array-kept-as-json': { readonly property: string; readonly value: string };
  'blank-node-predicate': { readonly predicate: string };
  /** Nodes without a context: a type or property of the first, its name, and how many there are. */
  'context-missing': ContextlessNodes;
  /** Nodes that were read with schema.org's context. */
  'context-assumed': ContextlessNodes;
  /** A `@context` or `@vocab` with a URL that leads to no context, and what it was read as. */
  'context-url-wrong': { readonly context: string; readonly readAs: string };
  'context-unavailable': LostItem & ContextFailure & { readonly context: string };
  /** An IRI or identifier that identifies nothing: `nan`, a nil. */
  'identifier-unusable': { readonly value: string };
  'graph-too-large': { readonly maxCharacters: number };
  'iri-dropped': { readonly value: string; readonly role: IriRole };
  'iri-repaired': { readonly value: string; readonly repaired: string };
  /** `detail` is the wrong term or value; `pointer` (RFC 6901) its position in the document. */
  'json-ld-invalid': LostItem & {
    readonly code: string;
    readonly detail: string;
    readonly pointer?: string;
  };
  'json-too-complex': {
    readonly limit: 'depth' | 'values' | 'statements' | 'context-terms';
    readonly max: number;
  };
  /** A property, as published, whose texts stand by language; and the tags. */
  'language-map-undeclared': { readonly property: string; readonly languages: readonly string[] };
  'language-tag-repaired': { readonly value: string; readonly repaired: string | undefined };
  /** A list that a program wrote as a text, and how many texts are in it. */
  'list-as-text': { readonly value: string; readonly items: number };
  'literal-repaired': { readonly value: string };
  'named-graph-folded': { readonly name: string };
  'no-triples': {};
  /** A value with the prefix, and the namespace that replaced it, if the prefix is well known. */
  'prefix-undeclared': {
    readonly prefix: string;
    readonly value: string;
    readonly namespace?: string;
  };
  /** The same if a context declares it as `declared`, which is no prefix in JSON-LD. */
  'prefix-unusable': {
    readonly prefix: string;
    readonly value: string;
    readonly declared: string;
    readonly namespace?: string;
  };
  /** A cut: `count` further problems of a kind, of the same record or URL, that were not kept. */
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
  /** A text that became `iri`, because the context declares the values of its property as IRIs. */
  'text-as-iri': { readonly value: string; readonly iri: string };
  'value-dropped': { readonly value: string; readonly reason: DropReason };

  // Search facts; `value` is as published
  /** `taken` is the chosen reading: boxes as `S W N E`. */
  'geometry-doubtful': {
    readonly value: string;
    readonly doubt: GeometryDoubt;
    readonly orders?: readonly (AxisOrder | BoxOrder)[];
    readonly taken: string;
  };
  'geometry-repaired': {
    readonly value: string;
    readonly repair: GeometryRepair;
    readonly order?: AxisOrder | BoxOrder;
    readonly result: string;
  };
  'geometry-unusable': { readonly value: string; readonly reason: GeometryFault };
  /** The number of resources of the record that lack facts, and of all its resources. */
  'search-facts-cut': { readonly resources: number; readonly of: number };
  'time-as-text': { readonly value: string; readonly reason: TimeAsText };
  'time-repaired': { readonly value: string; readonly repair: TimeRepair; readonly result: string };
  'time-unusable': { readonly value: string; readonly reason: TimeFault };

  // Validation: what profiles ask for
  'expectation-unmet': UnmetFacts;
  'recommendation-unmet': UnmetFacts;
  'requirement-unmet': UnmetFacts;
  /** The graph that it would have, and when the older copy was retrieved, where one stays. */
  'record-nonconforming': {
    readonly graph: string;
    readonly profiles: readonly string[];
    readonly errors: number;
    readonly copyAt?: string;
  };

  // Landing pages: Signposting, and how they are served
  /** The page at this URL by https. */
  'https-available': { readonly https: string };
  /** The status of the answer; or a resource that the JSON-LD names, if it names one. */
  'negotiation-differs': { readonly status?: number; readonly found?: string };
  /** Where the redirects of a persistent identifier end. */
  'pid-leads-elsewhere': { readonly pid: string; readonly endsAt: string };
  'pid-unresolved': { readonly pid: string; readonly status: number };
  'signposting-absent': {};
  /** The status of the answer, or the kind of another problem. */
  'signposting-broken': {
    readonly rel: SignpostingRelation;
    readonly link: string;
    readonly status?: number;
    readonly reason?: ProblemKind;
  };
  /** The first link that the metadata contradict, and the first target that they state. */
  'signposting-differs': {
    readonly rel: SignpostingRelation;
    readonly link: string;
    readonly stated: string;
  };
  /** The level of FAIR Signposting that the page reaches nonetheless; absent if not examined. */
  'signposting-incomplete': {
    readonly level?: 0 | 1 | 2;
    readonly faults: readonly SignpostingFault[];
  };
  /** The `ETag`, or else the `Last-Modified`, that was sent again. */
  'validators-ignored': { readonly validator: string };
  'validators-missing': {};

  // Documents that records link to; `document` is their URL
  /** Its DTD declares entities, so it was not parsed. */
  'linked-document-has-entities': { readonly document: string };
  /** The first fault, and how many there are. */
  'linked-document-invalid': {
    readonly document: string;
    readonly namespace: string;
    readonly detail: string;
    readonly line: number;
    readonly count: number;
  };
  'linked-document-malformed': Position & { readonly document: string; readonly detail: string };
  /** With the `status` of its response, or the kind of another problem of the request. */
  'linked-document-missing': {
    readonly document: string;
    readonly status?: number;
    readonly reason?: ProblemKind;
  };
  'linked-document-not-metadata': { readonly document: string; readonly found: string };
  'linked-document-too-large': {
    readonly document: string;
    readonly limit: 'bytes' | 'memory' | 'milliseconds';
    readonly max: number;
  };
  /** Facts as those of `linked-document-missing`. */
  'link-broken': {
    readonly link: string;
    readonly what: 'distribution' | 'licence' | 'identifier';
    readonly status?: number;
    readonly reason?: ProblemKind;
  };

  // The catalogue as a whole
  'record-iri-shared': Sharing;
  'resource-shared': Sharing;
  /** A source that is not configured, and the latest run that harvested it. `url` is its IRI. */
  'source-not-configured': {
    readonly source: string;
    readonly urls: number;
    readonly records: number;
    readonly lastRun?: string;
  };

  /** A run began before the end of the previous one, by the clock. `url` is the IRI of the run. */
  'clock-set-back': {
    /** Times are ISO 8601, UTC. */
    readonly startedAt: string;
    readonly lastRun: string;
    readonly lastAt: string;
  };

  // Bugs of the program
  'internal-error': { readonly stage: string; readonly detail: string; readonly stack: string };
}

/** Whether the document is lost, or one of its items. */
export interface LostItem {
  /** The item, by its `@id` or identifier as published, else by its position: `item 3`. */
  readonly item?: string;
}

/**
 * Why a remote context could not be loaded. Empty where the configuration neither maps it to a file
 * nor allows its host.
 */
export interface ContextFailure {
  /**
   * The problem of its request; or it is not JSON, JSON without `@context` or too complex,
   * redirects to a `host` that is not allowed, is beyond the number of contexts of a run, or was
   * not fetched before by a harvest.
   */
  readonly failure?:
    | ProblemKind
    | 'no-context'
    | 'no-json'
    | 'not-fetched'
    | 'redirected'
    | 'too-complex'
    | 'too-many';
  /** The HTTP status, or the code of a broken connection. */
  readonly status?: number;
  readonly code?: string;
  readonly host?: string;
}

/** A rule of a profile that a record does not meet. */
export interface UnmetFacts {
  /** The id of the rule: see `docs/rules`. */
  readonly rule: string;
  readonly profile: string;
  /** The texts of the rule: what is wrong, and what it asks for. */
  readonly title: string;
  readonly asked: string;
  /** How many values or things of the record break the rule. */
  readonly count: number;
  /** The first wrong value; absent where something is missing. */
  readonly firstValue?: string;
}

/** The number of problems by rule, for each kind that has rules of profiles. */
export type UnmetCounts = Readonly<Partial<Record<ProblemKind, Readonly<Record<string, number>>>>>;

/** Nodes of a document without a context. */
export interface ContextlessNodes {
  readonly term: string;
  readonly id?: string;
  readonly nodes: number;
}

/** An IRI that several records share, from the view of one of them. */
export interface Sharing {
  readonly iri: string;
  /** How many records have it, this one included; and how many of them are from the same site. */
  readonly records: number;
  readonly onSite: number;
  /** The graphs of the others, up to ten, in the order of their IRIs. */
  readonly others: readonly string[];
}

/**
 * The part of a request whose time limit ended (see `http.timeouts`), or the visit of a URL with
 * all links that are followed (see `--timeout`).
 */
export type RequestPhase = 'connect' | 'headers' | 'body' | 'total' | 'visit';

/** A repair of invalid JSON that has only one possible meaning. */
export type JsonMend =
  /** A name without quotation marks. */
  | 'bare-name'
  /** A space that JSON does not allow, such as U+00A0. */
  | 'blank'
  | 'byte-order-mark'
  /** `<![CDATA[` and `]]>`, perhaps in comments. */
  | 'cdata'
  /** A JavaScript comment. */
  | 'comment'
  /** An unescaped control character in a string. */
  | 'control-character'
  /** `\'` instead of `'`. */
  | 'escape'
  /** A comma before which no member is. */
  | 'extra-comma'
  /** `<!--` and `-->` around the JSON, or such a comment in it. */
  | 'html-comment'
  /** `&quot;` instead of all quotes. */
  | 'html-escaped'
  /** `True`, `False` or `None` of Python, or such a word in capitals. */
  | 'literal'
  /** No comma between two members, or two objects or arrays. */
  | 'missing-comma'
  /** A member without a value, which is left out, or an item, which is null. */
  | 'missing-value'
  /** `NaN`, `Infinity` or `undefined`: treated as a missing value. */
  | 'no-value'
  /** A number in another syntax. */
  | 'number'
  | 'several-values'
  /** A name or text in single quotes. */
  | 'single-quotes'
  | 'trailing-comma'
  | 'trailing-semicolon'
  /** An unescaped quotation mark in a string. */
  | 'unescaped-quote';

/** A repair of an RDF syntax that has only one possible meaning. */
export type RdfMendKind =
  /** An `&` in XML that starts no reference. */
  | 'ampersand'
  /** A control character that XML does not allow, literally or by number. */
  | 'control-character'
  /** A declaration with a superfluous or missing dot. */
  | 'declaration'
  /** A missing dot between two statements. */
  | 'missing-dot';

/** The position of an IRI in a statement. */
export type IriRole = 'subject' | 'predicate' | 'object' | 'type' | 'datatype';

/** Why a value has no statement. */
export type DropReason =
  /** It belongs to no node. */
  | 'free-floating'
  /** Beyond the range of a double. */
  | 'number-too-large'
  /** An `@id` or `@type` that is not a string. */
  | 'no-name'
  /** Names that start with `@` are reserved in JSON-LD. */
  | 'reserved-name'
  /** `@direction`, which RDF 1.1 cannot express. */
  | 'text-direction'
  /** A statement about a statement (RDF 1.2), which JSON-LD cannot express. */
  | 'triple-term'
  /** `__proto__`, which JavaScript cannot copy. */
  | 'unsafe-name';

/** A kind of problem; the name of its page in `docs/problems`. */
export type ProblemKind = keyof ProblemFacts;

/**
 * A fact about somebody's resource. A plain value that can be sent between threads, counted, stored
 * and printed; it never stops a run. Its severity and texts are in `problemCatalogue`.
 */
export type Problem = { [Kind in ProblemKind]: ProblemOf<Kind> }[ProblemKind];

/** A problem of one kind, with the facts of that kind. */
export type ProblemOf<Kind extends ProblemKind> = {
  readonly kind: Kind;
  /** The resource that has the problem. */
  readonly url: string;
  /** The IRI of the graph of the record that has it; absent where it belongs to none. */
  readonly record?: string;
} & ProblemFacts[Kind];

/** The kind of problem for an unmet rule of a profile, by its severity. */
export const unmetKinds = {
  error: 'requirement-unmet',
  warning: 'expectation-unmet',
  info: 'recommendation-unmet',
} as const satisfies Record<Severity, ProblemKind>;

const allUnmetKinds: ReadonlySet<ProblemKind> = new Set(Object.values(unmetKinds));

/** Whether a problem is an unmet rule of a profile, which has a title of its own. */
export function isUnmetRule(problem: Problem): problem is ProblemOf<(typeof unmetKinds)[Severity]> {
  return allUnmetKinds.has(problem.kind);
}

/**
 * Translates a file system error into a problem. Only its code is used, since its message contains
 * a path of this machine.
 * @param url of the file or folder
 * @throws any other error
 */
export function fileUnreadableProblem(url: string, error: unknown): ProblemOf<'file-unreadable'> {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) throw error;
  return { kind: 'file-unreadable', url, code: String(error.code) };
}
