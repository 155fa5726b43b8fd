import { parsedUrl } from '../text/parsed-url.ts';
import { trimEndOf } from '../text/trim-end.ts';

/**
 * The one spelling under which an identifier is remembered and looked up, so that all ways to write it meet: DOI (as in
 * `doi:10.1/x`, `https://doi.org/10.1/X`, `info:doi/10.1/x`, `10.1234/x`), Handle, ARK, URN (RFC 8141 §3.1), and any http
 * or https URL, where neither the scheme of the two nor the case of the host, a default port, a slash at the end or an
 * empty fragment counts. It is a key and no identifier: nothing is fetched or shown by it.
 * @returns everything else as it is, without blanks around, with one blank for several; never a control character
 */
export function identifierName(text: string): string {
  const trimmed = withoutControls(text);
  // All of them have one or the other, and many texts have neither.
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

/** Resolvers are part of a spelling, not of the identifier. `www.` and `dx.` are older names of the same ones. */
export const doiPrefix =
  /^(?:doi:\s*|urn:doi:|info:doi\/|(?:https?:\/\/)?(?:www\.|dx\.)?doi\.org\/+)+/iu;
/** ISO 26324: a prefix of digits that begins with `10.`, and anything behind a slash. */
const doi = /^10\.\d[\d.]*\/\S/u;
/** A DOI without prefix: long enough to be no version number or path when nothing says that it is one. */
export const bareDoi = /^10\.\d{4,9}(?:\.\d+)*\/\S/u;
/** The same of Handles. */
export const handlePrefix = /^(?:hdl:\s*|info:hdl\/|https?:\/\/hdl\.handle\.net\/+)/iu;
/** An ARK (draft-kunze-ark §2) in a URL is whatever the resolver. */
const ark = /^(?:https?:\/\/[^/?#]+\/)?ark:\/?(\d[\w.]*\/.+)$/iu;
const urn = /^urn:([a-z\d][a-z\d-]*):(.+)$/isu;
const web = /^https?:\/\//iu;

function doiName(text: string): string | undefined {
  const rest = text.replace(doiPrefix, '');
  // A full stop or slash at the end is that of a sentence or a path.
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
  // Hyphens are for the eye, and a slash at the end says nothing (draft-kunze-ark §2.7).
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
