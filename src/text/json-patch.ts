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
  const text = PatchableText.read(json);
  if (text === undefined) return undefined;
  const patching = new Patching(text);
  return operations.every((operation) => patching.apply(operation)) ? patching.end() : undefined;
}

/** A part of a text, and what takes its place. */
interface Edit extends TextSpan {
  readonly text: string;
}

/** What an operation changes. */
interface Change {
  readonly edits: readonly Edit[];
  /** The values that are replaced or removed. */
  readonly lost?: readonly JsonNode[];
  readonly holder?: HolderChange;
}

/** How the children of a container change. */
interface HolderChange {
  readonly node: JsonNode;
  /** The names and indices that lead elsewhere afterwards; undefined where all may. */
  readonly names: readonly string[] | undefined;
  /** Whether its layout changes, so that further children cannot follow it. */
  readonly isRearranged: boolean;
}

/**
 * Applies operations one after the other. Their edits are collected and made together, since each
 * time the text has to be parsed again: as long as no operation needs what an earlier one changed.
 */
class Patching {
  #text: PatchableText;
  #edits: Edit[] = [];
  /** The values with edits, and the containers around them. */
  readonly #edited = new Set<JsonNode>();
  /** The names and indices that the tree tells wrong, by container; undefined for all. */
  readonly #outdated = new Map<JsonNode, Set<string> | undefined>();
  readonly #rearranged = new Set<JsonNode>();

  constructor(text: PatchableText) {
    this.#text = text;
  }

