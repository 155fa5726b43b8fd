/** Types of the parts that tests and benchmarks use; the package has none. */
declare module 'http-link-header' {
  /** A link-value; a repeated parameter has several values, and an encoded one is an object. */
  export interface Ref {
    readonly uri: string;
    readonly [parameter: string]: unknown;
  }
  /** @throws {Error} if it cannot parse the field; all its links are lost */
  const parser: { parse(field: string): { readonly refs: readonly Ref[] } };
  export default parser;
}
