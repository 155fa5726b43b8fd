import type { Document, ErrorCode, YAMLError } from 'yaml';
import type { Position } from '../model/problem.ts';
import type { ConfigMistake } from './fault.ts';

/** What a text is as YAML. */
interface YamlVerdict {
  readonly mistakes: readonly ConfigMistake[];
  /** Whether the structure is sure enough to look for mistakes in what the text says. */
  readonly isReadable: boolean;
}

const remedies: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_DIRECTIVE: 'remove the directive',
  BAD_SCALAR_START: 'put the value in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'put each key on a line of its own, and text with ": " in quotes',
  DUPLICATE_KEY: 'keep one of them',
  MISSING_CHAR: 'close the quote or bracket',
  MULTILINE_IMPLICIT_KEY: 'check the indentation, and put a ":" after each key',
  MULTIPLE_DOCS: 'keep one document and remove the line ---',
  TAB_AS_INDENT: 'indent with blanks',
  TAG_RESOLVE_FAILED: 'remove the tag',
};

/** Where the parser's own words are those of a programmer. */
const descriptions: Readonly<Partial<Record<ErrorCode, string>>> = {
  DUPLICATE_KEY: 'the same key is given twice',
  MULTIPLE_DOCS: 'a second document begins here',
};

/**
 * Says what is wrong with a text as YAML. One mistake a line, since a parser that has lost the thread finds many; what
 * it only warns of counts, too, because then the text does not mean what its author thinks.
 */
export function syntaxMistakes(
  document: Document,
  text: string,
  positionAt: (offset: number) => Position,
): YamlVerdict {
  const mistakes = new Map<number, ConfigMistake>();
  for (const error of [...document.errors, ...document.warnings]) {
    const position = positionAt(error.pos[0]);
    if (mistakes.has(position.line)) continue;
    const what = descriptions[error.code] ?? `this is not valid YAML (${error.message})`;
    mistakes.set(position.line, { position, key: '', what, remedy: remedyOf(error, text) });
  }
  const isReadable = document.errors.every(({ code }) => code === 'DUPLICATE_KEY');
  return { mistakes: [...mistakes.values()], isReadable };
}

/** A text that nests deeper than is read. */
export function tooManyLevels(position: Position): ConfigMistake & { readonly position: Position } {
  return { position, key: '', what: 'too many levels', remedy: 'nest less deeply' };
}

function remedyOf({ code, pos }: YAMLError, text: string): string {
  const known = remedies[code];
  if (known !== undefined) return known;
  // `{ token: ${TOKEN} }` looks right, but its braces are YAML's.
  const lineStart = text.lastIndexOf('\n', pos[0] - 1) + 1;
  const isVariable = text.slice(lineStart, pos[0] + 1).includes('${');
  return isVariable ? 'put "${NAME}" in quotes inside { } and [ ]' : 'correct it here';
}
