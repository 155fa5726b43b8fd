import type { Fallback } from '../model/fallback.ts';
import { metaTagsToJsonLd } from './meta-tags/meta-tags-to-json-ld.ts';
import type { PageIdentity } from './page-identity.ts';
import { microdataToJsonLd, rdfaToJsonLd, type PageRdfOptions } from './rdf/page-rdf.ts';
import type { RdfReading } from './rdf/read-rdf.ts';

/** A fallback for pages without JSON-LD. */
interface FallbackReader {
  /** Detects in linear time whether the fallback may be present; a match may be in a comment. */
  readonly sign: RegExp;
  /** Converts the page to JSON-LD texts; none where there is nothing, or it cannot be read. */
  read(html: string, page: PageIdentity, options: PageRdfOptions): Promise<readonly string[]>;
}

/** All fallbacks, the most expressive first. */
export const fallbackReaders = {
  microdata: {
    sign: /\sitemscope(?=[\s=>/])/iu,
    read: async (html, { baseIri }, options) =>
      documentTexts(await microdataToJsonLd(html, baseIri, options)),
  },
  rdfa: {
    // Nearly every page has `property`, for social media cards; only `typeof` describes something.
    sign: /\stypeof\s*=/iu,
    read: async (html, { baseIri }, options) =>
      documentTexts(await rdfaToJsonLd(html, baseIri, options)),
  },
  metaTags: {
    sign: /\b(?:name|rel)\s*=\s*(?:["']\s*)?(?:dc(?:t|terms)?[.:]|citation_)/iu,
    read: async (html, { finalUrl }) => {
      const json = metaTagsToJsonLd(html, finalUrl);
      return json === undefined ? [] : [json];
    },
  },
} satisfies Record<Fallback, FallbackReader>;

function documentTexts(reading: RdfReading): readonly string[] {
  return reading.kind === 'documents' ? [...reading.documents] : [];
}
