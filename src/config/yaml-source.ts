import {
  type Alias,
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  Parser,
  type Scalar,
  type YAMLError,
} from 'yaml';
import type { Position } from '../model/problem.ts';
import { type ConfigMistake, type KeyPath, keyText } from './config-fault.ts';

/** The value of a YAML text, and the positions of its parts. */
export interface YamlSource {
  /**
   * Plain objects, arrays and scalars; members without value are omitted. Null if the text is
   * empty, undefined if it is no YAML.
   */
  readonly value: unknown;
  /** Mistakes in the syntax and in variables. */
  readonly mistakes: readonly ConfigMistake[];
  /** The position of a value; if it is missing, of the innermost value around it. */
  positionOf(path: KeyPath): Position;
  /** The position of the last key of a path. */
  positionOfKey(path: KeyPath): Position;
  /** The names of the variables in a value. */
  variablesOf(path: KeyPath): readonly string[];
  /** A text as written, before variables are replaced; undefined where there is none. */
  textOf(path: KeyPath): string | undefined;
}

/**
 * Maximum number of values after expansion of aliases, so that a few lines of aliases to aliases do
 * not become gigabytes. A configuration has some hundred.
 */
const maxValues = 1_000_000;

/**
 * Maximum nesting of lists and maps. A configuration has six levels; some thousand overflow the
 * stack of the parser, which can end the process.
 */
const maxLevels = 100;

/** Reads YAML 1.2, and replaces environment variables in its scalars: see `substitute`. */
export function readYaml(text: string, env: Environment): YamlSource {
  const lines = new LineCounter();
  const positionAt = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const tooDeep = findTooDeep(text, lines);
  if (tooDeep !== undefined) return unreadableSource(positionAt(tooDeep));
  const document = parseDocument(text, {
    prettyErrors: false,
    resolveKnownTags: false,
    stringKeys: true,
  });
  const syntax = syntaxMistakes(document, text, positionAt);
  const reader = new NodeReader(env, positionAt);
  const value = syntax.isReadable ? reader.read(document.contents, []).value : undefined;
  return {
    value,
    mistakes: [...syntax.mistakes, ...reader.mistakes],
    positionOf: (path) => positionAt(offsetOf(nodeAt(document, path))),
    positionOfKey: (path) => positionAt(offsetOf(keyAt(document, path))),
    variablesOf: (path) => reader.variables.get(resolve(nodeAt(document, path), document)) ?? [],
    textOf: (path) => {
      const node = resolve(nodeAt(document, path), document);
      return isScalar(node) && typeof node.value === 'string' ? node.value : undefined;
    },
  };
}

/**
 * The offset of the first value that is nested too deeply; also records the starts of lines. The
 * parser does not recurse; the composer of `parseDocument` does.
 */
function findTooDeep(text: string, lines: LineCounter): number | undefined {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    const at = parser.offset;
    for (const _ of parser.next(lexeme));
    // The outermost level is the document.
    if (parser.stack.length > maxLevels + 1) return at;
  }
  return undefined;
}

/** A text that is nested too deeply at a position. */
function unreadableSource(position: Position): YamlSource {
  return {
    value: undefined,
    mistakes: [{ position, key: '', what: 'too many levels', remedy: 'nest less deeply' }],
    positionOf: () => position,
    positionOfKey: () => position,
    variablesOf: () => [],
    textOf: () => undefined,
  };
}

/**
 * A value, and the number of values in it, including itself. An unreadable value is the empty text,
 * so that its key still counts as given.
 */
interface ReadValue {
  readonly value: unknown;
  readonly size: number;
}

/** Turns nodes into values. */
class NodeReader {
  readonly mistakes: ConfigMistake[] = [];
  /** The names of variables by scalar node. */
  readonly variables = new Map<unknown, readonly string[]>();
  readonly #env: Environment;
  readonly #positionAt: (offset: number) => Position;
  readonly #anchors = new Map<string, ReadValue>();
  #size = 0;

  constructor(env: Environment, positionAt: (offset: number) => Position) {
    this.#env = env;
    this.#positionAt = positionAt;
  }

