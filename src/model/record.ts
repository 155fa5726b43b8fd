/** One JSON-LD document that describes something, as extracted from a response. */
export interface MetadataRecord {
  /** The URL of the document as it was listed or linked, not what it redirected to. */
  readonly documentUrl: string;
  /** Tells the records of one document apart; absent where there is only one. See `graph-iri.ts`. */
  readonly key?: string;
  readonly route: ExtractionRoute;
  /** The JSON text as published. */
  readonly json: string;
  /** What relative IRIs are resolved against: the final URL, or the page's `<base>`. */
  readonly baseIri: string;
}

/** How a response gave the record: in a script of a page, or as the whole of it. */
export type ExtractionRoute = 'embedded' | 'direct';

/** A link found on a page that may lead to metadata. */
export interface FoundLink {
  readonly url: string;
  /** The page it was found on. */
  readonly in: string;
}

/** What extraction can produce. */
export type Extracted =
  | { readonly kind: 'record'; readonly record: MetadataRecord }
  | { readonly kind: 'link'; readonly link: FoundLink };

/** A record as RDF. */
export interface RecordGraph {
  /** The IRI of the named graph. */
  readonly graph: string;
  readonly documentUrl: string;
  readonly route: ExtractionRoute;
  /** The key and the base of the record, by which the graph can be made again from its text. */
  readonly key?: string;
  readonly baseIri: string;
  /** One statement a line, none twice, in document order, all in the named graph; blank node labels are unique to it. */
  readonly nquads: string;
  readonly quads: number;
  /** The JSON text the graph was made from, as published. */
  readonly json: string;
}

/** What extracting and expanding one response can produce. */
export type Derived =
  | { readonly kind: 'graph'; readonly graph: RecordGraph }
  | { readonly kind: 'link'; readonly link: FoundLink };
