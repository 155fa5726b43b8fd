/** The contexts that a source can name for JSON-LD that has none. */
export const missingContexts = ['schema.org'] as const;
export type MissingContext = (typeof missingContexts)[number];
