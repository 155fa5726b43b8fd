import { followableLinks } from '../links/followable-links.ts';
import { parseLinkField } from '../links/link-field.ts';
import {
  findCdifLabel,
  isJsonLdType,
  isPageType,
  isScriptType,
  isVagueType,
  mayHoldMetadata,
  type MediaType,
  parseMediaType,
  rdfSyntaxOf,
} from '../model/media-type.ts';
import type { HttpHeaders, LinkField } from '../model/http.ts';
import type { Target } from '../model/target.ts';

/**
 * How much of a body to download, by the headers of its response:
 * - `nothing`: no metadata, though the headers may lead to some;
 * - `page`: possibly metadata, of the usual size;
 * - `little`: as `page`, but a large body is probably data, and the headers lead to metadata;
 * - `list`: labelled as a list of CDIF records, which may be larger.
 */
export type WantedBody = 'nothing' | 'page' | 'little' | 'list';

interface BodyDecisionContext {
  readonly target: Target;
  /** Whether only metadata is useful, since the page itself is known. */
  readonly negotiates: boolean;
  /**
   * In bytes: a larger response that may be data, and whose headers lead elsewhere, is not
   * downloaded.
   */
  readonly maxBytes: number;
}

/** Decides from the headers how much of a body to download. */
export function decideWantedBody(
  headers: HttpHeaders,
  { target, negotiates, maxBytes }: BodyDecisionContext,
): WantedBody {
  const mediaType = parseMediaType(headers['content-type'] ?? '');
  const { labels = [] } = target;
  const profiles = mediaType.profiles.concat(labels.flatMap((label) => label.profiles));
  if (target.isList === true || findCdifLabel(profiles) === 'list') return 'list';
  if (!isUseful(mediaType, negotiates)) return 'nothing';
  if (!mayBeData(headers, target) || !leadsElsewhere(headers, target)) return 'page';
  return Number(headers['content-length']) > maxBytes ? 'nothing' : 'little';
}

function isUseful({ essence }: MediaType, negotiates: boolean): boolean {
  if (negotiates) return mayHoldMetadata(essence) && !isPageType(essence);
  return mayHoldMetadata(essence) || isVagueType(essence) || isScriptType(essence);
}

/** Whether neither the type of a response nor what led to it labels it as metadata. */
export function mayBeData(headers: HttpHeaders, { found }: Target): boolean {
  const { essence, profiles } = parseMediaType(headers['content-type'] ?? '');
  if (found.by === 'link' || found.by === 'list' || findCdifLabel(profiles) !== undefined)
    return false;
  return !isPageType(essence) && !isJsonLdType(essence) && rdfSyntaxOf(essence) === undefined;
}

/** Whether the headers of a response lead to metadata of the target elsewhere. */
function leadsElsewhere({ link: text = '' }: HttpHeaders, { url }: Target): boolean {
  if (text === '') return false;
  // The final URL does not matter here.
  const finalUrl = 'http://resource.invalid/';
  const names = new Set([finalUrl, url]);
  return leadToMetadata([{ url: finalUrl, text }], { names, wanted: 'any' });
}

/**
 * Whether `Link` headers lead from a resource to its metadata.
 * @param names the URLs of the resource
 * @param wanted whether only links labelled as CDIF count
 */
export function leadToMetadata(
  fields: readonly LinkField[],
  { names, wanted }: { readonly names: ReadonlySet<string>; readonly wanted: 'any' | 'labelled' },
): boolean {
  const own = fields
    .flatMap(({ url, text }) => parseLinkField(text, url).links)
    .filter(({ context, target }) => names.has(context) && !names.has(target));
  if (wanted === 'any' && own.some(({ rel }) => rel === 'linkset')) return true;
  return followableLinks(own).some(
    ({ profiles }) => wanted === 'any' || findCdifLabel(profiles) === 'record',
  );
}

/**
 * Whether the first bytes of an untyped body are binary (MIME Sniffing standard, "binary data
 * byte"). UTF-16 is text; it has a byte order mark, or a zero beside each ASCII character.
 */
export function isBinaryData(start: Uint8Array): boolean {
  const [first, second, third, fourth] = start;
  const isMarked = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
  const isWide = (first === 0 && third === 0) || (second === 0 && fourth === 0);
  if (isMarked || (isWide && first !== second)) return false;
  return start.subarray(0, sniffedBytes).some((byte) => byte < 0x20 && !textControls.has(byte));
}

const sniffedBytes = 1445;
/** Tab, line and form feeds, and escape, which some encodings use. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);
