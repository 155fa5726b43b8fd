/**
 * Metadata formats in pages that carry less than JSON-LD, and are read only where a source asks for
 * them.
 */
export const fallbacks = ['microdata', 'rdfa', 'metaTags'] as const;

export type Fallback = (typeof fallbacks)[number];
