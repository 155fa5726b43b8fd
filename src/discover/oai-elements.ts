import { Buffer } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { decoderFor } from '../text/encoding.ts';
import { LoneAmpersands } from '../text/lone-ampersands.ts';

/** The facts of a small element: its own text and attributes, and the texts of its children. */
export interface OaiElement {
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** By local name, in the order of the document. */
  readonly children: ReadonlyMap<string, readonly string[]>;
}

/** No name, date or token is longer; the rest of a text is dropped. */
const maxText = 100_000;

/** The characters that XML forbids and that programs leave in names all the same. */
// oxlint-disable-next-line no-control-regex -- the expression finds control characters
const forbidden = /[\0-\u{8}\u{B}\u{C}\u{E}-\u{1F}]/gu;

/**
 * Reads an element of OAI-PMH other than a record. Lone ampersands are taken literally, control
 * characters dropped; at any other fault reading ends with what was read before.
 * @param xml one element
 */
export function readOaiElement(xml: string): OaiElement {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const children = new Map<string, string[]>();
  let own = '';
  let attributes: Readonly<Record<string, string>> = {};
  let depth = 0;
  let child: { readonly name: string; text: string } | undefined;
  let isBroken = false;
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth === 1) attributes = tag.attributes;
    if (depth === 2) child = { name: localName(tag.name), text: '' };
  });
  const append = (text: string): void => {
    if (depth === 1 && own.length < maxText) own += text;
    if (depth === 2 && child !== undefined && child.text.length < maxText) child.text += text;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', () => {
    if (depth === 2 && child !== undefined && !isBroken) {
      children.set(child.name, [...(children.get(child.name) ?? []), child.text.trim()]);
    }
    depth -= 1;
  });
  parser.on('error', () => {
    isBroken = true;
  });
  const ampersands = new LoneAmpersands();
  const text = ampersands.split(xml.replaceAll(forbidden, '')).join('&amp;');
  parser.write(text + ampersands.end().join('&amp;'));
  return { text: own.trim(), attributes, children };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/**
 * Decodes bytes that are given as characters: as UTF-8 where they are that, since declarations of
 * other encodings are often wrong, else as declared; Windows-1252 where UTF-8 is declared.
 */
export function decodeOaiText(bytes: string, declared: string): string {
  const buffer = Buffer.from(bytes, 'latin1');
  try {
    return utf8.decode(buffer);
  } catch {
    const decoder = /^utf-?8$/iu.test(declared) ? windows1252 : decoderFor(declared);
    return (decoder ?? windows1252).decode(buffer);
  }
}

const namespaceDeclaration =
  /\s(xmlns(?::[A-Za-z_][\w.-]{0,99})?)\s{0,99}=\s{0,99}("[^"]*"|'[^']*')/gu;

/** The namespace declarations of a start tag, as written: `xmlns` or `xmlns:x`, and the value. */
export function namespacesOf(tag: string): readonly (readonly [name: string, value: string])[] {
  return Array.from(tag.matchAll(namespaceDeclaration), ([, name = '', value = '']) => [
    name,
    value,
  ]);
}

/**
 * Makes a document of its own of a record: with the namespaces of the elements around it, and
 * without its `about` elements, which tell of the record's way and not of the resource.
 * @param record its bytes as characters
 * @param scope the declarations around it
 */
export function standaloneRecord(
  record: string,
  scope: ReadonlyMap<string, string>,
  encoding: string,
): Uint8Array {
  const tagEnd = record.indexOf('>') + 1;
  const tag = record.slice(0, tagEnd);
  const own = new Set(namespacesOf(tag).map(([name]) => name));
  const missing = [...scope].filter(([name]) => !own.has(name));
  const declarations = missing.map(([name, value]) => ` ${name}=${value}`).join('');
  const end = /\/?>$/u.exec(tag)?.[0] ?? '>';
  const start = tag.slice(0, tag.length - end.length) + declarations + end;
  const content = withoutAbout(record.slice(tagEnd), tag);
  const label = decoderFor(encoding) === undefined ? 'utf-8' : encoding;
  const text = `<?xml version="1.0" encoding="${label}"?>\n${start}${content}`;
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** The content of a record up to the end of its `metadata`. */
function withoutAbout(content: string, tag: string): string {
  const prefix = /^<([\w.-]+:)?/u.exec(tag)?.[1] ?? '';
  const about = content.search(new RegExp(`<${prefix.replaceAll('.', '\\.')}about[\\s>/]`, 'u'));
  if (about === -1) return content;
  const metadata = new RegExp(
    `<(/?)${prefix.replaceAll('.', '\\.')}metadata(?=[\\s>/])[^>]*>`,
    'gu',
  );
  let depth = 0;
  for (const { 0: mark, 1: slash, index } of content.matchAll(metadata)) {
    if (!mark.endsWith('/>')) depth += slash === '/' ? -1 : 1;
    if (depth > 0) continue;
    return `${content.slice(0, index + mark.length)}</${prefix}record>`;
  }
  return content;
}
