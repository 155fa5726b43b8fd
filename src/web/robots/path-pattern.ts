/** A compiled pattern of a rule. */
export interface PathPattern {
  /** The texts between wildcards: a path begins with the first, the others follow in order. */
  readonly parts: readonly string[];
  /** The pattern ends with `$`: a path ends with the last part. */
  readonly isAnchored: boolean;
}

/** Percent-encodings, characters to encode, and `*` and `$` of patterns. */
const special = /%[\dA-Fa-f]{2}|[^\w.~!&'()+,/:;=?@-]/gu;
const unreserved = /^[\w.~-]$/u;
/** Characters that mean themselves in a query, encoded or not (RFC 3986 §3.4). */
const queryData = /%(?:2F|3A|3F|40)/gu;

/**
 * Normalises the path and query of a URL for comparison with rules (RFC 9309 §2.2.2): decodes
 * unreserved characters, percent-encodes characters that URLs cannot have as UTF-8 with capital hex
 * digits, and leaves reserved ones, so `%2F` is not `/`. `*` and `$` are encoded (§2.2.3).
 */
export function normalizeRobotsPath(path: string): string {
  return path.replaceAll(special, normalise);
}

/** Normalises the pattern of a rule in the same way, but leaves `*` and a final `$`. */
export function normalizeRobotsPattern(pattern: string): string {
  return pattern.replaceAll(special, (match, offset: number) =>
    match === '*' || (match === '$' && offset === pattern.length - 1) ? match : normalise(match),
  );
}

/**
 * A normalised path or pattern and, where its query has encoded `/`, `:`, `?` or `@`, the spelling
 * with these decoded: by RFC 9309 §2.2.2, `?u=https://a` and `?u=https%3A%2F%2Fa` are equal.
 */
export function pathSpellings(text: string): readonly string[] {
  const query = text.indexOf('?');
  if (query === -1 || !text.includes('%', query)) return [text];
  const decoded =
    text.slice(0, query) + text.slice(query).replaceAll(queryData, decodeURIComponent);
  return decoded === text ? [text] : [text, decoded];
}

/** Compiles a normalised pattern. */
export function compilePattern(pattern: string): PathPattern {
  const isAnchored = pattern.endsWith('$');
  const [first = '', ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  // An empty part at the end means a final wildcard; other empty parts mean nothing.
  const parts = rest.filter((part, index) => part !== '' || index === rest.length - 1);
  return { parts: [first, ...parts], isAnchored };
}

/**
 * Whether a normalised path matches a pattern (RFC 9309 §2.2.3). Each part is matched at its first
 * place behind the part before, so there is no backtracking, however many wildcards there are.
 */
export function matchesPattern({ parts, isAnchored }: PathPattern, path: string): boolean {
  const [first = ''] = parts;
  if (!path.startsWith(first)) return false;
  const last = parts.length - 1;
  if (last === 0) return !isAnchored || path.length === first.length;
  let at = first.length;
  for (let index = 1; index < last + (isAnchored ? 0 : 1); index += 1) {
    const part = parts[index] ?? '';
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isAnchored) return true;
  const end = parts[last] ?? '';
  return path.length - at >= end.length && path.endsWith(end);
}

function normalise(match: string): string {
  if (match.length === 3 && match.startsWith('%')) {
    const code = Number.parseInt(match.slice(1), 16);
    const character = String.fromCharCode(code);
    return code < 0x80 && unreserved.test(character) ? character : match.toUpperCase();
  }
  // The one character among these that encodeURIComponent does not encode.
  return match === '*' ? '%2A' : encodeURIComponent(match.toWellFormed());
}
