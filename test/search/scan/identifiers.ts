import { iriOf, valuesOf, type ScannedDocument } from './document.ts';
import { isNode, writtenId, type Raw, type RawNode } from './json.ts';
import { isNil, textsIn } from './texts.ts';

/** One key for all spellings of a DOI, Handle, ARK, URN or URL (`docs/texts.md`, identifiers); of all else the text. */
export function identifierKey(written: string): string {
  const text = written.trim();
  const resolved =
    /^https?:\/\/(?:dx\.|www\.)?doi\.org\/(.+)$/iu.exec(text) ??
    /^(?:info:doi\/|doi: ?|urn:doi:)(.+)$/iu.exec(text) ??
    /^(10\.\d{4,9}\/.+)$/u.exec(text);
  if (resolved !== null) return `doi:${unescaped(resolved[1] ?? '').toLowerCase()}`;
  const handle = /^(?:https?:\/\/hdl\.handle\.net\/|hdl: ?|info:hdl\/)(.+)$/iu.exec(text);
  if (handle !== null) return handleKey(unescaped(handle[1] ?? '').toLowerCase());
  const ark = /^(?:https?:\/\/[^/]+\/)?ark:\/?(\d+\/.+)$/iu.exec(text);
  if (ark !== null) return `ark:${(ark[1] ?? '').replaceAll('-', '').replace(/\/$/u, '')}`;
  const [, namespace, name] = /^urn:([^:]+):(.+)$/iu.exec(text) ?? [];
  if (namespace !== undefined && name !== undefined)
    return `urn:${namespace.toLowerCase()}:${name}`;
  const [, host, path = ''] = /^https?:\/\/([^/?#]+)(.*)$/iu.exec(text) ?? [];
  if (host === undefined) return text;
  return `//${host.toLowerCase().replace(/:(?:80|443)$/u, '')}${path.replace(/\/$/u, '')}`;
}

const handleKey = (name: string): string =>
  name.startsWith('10.') ? `doi:${name}` : `hdl:${name}`;

const unescaped = (text: string): string =>
  text.replaceAll(/%([\da-f]{2})/giu, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );

/** Keys of the IRI of a node and of what it gives in these properties: texts, IRIs, `PropertyValue`s. */
export function identifiersIn(
  document: ScannedDocument,
  node: RawNode,
  ...names: readonly string[]
): string[] {
  const id = writtenId(node);
  const iri = id === undefined ? undefined : iriOf(document, id);
  const own = iri === undefined || isNil(iri) ? [] : [iri];
  return [...own, ...writtenIn(document, node, names)].map(identifierKey);
}

/** As they are written. */
export function writtenIn(
  document: ScannedDocument,
  node: RawNode,
  names: readonly string[],
): string[] {
  return valuesOf(document, node, ...names)
    .flatMap((value) => identifierTexts(document, value))
    .filter((text) => !isNil(text));
}

function identifierTexts(document: ScannedDocument, value: Raw): string[] {
  const texts = textsIn(value);
  if (texts.length > 0 || !isNode(value)) return texts;
  const id = writtenId(value);
  const iri = id === undefined ? undefined : iriOf(document, id);
  const said = valuesOf(document, value, 'value').flatMap(textsIn);
  return iri === undefined ? said : [iri, ...said];
}
