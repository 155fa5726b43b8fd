import type { DialectName } from '../../model/dialect-name.ts';

/** What a store does otherwise than the specifications say. */
export interface StoreDialect {
  readonly name: DialectName;
  /** Whether a response with this `Server` field comes from such a store. */
  readonly isServer: (field: string) => boolean;
  /** Whether the store can be written to. */
  readonly isWritable: boolean;
  /** How many requests that write graphs are sent at once. */
  readonly connections: number;
  /** The largest SPARQL Update operation. */
  readonly operation: { readonly statements: number; readonly characters: number };
  /** The term that is sent for an object: the same, or one that the store keeps unchanged. */
  readonly sentTerm: (object: string) => string;
  /** The same text for objects that the store does not tell apart; `object` as `sentTerm` gives. */
  readonly comparableTerm: (object: string) => string;
}

const standard: StoreDialect = {
  name: 'standard',
  isServer: () => false,
  isWritable: true,
  connections: 4,
  operation: { statements: 10_000, characters: 4_194_304 },
  sentTerm: (object) => object,
  comparableTerm: (object) => object,
};

/** All dialects by name. */
export const storeDialects = {
  standard,
  virtuoso: {
    ...standard,
    name: 'virtuoso',
    connections: 1,
    isServer: (field) => field.startsWith('Virtuoso/'),
  },
  'cdif-graph': {
    ...standard,
    name: 'cdif-graph',
    isWritable: false,
    isServer: (field) => field.startsWith('cdif-graph'),
  },
} as const satisfies Record<DialectName, StoreDialect>;