  read(node: unknown, path: KeyPath): ReadValue {
    if (isAlias(node)) return this.#readAlias(node, path);
    const read = this.#readContent(node, path);
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) {
      this.#anchors.set(node.anchor, read);
    }
    return read;
  }

  #readContent(node: unknown, path: KeyPath): ReadValue {
    this.#size += 1;
    if (isMap(node)) {
      const members = node.items.map((pair) => {
        const key = keyOf(pair);
        return [key, this.read(pair.value, [...path, key])] as const;
      });
      // A key whose options are all commented out counts as missing.
      const given = members.filter(([, read]) => read.value !== null);
      const value = Object.fromEntries(given.map(([key, read]) => [key, read.value]));
      return { value, size: sizeOf(members.map(([, read]) => read)) };
    }
    if (isSeq(node)) {
      const items = node.items.map((item, index) => this.read(item, [...path, index]));
      return { value: items.map(({ value }) => value), size: sizeOf(items) };
    }
    return { value: isScalar(node) ? this.#readScalar(node, path) : null, size: 1 };
  }

  #readScalar(node: Scalar, path: KeyPath): unknown {
    if (typeof node.value !== 'string') return node.value;
    const { text, names, unset, isBroken } = substitute(node.value, this.#env);
    if (names.length > 0) this.variables.set(node, [...new Set(names)]);
    for (const name of new Set(unset)) {
      const what = `uses the environment variable ${name}, which is not set`;
      this.#report(node, path, what, `set ${name}, or write the value here`);
    }
    if (isBroken) {
      const what = 'has a ${ without the name of a variable';
      this.#report(node, path, what, 'write ${NAME}, or $${ for these two characters');
    }
    return text;
  }

  #readAlias(node: Alias, path: KeyPath): ReadValue {
    const anchor = this.#anchors.get(node.source);
    if (anchor === undefined) {
      const what = `refers to &${node.source}, which is not complete before this place`;
      this.#report(node, path, what, 'write the value here');
      return { value: '', size: 1 };
    }
    this.#size += anchor.size;
    if (this.#size <= maxValues) return anchor;
    this.#report(node, path, 'makes the file too large', 'write out the values');
    return { value: '', size: 1 };
  }

  #report(node: Node, path: KeyPath, what: string, remedy: string): void {
    const position = this.#positionAt(offsetOf(node));
    this.mistakes.push({ position, key: keyText(path), what, remedy });
  }
}

/** The node of a path, or the innermost one around it. */
function nodeAt(document: Document, path: KeyPath): unknown {
  let node: unknown = document.contents;
  for (const step of path) {
    const next = childOf(resolve(node, document), step);
    if (next === undefined) return node;
    node = next.value ?? next.key;
  }
  return node;
}

/** The node of the last key of a path. */
function keyAt(document: Document, path: KeyPath): unknown {
  const parent = resolve(nodeAt(document, path.slice(0, -1)), document);
  return childOf(parent, path.at(-1) ?? '')?.key ?? parent;
}

function resolve(node: unknown, document: Document): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

function childOf(
  node: unknown,
  step: string | number,
): { readonly key?: unknown; readonly value: unknown } | undefined {
  if (isSeq(node)) return { value: typeof step === 'number' ? node.items[step] : undefined };
  // Of duplicate keys the last one counts.
  return isMap(node) ? node.items.findLast((pair) => keyOf(pair) === step) : undefined;
}

/** With `stringKeys` every key is a text scalar; the parser has reported other keys. */
function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}

function sizeOf(parts: readonly ReadValue[]): number {
  return parts.reduce((sum, { size }) => sum + size, 1);
}

function offsetOf(node: unknown): number {
  return isAlias(node) || isScalar(node) || isMap(node) || isSeq(node) ? (node.range?.[0] ?? 0) : 0;
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

/** Replacements for messages of the parser that only programmers understand. */
const descriptions: Readonly<Partial<Record<ErrorCode, string>>> = {
  DUPLICATE_KEY: 'the same key is given twice',
  MULTIPLE_DOCS: 'a second document begins here',
};

/**
 * The mistakes in the syntax, one a line, since errors have consequential errors; and whether the
 * structure is reliable enough to check values. Warnings count: the text does not mean what its
 * author thinks.
 */
function syntaxMistakes(
  document: Document,
  text: string,
  positionAt: (offset: number) => Position,
): { readonly mistakes: readonly ConfigMistake[]; readonly isReadable: boolean } {
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

function remedyOf({ code, pos }: YAMLError, text: string): string {
  const known = remedies[code];
  if (known !== undefined) return known;
  // `{ token: ${TOKEN} }` looks right, but YAML reads its braces as mappings.
  const lineStart = text.lastIndexOf('\n', pos[0] - 1) + 1;
  const isVariable = text.slice(lineStart, pos[0] + 1).includes('${');
  return isVariable ? 'put "${NAME}" in quotes inside { } and [ ]' : 'correct it here';
}

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A text with replaced variables. */
interface Substitution {
  /** Unset variables are replaced by nothing. */
  readonly text: string;
  /** The variables in the text. */
  readonly names: readonly string[];
  /** Of these, the unset ones. */
  readonly unset: readonly string[];
  /** Whether a `${` is not followed by a name. */
  readonly isBroken: boolean;
}

/** `$${` means the characters `${`; names are as in a shell. */
const reference = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}|\$\{/gu;

/**
 * Replaces `${NAME}` in a text by environment variables, not recursively. For parsed texts only, so
 * that no value can change the structure of a configuration.
 */
export function substitute(text: string, env: Environment): Substitution {
  const names: string[] = [];
  const unset: string[] = [];
  let isBroken = false;
  const replaced = text.replaceAll(reference, (found, name: string | undefined) => {
    if (found === '$${') return '${';
    if (name === undefined) {
      isBroken = true;
      return '';
    }
    names.push(name);
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value === undefined) unset.push(name);
    return value ?? '';
  });
  return { text: replaced, names, unset, isBroken };
}

/** The number or boolean that a text from the environment spells, else the text itself. */
export function plainValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(?:\.\d+)?$/u.test(text) ? Number(text) : text;
}
