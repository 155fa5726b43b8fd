import type { Response } from 'undici';
import { isPageType, parseMediaType } from '../../model/media-type.ts';
import { isObject, type JsonValue, parseJson } from '../../text/json.ts';
import { brokenFault } from './store-fault.ts';

/** The media type of a response, without parameters; empty if it has none. */
export function responseType({ headers }: Response): string {
  return parseMediaType(headers.get('content-type') ?? '').essence;
}

/**
 * Reads a body as UTF-8 up to a limit in decoded bytes; the rest is not read.
 * @throws {StoreFault} where it breaks off
 */
export async function readBodyText(
  response: Response,
  maxBytes: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of bodyChunks(response)) {
    bytes += chunk.length;
    if (bytes > maxBytes) return { text: parts.join('') + decoder.decode(), isWhole: false };
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  return { text: parts.join('') + decoder.decode(), isWhole: true };
}

/** The bytes of a body. @throws {StoreFault} where it breaks off */
export async function* bodyChunks({ body, url }: Response): AsyncGenerator<Uint8Array> {
  try {
    // The Fetch Standard: a body is a stream of Uint8Array.
    yield* (body ?? []) as AsyncIterable<Uint8Array> | readonly Uint8Array[];
  } catch (error) {
    throw brokenFault(new URL(url), error);
  }
}

/** What a response says about a refusal. */
export interface Explanation {
  /** A few lines for people; empty if it says nothing. */
  readonly detail: string;
  /** The place in the text of a query. */
  readonly place?: { readonly line: number; readonly column: number };
}

/** The limit of a text that explains a refusal; the rest is not read. */
const maxExplanationBytes = 65_536;
/** Lines and characters that are shown of a text; many end in a stack trace. */
const explanationLines = 8;
const explanationCharacters = 600;

/**
 * Reads the explanation in a response: a text, or JSON such as a problem (RFC 9457), which has
 * `line` and `column` from `cdif-graph serve`. Of pages only Virtuoso's `<xmp>` is read.
 */
export async function readExplanation(response: Response): Promise<Explanation> {
  const { text } = await readBodyText(response, maxExplanationBytes).catch(() => ({ text: '' }));
  if (isPageType(responseType(response))) return { detail: shorten(textInXmp(text)) };
  const json = parseJson(text);
  if (!isObject(json)) return { detail: shorten(text) };
  const { detail, message, exception, error, title, line, column } = json;
  const words = [detail, message, exception, error, title].find(isText) ?? '';
  const place = isCount(line) && isCount(column) ? { line, column } : undefined;
  return { detail: shorten(words), ...(place && { place }) };
}

function textInXmp(page: string): string {
  const [, behind = ''] = page.split('<xmp>', 2);
  return behind.split('</xmp>', 1)[0] ?? '';
}

/** Virtuoso repeats what was sent behind its message. */
const repeatedQuery = /^SPARQL query:/mu;

function shorten(text: string): string {
  const [message = ''] = text.split(repeatedQuery, 1);
  const lines = message.split(/\r?\n|\r/u).filter((line) => !/^\s*(?:at\s.*)?$/u.test(line));
  const kept = lines.slice(0, explanationLines).join('\n').trim();
  return kept.length > explanationCharacters ? `${kept.slice(0, explanationCharacters)}…` : kept;
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
