import {
  allNodes,
  isNode,
  localName,
  members,
  writtenId,
  writtenTypes,
  type Raw,
  type RawNode,
} from './json.ts';

/** A document with what is needed to follow names in it. */
export interface ScannedDocument {
  readonly url: string;
  readonly root: Raw;
  /** Members of the array or `@graph` at the top, or the root itself. */
  readonly top: readonly RawNode[];
  readonly byId: ReadonlyMap<string, readonly RawNode[]>;
  readonly prefixes: ReadonlyMap<string, string>;
  /** Defined keys without prefix; all keys if a context is remote or has `@vocab`. */
  readonly terms: ReadonlySet<string> | 'all';
  /** Whether all that is said of a name anywhere counts: not where there are several records. */
  pooled: boolean;
}

const wellKnown: readonly (readonly [string, string])[] = [
  ['schema', 'http://schema.org/'],
  ['dcat', 'http://www.w3.org/ns/dcat#'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['dct', 'http://purl.org/dc/terms/'],
  ['prov', 'http://www.w3.org/ns/prov#'],
];

export function openDocument(url: string, json: string): ScannedDocument {
  const root = JSON.parse(json) as Raw;
  const top = members(root).filter(isNode).flatMap(graphOf);
  const byId = new Map<string, RawNode[]>();
  const prefixes = new Map<string, string>(wellKnown);
  const contexts: Raw[] = [];
  for (const node of allNodes(root)) {
    const id = writtenId(node);
    if (id !== undefined) byId.set(id, [...(byId.get(id) ?? []), node]);
    contexts.push(...members(node['@context']));
    readContext(node['@context'], prefixes);
  }
  return { url, root, top, byId, prefixes, terms: termsIn(contexts), pooled: true };
}

function graphOf(node: RawNode): RawNode[] {
  const graph = node['@graph'];
  return graph === undefined ? [node] : members(graph).filter(isNode);
}

function readContext(context: Raw | undefined, prefixes: Map<string, string>): void {
  for (const part of members(context).filter(isNode)) {
    for (const [name, value] of Object.entries(part)) {
      if (typeof value === 'string') prefixes.set(name, value);
    }
  }
}

function termsIn(contexts: readonly Raw[]): ReadonlySet<string> | 'all' {
  const own = contexts.filter(isNode);
  if (own.length < contexts.length || own.some((context) => '@vocab' in context)) return 'all';
  return new Set(own.flatMap((context) => Object.keys(context)));
}

const absolute = /^(?:https?:\/\/|urn:|doi:|info:|ark:|hdl:|tag:|mailto:|ftp:|file:)/iu;

/** The IRI of a name in a document; undefined for labels of blank nodes and other texts. */
export function iriOf(document: ScannedDocument, written: string): string | undefined {
  const text = written.trim();
  if (text.startsWith('_:') || isPlaceholder(text)) return undefined;
  const colon = text.indexOf(':');
  const namespace = colon < 0 ? undefined : document.prefixes.get(text.slice(0, colon));
  // A plain declaration is a prefix only where it ends as namespaces do (JSON-LD 1.1 §4.1.5).
  if (
    namespace !== undefined &&
    /[:/?#[\]@]$/u.test(namespace) &&
    !text.startsWith('//', colon + 1)
  ) {
    return namespace + text.slice(colon + 1);
  }
  if (absolute.test(text) || colon > 0) return text;
  const base = new URL(document.prefixes.get('@base') ?? document.url, document.url).href;
  return URL.canParse(text, base) ? new URL(text, base).href : undefined;
}

const isPlaceholder = (text: string): boolean => /^(?:nan|null|none|nil:.*)$/iu.test(text);

/** A type as an IRI, schema.org's with http. */
export function typeIri(document: ScannedDocument, written: string): string {
  const isBare = !written.includes(':');
  const namespace = document.prefixes.get('@vocab') ?? 'http://schema.org/';
  const iri = isBare ? namespace + written : (iriOf(document, written) ?? written);
  return iri.replace(/^https?:\/\/(?:www\.)?schema\.org\/?/u, 'http://schema.org/');
}

/** The values of keys with these local names in all objects of the node; follows references. */
export function valuesOf(
  document: ScannedDocument,
  node: RawNode,
  ...names: readonly string[]
): Raw[] {
  return described(document, node)
    .flatMap((each) => Object.entries(each))
    .filter(([key]) => names.includes(localName(key)) && isKnown(document, key))
    .flatMap(([, value]) => members(value));
}

/** JSON-LD drops keys that nothing defines. */
function isKnown({ terms }: ScannedDocument, key: string): boolean {
  return !key.startsWith('@') && (terms === 'all' || key.includes(':') || terms.has(key));
}

export function nodesOf(
  document: ScannedDocument,
  node: RawNode,
  ...names: readonly string[]
): RawNode[] {
  return valuesOf(document, node, ...names).filter(isNode);
}

/** Whether a node, or another of its name, has one of these types. */
export const hasType = (
  document: ScannedDocument,
  node: RawNode,
  ...names: readonly string[]
): boolean =>
  described(document, node)
    .flatMap(writtenTypes)
    .some((type) => names.includes(localName(type)));

/** The node with the others of its name that count. */
function described(document: ScannedDocument, node: RawNode): readonly RawNode[] {
  const id = writtenId(node);
  if (id === undefined) return [node];
  const named = document.byId.get(id) ?? [];
  if (document.pooled) return named.includes(node) ? named : [node, ...named];
  const near = [...new Set([node, ...named.filter((each) => document.top.includes(each))])];
  return near.some((each) => Object.keys(each).length > 1) ? near : named;
}
