/**
 * Parses a URL (WHATWG). `URL.canParse` is not used, since in Node 20 it rejects hosts such as
 * `bücher.example` after some thousand calls.
 * @param base the base of relative URLs
 * @returns undefined for an invalid URL
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
