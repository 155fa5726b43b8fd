import { parsedUrl } from '../../text/parsed-url.ts';

// For example /docs/jsonldcontext.jsonld, /version/latest/schemaorg-current-https.jsonld.
const contextPath = /^\/*$|\.json(?:ld)?(?:\.txt)?$/iu;

/** Whether a URL is one of those used for schema.org's context. */
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

/**
 * Whether a context reference is schema.org's without a scheme: `schema.org`, `//www.schema.org/`.
 */
export function isSchemaOrgWithoutScheme(reference: string): boolean {
  return /^(?:\/\/)?(?:www\.)?schema\.org\/?$/iu.test(reference);
}
