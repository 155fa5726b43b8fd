/** `cdif-graph/VERSION (+contact)`, in ASCII whatever was configured. */
export function userAgent(version: string, contact: string | undefined): string {
  const product = `cdif-graph/${version}`;
  return contact === undefined ? product : `${product} (+${new URL(contact).href})`;
}
