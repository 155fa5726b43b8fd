/** The package has no types of its own. What of it tests and benches use. */
declare module 'http-link-header' {
  /** A link-value; parameters that occur several times have several values, and one that was encoded is an object. */
  export interface Ref {
    readonly uri: string;
    readonly [parameter: string]: unknown;
  }
  /** @throws {Error} where it gives up, and all links of the field are lost */
  const parser: { parse(field: string): { readonly refs: readonly Ref[] } };
  export default parser;
}
