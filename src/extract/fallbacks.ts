/** What a page may have in place of JSON-LD, as far as its text shows. */
export interface Fallbacks {
  readonly microdata: boolean;
  readonly rdfa: boolean;
  readonly metaTags: boolean;
}

const microdata = /\sitemscope(?=[\s=>/])/iu;
/** Nearly every page has `property`, for the cards of social networks; only what has a type describes something. */
const rdfa = /\stypeof\s*=/iu;
const metaTags = /\b(?:name|rel)\s*=\s*["']?\s*(?:dc(?:t|terms)?[.:]|citation_)/iu;

/**
 * Says which of the last resorts are worth trying on a page, from its text alone, in time linear in its length: what it denies
 * is not there; what it says is there may stand in a comment.
 */
export function fallbacksOn(html: string): Fallbacks {
  return {
    microdata: microdata.test(html),
    rdfa: rdfa.test(html),
    metaTags: metaTags.test(html),
  };
}
