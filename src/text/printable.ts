const control = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text of strangers for one line of a terminal: control characters, which could act there, become U+FFFD. */
export function printable(text: string): string {
  return text.replaceAll(control, '\u{FFFD}');
}

/** The same for a text of several lines. */
export function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => printable(line))
    .join('\n');
}
