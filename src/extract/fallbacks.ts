import type { Fallback } from '../model/fallback.ts';
import { metaTagsToJsonLd } from './meta-tags/meta-tags-to-json-ld.ts';
import type { PageIdentity } from './page-identity.ts';
import { microdataToJsonLd, rdfaToJsonLd, type PageRdfOptions } from './rdf/page-rdf.ts';
import type { RdfReading } from './rdf/read-rdf.ts';

/** One of the last resorts of a page without metadata. */
interface FallbackReader {
  /**
   * Tells in time linear in the length of a page whether it is worth trying: what is denied is not there; what is said to be
   * there may stand in a comment.
   */
  readonly sign: RegExp;
  /** Rewrites what is in the page as JSON-LD texts; none where there is nothing, or it cannot be read. */
  read(html: string, page: PageIdentity, options: PageRdfOptions): Promise<readonly string[]>;
}

/** All last resorts, the one that says most first. */
export const fallbackReaders = {
  microdata: {
    sign: /\sitemscope(?=[\s=>/])/iu,
    read: async (html, { baseIri }, options) =>
      textsOf(await microdataToJsonLd(html, baseIri, options)),
  },
  rdfa: {
    // Nearly every page has `property`, for the cards of social networks; only what has a type describes something.
    sign: /\stypeof\s*=/iu,
    read: async (html, { baseIri }, options) => textsOf(await rdfaToJsonLd(html, baseIri, options)),
  },
  metaTags: {
    sign: /\b(?:name|rel)\s*=\s*(?:["']\s*)?(?:dc(?:t|terms)?[.:]|citation_)/iu,
    read: async (html, { finalUrl }) => {
      const json = metaTagsToJsonLd(html, finalUrl);
      return json === undefined ? [] : [json];
    },
  },
} satisfies Record<Fallback, FallbackReader>;

function textsOf(reading: RdfReading): readonly string[] {
  return reading.kind === 'documents' ? [...reading.documents] : [];
}
