/** A text in one line, without what turns the direction of the text behind it. */
export function inOneLine(text: string): string {
  return text
    .replaceAll(/[\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}
