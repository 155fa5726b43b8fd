/** A pattern of a rule, ready to be compared. */
export interface PathPattern {
  /** What stands between its wildcards: the path begins with the first, and has the others in this order. */
  readonly parts: readonly string[];
  /** It ended with `$`: the path ends with the last part. */
  readonly isAnchored: boolean;
}

/** All that no path or query has as itself, or that encodes something, or that patterns have a meaning for. */
const special = /%[\dA-Fa-f]{2}|[^\w.~!&'()+,/:;=?@-]/gu;
const unreserved = /^[\w.~-]$/u;
/** Characters that mean themselves in a query, encoded or not (RFC 3986 §3.4). */
const queryData = /%(?:2F|3A|3F|40)/gu;

/**
 * The path and query of a URL in the one spelling in which rules are compared (RFC 9309 §2.2.2): unreserved characters
 * are never percent-encoded, characters that are no part of URLs always are, as their octets in UTF-8; hex digits are
 * capitals. Reserved characters stay as they are, so `%2F` is not `/`; but `*` and `$`, which patterns have another
 * meaning for, are encoded (§2.2.3).
 */
export function normalizeRobotsPath(path: string): string {
  return path.replaceAll(special, normalise);
}

/** The same for the pattern of a rule, in which `*` and a `$` at the end are left. */
export function normalizeRobotsPattern(pattern: string): string {
  return pattern.replaceAll(special, (match, offset: number) =>
    match === '*' || (match === '$' && offset === pattern.length - 1) ? match : normalise(match),
  );
}

/**
 * A normalised path or pattern, and where its query has `/`, `:`, `?` or `@` percent-encoded the one with these as
 * themselves: RFC 9309 §2.2.2 wants `?u=https://a` and `?u=https%3A%2F%2Fa` to be the same.
 */
export function pathSpellings(text: string): readonly string[] {
  const query = text.indexOf('?');
  if (query === -1 || !text.includes('%', query)) return [text];
  const decoded =
    text.slice(0, query) + text.slice(query).replaceAll(queryData, decodeURIComponent);
  return decoded === text ? [text] : [text, decoded];
}

/** Takes a normalised pattern apart. */
export function compilePattern(pattern: string): PathPattern {
  const isAnchored = pattern.endsWith('$');
  const [first = '', ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  // An empty part at the end says that there is a wildcard, the others say nothing.
  const parts = rest.filter((part, index) => part !== '' || index === rest.length - 1);
  return { parts: [first, ...parts], isAnchored };
}

/**
 * Whether a normalised path has a pattern (RFC 9309 §2.2.3). Each part is looked for once, behind the one before: taking
 * the earliest place leaves the most for the rest, so that nothing is tried twice however many wildcards there are.
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
  // The one character among these that encodeURIComponent leaves alone.
  return match === '*' ? '%2A' : encodeURIComponent(match.toWellFormed());
}
