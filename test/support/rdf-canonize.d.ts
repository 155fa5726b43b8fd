declare module 'rdf-canonize' {
  /** Canonical N-Quads of N-Quads, by RDF Dataset Canonicalization. */
  export function canonize(
    nquads: string,
    options: {
      readonly algorithm: 'RDFC-1.0';
      readonly inputFormat: 'application/n-quads';
      readonly maxWorkFactor?: number;
    },
  ): Promise<string>;
}
