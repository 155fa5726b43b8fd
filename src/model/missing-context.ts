/** The contexts that a source can configure for JSON-LD without a context. */
export const missingContexts = ['schema.org'] as const;
export type MissingContext = (typeof missingContexts)[number];
