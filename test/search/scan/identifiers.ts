import { iriOf, valuesOf, type ScannedDocument } from './document.ts';
import { isNode, writtenId, type Raw, type RawNode } from './json.ts';
import { isNil, textsIn } from './texts.ts';

/** How identifiers are written, and the key that what is found behind has. */
const forms: readonly (readonly [form: RegExp, key: (name: string) => string])[] = [
  [/^https?:\/\/(?:dx\.|www\.)?doi\.org\/(10\.\d.*)$/iu, (name) => doiKey(name)],
  [/^(?:info:doi\/|doi: ?|urn:doi:)(.+)$/iu, (name) => doiKey(name)],
  [/^(10\.\d{4,9}\/.+)$/u, (name) => doiKey(name)],
  [/^(?:https?:\/\/hdl\.handle\.net\/|hdl: ?|info:hdl\/)(.+)$/iu, (name) => handleKey(name)],
  [
    /^(?:https?:\/\/[^/]+\/)?ark:\/?(\d+\/.+)$/iu,
    (name) => `ark:${name.replaceAll('-', '').replace(/\/$/u, '')}`,
  ],
  [
    /^urn:([^:]+:.+)$/iu,
    (name) => `urn:${name.replace(/^[^:]+/u, (namespace) => namespace.toLowerCase())}`,
  ],
  [/^https?:\/\/([^/?#]+.*)$/iu, webKey],
];

/** One key for all spellings of an identifier (`docs/texts.md`, identifiers), or the text. */
export function identifierKey(written: string): string {
  const text = written.trim();
  for (const [form, key] of forms) {
    const name = form.exec(text)?.[1];
    if (name !== undefined) return key(name);
  }
  return text;
}

const doiKey = (name: string): string => `doi:${unescaped(name).toLowerCase()}`;

/** Every DOI is a Handle. */
function handleKey(written: string): string {
  const name = unescaped(written).toLowerCase();
  return name.startsWith('10.') ? `doi:${name}` : `hdl:${name}`;
}

function webKey(address: string): string {
  const [host = ''] = address.split(/[/?#]/u);
  const rest = address.slice(host.length).replace(/\/$/u, '');
  return `//${host.toLowerCase().replace(/:(?:80|443)$/u, '')}${rest}`;
}

const unescaped = (text: string): string =>
  text.replaceAll(/%([\da-f]{2})/giu, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );

/** Keys of the IRI of a node and of values of properties: texts, IRIs, `PropertyValue`s. */
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
