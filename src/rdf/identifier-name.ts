import { parsedUrl } from '../text/parsed-url.ts';
import { trimEndOf } from '../text/trim-end.ts';

/**
 * The canonical spelling of an identifier for lookup, shared by all ways to write it: DOI
 * (`doi:10.1/x`, `https://doi.org/10.1/X`, `info:doi/10.1/x`, `10.1234/x`), Handle, ARK, URN (RFC
 * 8141 §3.1), and http(s) URLs, ignoring http or https, the case of the host, a default port, a
 * trailing slash and an empty fragment. It is a key only, never fetched or shown.
 * @returns other texts with blanks trimmed and collapsed; never a control character
 */
export function identifierName(text: string): string {
  const trimmed = withoutControls(text);
  // Every such identifier has one of these characters, and many texts have neither.
  if (!/[:/]/u.test(trimmed)) return trimmed;
  return (
    doiName(trimmed) ??
    handleName(trimmed) ??
    arkName(trimmed) ??
    urnName(trimmed) ??
    webName(trimmed) ??
    trimmed
  );
}

/**
 * Resolvers belong to the spelling, not to the identifier. `www.` and `dx.` are their older names.
 */
export const doiPrefix =
  /^(?:doi:\s*|urn:doi:|info:doi\/|(?:https?:\/\/)?(?:www\.|dx\.)?doi\.org\/+)+/iu;
/** ISO 26324: a prefix of digits that begins with `10.`, and anything behind a slash. */
const doi = /^10\.\d[\d.]*\/\S/u;
/** A DOI without prefix, long enough not to be a version number or path. */
export const bareDoi = /^10\.\d{4,9}(?:\.\d+)*\/\S/u;
/** The same of Handles. */
export const handlePrefix = /^(?:hdl:\s*|info:hdl\/|https?:\/\/hdl\.handle\.net\/+)/iu;
/** An ARK (draft-kunze-ark §2) in a URL is whatever the resolver. */
const ark = /^(?:https?:\/\/[^/?#]+\/)?ark:\/?(\d[\w.]*\/.+)$/iu;
const urn = /^urn:([a-z\d][a-z\d-]*):(.+)$/isu;
const web = /^https?:\/\//iu;

function doiName(text: string): string | undefined {
  const rest = text.replace(doiPrefix, '');
  // A final full stop or slash belongs to a sentence or path.
  const name = trimEndOf(rest === text ? rest : decoded(rest), './');
  // DOI names are case-insensitive for ASCII (DOI Handbook §2.4).
  return (rest === text ? bareDoi : doi).test(name) ? `doi:${name.toLowerCase()}` : undefined;
}

function handleName(text: string): string | undefined {
  const rest = text.replace(handlePrefix, '');
  if (rest === text || rest === '') return undefined;
  const name = decoded(rest).toLowerCase();
  // Every DOI is a Handle, and is often resolved as one.
  return bareDoi.test(name) ? `doi:${name}` : `hdl:${name}`;
}

function arkName(text: string): string | undefined {
  const [, name] = ark.exec(text) ?? [];
  // Hyphens and a final slash are insignificant (draft-kunze-ark §2.7).
  return name === undefined ? undefined : `ark:${trimEndOf(name.replaceAll('-', ''), '/')}`;
}

function urnName(text: string): string | undefined {
  const [, namespace, name] = urn.exec(text) ?? [];
  if (namespace === undefined || name === undefined) return undefined;
  return `urn:${namespace.toLowerCase()}:${name}`;
}

function webName(text: string): string | undefined {
  const url = web.test(text) ? parsedUrl(text) : undefined;
  if (url === undefined) return undefined;
  const port = url.port === '80' || url.port === '443' ? '' : url.port;
  const host = port === '' ? url.hostname : `${url.hostname}:${port}`;
  const path = trimEndOf(url.pathname, '/');
  return `http://${host}${path}${url.search === '?' ? '' : url.search}${url.hash}`;
}

/** Resolvers take names percent-encoded; what is no such encoding stays. */
function decoded(text: string): string {
  try {
    return withoutControls(decodeURIComponent(text));
  } catch {
    return text;
  }
}

function withoutControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
}
