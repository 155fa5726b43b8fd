import { ResourceError, type HttpHeaders } from '../model/http.ts';

/**
 * The length in bytes, as sent, of a 206 whose range is the whole resource (RFC 9110 §15.3.7);
 * undefined where it is a part, or may be one.
 */
export function lengthOfWhole(headers: HttpHeaders): number | undefined {
  const { 'content-range': range = '' } = headers;
  if (isSeveral(headers)) return undefined;
  const [, last, total] = /^\s*bytes\s+0-(\d+)\/(\d+)\s*$/iu.exec(range) ?? [];
  const length = Number(total);
  return last !== undefined && Number(last) + 1 === length ? length : undefined;
}

/** The error of a server that sent a part of the requested resource. */
export function partialContent(url: string, headers: HttpHeaders): ResourceError {
  return new ResourceError({ kind: 'partial-content', url, ...rangeOf(headers) });
}

/**
 * Passes on a body whose range claims the whole resource.
 * @throws {ResourceError} `partial-content` at its end where the length differs; whatever the
 * source throws
 */
export async function* ofLength(
  source: AsyncIterable<Uint8Array>,
  length: number,
  { url, headers }: { readonly url: string; readonly headers: HttpHeaders },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    yield piece;
  }
  if (bytes === length) return;
  throw new ResourceError({ kind: 'partial-content', url, ...rangeOf(headers), bytes });
}

/** As the server names it; the type of the answer where it holds several ranges. */
function rangeOf(headers: HttpHeaders): { readonly range?: string } {
  const { 'content-range': range, 'content-type': type } = headers;
  if (isSeveral(headers)) return { range: type ?? '' };
  return range === undefined ? {} : { range };
}

function isSeveral({ 'content-type': type = '' }: HttpHeaders): boolean {
  return /^\s*multipart\/byteranges\b/iu.test(type);
}
