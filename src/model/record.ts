import type { Fallback, Signposts } from './typed-link.ts';
import type { RecordPlaces } from './record-places.ts';
import type { ContextSupply } from './remote-context.ts';
import type { PlaceReading } from './search-facts.ts';
import type { Discovery, MissingContext, Target } from './target.ts';
import type { TextPlace } from '../text/text-position.ts';
import type { ProfileVerdict, Validation } from './validation.ts';

/** What a response says of the document that it carries. */
export interface CarryingResponse {
  /**
   * `Last-Modified` as sent, where the response is the document and not a page (RFC 9110 §8.8.2).
   */
  readonly lastModified?: string | undefined;
  /** The targets of `cite-as` links: persistent IRIs of what is described (RFC 8574). */
  readonly citeAs: readonly string[];
}

/** A JSON-LD document extracted from a response. It may hold several records. */
export interface JsonLdDocument {
  /** The URL as listed or linked, before redirects; each script of a page is a document. */
  readonly documentUrl: string;
  readonly route: ExtractionRoute;
  /**
   * The JSON text as published, without its surroundings. For invalid JSON, or several values in
   * one text, the mended text of this one (`json-mended`); for a piece of a list (see `ListPiece`),
   * RDF in another syntax and formats that are mapped to schema.org, the converted text.
   */
  readonly json: string;
  /** Where `json` begins in the text of a page or file; absent where it was converted or mended. */
  readonly start?: TextPlace | undefined;
  /** What its response says of it; only where the document was requested to be validated. */
  readonly response?: CarryingResponse;
  /** The base of relative IRIs: the final URL, or the page's `<base>`. */
  readonly baseIri: string;
  /**
   * Present for a piece of a list that is too large to be read as a whole, or for the only named
   * graph of an RDF document.
   */
  readonly piece?: ListPiece;
  /** How to read its places, where a source configures it. */
  readonly placeReading?: PlaceReading;
  /** The context for a document without one, where a source configures it. */
  readonly missingContext?: MissingContext | undefined;
  /** How its records are validated, where a source configures it. */
  readonly validation?: Validation | undefined;
}

/**
 * A piece of a large list that is read item by item: one item in a copy of the list's context, name
 * and type, so that it keeps its meaning.
 */
export interface ListPiece {
  /** Whether other items have the same name, so that it does not identify this one. */
  readonly sharesName: boolean;
}

/**
 * How a response is parsed: the scripts of a page, or as a whole in JSON-LD, in other RDF, or in an
 * XML format that is mapped to schema.org.
 */
export type ResponseRoute = 'embedded' | 'direct' | 'rdf' | 'xml';

/** A format other than RDF whose records are mapped to schema.org. */
type MappedRoute = 'ogcRecord' | 'datacite' | 'crossref' | 'dublinCore';

/**
 * How a record was extracted: as RDF of a response, mapped from another format, or as a fallback.
 */
export type ExtractionRoute = Exclude<ResponseRoute, 'xml'> | MappedRoute | Fallback;

/** How a record was retrieved, as far as source options decide whether it is wanted. */
export interface RetrievalWay {
  readonly route: ExtractionRoute;
  /** Whether content negotiation was needed. */
  readonly negotiated: boolean;
}

/** A link in a page or list that may lead to metadata. */
export interface FoundLink
  extends Pick<Target, 'labels' | 'citeAs'>, Pick<Discovery, 'lastmod' | 'place' | 'rel'> {
  readonly url: string;
  /** The page or list that contains it. */
  readonly in: string;
  readonly by: 'link' | 'list';
  /** Whether it leads to another page of the same catalogue instead of metadata. */
  readonly isList?: true;
}

/** A link without the page or list that contains it. */
export type FoundLinkTarget = Omit<FoundLink, 'in'>;

/** The output of extraction. The signposts of a response come last, and once. */
export type ExtractionOutput =
  | { readonly kind: 'document'; readonly document: JsonLdDocument }
  | { readonly kind: 'link'; readonly link: FoundLink }
  | { readonly kind: 'signposts'; readonly signposts: Signposts };

/** A stored document, from which graphs can be rebuilt without a request. */
export interface KeptDocument extends JsonLdDocument {
  /** Of the JSON text in UTF-8, in hexadecimal. Identifies a document among those of one URL. */
  readonly sha256: string;
  /**
   * Whether the latest answer did not give it, so that it is there only for records that stay.
   * Absent also in rows of earlier versions.
   */
  readonly isOlder?: true;
}

