import { parsedUrl } from '../../text/parsed-url.ts';

// Such as /docs/jsonldcontext.jsonld, /version/latest/schemaorg-current-https.jsonld, /docs/jsonldcontext.json.txt.
const contextPath = /^\/*$|\.json(?:ld)?(?:\.txt)?$/iu;

/** Whether a URL is one by which people ask for schema.org's context. */
export function isSchemaOrgContext(url: string): boolean {
  const parsed = parsedUrl(url);
  if (parsed === undefined) return false;
  const { protocol, hostname, pathname } = parsed;
  return (
    (protocol === 'http:' || protocol === 'https:') &&
    (hostname === 'schema.org' || hostname === 'www.schema.org') &&
    contextPath.test(pathname)
  );
}

/** Whether a reference to a context lacks only the scheme to be schema.org's: `schema.org`, `//www.schema.org/`. */
export function isSchemaOrgWithoutScheme(reference: string): boolean {
  return /^(?:\/\/)?(?:www\.)?schema\.org\/?$/iu.test(reference);
}
