import {
  arrayIndex,
  type JsonNode,
  JsonTree,
  parseJsonTree,
  pointerTokens,
  type TextSpan,
} from './json-positions.ts';
import type { JsonValue } from './json.ts';

/** An operation of a JSON Patch (RFC 6902 §4), as far as remedies use them. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move'; readonly from: string; readonly path: string };

/**
 * Applies a JSON Patch (RFC 6902) to the text of a document. All other text stays as it is; what is
 * added is indented and spaced as its surroundings. A member that is moved within its object keeps
 * its place among the others.
 * @returns undefined where the text is not JSON or an operation does not apply (RFC 6902 §5)
 */
export function applyJsonPatch(
  json: string,
  operations: readonly PatchOperation[],
): string | undefined {
  let text = PatchableText.read(json);
  for (const operation of operations) text &&= applyOperation(text, operation);
  return text?.json;
}

function applyOperation(text: PatchableText, operation: PatchOperation): PatchableText | undefined {
  const path = pointerTokens(operation.path);
  if (path === undefined) return undefined;
  switch (operation.op) {
    case 'add':
      return text.add(path, ({ indent, isInline }) =>
        text.write(operation.value, { indent, isInline }),
      );
    case 'replace':
      return text.tree.find(path) && text.replace(path, operation.value);
    case 'remove':
      return text.remove(path);
    case 'move': {
      const from = pointerTokens(operation.from);
      return from && moveValue(text, from, path);
    }
  }
}

function moveValue(
  text: PatchableText,
  from: readonly string[],
  path: readonly string[],
): PatchableText | undefined {
  const node = text.tree.find(from);
  if (node === undefined) return undefined;
  const isWithin = from.every((token, depth) => path[depth] === token);
  // A value cannot be moved into itself (RFC 6902 §4.4).
  if (isWithin) return from.length === path.length ? text : undefined;
  if (node.key !== undefined && isSibling(from, path)) {
    return text.rename(from, path.at(-1) ?? '');
  }
  return text.remove(from)?.add(path, (layout) => text.copy(node, layout));
}

function isSibling(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.slice(0, -1).every((token, at) => other[at] === token);
}

/** How to write a value at a place. */
interface Layout {
  /** The blanks at the beginning of its first line. */
  readonly indent: string;
  /** Whether its container stands on one line. */
  readonly isInline: boolean;
}

/** How a text is laid out. */
interface Style {
  readonly lineEnd: string;
  /** One level of indentation; undefined for a text on one line. */
  readonly indentation: string | undefined;
  /** Whether colons and commas have a blank behind them. */
  readonly isSpaced: boolean;
}

/** A JSON text with its tree. Each change gives another one. */
class PatchableText {
  readonly json: string;
  readonly tree: JsonTree;
  /** That of the text before all changes. */
  readonly #style: Style;

  private constructor(json: string, root: JsonNode, style: Style) {
    this.json = json;
    this.tree = new JsonTree(json, root);
    this.#style = style;
  }

  /** Undefined where the text is not JSON. */
  static read(json: string): PatchableText | undefined {
    const root = parseJsonTree(json);
    return root && new PatchableText(json, root, readStyle(json, root));
  }

  add(path: readonly string[], write: (layout: Layout) => string): PatchableText | undefined {
    const { root } = this.tree;
    const name = path.at(-1);
    if (name === undefined) return this.#splice(root, write({ indent: '', isInline: false }));
    const holder = this.tree.find(path.slice(0, -1));
    if (holder === undefined || holder.kind === 'scalar') return undefined;
    if (holder.kind === 'array') return this.#insertItem(holder, name, write);
    const present = this.tree.child(holder, name);
    if (present !== undefined) return this.#splice(present, write(this.#layoutOf(holder)));
    const colon = this.#colonIn(holder);
    const at = holder.children.length;
    return this.#insert(holder, at, (layout) => `${JSON.stringify(name)}${colon}${write(layout)}`);
  }

  replace(path: readonly string[], value: JsonValue): PatchableText | undefined {
    const node = this.tree.find(path);
    const holder = path.length === 0 ? undefined : this.tree.find(path.slice(0, -1));
    const layout = holder === undefined ? { indent: '', isInline: false } : this.#layoutOf(holder);
    return node && this.#splice(node, this.write(value, layout));
  }

