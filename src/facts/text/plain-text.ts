import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { remembered } from '../../text/remembered.ts';
import { wellFormed } from '../../text/well-formed.ts';

/** The tags of HTML between which text goes on without a blank. */
const inlineTags = namesIn(`
  a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q rp rt ruby s samp small span strike
  strong sub sup time tt u var wbr`);
/** Those that begin something new. */
const blockTags: ReadonlySet<string> = new Set(
  namesIn(`
    address article aside audio blockquote body br button canvas caption center col colgroup dd details div dl dt fieldset
    figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe img input label legend li
    link main menu meta nav noscript object ol optgroup option p picture pre script section select source style summary
    svg table tbody td textarea tfoot th thead title tr ul video`),
);
const tags: ReadonlySet<string> = new Set([...inlineTags, ...blockTags]);

/** What may be a tag. It ends before the next begins, so that a text of many beginnings is read once. */
const tag = /<\/?([a-z][a-z\d]*)((?:\s[^<>]*)?\/?)>/giu;
/** What is between these is not for readers. */
const hidden = [
  [/<!--/gu, /-->/gu],
  [/<script(?:\s[^<>]*)?>/giu, /<\/script\s*>/giu],
  [/<style(?:\s[^<>]*)?>/giu, /<\/style\s*>/giu],
] as const;
/** A character reference with its semicolon: without it `&copy` may be a parameter of a URL. */
const reference = /&(?:#\d{1,8}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/giu;

/** Markup that was encoded, perhaps with all else a second time. */
const maxDecodings = 2;

function ignore(): void {
  // A reference has no tags.
}

const unheard: TokenizerCallbacks = {
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};

const blanks = /[\s\p{Cc}]+/gu;
/** What is not seen: soft hyphens, blanks of no width, marks of byte order and direction. Joiners shape letters and stay. */
const unseen = /[\u{AD}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}]+/gu;
/** What most texts have nothing of, so that they are plain as they are. */
const changing =
  /[<&\p{Cc}\p{Cs}\u{AD}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}]|[^\S ]| {2}/u;

/**
 * The text that somebody reads: without tags of HTML, with a blank for those that begin a block, character references
 * resolved (and once more where they were encoded twice), one blank for white space and control characters of any number,
 * none around. What only looks like a tag (`a < b`, `<5 mm`, `<station>`) stays. Takes time linear in the length.
 */
export function plainText(text: string): string {
  const trimmed = text.trim();
  if (!changing.test(trimmed)) return trimmed;
  let plain = text;
  if (plain.includes('<')) plain = withoutTags(plain);
  for (let round = 0; round < maxDecodings && plain.includes('&'); round += 1) {
    const resolved = plain.replaceAll(reference, resolve);
    if (resolved === plain) break;
    plain = withoutTags(resolved);
  }
  return wellFormed(plain.replaceAll(unseen, '').replaceAll(blanks, ' ').trim());
}

function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  const shown = hidden.reduce((rest, [start, end]) => withoutSpans(rest, start, end), text);
  return shown.replaceAll(tag, (whole, name: string, attributes: string) =>
    isTag(name.toLowerCase(), attributes) ? standIn(name.toLowerCase()) : whole,
  );
}

/** The text with a blank for all from a start to the next end; what has no end hides nothing. */
function withoutSpans(text: string, start: RegExp, end: RegExp): string {
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

/** `x <a and b> y` compares: behind the name of a tag is nothing, or an attribute with a value. */
function isTag(name: string, attributes: string): boolean {
  return tags.has(name) && (/^\s*\/?$/u.test(attributes) || attributes.includes('='));
}

function standIn(name: string): string {
  return blockTags.has(name) ? ' ' : '';
}

/** The character a reference stands for by HTML's rules, or the reference where it stands for none. */
const resolve = remembered((text) => {
  let resolved = '';
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...unheard,
      ontext: (start, end) => void (resolved += text.slice(start, end)),
      ontextentity: (codePoint) => void (resolved += String.fromCodePoint(codePoint)),
    },
  );
  tokenizer.write(text);
  tokenizer.end();
  return resolved;
});

function namesIn(list: string): readonly string[] {
  return list.trim().split(/\s+/u);
}
