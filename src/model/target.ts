import { isUtf8 } from 'node:buffer';
import { replaceLoneSurrogates } from '../text/clean-text.ts';
import { parseUrl } from '../text/parsed-url.ts';
import type { PlaceReading } from './search-facts.ts';
import type { Validation } from './validation.ts';
import type { Fallback, LinkPlace, PlacedLink } from './typed-link.ts';

/** A URL that may hold metadata, and how it was found. */
export interface Target {
  /** As `targetUrl` gives it. Names the record's graph: see `graphIri`. */
  readonly url: string;
  /** The name of its source. */
  readonly source: string;
  readonly found: Discovery;
  /** 0 for a listed URL; one more for each link that was followed. */
  readonly depth: number;
  /** The absolute path of the file that is read instead of a request. */
  readonly file?: string;
  /** What the listing itself delivered for the URL, which is read instead of a request. */
  readonly content?: DeliveredContent;
  /** Whether the listing says that the resource was deleted. Then it is not requested. */
  readonly isGone?: true;
  /** Whether the listing says that the resource has not changed since it was last visited. */
  readonly isUnchanged?: true;
  /** Whether it is the list or catalogue of a source, or its page, with a higher size limit. */
  readonly isList?: true;
  /** Whether it is a list because an earlier visit found a listing, although it is named a page. */
  readonly isListing?: true;
  /** One for each place that labels it, such as two entries that name two scripts of one page. */
  readonly labels?: readonly TargetLabel[];
  /** The fallback formats that its source enables for pages without metadata. */
  readonly fallbacks?: readonly Fallback[];
  /** How its source configures reading places. */
  readonly placeReading?: PlaceReading;
  /** The context that its source configures for documents without one. */
  readonly missingContext?: MissingContext;
  /** How its source configures the validation of records. */
  readonly validation?: Validation;
  /** The `cite-as` links of the page that led here. */
  readonly citeAs?: readonly string[];
  /** The typed links of its sitemap entry, including the one that led here. */
  readonly links?: readonly PlacedLink[];
}

/** The representation of a resource that a listing delivers. */
export interface DeliveredContent {
  /** As in the header field `Content-Type`. */
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A publisher's label of metadata, known before the request. */
export interface TargetLabel {
  /** Its media type, in lower case and without parameters. */
  readonly type?: string;
  readonly profiles: readonly string[];
  /** The `id` of the script that holds it, where the target is a page. */
  readonly scriptId?: string;
}

/** How a URL was found. */
export interface Discovery {
  readonly by: DiscoveryRoute;
  /** The sitemap, page or list that names it; absent where the configuration does. */
  readonly in?: string;
  /** `lastmod` of the sitemap entry as written, in any format. */
  readonly lastmod?: string;
  /** The line of the sitemap entry. */
  readonly line?: number;
  /** The user agent under which robots.txt names the sitemap, if it is one of CDIF's. */
  readonly agent?: string;
  /** Whether robots.txt names that sitemap to all programs as well. */
  readonly isForAll?: true;
  /** Where a link led here: its place and relation. */
  readonly place?: LinkPlace;
  readonly rel?: string;
  /**
   * The context of the link that led here, if that differs from the page that contains it: the
   * location of a sitemap entry.
   */
  readonly describes?: string;
  /** Whether it was not named anywhere, but tried as a usual place. */
  readonly isGuess?: true;
}

type DiscoveryRoute = 'urls' | 'sitemap' | 'link' | 'list' | 'oai' | 'folder' | 'dois';

/** How a source lists or links a URL. The URL belongs to all sources that list it. */
export interface Listing {
  readonly source: string;
  readonly found: Discovery;
  readonly depth: number;
}

/** The contexts that a source can configure for JSON-LD without a context. */
export const missingContexts = ['schema.org'] as const;

/** One of `missingContexts`. */
export type MissingContext = (typeof missingContexts)[number];

// RFC 3986 appendix B. A serialised URL has a scheme.
const parts = /^([^:]*:)(\/\/[^/?#]*)?([^#]*)/u;

/**
 * The canonical spelling of a URL for requests, memory and graph names: absolute, normalised
 * (WHATWG), without fragment, since that is not sent, and a valid IRI (RFC 3987), since it names a
 * graph.
 * @param base for a relative URL
 * @returns undefined when it is no http or https URL, or contains user information
 */
export function targetUrl(text: string, base?: string): string | undefined {
  const url = parseUrl(text, base);
  if (url === undefined) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return withoutForbidden(url.href);
}

/** The characters of nearly all URLs, which need no encoding. */
const harmless = /^[\w:/?.~!$&'()*+,;=@-]*$/u;

/**
 * Percent-encodes characters that a serialised URL may contain and an IRI may not (RFC 3987 §2.2),
 * and stray per cent signs; drops the fragment.
 */
function withoutForbidden(href: string): string {
  if (harmless.test(href)) return href;
  const [, scheme = '', authority = '', path = ''] = parts.exec(href) ?? [];
  // Brackets are allowed around an IPv6 address only.
  return scheme + encode(authority, /[<>"{}|\\^`]/gu) + encode(path, /[<>"{}|\\^`[\] ]/gu);
}

function encode(text: string, forbidden: RegExp): string {
  return text.replaceAll(forbidden, encodeURIComponent).replaceAll(/%(?![\dA-Fa-f]{2})/gu, '%25');
}

/**
 * The IRI of the graph with our copy of a record. It is made of the URL of the record, so that two
 * URLs never overwrite each other, whatever identifiers their records claim.
 * @param documentUrl as listed or linked, absolute; in the spelling of `targetUrl` itself the IRI
 * @param key separates the records of one document; any text
 * @throws {TypeError} when `documentUrl` is not an absolute URL
 */
export function graphIri(documentUrl: string, key?: string): string {
  const place = withoutForbidden(new URL(documentUrl).href);
  return key === undefined ? place : `${place}#${encodeURIComponent(replaceLoneSurrogates(key))}`;
}

/** Characters that a path segment may contain unencoded (RFC 3986 §3.3, `pchar`). */
const encodedInVain = /%(?:24|26|2B|2C|3A|3B|3D|40)/gu;

/**
 * Encodes the name of a file or folder as a URL path segment, in the spelling of `targetUrl`.
 * Percent-decoding restores its bytes, so different names give different segments.
 */
export function encodePathSegment(name: Buffer): string {
  if (isUtf8(name)) {
    return encodeURIComponent(name.toString()).replaceAll(encodedInVain, decodeURIComponent);
  }
  return Array.from(name, (byte) => {
    const character = String.fromCharCode(byte);
    const digits = byte.toString(16).toUpperCase().padStart(2, '0');
    return /[\w.~-]/u.test(character) ? character : `%${digits}`;
  }).join('');
}

/**
 * Decodes a path segment; undefined where it is not a name in the spelling of `encodePathSegment`.
 */
export function decodePathSegment(segment: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(segment);
  } catch {
    // The decoded bytes are not UTF-8.
    return undefined;
  }
  const isName = name !== '' && !/[/\0]/u.test(name);
  return isName && encodePathSegment(Buffer.from(name)) === segment ? name : undefined;
}