/** A metadata record as RDF, with the facts that are needed without parsing it. */
export interface RecordGraph {
  /** The IRI of the named graph; see `graphIri`. */
  readonly graph: string;
  readonly documentUrl: string;
  /** Identifies a record among those of its URL; absent where it is the only one. */
  readonly key?: string;
  /** `sha256` of its document. */
  readonly document: string;
  /** Unique statements, one a line, in document order; blank node labels are unique to it. */
  readonly nquads: string;
  readonly quads: number;
  /** The IRI of the metadata record, where it is a separate node with a usable IRI. */
  readonly recordIri?: string;
  /** The described resources; at least one. */
  readonly describes: readonly DescribedResource[];
  /**
   * The profiles that the record conforms to by its own claim, those of CDIF in canonical spelling
   * (`canonicalProfile`); sorted.
   */
  readonly profiles: readonly string[];
  /** The IRIs of the lists and catalogues that contain the record, sorted. */
  readonly memberOf: readonly string[];
  /**
   * The search facts of each of `describes`, in their order: `SearchFacts[]` as JSON text, because
   * it is sent between threads and stored unparsed.
   */
  readonly search: string;
  /** How it meets the profiles that it was checked against; absent where it was not checked. */
  readonly conformance?: readonly ProfileVerdict[];
  /** Whether it must not be stored: it does not conform, and its source requires that. */
  readonly isKeptOut?: true;
  /** Only where asked for, and not stored. */
  readonly places?: RecordPlaces;
}

/** A resource that a record describes. */
export interface DescribedResource {
  /** Absent where it has none, or one that identifies nothing (`nan`, a nil). */
  readonly iri?: string;
  /**
   * For a resource without IRI: its blank node label in the record graph, with `_:`. Absent in rows
   * of earlier versions, whose graphs have IRIs that identify nothing.
   */
  readonly node?: string;
  /** IRIs, in document order. */
  readonly types: readonly string[];
  /** Its first name, as written. */
  readonly name?: string;
  /** Identifiers, alternative IRIs and URLs as written, each once, for lookup besides `iri`. */
  readonly identifiers: readonly string[];
}

/** The origin of our copy of a record, as views show it. */
export interface RecordOrigin {
  readonly route: ExtractionRoute;
  /** The URL of the document, as listed or linked. */
  readonly documentUrl: string;
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  /** The pages that link to the document. */
  readonly linkedIn: readonly string[];
  /** The profiles that the record claims, IRIs and other texts. */
  readonly profiles: readonly string[];
}

/** The output of extracting and expanding one response. A document comes before its graphs. */
export type DerivationOutput =
  | { readonly kind: 'document'; readonly document: KeptDocument }
  | { readonly kind: 'graph'; readonly graph: RecordGraph }
  | { readonly kind: 'link'; readonly link: FoundLink }
  | { readonly kind: 'signposts'; readonly signposts: Signposts };

const hashed = /(?:^sha256-|~)[0-9a-f]{64}$/u;

/**
 * The key of a record that is distinguished from others of its URL by its content.
 * @param sha256 of the content, 64 hexadecimal digits
 * @param name of the record, where others with other content have the same name
 */
export function contentKey(sha256: string, name?: string): string {
  return name === undefined ? `sha256-${sha256}` : `${name}~${sha256}`;
}

/** The IRI of a record, else that of its resource. */
export function recordName({
  recordIri,
  describes,
}: Pick<RecordGraph, 'recordIri' | 'describes'>): string | undefined {
  return recordIri ?? (describes.length === 1 ? describes[0]?.iri : undefined);
}

/**
 * Whether changed content would give a record another graph IRI: its key was made by `contentKey`,
 * or would be if it were not the only record of its URL.
 */
export function isNamedByContent(
  record: Pick<RecordGraph, 'key' | 'recordIri' | 'describes'>,
): boolean {
  return record.key === undefined ? recordName(record) === undefined : hashed.test(record.key);
}

/** How to read the items of a list one by one. */
export interface ListFrame {
  /** The context, type and name of the list, which give each item its meaning. */
  readonly envelope: Readonly<Record<string, unknown>>;
  /** The name of the list, as written, to which items may refer. */
  readonly id?: string;
  /** The members that hold the items; empty where the context of the list is not available. */
  readonly itemKeys: readonly string[];
}

/**
 * Determines how to read a list, which depends on its context.
 * @param sample the root of the list as JSON, with only the first item of each array
 * @param contexts those that are not bundled
 * @returns undefined where it is no list, feed or catalogue
 */
export type ReadListFrame = (
  sample: string,
  baseIri: string,
  contexts?: ContextSupply,
) => Promise<ListFrame | undefined>;
