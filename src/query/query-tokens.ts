/**
 * The parts of a SPARQL text that can hold names: keywords and other bare words, and prefixed names. Everything in which
 * such a word would mean something else is passed over: comments, IRIs, strings, variables, language tags, blank nodes.
 */
export interface QueryToken {
  readonly kind: 'word' | 'prefixed';
  readonly text: string;
  /** Where it begins, in UTF-16 code units from 0. */
  readonly at: number;
}

// SPARQL 1.1 §19.8, productions 139 (IRIREF), 140 and 141 (prefixed names), 142, 143, 145; names are taken a little wider,
// which is as good here: what is no name in SPARQL either is refused by the engine.
const name = String.raw`[\p{L}\p{M}\p{N}_\-\u{B7}\u{203F}\u{2040}]`;
const pattern = new RegExp(
  [
    String.raw`\s+`,
    String.raw`#[^\n\r]*`,
    String.raw`<[^<>"{}|^\x60\\\u{0}-\u{20}]*>`,
    String.raw`[?$]${name}+`,
    String.raw`@[A-Za-z][A-Za-z\d\-]*`,
    String.raw`_:(?:${name}|\.)+`,
    // The colon tells a prefixed name from words with dots between them. Both begin alike, and are read once.
    String.raw`(?<start>\p{L}(?:${name}|\.)*)?(?<local>:(?:${name}|[.:%]|\\[^\s])*)?`,
  ].join('|'),
  'uy',
);

export function* queryTokens(text: string): Generator<QueryToken> {
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") {
      at = endOfString(text, at, character);
      continue;
    }
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const { start = '', local } = match?.groups ?? {};
    if (local === undefined) yield* words(start, at);
    else yield { kind: 'prefixed', text: start + local, at };
    // Where nothing matches stand punctuation and operators, of which `<` is one where no IRI begins.
    at += Math.max(1, match?.[0].length ?? 0);
  }
}

function* words(text: string, start: number): Generator<QueryToken> {
  let at = start;
  for (const word of text.split('.')) {
    if (word !== '') yield { kind: 'word', text: word, at };
    at += word.length + 1;
  }
}

/** @returns where the string that begins at `start` is over: behind its last quote, or at the end of the text */
function endOfString(text: string, start: number, quote: string): number {
  const long = text.startsWith(quote.repeat(3), start);
  const end = long ? quote.repeat(3) : quote;
  let at = start + end.length;
  while (at < text.length && !text.startsWith(end, at)) at += text[at] === '\\' ? 2 : 1;
  return at + end.length;
}
