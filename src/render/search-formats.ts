/** How results of a search can be written. */
export const searchFormats = ['table', 'json', 'csv', 'geojson', 'nq'] as const;
export type SearchFormat = (typeof searchFormats)[number];
