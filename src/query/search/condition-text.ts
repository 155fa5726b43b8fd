/** What stands between the pieces that count: comments, IRIs and strings, in which a brace is only a character. */
const passed =
  /#[^\n\r]*|<[^<>"{}|^`\\\u0000-\u0020]*>|"""(?:[^\\]|\\[^])*?"""|'''(?:[^\\]|\\[^])*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y;

/**
 * The condition of a bundled search as a group that can stand in another query: the first sub-SELECT, from its brace to the
 * one that closes it. Each search that is shipped begins with one, which finds entries; what follows is about showing them.
 * @throws {TypeError} where the query has none
 */
export function conditionText(query: string): string {
  let depth = 0;
  let start = -1;
  for (let at = 0; at < query.length; at += 1) {
    passed.lastIndex = at;
    const skipped = passed.exec(query)?.[0].length ?? 0;
    if (skipped > 0) {
      at += skipped - 1;
      continue;
    }
    const character = query[at];
    if (character === '{') {
      depth += 1;
      if (start < 0 && /^\{\s*SELECT\b/iu.test(query.slice(at, at + 100))) {
        start = at;
        depth = 1;
      }
    } else if (character === '}') {
      depth -= 1;
      if (start >= 0 && depth === 0) return query.slice(start, at + 1);
    }
  }
  throw new TypeError('The query has no sub-SELECT that could be a condition.');
}
