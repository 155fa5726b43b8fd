import { Parser } from 'htmlparser2';
import { memoize } from '../../text/collections.ts';
import { replaceLoneSurrogates } from '../../text/clean-text.ts';

/** Inline tags of HTML, which do not separate words. */
const inlineTags = splitNames(`
  a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q rp rt ruby s
  samp small span strike strong sub sup time tt u var wbr`);
/** Block tags, which separate words. */
const blockTags: ReadonlySet<string> = new Set(
  splitNames(`
    address article aside audio blockquote body br button canvas caption center col colgroup dd
    details div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head
    header hr html iframe img input label legend li link main menu meta nav noscript object ol
    optgroup option p picture pre script section select source style summary svg table tbody td
    textarea tfoot th thead title tr ul video`),
);
const tags: ReadonlySet<string> = new Set([...inlineTags, ...blockTags]);

/** A possible tag. It ends before the next `<`, so that matching stays linear. */
const tag = /<\/?([a-z][a-z\d]*)((?:\s[^<>]*)?\/?)>/giu;
/** Content that is not displayed. */
const hiddenSpans = [
  [/<!--/gu, /-->/gu],
  [/<script(?:\s[^<>]*)?>/giu, /<\/script\s*>/giu],
  [/<style(?:\s[^<>]*)?>/giu, /<\/style\s*>/giu],
] as const;
/** A character reference with its semicolon; without it, `&copy` may be a URL parameter. */
const reference = /&(?:#\d{1,8}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/giu;

/** Markup may be encoded twice. */
const maxDecodings = 2;

const blanks = /[\s\p{Cc}]+/gu;
/**
 * Invisible characters: soft hyphens, zero-width spaces, byte order and direction marks. Joiners
 * shape letters and are kept.
 */
const invisibleCharacters =
  /[\u{AD}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}]+/gu;
/** Quick test: most texts have none of these and are plain already. */
const notPlain =
  /[<&\p{Cc}\p{Cs}\u{AD}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}]|[^\S ]| {2}/u;

/**
 * The displayed text: HTML tags removed, block tags replaced by blanks, character references
 * decoded (twice if encoded twice), white space and control characters collapsed. Text that only
 * looks like a tag (`a < b`, `<5 mm`, `<station>`) is kept. Linear time.
 */
export function plainText(text: string): string {
  const trimmed = text.trim();
  if (!notPlain.test(trimmed)) return trimmed;
  let plain = text;
  if (plain.includes('<')) plain = removeTags(plain);
  for (let round = 0; round < maxDecodings && plain.includes('&'); round += 1) {
    const resolved = plain.replaceAll(reference, decodeReference);
    if (resolved === plain) break;
    plain = removeTags(resolved);
  }
  return replaceLoneSurrogates(
    plain.replaceAll(invisibleCharacters, '').replaceAll(blanks, ' ').trim(),
  );
}

function removeTags(text: string): string {
  if (!text.includes('<')) return text;
  const shown = hiddenSpans.reduce((rest, [start, end]) => removeSpans(rest, start, end), text);
  return shown.replaceAll(tag, (whole, written: string, attributes: string) => {
    const name = written.toLowerCase();
    if (!isTag(name, attributes)) return whole;
    return blockTags.has(name) ? ' ' : '';
  });
}

/**
 * Replaces everything from a start to the next end by a blank; without an end nothing is removed.
 */
function removeSpans(text: string, start: RegExp, end: RegExp): string {
  let kept = '';
  let at = 0;
  for (const { index, 0: opening } of text.matchAll(start)) {
    if (index < at) continue;
    end.lastIndex = index + opening.length;
    const closing = end.exec(text);
    if (closing === null) break;
    kept += `${text.slice(at, index)} `;
    at = end.lastIndex;
  }
  return kept + text.slice(at);
}

/**
 * In `x <a and b> y`, `<a` is no tag: a tag name is followed by nothing, or by an attribute with a
 * value.
 */
function isTag(name: string, attributes: string): boolean {
  return tags.has(name) && (/^\s*\/?$/u.test(attributes) || attributes.includes('='));
}

/** Decodes a character reference by the rules of HTML; unknown ones are kept. */
const decodeReference = memoize((text) => {
  let resolved = '';
  const parser = new Parser(
    { ontext: (part) => void (resolved += part) },
    { decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  return resolved;
});

function splitNames(list: string): readonly string[] {
  return list.trim().split(/\s+/u);
}
