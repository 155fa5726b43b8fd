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

/** Created on first use, since that takes some time. */
let segmenter: Intl.Segmenter | undefined;
const asciiOnly = /^[\u{20}-\u{7E}]*$/u;

// UAX #11, the classes W and F, by blocks.
const wide =
  /[\u{1100}-\u{115F}\u{2E80}-\u{303E}\u{3041}-\u{A4CF}\u{A960}-\u{A97F}\u{AC00}-\u{D7A3}\u{F900}-\u{FAFF}\u{FE10}-\u{FE19}\u{FE30}-\u{FE6F}\u{FF00}-\u{FF60}\u{FFE0}-\u{FFE6}\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
const invisible = /^[\p{M}\p{Cf}]+$/u;

// Characters that can move the cursor, start an escape sequence, or turn the direction of text; not
// joiners, which shape scripts and emoji, and soft hyphens.
const actingInLine = /(?![\u{AD}\u{200C}\u{200D}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const escapes: ReadonlyMap<string, string> = new Map([
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
]);

/** Makes characters visible that could act on a terminal. */
export function terminalText(text: string): string {
  return asciiOnly.test(text) ? text : text.replaceAll(actingInLine, escape);
}

/** The width of a printable text in columns of a terminal. */
export function textWidth(text: string): number {
  if (asciiOnly.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes(text)) width += graphemeWidth(segment);
  return width;
}

/** Cuts a printable text to `width` columns, with an ellipsis where it was longer. */
export function cutToWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let left = width - 1;
  for (const { segment } of graphemes(text)) {
    left -= graphemeWidth(segment);
    if (left < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}

function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

function graphemeWidth(segment: string): number {
  if (invisible.test(segment)) return 0;
  return wide.test(segment) ? 2 : 1;
}

function escape(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return escapes.get(character) ?? `\\u{${code}}`;
}