  remove(path: readonly string[]): PatchableText | undefined {
    const node = this.tree.find(path);
    const holder = path.length === 0 ? undefined : this.tree.find(path.slice(0, -1));
    if (node === undefined || holder === undefined) return undefined;
    const name = this.tree.nameOf(node);
    const isRemoved = (each: JsonNode): boolean =>
      // An earlier member of the same name would count then.
      each === node || (name !== undefined && this.tree.nameOf(each) === name);
    return this.#removeChildren(holder, isRemoved);
  }

  /** Renames a member; replaces members that have the name already. */
  rename(path: readonly string[], name: string): PatchableText | undefined {
    const node = this.tree.find(path);
    const holder = this.tree.find(path.slice(0, -1));
    if (node?.key === undefined || holder === undefined) return undefined;
    const before = this.tree.nameOf(node);
    const text = this.#splice(node.key, JSON.stringify(name));
    const index = holder.children.indexOf(node);
    const renamedHolder = text.tree.find(path.slice(0, -1));
    const isRemoved = (each: JsonNode, at: number): boolean => {
      const own = text.tree.nameOf(each);
      return at !== index && (own === name || own === before);
    };
    return renamedHolder && text.#removeChildren(renamedHolder, isRemoved);
  }

  /** Writes a value. */
  write(value: JsonValue, { indent, isInline }: Layout): string {
    if (this.#style.indentation !== undefined && !isInline) {
      const written = JSON.stringify(value, undefined, this.#style.indentation);
      return written.replaceAll('\n', this.#style.lineEnd + indent);
    }
    if (!this.#style.isSpaced) return JSON.stringify(value);
    // No string of JSON has a line end.
    const lines = JSON.stringify(value, undefined, 1).split('\n');
    return lines.map((line, at) => inlineLine(line.trimStart(), lines[at + 1])).join('');
  }

  /** The text of a value for another place, with its lines indented for it. */
  copy(node: JsonNode, { indent, isInline }: Layout): string {
    const written = this.json.slice(node.start, node.end);
    const before = indentAt(this.json, node.key?.start ?? node.start);
    const [first = '', ...lines] = written.split(/\r\n?|\n/u);
    if (isInline) return [first, ...lines.map((line) => line.trimStart())].join(' ');
    const moved = lines.map((line) =>
      line.startsWith(before) ? indent + line.slice(before.length) : line,
    );
    return [first, ...moved].join(this.#style.lineEnd);
  }

  #insertItem(
    array: JsonNode,
    token: string,
    write: (layout: Layout) => string,
  ): PatchableText | undefined {
    const { length } = array.children;
    const index = token === '-' ? length : arrayIndex(token);
    return index === undefined || index > length ? undefined : this.#insert(array, index, write);
  }

  /** Inserts a child before that with the index. */
  #insert(holder: JsonNode, index: number, write: (layout: Layout) => string): PatchableText {
    const layout = this.#layoutOf(holder);
    const text = write(layout);
    const { children } = holder;
    const gap = this.#gapIn(holder, layout);
    if (children.length === 0) {
      const inner = { start: holder.start + 1, end: holder.end - 1 };
      const end = layout.isInline ? '' : this.#style.lineEnd + indentAt(this.json, holder.start);
      return this.#splice(inner, (layout.isInline ? '' : gap) + text + end);
    }
    const next = children[index];
    if (next !== undefined) return this.#splice(emptySpan(startOf(next)), `${text},${gap}`);
    return this.#splice(emptySpan(children.at(-1)?.end ?? holder.end), `,${gap}${text}`);
  }

  /** Removes some children of a container, with their commas. */
  #removeChildren(
    holder: JsonNode,
    isRemoved: (child: JsonNode, index: number) => boolean,
  ): PatchableText {
    const { children } = holder;
    const kept = children.filter((child, index) => !isRemoved(child, index));
    if (kept.length === 0)
      return this.#splice({ start: holder.start + 1, end: holder.end - 1 }, '');
    let written = '';
    let isFirst = true;
    for (const [index, child] of children.entries()) {
      if (isRemoved(child, index)) continue;
      // What stands between a child and the one before it goes with the child, if it has one.
      const first = isFirst ? children[0] : undefined;
      const from = first === undefined ? (children[index - 1]?.end ?? 0) : holder.start + 1;
      const gapEnd = first === undefined ? startOf(child) : startOf(first);
      written += this.json.slice(from, gapEnd) + this.json.slice(startOf(child), child.end);
      isFirst = false;
    }
    const inner = { start: holder.start + 1, end: children.at(-1)?.end ?? holder.end - 1 };
    return this.#splice(inner, written);
  }

  #layoutOf(holder: JsonNode): Layout {
    const [child] = holder.children;
    if (child === undefined) {
      const indent = indentAt(this.json, holder.start) + (this.#style.indentation ?? '');
      return { indent, isInline: this.#style.indentation === undefined };
    }
    const isInline = !hasLineEnd(this.json, holder.start, startOf(child));
    return { indent: indentAt(this.json, startOf(child)), isInline };
  }

  /** The blanks between the children of a container, or before the first. */
  #gapIn({ start, children }: JsonNode, { indent, isInline }: Layout): string {
    const [first, second] = children;
    if (first !== undefined && second !== undefined) {
      const comma = this.json.indexOf(',', first.end);
      return this.json.slice(comma + 1, startOf(second));
    }
    if (isInline) return this.#style.isSpaced ? ' ' : '';
    return first === undefined
      ? this.#style.lineEnd + indent
      : this.json.slice(start + 1, startOf(first));
  }

  #colonIn({ children }: JsonNode): string {
    const last = children.at(-1);
    if (last?.key === undefined || hasLineEnd(this.json, last.key.end, last.start)) {
      return this.#style.isSpaced ? ': ' : ':';
    }
    return this.json.slice(last.key.end, last.start);
  }