  /** Whether the operation applies. */
  apply(operation: PatchOperation): boolean {
    const path = pointerTokens(operation.path);
    if (path === undefined) return false;
    switch (operation.op) {
      case 'add': {
        const { value } = operation;
        return this.#change([path], (text) =>
          text.add(path, (layout) => text.write(value, layout)),
        );
      }
      case 'replace':
        return this.#change([path], (text) => text.replace(path, operation.value));
      case 'remove':
        return this.#change([path], (text) => text.remove(path));
      case 'move': {
        const from = pointerTokens(operation.from);
        return from !== undefined && this.#move(from, path);
      }
    }
  }

  /** The text with all edits. */
  end(): string {
    this.#makeEdits();
    return this.#text.json;
  }

  #move(from: readonly string[], path: readonly string[]): boolean {
    const isWithin = from.every((token, depth) => path[depth] === token);
    if (!isWithin && isSibling(from, path)) {
      const name = path.at(-1) ?? '';
      if (this.#change([from, path], (text) => text.rename(from, name))) return true;
    }
    this.#makeEdits();
    const text = this.#text;
    const node = text.tree.find(from);
    if (node === undefined) return false;
    // A value cannot be moved into itself (RFC 6902 §4.4).
    if (isWithin) return from.length === path.length;
    if (!this.#change([from], () => text.remove(from))) return false;
    this.#makeEdits();
    return this.#change([path], (after) => after.add(path, (layout) => text.copy(node, layout)));
  }

  /**
   * Collects the edits of a change.
   * @param paths where it is
   * @returns false where it does not apply
   */
  #change(
    paths: readonly (readonly string[])[],
    findChange: (text: PatchableText) => Change | undefined,
  ): boolean {
    const isKnown = paths.every((path) => this.#leadsThere(path));
    let change = isKnown ? findChange(this.#text) : undefined;
    if (change === undefined || this.#isInWay(change)) {
      this.#makeEdits();
      change = findChange(this.#text);
    }
    if (change === undefined) return false;
    this.#edits.push(...change.edits);
    for (const node of paths.flatMap((path) => this.#text.tree.way(path))) this.#edited.add(node);
    for (const node of change.lost ?? []) this.#outdated.set(node, undefined);
    if (change.holder !== undefined) this.#noteHolder(change.holder);
    return true;
  }

  #noteHolder({ node, names, isRearranged }: HolderChange): void {
    const outdated = this.#outdated.get(node) ?? new Set();
    for (const name of names ?? []) outdated.add(name);
    this.#outdated.set(node, names === undefined ? undefined : outdated);
    if (isRearranged) this.#rearranged.add(node);
  }

  /** Whether a path leads where the tree says, after all edits. */
  #leadsThere(path: readonly string[]): boolean {
    return this.#text.tree.way(path).every((node, depth) => {
      if (!this.#outdated.has(node)) return true;
      const [names, token] = [this.#outdated.get(node), path[depth]];
      return names !== undefined && (token === undefined || !names.has(token));
    });
  }

  /** Whether a change needs what earlier ones changed. */
  #isInWay({ lost = [], holder }: Change): boolean {
    if (lost.some((node) => this.#edited.has(node))) return true;
    if (holder === undefined) return false;
    const { node, isRearranged } = holder;
    return this.#rearranged.has(node) || (isRearranged && this.#outdated.has(node));
  }

  #makeEdits(): void {
    if (this.#edits.length === 0) return;
    this.#text = this.#text.edit(this.#edits);
    this.#edits = [];
    this.#edited.clear();
    this.#outdated.clear();
    this.#rearranged.clear();
  }
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

const inlineLayout: Layout = { indent: '', isInline: true };

/** How a text is laid out. */
interface Style {
  readonly lineEnd: string;
  /** One level of indentation; undefined for a text on one line. */
  readonly indentation: string | undefined;
  /** Whether colons and commas have a blank behind them. */
  readonly isSpaced: boolean;
}

/** A JSON text with its tree. */
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

  add(path: readonly string[], write: (layout: Layout) => string): Change | undefined {
    const { root } = this.tree;
    const name = path.at(-1);
    if (name === undefined) return replacement(root, write({ indent: '', isInline: false }));
    const holder = this.tree.find(path.slice(0, -1));
    if (holder === undefined || holder.kind === 'scalar') return undefined;
    if (holder.kind === 'array') return this.#insertItem(holder, name, write);
    const present = this.tree.child(holder, name);
    if (present !== undefined) return replacement(present, write(this.#layoutOf(holder)));
    const member = (layout: Layout): string =>
      `${JSON.stringify(name)}${this.#colonIn(holder)}${write(layout)}`;
    return this.#append(holder, name, member);
  }

  replace(path: readonly string[], value: JsonValue): Change | undefined {
    const node = this.tree.find(path);
    const holder = path.length === 0 ? undefined : this.tree.find(path.slice(0, -1));
    const layout = holder === undefined ? { indent: '', isInline: false } : this.#layoutOf(holder);
    return node && replacement(node, this.write(value, layout));
  }

  remove(path: readonly string[]): Change | undefined {
    const node = this.tree.find(path);
    const holder = path.length === 0 ? undefined : this.tree.find(path.slice(0, -1));
    if (node === undefined || holder === undefined) return undefined;
    const name = this.tree.nameOf(node);
    // An earlier member of the same name would count then.
    const lost = holder.children.filter(
      (each) => each === node || (name !== undefined && this.tree.nameOf(each) === name),
    );
    return this.#removeChildren(holder, lost);
  }

  /** Renames a member; replaces members that have the name already. */
  rename(path: readonly string[], name: string): Change | undefined {
    const node = this.tree.find(path);
    const holder = this.tree.find(path.slice(0, -1));
    if (node?.key === undefined || holder === undefined) return undefined;
    const names = [name, this.tree.nameOf(node) ?? ''];
    const lost = holder.children.filter(
      (each) => each !== node && names.includes(this.tree.nameOf(each) ?? ''),
    );
    const edits = [{ start: node.key.start, end: node.key.end, text: JSON.stringify(name) }];
    if (lost.length === 0) return { edits, holder: { node: holder, names, isRearranged: false } };
    const removal = this.#removeChildren(holder, lost);
    return {
      edits: edits.concat(removal.edits),
      lost,
      holder: { node: holder, names, isRearranged: true },
    };
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
  ): Change | undefined {
    const { length } = array.children;
    const index = token === '-' ? length : arrayIndex(token);
    if (index === undefined || index > length) return undefined;
    const next = array.children[index];
    if (next === undefined) return this.#append(array, String(length), write);
    const layout = this.#layoutOf(array);
    const text = `${write(layout)},${this.#gapIn(array, layout)}`;
    const edits = [{ start: startOf(next), end: startOf(next), text }];
    return { edits, holder: { node: array, names: undefined, isRearranged: true } };
  }

  /** Adds a child behind all others. @param name its name or index */
  #append(holder: JsonNode, name: string, write: (layout: Layout) => string): Change {
    const layout = this.#layoutOf(holder);
    const text = write(layout);
    const gap = this.#gapIn(holder, layout);
    const last = holder.children.at(-1);
    if (last !== undefined) {
      const edits = [{ start: last.end, end: last.end, text: `,${gap}${text}` }];
      return { edits, holder: { node: holder, names: [name], isRearranged: false } };
    }
    const end = layout.isInline ? '' : this.#style.lineEnd + indentAt(this.json, holder.start);
    const inner = (layout.isInline ? '' : gap) + text + end;
    const edits = [{ start: holder.start + 1, end: holder.end - 1, text: inner }];
    return { edits, holder: { node: holder, names: undefined, isRearranged: true } };
  }

  /** Removes some children of a container, with their commas. */
  #removeChildren(holder: JsonNode, lost: readonly JsonNode[]): Change {
    const { children } = holder;
    const removed = new Set(lost);
    const names =
      holder.kind === 'array' ? undefined : lost.map((each) => this.tree.nameOf(each) ?? '');
    const edits: Edit[] = [];
    const [first] = children;
    const firstKept = children.find((child) => !removed.has(child));
    if (first === undefined || firstKept === undefined) {
      edits.push({ start: holder.start + 1, end: holder.end - 1, text: '' });
    } else if (first !== firstKept) {
      edits.push({ start: startOf(first), end: startOf(firstKept), text: '' });
    }
    let before = firstKept;
    for (const child of firstKept === undefined
      ? []
      : children.slice(children.indexOf(firstKept))) {
      // What stands between a child and the one before it goes with the child.
      if (before !== undefined && removed.has(child)) {
        edits.push({ start: before.end, end: child.end, text: '' });
      }
      before = child;
    }
    return { edits, lost, holder: { node: holder, names, isRearranged: true } };
  }

  #layoutOf(holder: JsonNode): Layout {
    const [child] = holder.children;
    const { indentation } = this.#style;
    if (child === undefined) {
      if (indentation === undefined) return inlineLayout;
      return { indent: indentAt(this.json, holder.start) + indentation, isInline: false };
    }
    // To look for the beginning of the line would take long in a text on one line.
    if (!hasLineEnd(this.json, holder.start, startOf(child))) return inlineLayout;
    return { indent: indentAt(this.json, startOf(child)), isInline: false };
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

  /** Makes edits that leave valid JSON. Those at one place follow each other. */
  edit(edits: readonly Edit[]): PatchableText {
    const parts: string[] = [];
    let at = 0;
    const inOrder = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
    for (const { start, end, text } of inOrder) {
      parts.push(this.json.slice(at, start), text);
      at = end;
    }
    const json = parts.join('') + this.json.slice(at);
    const root = parseJsonTree(json);
    if (root === undefined) throw new TypeError('a patch made invalid JSON');
    return new PatchableText(json, root, this.#style);
  }
}

/** Replaces a value. */
function replacement(node: JsonNode, text: string): Change {
  return { edits: [{ start: node.start, end: node.end, text }], lost: [node] };
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
  let start = offset;
  while (start > 0 && json[start - 1] !== '\n' && json[start - 1] !== '\r') start -= 1;
  const [blanks = ''] = /^[ \t]*/u.exec(json.slice(start, offset)) ?? [];
  return blanks;
}

/** Where a child begins: with its name, if it has one. */
function startOf({ key, start }: JsonNode): number {
  return key?.start ?? start;
}

/** A line of indented JSON for a text on one line; the blank after a comma stays. */
function inlineLine(line: string, next: string | undefined): string {
  return line.endsWith(',') && next !== undefined ? `${line} ` : line;
}
