const control = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Replaces control characters, which could act on a terminal, with U+FFFD; for one line. */
export function escapeControls(text: string): string {
  return text.replaceAll(control, '\u{FFFD}');
}

/** As `escapeControls`, but keeps line feeds. */
export function escapeControlsInLines(text: string): string {
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\u{FFFD}');
}

/**
 * Characters that can act on a terminal (control and format characters, lone surrogates,
 * separators), except line ends, tabs, and joiners and soft hyphens, which only shape text.
 */
const acting = /\r(?!\n)|(?![\n\r\t\u{AD}\u{200C}\u{200D}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Escapes characters that could act on a terminal, in the notation of JSON, Turtle and N-Quads. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(acting, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return character.length > 1 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** Matches most texts, much faster than `acting`. */
const plain = /^[\t\n -~]*$/;

/** Escapes the same characters in a JSON text, since JSON escapes only those below U+0020. */
export function escapeInvisibleJson(json: string): string {
  if (plain.test(json)) return json;
  return json.replaceAll(acting, (characters) =>
    Array.from({ length: characters.length }, (_, index) => {
      const unit = characters.charCodeAt(index).toString(16).toUpperCase();
      return `\\u${unit.padStart(4, '0')}`;
    }).join(''),
  );
}
