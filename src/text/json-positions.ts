import {
  beginsValue,
  blanksEnd,
  type Brackets,
  type Expectation,
  readToken,
} from './json-grammar.ts';
import { isObject, type JsonValue } from './json.ts';
import { createPartFinder, type Position } from './text-position.ts';

/** Appends a member name or an index to a JSON Pointer (RFC 6901 §3). */
export function appendToPointer(pointer: string, token: string | number): string {
  const text = String(token);
  const isPlain = !text.includes('~') && !text.includes('/');
  return `${pointer}/${isPlain ? text : text.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The names and indices of a JSON Pointer (RFC 6901 §4); undefined where it is none. */
export function pointerTokens(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/u.test(pointer)) return undefined;
  const tokens = pointer.slice(1).split('/');
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The pointer of the container of a value; that of the document for the document. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** The value at a JSON Pointer (RFC 6901 §4); undefined where there is none. */
export function valueAt(json: JsonValue, pointer: string): JsonValue | undefined {
  return pointerTokens(pointer)?.reduce<JsonValue | undefined>((value, token) => {
    if (Array.isArray(value)) return value[arrayIndex(token) ?? -1];
    return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
  }, json);
}

/** A part of a text: the offset of its first UTF-16 code unit, and that after its last. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A value in a JSON text. */
export interface JsonNode extends TextSpan {
  readonly kind: 'object' | 'array' | 'scalar';
  /** The name of a member, with its quotation marks. */
  readonly key: TextSpan | undefined;
  /** The members, each repeated name included, or the items, as they stand in the text. */
  readonly children: readonly JsonNode[];
}

interface OpenNode extends JsonNode {
  end: number;
  readonly children: JsonNode[];
}

/** Reads a JSON text with the offsets of its parts, at any depth; undefined where invalid. */
export function parseJsonTree(json: string): JsonNode | undefined {
  const brackets: Brackets = [];
  const open: OpenNode[] = [];
  let root: JsonNode | undefined;
  let key: TextSpan | undefined;
  let expected: Expectation = 'a value';
  for (let at = blanksEnd(json, 0); at < json.length;) {
    const isValue = beginsValue(json, at, expected);
    const step = readToken(json, at, expected, brackets);
    if ('detail' in step) return undefined;
    if (isValue) {
      const node: OpenNode = {
        kind: kindAt(json, at),
        start: at,
        end: step.next,
        key,
        children: [],
      };
      key = undefined;
      root ??= node;
      open.at(-1)?.children.push(node);
      if (node.kind !== 'scalar') open.push(node);
    } else if (step.expected === '":"') key = { start: at, end: step.next };
    else if (brackets.length < open.length) {
      const closed = open.pop();
      if (closed !== undefined) closed.end = step.next;
    }
    expected = step.expected;
    at = blanksEnd(json, step.next);
  }
  return expected === 'the end of the text' ? root : undefined;
}

function kindAt(json: string, at: number): JsonNode['kind'] {
  if (json[at] === '{') return 'object';
  return json[at] === '[' ? 'array' : 'scalar';
}

/** The index of an item of an array (RFC 6901 §4); undefined for other texts. */
export function arrayIndex(token: string): number | undefined {
  return /^(?:0|[1-9]\d{0,15})$/u.test(token) ? Number(token) : undefined;
}

/** Finds values by their pointers in one JSON text. */
export class JsonTree {
  readonly root: JsonNode;
  readonly #json: string;
  /** The last member of each name, which is the one that counts, of the objects searched so far. */
  readonly #members = new Map<JsonNode, ReadonlyMap<string, JsonNode>>();

  constructor(json: string, root: JsonNode) {
    this.#json = json;
    this.root = root;
  }

  /** The value at a pointer, given as its tokens. */
  find(tokens: readonly string[]): JsonNode | undefined {
    return this.way(tokens)[tokens.length];
  }

  /** The values that a pointer leads through, from the root, as far as there are some. */
  way(tokens: readonly string[]): readonly JsonNode[] {
    const nodes = [this.root];
    let node = this.root;
    for (const token of tokens) {
      const child = this.child(node, token);
      if (child === undefined) break;
      nodes.push(child);
      node = child;
    }
    return nodes;
  }

  /** A member or an item of a container. */
  child(node: JsonNode, token: string): JsonNode | undefined {
    if (node.kind === 'object') return this.#membersOf(node).get(token);
    const index = node.kind === 'array' ? arrayIndex(token) : undefined;
    return index === undefined ? undefined : node.children[index];
  }

  /** The name of a member. */
  nameOf({ key }: JsonNode): string | undefined {
    // The grammar was checked, so it is a string.
    return key && (JSON.parse(this.#json.slice(key.start, key.end)) as string);
  }

  #membersOf(object: JsonNode): ReadonlyMap<string, JsonNode> {
    const known = this.#members.get(object);
    if (known !== undefined) return known;
    const members = new Map(object.children.map((child) => [this.nameOf(child) ?? '', child]));
    this.#members.set(object, members);
    return members;
  }
}

/** Where a part of a JSON text stands. */
export interface JsonPosition extends Position {
  /** In UTF-16 code units. */
  readonly offset: number;
  readonly length: number;
}

/** Finds the positions of values, and of the names of members, by JSON Pointers. */
export interface JsonPositions {
  /** Undefined where the pointer leads to nothing. Of members with one name, the last counts. */
  readonly ofValue: (pointer: string) => JsonPosition | undefined;
  /** Of the name with its quotation marks; undefined also for items and the document. */
  readonly ofKey: (pointer: string) => JsonPosition | undefined;
}

/**
 * Reads the positions of a JSON text; undefined where it is invalid.
 * @param start where the text begins in its file
 */
export function readJsonPositions(
  json: string,
  start: Position = { line: 1, column: 1 },
): JsonPositions | undefined {
  const root = parseJsonTree(json);
  if (root === undefined) return undefined;
  const tree = new JsonTree(json, root);
  const positionAt = createPartFinder(json, () => start);
  const find = (pointer: string): JsonNode | undefined => {
    const tokens = pointerTokens(pointer);
    return tokens && tree.find(tokens);
  };
  const locate = (span: TextSpan | undefined): JsonPosition | undefined => {
    if (span === undefined) return undefined;
    const length = span.end - span.start;
    return { offset: span.start, length, ...positionAt(span.start) };
  };
  return {
    ofValue: (pointer) => locate(find(pointer)),
    ofKey: (pointer) => locate(find(pointer)?.key),
  };
}
