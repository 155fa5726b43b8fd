import { encodingByMark, encodingByZeros } from '../../text/encoding.ts';

/** What the beginning of an XML document says, before it is parsed. */
export interface XmlProlog {
  /** The local name of the first element; absent where the text does not begin as XML. */
  readonly root?: string;
  /** Whether it is a page in HTML or XHTML. */
  readonly isPage: boolean;
  /** Whether its internal DTD declares entities (XML 1.0 §4.2). */
  readonly declaresEntities: boolean;
}

/**
 * Reads the beginning of a document up to its first element. All encodings but UTF-16 are read as
 * ASCII, as the names that matter here are.
 */
export function readXmlProlog(bytes: Uint8Array): XmlProlog {
  const encoding = encodingByMark(bytes) ?? encodingByZeros(bytes) ?? 'latin1';
  const text = new TextDecoder(encoding === 'utf-8' ? 'latin1' : encoding).decode(bytes);
  let at = encoding === 'utf-8' ? 3 : 0;
  let declaresEntities = false;
  let doctype = '';
  for (;;) {
    at = skipMisc(text, at);
    if (!/^<!doctype\b/iu.test(text.slice(at, at + 10))) break;
    doctype = /^\s*([^\s[>]*)/u.exec(text.slice(at + 9, at + 200))?.[1] ?? '';
    const subset = readDoctype(text, at);
    declaresEntities ||= subset.declaresEntities;
    at = subset.end;
  }
  const [, root] = /^<(?:[^\s<>/:]+:)?([^\s<>/:]+)/u.exec(text.slice(at, at + 200)) ?? [];
  const isPage = [root, doctype].some((name) => name?.toLowerCase() === 'html');
  return { ...(root === undefined ? {} : { root }), isPage, declaresEntities };
}

/** The end of blanks, comments and processing instructions, as far as they are closed. */
function skipMisc(text: string, start: number): number {
  let at = start;
  for (;;) {
    while (/\s/u.test(text.charAt(at))) at += 1;
    const close = text.startsWith('<!--', at) ? '-->' : '?>';
    if (close === '?>' && !text.startsWith('<?', at)) return at;
    at = endAfter(text, close, at);
  }
}

/** Reads a document type declaration (XML 1.0 §2.8), with a pattern for each of its parts. */
function readDoctype(text: string, start: number) {
  // A comment, an instruction, a literal, a declaration's beginning, or an end.
  const parts = /<!--|<\?|["']|<!ENTITY\b|[[\]>]/gu;
  parts.lastIndex = start + 9;
  let isInside = false;
  let declaresEntities = false;
  for (let part = parts.exec(text); part !== null; part = parts.exec(text)) {
    const [found] = part;
    if (found === '[') isInside = true;
    else if (found === ']') isInside = false;
    else if (found === '<!ENTITY') declaresEntities ||= isInside;
    else if (found !== '>') {
      const close = { '<!--': '-->', '<?': '?>' }[found] ?? found;
      parts.lastIndex = endAfter(text, close, part.index + found.length);
    } else if (!isInside) return { end: parts.lastIndex, declaresEntities };
  }
  return { end: text.length, declaresEntities };
}

function endAfter(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from);
  return at === -1 ? text.length : at + part.length;
}
