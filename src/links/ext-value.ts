/** RFC 8187 §3.2.1. Its charsets are UTF-8 and, of RFC 5987 before it, ISO-8859-1. */
const extValue = /^(utf-8|iso-8859-1)'[^']*'(.*)$/isu;
const encoded = /%([\dA-Fa-f]{2})/gu;
const encodesNothing = /%(?![\dA-Fa-f]{2})/u;

/**
 * The text of an extended value: `UTF-8'de'B%C3%B6den`. Its language is left out.
 * @returns undefined where it is none: another charset, which nobody need know; bytes that the charset does not have
 */
export function decodeExtValue(value: string): string | undefined {
  const [, charset, text] = extValue.exec(value.trim()) ?? [];
  if (charset === undefined || text === undefined || encodesNothing.test(text)) return undefined;
  if (charset.toLowerCase() === 'utf-8') return decodeUtf8(text);
  return text.replaceAll(encoded, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function decodeUtf8(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
