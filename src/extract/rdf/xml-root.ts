/** The root element of an XML document. */
export interface XmlRoot {
  readonly localName: string;
  /** Empty without one. */
  readonly namespace: string;
}

/** What may precede the root (XML 1.0 §2.8); a document type may contain brackets. */
const prolog =
  /\s+|<\?[^?]*(?:\?(?!>)[^?]*)*\?>|<!--[^-]*(?:-(?!->)[^-]*)*-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/uy;
const startTag =
  /<(?:([^\s<>/:=]+):)?([^\s<>/:=]+)((?:\s+[^\s<>/=]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>?/uy;
const attribute = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/guy;

/** Reads the root from the beginning of a document; undefined where that is no XML or too short. */
export function xmlRootOf(start: string): XmlRoot | undefined {
  let at = 0;
  for (let end = matchEnd(prolog, start, at); end !== undefined; end = matchEnd(prolog, start, at))
    at = end;
  startTag.lastIndex = at;
  const [, prefix, localName, attributes = ''] = startTag.exec(start) ?? [];
  if (localName === undefined) return undefined;
  const declaration = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  let namespace = '';
  for (const [, name, double, single = ''] of attributes.matchAll(attribute)) {
    if (name === declaration) namespace = double ?? single;
  }
  return { localName, namespace: resolveNamespace(namespace, start.slice(0, at)) };
}

/** The end of a match at an offset. */
function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** A namespace may be an entity of the document type, as OWL tools write it. */
function resolveNamespace(value: string, prologText: string): string {
  const [, entity] = /^&([^;&\s]+);$/u.exec(value) ?? [];
  if (entity === undefined) return value;
  const declared = prologText
    .split('<!ENTITY')
    .find((each) => each.trim().startsWith(`${entity} `));
  return /["']([^"']*)["']/u.exec(declared ?? '')?.[1] ?? '';
}
