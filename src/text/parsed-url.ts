/**
 * A URL as WHATWG parses it.
 * @param base what a relative one is resolved against
 * @returns undefined where it is none. `URL.canParse` is no help to tell: in Node 20 it denies hosts like `bücher.example`
 *   once it has been called some thousand times.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
