import type { Fallback } from './fallback.ts';
import type { MissingContext } from './missing-context.ts';
import type { Signposts } from './offer.ts';
import type { PlaceReading } from './search-facts.ts';
import type { Discovery, Target } from './target.ts';

/** One JSON-LD document, as extracted from a response. It may hold several records. */
export interface JsonLdDocument {
  /** The URL as it was listed or linked, not what it redirected to. A page with several scripts gives several documents. */
  readonly documentUrl: string;
  readonly route: ExtractionRoute;
  /**
   * The JSON text as published, without what is around it. Where that was not JSON, or several values, the mended text of this
   * one (`json-mended`); of a piece (see `ListPiece`), of RDF in another syntax and of a record of OGC API Records, the text that stands
   * for it.
   */
  readonly json: string;
  /** What relative IRIs are resolved against: the final URL, or the page's `<base>`. */
  readonly baseIri: string;
  /** Present where it is a piece of a list too large to be read as a whole, or the only named graph of an RDF document. */
  readonly piece?: ListPiece;
  /** How its places are to be read, where a source says so. */
  readonly placeReading?: PlaceReading;
  /** What it is read with where it has no context, where a source says so. */
  readonly missingContext?: MissingContext | undefined;
}

/**
 * Of a large list, which is read item by item: each item stands in a copy of the list that holds nothing else but its
 * context, name and type, so that it means what it means in the list.
 */
export interface ListPiece {
  /** Whether other items of the list call themselves as this one does, so that what it is called does not suffice. */
  readonly sharesName: boolean;
}

/** How a response is read: for the scripts of a page, or as a whole, in JSON-LD or another RDF syntax. */
export type ResponseRoute = 'embedded' | 'direct' | 'rdf';

/**
 * How a response gave the record: by a route; as a record of OGC API Records; or by a last resort in a page that has nothing
 * better.
 */
export type ExtractionRoute = ResponseRoute | 'ogcRecord' | Fallback;

/** How a record was had from its URL, as far as a source can want it or not. */
export interface Way {
  readonly route: ExtractionRoute;
  /** Whether it came to who asks for metadata alone. */
  readonly negotiated: boolean;
}

/** A link found on a page or in a list that may lead to metadata. */
export interface FoundLink
  extends Pick<Target, 'labels' | 'citeAs'>, Pick<Discovery, 'place' | 'rel'> {
  readonly url: string;
  /** The page or list it was found in. */
  readonly in: string;
  readonly by: 'link' | 'list';
  /** Whether it leads to a page of the same catalogue, and not to metadata of something. */
  readonly isList?: true;
}

/** A link that a page or list led to, without the place it was found in. */
export type Lead = Omit<FoundLink, 'in'>;

/** What extraction can produce. The signposts of a response come last, and once. */
export type Extracted =
  | { readonly kind: 'document'; readonly document: JsonLdDocument }
  | { readonly kind: 'link'; readonly link: FoundLink }
  | { readonly kind: 'signposts'; readonly signposts: Signposts };

/** A document as it is kept, so that its graphs can be made again without asking for it. */
export interface KeptDocument extends JsonLdDocument {
  /** Of the JSON text in UTF-8, in hexadecimal. Tells the documents of one URL apart. */
  readonly sha256: string;
}

/** A metadata record as RDF, and what is worth knowing of it without reading the RDF. */
export interface RecordGraph {
  /** The IRI of the named graph; see `graph-iri.ts`. */
  readonly graph: string;
  readonly documentUrl: string;
  /** Tells the records of one URL apart; absent where there is only one. */
  readonly key?: string;
  /** `sha256` of the document it was made from. */
  readonly document: string;
  /** One statement a line, none twice, in document order, all in the named graph; blank node labels are unique to it. */
  readonly nquads: string;
  readonly quads: number;
  /** What the publisher calls the metadata record, where it is a node of its own with a usable IRI. */
  readonly recordIri?: string;
  /** What the record describes; at least one. */
  readonly describes: readonly DescribedResource[];
  /** The profiles that the record claims to conform to, those of CDIF in one spelling (`canonicalProfile`), sorted. */
  readonly profiles: readonly string[];
  /** The IRIs of the lists and catalogues that the record stands in, sorted. */
  readonly memberOf: readonly string[];
  /**
   * What each of `describes` can be searched by, in their order: `SearchFacts[]` as JSON text, since it is sent from thread to
   * thread and kept as it is, and only read when the index is written.
   */
  readonly search: string;
}

/** A resource that a record describes. */
export interface DescribedResource {
  /** Absent where it has none, or one that names nothing (`nan`, a nil). */
  readonly iri?: string;
  /**
   * Where it has no IRI: what the record graph calls it, which is the label of a blank node with
   * `_:` before it. Absent in what earlier versions kept, whose graphs have IRIs that name nothing.
   */
  readonly node?: string;
  /** IRIs, in document order. */
  readonly types: readonly string[];
  /** Its first name, as written. */
  readonly name?: string;
  /** Identifiers, alternative IRIs and URLs as written, each once: what it may be looked up by beside `iri`. */
  readonly identifiers: readonly string[];
}

/** Where our copy of a record is from, as far as views tell it. */
export interface RecordOrigin {
  readonly route: ExtractionRoute;
  /** The URL of the document, as it was listed or linked. */
  readonly documentUrl: string;
  /** The URL that answered, after redirects. */
  readonly finalUrl: string;
  /** The pages in which a link to the document was found. */
  readonly linkedIn: readonly string[];
  /** The profiles that the record claims, IRIs and other texts. */
  readonly profiles: readonly string[];
}

/** What extracting and expanding one response can produce. A document comes before the graphs that are made from it. */
export type Derived =
  | { readonly kind: 'document'; readonly document: KeptDocument }
  | { readonly kind: 'graph'; readonly graph: RecordGraph }
  | { readonly kind: 'link'; readonly link: FoundLink }
  | { readonly kind: 'signposts'; readonly signposts: Signposts };
