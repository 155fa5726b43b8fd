/** The parts of an N-Quads literal. */
export interface LiteralTerm {
  /** Between the quotation marks, with its escapes. */
  readonly escaped: string;
  readonly language?: string;
  /** In angle brackets; absent for xsd:string. */
  readonly datatype?: string;
}

const escape = /\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|(.))/gu;

/** What the escapes of one letter stand for (N-Triples `ECHAR`); quotation marks and `\` stand for themselves. */
const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['f', '\f'],
  ['r', '\r'],
]);

/** @param term begins with a quotation mark */
export function literalParts(term: string): LiteralTerm {
  // Neither a language tag nor an IRI has a quotation mark in it, so the last one ends the text.
  const end = term.lastIndexOf('"');
  const escaped = term.slice(1, end);
  const suffix = term.slice(end + 1);
  if (suffix.startsWith('@')) return { escaped, language: suffix.slice(1) };
  if (suffix.startsWith('^^')) return { escaped, datatype: suffix.slice(2) };
  return { escaped };
}

/** The text that escapes of N-Quads stand for, in a literal or an IRI. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(escape, (_, four?: string, eight?: string, letter?: string) => {
    const code = four ?? eight;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    const character = letter ?? '';
    return shortEscapes.get(character) ?? character;
  });
}
