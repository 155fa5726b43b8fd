/** All derived graphs, in the order in which they are written. */
export const derivedGraphs = ['index', 'views', 'provenance', 'problems'] as const;

/** A graph that the program derives from the catalogue. */
export type DerivedGraph = (typeof derivedGraphs)[number];