  /** Replaces a part by text that leaves valid JSON. */
  #splice({ start, end }: TextSpan, text: string): PatchableText {
    const json = this.json.slice(0, start) + text + this.json.slice(end);
    const root = parseJsonTree(json);
    if (root === undefined) throw new TypeError('a patch made invalid JSON');
    return new PatchableText(json, root, this.#style);
  }
}

function readStyle(json: string, root: JsonNode): Style {
  return {
    lineEnd: json.includes('\r\n') ? '\r\n' : '\n',
    indentation: findIndentation(json, root),
    isSpaced: hasSpaces(json, root),
  };
}

/** By the first child that begins a line and is indented. */
function findIndentation(json: string, root: JsonNode): string | undefined {
  let found: string | undefined;
  for (let node: JsonNode | undefined = root; node !== undefined; [node] = node.children) {
    const [child] = node.children;
    if (child === undefined || !hasLineEnd(json, node.start, startOf(child))) continue;
    const [outer, inner] = [indentAt(json, node.start), indentAt(json, startOf(child))];
    if (inner.length > outer.length) return inner.slice(outer.length);
    found = '';
  }
  return found;
}

/** By the first name; texts without names are taken to have blanks. */
function hasSpaces(json: string, root: JsonNode): boolean {
  for (let node: JsonNode | undefined = root; node !== undefined; [node] = node.children) {
    if (node.key !== undefined) return !json.slice(node.key.end, node.start).endsWith(':');
  }
  return true;
}

function hasLineEnd(json: string, start: number, end: number): boolean {
  return /[\r\n]/u.test(json.slice(start, end));
}

/** The blanks at the beginning of the line of an offset. */
function indentAt(json: string, offset: number): string {
  const before = json.slice(0, offset);
  const start = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  const [blanks = ''] = /^[ \t]*/u.exec(before.slice(start)) ?? [];
  return blanks;
}

function emptySpan(offset: number): TextSpan {
  return { start: offset, end: offset };
}

/** Where a child begins: with its name, if it has one. */
function startOf({ key, start }: JsonNode): number {
  return key?.start ?? start;
}

/** A line of indented JSON for a text on one line; the blank after a comma stays. */
function inlineLine(line: string, next: string | undefined): string {
  return line.endsWith(',') && next !== undefined ? `${line} ` : line;
}
