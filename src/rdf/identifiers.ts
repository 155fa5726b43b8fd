import { trimEndCharacters } from '../text/clean-text.ts';
import { parseUrl } from '../text/parsed-url.ts';

/**
 * The canonical spelling of an identifier for lookup, shared by all ways to write it: DOI
 * (`doi:10.1/x`, `https://doi.org/10.1/X`, `info:doi/10.1/x`, `10.1234/x`), Handle, ARK, URN (RFC
 * 8141 §3.1), and http(s) URL. It is a key only, never fetched or shown.
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

/** DOI, Handle, ARK, URN, w3id.org and PURL, as `identifierName` writes them. */
const persistent = /^(?:doi|hdl|ark|urn):|^http:\/\/(?:w3id\.org|(?:www\.)?purl\.org)\//u;

/** Whether an identifier, in any spelling, is made to stay the same while its resource moves. */
export function isPersistentIdentifier(text: string): boolean {
  return persistent.test(identifierName(text));
}

/**
 * Resolvers belong to the spelling, not to the identifier. `www.` and `dx.` are their older names.
 */
const doiPrefix = /^(?:doi:\s*|urn:doi:|info:doi\/|(?:https?:\/\/)?(?:www\.|dx\.)?doi\.org\/+)+/iu;
/** ISO 26324: a prefix of digits that begins with `10.`, and anything after a slash. */
const doi = /^10\.\d[\d.]*\/\S/u;
/** A DOI without prefix, long enough not to be a version number or path. */
export const bareDoi = /^10\.\d{4,9}(?:\.\d+)*\/\S/u;
/** The prefixes of Handles, which belong to the spelling in the same way. */
const handlePrefix = /^(?:hdl:\s*|info:hdl\/|https?:\/\/hdl\.handle\.net\/+)/iu;
/** An ARK (draft-kunze-ark §2), also in a URL of any resolver. */
const ark = /^(?:https?:\/\/[^/?#]+\/)?ark:\/?(\d[\w.]*\/.+)$/iu;
const urn = /^urn:([a-z\d][a-z\d-]*):(.+)$/isu;
const web = /^https?:\/\//iu;

function doiName(text: string): string | undefined {
  const rest = text.replace(doiPrefix, '');
  // A final full stop or slash belongs to a sentence or path.
  const name = trimEndCharacters(rest === text ? rest : decoded(rest), './');
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
  return name === undefined ? undefined : `ark:${trimEndCharacters(name.replaceAll('-', ''), '/')}`;
}

function urnName(text: string): string | undefined {
  const [, namespace, name] = urn.exec(text) ?? [];
  if (namespace === undefined || name === undefined) return undefined;
  return `urn:${namespace.toLowerCase()}:${name}`;
}

function webName(text: string): string | undefined {
  const url = web.test(text) ? parseUrl(text) : undefined;
  if (url === undefined) return undefined;
  const port = url.port === '80' || url.port === '443' ? '' : url.port;
  const host = port === '' ? url.hostname : `${url.hostname}:${port}`;
  const path = trimEndCharacters(url.pathname, '/');
  return `http://${host}${path}${url.search === '?' ? '' : url.search}${url.hash}`;
}

/** Decodes a percent-encoded name of a resolver; an invalid encoding stays. */
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

/** Resolvers by scheme, from the DOI Handbook, the Handle System and the ARK specification. */
const resolvers: ReadonlyMap<string, string> = new Map([
  ['doi', 'https://doi.org/'],
  ['hdl', 'https://hdl.handle.net/'],
  ['ark', 'https://n2t.net/ark:'],
]);

/**
 * The URL that resolves an identifier: a DOI, Handle or ARK at its resolver, a URL itself.
 * @returns undefined where no resolver is known
 */
export function resolvableUrl(identifier: string): string | undefined {
  const text = identifier.trim();
  const [, scheme = '', name = ''] = /^(\w+):(.+)$/su.exec(identifierName(text)) ?? [];
  const resolver = resolvers.get(scheme);
  if (resolver !== undefined)
    return resolver + encodeURI(name).replaceAll(/[?#]/gu, encodeURIComponent);
  return /^https?:\/\//iu.test(text) ? text : undefined;
}

/** A DOI, ARK or Handle at its resolver. */
interface PersistentUrl {
  readonly scheme: 'doi' | 'ark' | 'hdl';
  readonly url: string;
}

const arkUrl = /^https?:\/\/[^/?#]+\/ark:\/?\d/iu;
const arkScheme = /^ark:(?=\/?\d)/iu;
const notInIris = /[\s<>"{}|\\^`#?]/u;

/**
 * The resolver URL of a DOI, ARK or Handle in its written letters, for display, without a fragment.
 * @returns undefined where the text is not a persistent identifier
 */
export function persistentUrl(text: string): PersistentUrl | undefined {
  const written = text.trim();
  const whole = /^https?:/iu.test(written) ? written.replace(/#.*/su, '') : written;
  const bare = whole.replace(doiPrefix, '').replace(handlePrefix, '');
  if (bareDoi.test(bare)) return { scheme: 'doi', url: `https://doi.org/${encodedName(bare)}` };
  if (arkUrl.test(whole)) return { scheme: 'ark', url: whole };
  if (arkScheme.test(whole))
    return { scheme: 'ark', url: whole.replace(arkScheme, 'https://n2t.net/ark:') };
  if (!handlePrefix.test(whole) || bare === '') return undefined;
  return { scheme: 'hdl', url: `https://hdl.handle.net/${encodedName(bare)}` };
}

/** Percent-encodes a name, except its slashes, where it has characters that IRIs cannot have. */
function encodedName(name: string): string {
  if (!notInIris.test(name)) return name;
  const encoded = encodeURIComponent(name).replaceAll('%2F', '/');
  return encoded.replaceAll(/[!'()*]/gu, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}

/** Whether a URL is at a resolver of persistent identifiers, and so leads to a page elsewhere. */
export function isAtResolver(url: string): boolean {
  return /^https?:\/\/(?:(?:[^/]+\.)?doi\.org|hdl\.handle\.net|[^/?#]+\/ark:)/iu.test(url);
}

/** The prefixes of identifiers, by the schemes that people write before them. */
const schemes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ark: 'ark:',
    doi: 'doi:',
    handle: 'hdl:',
    hdl: 'hdl:',
    igsn: '',
    orcid: 'https://orcid.org/',
    ror: 'https://ror.org/',
  }),
);

const schemePrefix = /^([a-z]+)(?:\s+(?::\s*)?|:\s*)(\S.*)$/isu;
/** A prefix of numbers and a slash, as Handles have it (RFC 3651 §3). */
const bareHandle = /^\d+(?:\.\w+)*\/\S+$/u;

/** The IRI made of an identifier, with a percent-encoding. */
const encodedIdentifier = /^(?<scheme>ark|doi|hdl):.*%[\da-f]{2}/isu;

/**
 * The identifiers that a text written by a person may mean: itself; without angle brackets; with
 * the usual prefix of its scheme, or without a scheme (`DOI 10.1234/5`, `IGSN:IE123`); as a Handle
 * where it looks like one; and the identifier that the text, an IRI, was made of.
 * @returns each once, itself first
 */
export function identifierSpellings(text: string): readonly string[] {
  const bare = text.trim().replace(/^<(.*)>$/su, '$1');
  const [, name = '', rest = ''] = schemePrefix.exec(bare) ?? [];
  const prefix = schemes.get(name.toLowerCase());
  return [
    ...new Set([
      text,
      bare,
      ...(prefix === undefined ? [] : [prefix + rest]),
      ...(bareHandle.test(bare) ? [`hdl:${bare}`] : []),
      ...encodedBy(bare),
    ]),
  ];
}

/**
 * The identifier that an IRI was made of. `identifierName` decodes DOIs and Handles but not ARKs,
 * so their percent signs are encoded.
 */
function encodedBy(text: string): readonly string[] {
  const { scheme: name } = encodedIdentifier.exec(text)?.groups ?? {};
  if (name === undefined) return [];
  return [
    name.toLowerCase() === 'ark'
      ? text.replaceAll(encodedBytes, decodedBytes)
      : text.replaceAll('%', '%25'),
  ];
}

const encodedBytes = /(?:%[\da-f]{2})+/giu;

/** Decodes bytes that are UTF-8; others stay. */
function decodedBytes(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes;
  }
}
