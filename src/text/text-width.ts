/** Created on first use, since that takes some time. */
let segmenter: Intl.Segmenter | undefined;
const plain = /^[\u{20}-\u{7E}]*$/u;

// UAX #11, the classes W and F, by blocks.
const wide =
  /[\u{1100}-\u{115F}\u{2E80}-\u{303E}\u{3041}-\u{A4CF}\u{A960}-\u{A97F}\u{AC00}-\u{D7A3}\u{F900}-\u{FAFF}\u{FE10}-\u{FE19}\u{FE30}-\u{FE6F}\u{FF00}-\u{FF60}\u{FFE0}-\u{FFE6}\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;
const invisible = /^[\p{M}\p{Cf}]+$/u;

// Characters that can move the cursor, start an escape sequence, or turn the direction of text; not
// joiners, which shape scripts and emoji, and soft hyphens.
const acting = /(?![\u{AD}\u{200C}\u{200D}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const escapes: ReadonlyMap<string, string> = new Map([
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
]);

/** Makes characters visible that could act on a terminal. */
export function terminalText(text: string): string {
  return plain.test(text) ? text : text.replaceAll(acting, escape);
}

/** The width of a printable text in columns of a terminal. */
export function textWidth(text: string): number {
  if (plain.test(text)) return text.length;
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
