/** A text as a single line, without characters that change the text direction. */
export function inOneLine(text: string): string {
  return text
    .replaceAll(/[\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
