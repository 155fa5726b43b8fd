/** The stores whose peculiarities are known; a test starts each of them. */
export const dialectNames = ['standard', 'virtuoso', 'cdif-graph'] as const;

/** The name of a dialect; `standard` is a store that does what the specifications say. */
export type DialectName = (typeof dialectNames)[number];
